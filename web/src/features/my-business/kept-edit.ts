import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { FormValues } from '../../shared/listing-form/form-values.ts';
import { asAnswers, isObject, isNotExpired } from '../../shared/listing-form/saved-values.ts';
import { draftKey } from '../../shared/session/forget-drafts.ts';

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

export type KeptEdit = { readonly changes: Partial<FormValues>; readonly savedAt: string };

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
