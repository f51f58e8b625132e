import { textFields, wireFields, type FormValues } from './form-values.ts';
import type { Photo } from './photo.ts';

/** The answers as the multipart form that the specification names. */
export function listingFormData(answers: FormValues, photo: Photo | null): FormData {
  const form = new FormData();
  const fields = wireFields(answers);
  for (const name of textFields) form.append(name, fields[name]);
  form.append('facilities', JSON.stringify(answers.facilities));
  if (photo) form.append('imagePath', photo.blob, photo.name);
  return form;
}
