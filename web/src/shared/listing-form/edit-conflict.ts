import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { myBusinessTexts } from '../../texts/my-business-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import type { FieldErrors } from '../forms/form-fields.tsx';
import { valuesOf, type FormValues } from './form-values.ts';
import { changesBetween } from './saved-edit.ts';

const { conflictField, pin } = myBusinessTexts.form;
const labels: Readonly<Record<string, string>> = ownerTexts.fields;

/** What the form shows of a listing that changed meanwhile: what was typed, and all else as it is now. */
export function rebase(
  values: FormValues,
  before: OwnBusinessDetailResponse,
  now: OwnBusinessDetailResponse,
): FormValues {
  return { ...valuesOf(now), ...changesBetween(valuesOf(before), values) };
}

/** An error for each field that both changed, with what it holds now. The pin is one field of the form. */
export function conflictErrors(
  fields: readonly string[],
  now: OwnBusinessDetailResponse,
): FieldErrors {
  const held: Readonly<Record<string, unknown>> = now;
  return Object.fromEntries(
    fields.map((field) => {
      if (field === 'latitude' || field === 'longitude')
        return ['latitude', conflictField(pin, `${now.latitude}, ${now.longitude}`)];
      const value = held[field];
      const isShown =
        field !== 'imagePath' && (typeof value === 'string' || typeof value === 'number');
      return [field, conflictField(labels[field] ?? field, isShown ? String(value) : null)];
    }),
  );
}
