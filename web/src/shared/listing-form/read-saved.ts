import { isObject } from '@directory/domain/shared/unknown';
import { logFailure } from '../api/request-json.ts';
import { readStored } from '../local-storage.ts';
import { writeSavedPhoto } from './saved-photo.ts';

const expiryMs = 30 * 24 * 3_600_000;

/** The unsent form that this device has stored under the key, its values unchecked. Once older than 30 days, it is deleted with its photo. */
export function readSaved(
  key: string,
  now: Date,
  photoKey = key,
): Readonly<Record<string, unknown>> | null {
  const saved = parseObject(readStored(key));
  const savedAt = saved?.['savedAt'];
  if (typeof savedAt !== 'string') return null;
  if (now.getTime() - Date.parse(savedAt) < expiryMs) return saved;
  removeSaved(key);
  writeSavedPhoto(photoKey, null).catch((error: unknown) =>
    logFailure('The photo could not be deleted', error),
  );
  return null;
}

function parseObject(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** False where the storage is blocked, which has saved nothing. */
export function removeSaved(key: string): boolean {
  try {
    window.localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
