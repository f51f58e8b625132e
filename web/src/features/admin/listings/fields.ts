import type { BusinessResponse } from '@directory/api/contracts';
import type { AdminTexts } from '../../../shared/texts/admin-texts.ts';

export type FieldName = keyof AdminTexts['fields'];

/** What an owner says of a business, in the order of the table. */
export const fieldNames = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'website',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'whatsapp',
  'location',
  'onlineOrder',
  'address',
  'synopsis',
  'businessInfo',
  'subCategory',
  'kampong',
  'facilities',
  'imagePath',
  'latitude',
  'longitude',
] as const satisfies readonly (FieldName & keyof BusinessResponse)[];

export function isFieldName(name: string): name is FieldName {
  return fieldNames.some((field) => field === name);
}

/** A value of a field as people read it; empty for nothing. */
export function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}
