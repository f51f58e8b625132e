import { createQueue } from '@directory/domain/shared/concurrency';
import { isObject } from '@directory/domain/shared/unknown';
import { logFailure } from '../api/request-json.ts';
import { draftKey, parseObject, readStored, removeStored } from '../local-storage.ts';
import type { Photo } from './photo.ts';

const expiryMs = 30 * 24 * 3_600_000;

/** The unsent form that this device has stored under the key, its values unchecked. Once older than 30 days, it is deleted with its photo. */
export function readSaved(
  key: string,
  now: Date,
  photoKey = key,
): Readonly<Record<string, unknown>> | null {
  const saved = parseObject(readStored(key));
  const { savedAt } = saved;
  if (typeof savedAt !== 'string') return null;
  if (now.getTime() - Date.parse(savedAt) < expiryMs) return saved;
  removeStored(key);
  writeSavedPhoto(photoKey, null).catch((error: unknown) =>
    logFailure('The photo could not be deleted', error),
  );
  return null;
}

const database = 'drafts';
const store = 'images';
/** The bytes of a photo are read before it is stored: what removes it meanwhile has to wait. */
const inTurn = createQueue();

/** The photo of an unsent form, in IndexedDB because it is too large for localStorage. Without IndexedDB it lasts until a reload. */
export function readSavedPhoto(key: string): Promise<Photo | null> {
  return inTurn(async () =>
    photoOf(await inStore<unknown>('readonly', (photos) => photos.get(key))),
  );
}

/** Saves its bytes, as private tabs of Safari store no blobs. */
export function writeSavedPhoto(key: string, photo: Photo | null): Promise<void> {
  return inTurn(async () => {
    if (photo) {
      const saved = { bytes: await photo.blob.arrayBuffer(), name: photo.name };
      await inStore('readwrite', (photos) => photos.put(saved, key));
    } else await inStore('readwrite', (photos) => photos.delete(key));
  });
}

/** Deletes the photos of a user: the one of the new listing, whose key is the user's id, and those of edits. */
export async function forgetPhotos(userId: string): Promise<void> {
  const edits = draftKey(userId, '');
  await inTurn(() =>
    inStore('readwrite', (photos) => {
      photos.delete(userId);
      return photos.delete(IDBKeyRange.bound(edits, `${edits}\uffff`));
    }),
  );
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (photos: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  if (typeof indexedDB === 'undefined') return null;
  const db = await open();
  try {
    const transaction = db.transaction(store, mode);
    const request = ask(transaction.objectStore(store));
    await completed(transaction);
    return request.result;
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store);
  };
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(refusal(request));
  });
}

/** A full disk may be noticed only after each request of the transaction succeeded. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(refusal(transaction));
  });
}

function refusal({ error }: IDBRequest | IDBTransaction): Error {
  return error ?? new Error('the browser refused its database');
}

function photoOf(saved: unknown): Photo | null {
  if (!isObject(saved) || typeof saved['name'] !== 'string') return null;
  const { name, bytes, blob } = saved;
  if (bytes instanceof ArrayBuffer)
    return { name, blob: new Blob([bytes], { type: 'image/jpeg' }) };
  // As an earlier release saved it.
  return blob instanceof Blob ? { name, blob } : null;
}
