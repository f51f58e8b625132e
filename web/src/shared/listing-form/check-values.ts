import { submitBusinessRequest } from '@directory/api/contracts';
import { firstMessages } from '../forms/form-errors.tsx';
import type { FieldErrors } from '../forms/form-fields.tsx';
import { useSite } from '../site/use-site.ts';
import { type FormValues, linkFields, textFields, wireFields } from './form-values.ts';
import type { Photo } from './photo.ts';

type Circumstances = {
  readonly currentYear: number;
  /** What to say when there is no photo; null when there is one. */
  readonly photoMissing: string | null;
};

/** What is wrong with the answers, by the server's own contract, in the order in which they are asked. */
export function checkAnswers(answers: FormValues, circumstances: Circumstances): FieldErrors {
  const { currentYear, photoMissing } = circumstances;
  const request = { ...wireFields(answers), facilities: [...answers.facilities] };
  const found = firstMessages(
    submitBusinessRequest(currentYear).safeParse(request).error?.issues ?? [],
  );
  // A pin has two halves and is one thing to set.
  const pin = found['latitude'] ?? found['longitude'];
  const errors: FieldErrors = {
    ...found,
    ...(pin && { latitude: pin, longitude: '' }),
    // Asked for only once its category is chosen.
    ...(answers.businessInfo === '' && { subCategory: '' }),
    ...(photoMissing && { imagePath: photoMissing }),
  };
  return Object.fromEntries(
    [...textFields, 'facilities', 'imagePath'].flatMap((name) => {
      const error = errors[name];
      return error ? [[name, error]] : [];
    }),
  );
}

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

/** The answers as the multipart form that the specification names. */
export function listingFormData(answers: FormValues, photo: Photo | null): FormData {
  const form = new FormData();
  const fields = wireFields(answers);
  for (const name of textFields) form.append(name, fields[name]);
  form.append('facilities', JSON.stringify(answers.facilities));
  if (photo) form.append('imagePath', photo.blob, photo.name);
  return form;
}

/** Of the site's time zone; of this device until that is known, and the server has the last word. */
export function useCurrentYear(): number {
  return useSite()?.currentYear ?? new Date().getFullYear();
}
