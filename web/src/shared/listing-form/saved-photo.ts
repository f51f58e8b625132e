import { draftKey } from '../session/draft-keys.ts';
import type { Photo } from './photo.ts';

const database = 'drafts';
const store = 'images';

/** The photo of an unsent form, in IndexedDB because it is too large for localStorage. Without IndexedDB it lasts until a reload. */
export async function readSavedPhoto(key: string): Promise<Photo | null> {
  const found: unknown = await inStore('readonly', (photos) => photos.get(key));
  return isPhoto(found) ? found : null;
}

export async function writeSavedPhoto(key: string, photo: Photo | null): Promise<void> {
  if (photo) await inStore('readwrite', (photos) => photos.put(photo, key));
  else await inStore('readwrite', (photos) => photos.delete(key));
}

/** Deletes the photos of a user: the one of the new listing, whose key is the user's id, and those of edits. */
export async function forgetPhotos(userId: string): Promise<void> {
  const edits = draftKey(userId, '');
  await inStore('readwrite', (photos) => {
    photos.delete(userId);
    return photos.delete(IDBKeyRange.bound(edits, `${edits}\uffff`));
  });
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (photos: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  if (typeof indexedDB === 'undefined') return null;
  const db = await open();
  try {
    return await answerOf(ask(db.transaction(store, mode).objectStore(store)));
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store);
  };
  return answerOf(request);
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser refused its database'));
  });
}

function isPhoto(value: unknown): value is Photo {
  return (
    typeof value === 'object' &&
    value !== null &&
    'blob' in value &&
    value.blob instanceof Blob &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
