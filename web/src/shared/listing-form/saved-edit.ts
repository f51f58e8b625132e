import { isObject } from '@directory/domain/shared/unknown';
import type { FieldErrors } from '../forms/form-fields.tsx';
import { writeStored } from '../local-storage.ts';
import { type FormValues, textFields, wireFields } from './form-values.ts';
import { timesOf } from './opening-times-input.ts';
import { readSaved, removeSaved } from './saved-forms.ts';
import { parseValues } from './saved-values.ts';

/**
 * The unsaved changes on this device: changed fields only, so that they also apply to a listing that has changed since. Null if
 * there are none, they are older than 30 days or the storage is blocked; empty if only the photo changed.
 */
export function readEdit(key: string, now: Date): FoundEdit | null {
  const { changes, revision } = readSaved(key, now) ?? {};
  if (!isObject(changes)) return null;
  const known = Object.entries(parseValues(changes)).filter(([name]) => name in changes);
  return {
    changes: Object.fromEntries(known),
    revision: typeof revision === 'number' ? revision : null,
  };
}

type SavedEdit = {
  readonly changes: Partial<FormValues>;
  /** Of the listing when the changes were made. */
  readonly revision: number;
  readonly savedAt: string;
};

type FoundEdit = Pick<SavedEdit, 'changes'> & {
  /** Null if an earlier release saved it. */
  readonly revision: number | null;
};

/** Null removes the saved edit. Returns false if the storage is blocked or full. */
export function writeEdit(key: string, edit: SavedEdit | null): boolean {
  return edit ? writeStored(key, JSON.stringify(edit)) : removeSaved(key);
}

/** The fields for which saving would send other values. */
export function changedFields(before: FormValues, after: FormValues): readonly string[] {
  const [old, now] = [wireFields(before), wireFields(after)];
  const changed = textFields.filter((name) => old[name] !== now[name]);
  const sameTimes = isSame(timesOf(before.openingTimes), timesOf(after.openingTimes));
  return [
    ...changed,
    ...(sameTimes ? [] : ['openingTimes']),
    ...(isSame(before.facilities, after.facilities) ? [] : ['facilities']),
  ];
}

/** The fields whose values differ. */
export function changesBetween(before: FormValues, after: FormValues): Partial<FormValues> {
  const old: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isSame(old[field], value)),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Ignores errors of fields that were empty and still are: imported listings may lack required fields. */
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
