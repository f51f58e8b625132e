import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { FieldErrors } from '../../../shared/forms/form-fields.tsx';
import {
  type FormValues,
  textFields,
  wireFields,
} from '../../../shared/listing-form/form-values.ts';
import { asAnswers, isNotExpired, isObject } from '../../../shared/listing-form/saved-values.ts';
import { draftKey } from '../../../shared/session/forget-drafts.ts';

type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function editKey({ id, user_id }: Pick<OwnBusinessResponse, 'id' | 'user_id'>): string {
  return draftKey(user_id ?? '', id);
}

/**
 * Changes that are not saved yet, as this device keeps them: only what was changed, so that they fit a listing that has become
 * another meanwhile. Null when there are none or they are older than 30 days; empty when only the photo is another.
 */
export function readEdit(storage: KeptStorage, key: string, now: Date): Partial<FormValues> | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (!isObject(kept) || !isObject(kept['changes'])) return null;
    const { changes, savedAt } = kept;
    if (typeof savedAt !== 'string' || !isNotExpired(savedAt, now)) return null;
    const known = Object.entries(asAnswers(changes)).filter(([name]) => name in changes);
    return Object.fromEntries(known);
  } catch {
    return null;
  }
}

type KeptEdit = { readonly changes: Partial<FormValues>; readonly savedAt: string };

/** Null where nothing is changed any more. Returns whether it could be kept: storages are refused and run full. */
export function writeEdit(storage: KeptStorage, key: string, edit: KeptEdit | null): boolean {
  try {
    if (edit) storage.setItem(key, JSON.stringify(edit));
    else storage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

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
