import { submitBusinessRequest } from '@directory/api/contracts';
import { openingTimes as texts, pin, daysName } from '../../texts/listing-form-texts.ts';
import { fields } from '../../texts/owner-texts.ts';
import { firstMessages } from '../forms/request-form.tsx';
import type { FieldErrors } from '../forms/form-fields.tsx';
import { useSite } from '../resource/use-resource.ts';
import { type FormValues, linkFields, stepFields, textFields, wireFields } from './form-values.ts';
import { problemOfTimes, timesOf, type TimesInput } from './opening-times-input.ts';
import type { Photo } from './photo.ts';

type CheckOptions = {
  readonly currentYear: number;
  /** The message for a missing photo; null if there is one. */
  readonly photoMissing: string | null;
};

/** Validates the values with the server's contract; errors are in form order. */
export function checkValues(values: FormValues, options: CheckOptions): FieldErrors {
  const { currentYear, photoMissing } = options;
  const request = {
    ...wireFields(values),
    openingTimes: timesOf(values.openingTimes),
    facilities: [...values.facilities],
  };
  const timesError = messageOfTimes(values.openingTimes);
  const found = firstMessages(
    submitBusinessRequest(currentYear).safeParse(request).error?.issues ?? [],
  );
  const isPinMissing = [found['latitude'], found['longitude']].includes(pin.missing);
  const errors: FieldErrors = {
    ...found,
    ...namedErrors(found),
    // One error for both.
    ...(isPinMissing && { latitude: pin.missing, longitude: '' }),
    // Shown only after a category is chosen.
    ...(values.businessInfo === '' && { subCategory: '' }),
    ...(timesError && { openingTimes: timesError }),
    ...(photoMissing && { imagePath: photoMissing }),
  };
  return Object.fromEntries(
    stepFields.flat().flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])),
  );
}

function messageOfTimes(input: TimesInput): string | null {
  const problem = problemOfTimes(input);
  if (!problem) return null;
  if (problem.kind === 'closed')
    return 'Enter the times of at least one day, or choose “Not given”.';
  return texts[problem.kind](daysName(problem.days));
}

/** Adds the names of fields whose errors share a sentence, the seven links and the degrees. */
function namedErrors(found: FieldErrors): FieldErrors {
  return Object.fromEntries(
    ([...linkFields, 'latitude', 'longitude'] as const).flatMap((name) =>
      found[name] ? [[name, `${fields[name]}: ${found[name]}`]] : [],
    ),
  );
}

export const lastStep = 5;

/** The step of a field, from 1. */
export function stepOf(field: string): number {
  const index = stepFields.findIndex((fields) => fields.some((name) => name === field));
  return index === -1 ? lastStep : index + 1;
}

export function errorsOn(step: number, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => stepOf(field) === step));
}

/** The values as the multipart form of the specification. */
export function listingFormData(values: FormValues, photo: Photo | null): FormData {
  const form = new FormData();
  const fields = wireFields(values);
  for (const name of textFields) form.append(name, fields[name]);
  form.append('openingTimes', JSON.stringify(timesOf(values.openingTimes) ?? []));
  form.append('facilities', JSON.stringify(values.facilities));
  if (photo) form.append('imagePath', photo.blob, photo.name);
  return form;
}

/** The year in the site's time zone, or of the device where that is later: the page may be from last year. The server checks it again. */
export function useCurrentYear(): number {
  // oxlint-disable-next-line react/purity -- the same on every render, except at the turn of a year
  return Math.max(useSite()?.currentYear ?? 0, new Date().getFullYear());
}
