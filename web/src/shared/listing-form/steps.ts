import { linkFields } from './form-values.ts';

/** What is asked on which step; the fifth asks nothing. */
const stepFields = [
  ['businessName', 'phone', 'operatingHours', 'yearStarted', 'email'],
  ['address', 'latitude', 'longitude', 'businessInfo', 'subCategory', 'kampong'],
  [...linkFields, 'whatsapp'],
  ['synopsis', 'facilities', 'imagePath'],
] as const satisfies readonly (readonly string[])[];

export const lastStep = 5;

/** The step, counted from 1, that asks for a field. */
export function stepOf(field: string): number {
  const index = stepFields.findIndex((fields) => fields.some((name) => name === field));
  return index === -1 ? lastStep : index + 1;
}

/** The errors that a step can show. */
export function errorsOn(
  step: number,
  errors: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => stepOf(field) === step));
}
