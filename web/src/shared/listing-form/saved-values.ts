import { facilities } from '@directory/domain/catalogue';
import { emptyValues, textFields, type FormValues } from './form-values.ts';

const expiryMs = 30 * 24 * 3_600_000;

/** Whether what this device kept at a time, ISO 8601, is not older than 30 days. */
export function isNotExpired(savedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(savedAt) < expiryMs;
}

/** What other releases and other hands may have left is looked at field by field. */
export function asAnswers(value: Record<string, unknown>): FormValues {
  const texts = textFields.map((name) => {
    const text = value[name];
    return [name, typeof text === 'string' ? text : ''] as const;
  });
  const chosen = Array.isArray(value['facilities']) ? value['facilities'] : [];
  return {
    ...emptyValues,
    ...Object.fromEntries(texts),
    facilities: facilities.filter((facility) => chosen.includes(facility)),
    pinByHand: value['pinByHand'] === true,
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
