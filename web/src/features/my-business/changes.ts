import type { FieldErrors } from '../../shared/forms/field-frame.tsx';
import { textFields, wireFields, type Answers } from '../../shared/listing-form/answers.ts';

/** Whether anything would be saved. */
export function hasChanged(before: Answers, after: Answers): boolean {
  const [old, now] = [wireFields(before), wireFields(after)];
  return (
    textFields.some((name) => old[name] !== now[name]) ||
    before.facilities.join() !== after.facilities.join()
  );
}

/** What stands in the fields that no longer say what they said. */
export function changesBetween(before: Answers, after: Answers): Partial<Answers> {
  const old: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => String(old[field]) !== String(value)),
  );
}

/** What was never known need not be known now: only what is changed or would be lost is wrong. */
export function errorsOfEdit(errors: FieldErrors, before: Answers, after: Answers): FieldErrors {
  const old: Readonly<Record<string, unknown>> = before;
  const now: Readonly<Record<string, unknown>> = after;
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => old[field] !== now[field] || old[field] !== ''),
  );
}
