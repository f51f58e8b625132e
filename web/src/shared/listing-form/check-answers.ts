import { submitBusinessRequest } from '@directory/api/contracts';
import type { FieldErrors } from '../forms/field-frame.tsx';
import { firstMessages } from '../forms/first-messages.ts';
import { textFields, wireFields, type FormValues } from './form-values.ts';

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
