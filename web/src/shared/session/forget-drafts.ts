/** Where forms keep what is not sent yet; known here because logging out must not wait for the forms' code. */
export const draftKey = (userId: string, businessId?: string) =>
  businessId === undefined ? `draft:${userId}` : `draft:${userId}:${businessId}`;
export const draftImages = { database: 'drafts', store: 'images' } as const;

/** All that is not sent yet, also the photos: they are in a database of their own because the storage of texts is too small. */
export function forgetDrafts(userId: string): void {
  try {
    const own = draftKey(userId);
    for (const key of Object.keys(window.localStorage))
      if (key === own || key.startsWith(`${own}:`)) window.localStorage.removeItem(key);
    window.indexedDB.deleteDatabase(draftImages.database);
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}
