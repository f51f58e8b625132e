import type { FieldErrors } from '../../shared/forms/field-frame.tsx';
import { textFields, wireFields, type FormValues } from '../../shared/listing-form/form-values.ts';

/** Whether anything would be saved. */
export function hasChanged(before: FormValues, after: FormValues): boolean {
  const [old, now] = [wireFields(before), wireFields(after)];
  return (
    textFields.some((name) => old[name] !== now[name]) ||
    before.facilities.join() !== after.facilities.join()
  );
}

/** What stands in the fields that no longer say what they said. */
export function changesBetween(before: FormValues, after: FormValues): Partial<FormValues> {
  const old: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => String(old[field]) !== String(value)),
  );
}

/** What was never known need not be known now: only what is changed or would be lost is wrong. */
export function errorsOfEdit(
  errors: FieldErrors,
  before: FormValues,
  after: FormValues,
): FieldErrors {
  const old: Readonly<Record<string, unknown>> = before;
  const now: Readonly<Record<string, unknown>> = after;
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => old[field] !== now[field] || old[field] !== ''),
  );
}
