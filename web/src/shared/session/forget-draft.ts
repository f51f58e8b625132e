/** Where the form keeps what is not submitted yet; known here because logging out must not wait for the form's code. */
export const draftKey = (userId: string) => `draft:${userId}`;
export const draftImages = { database: 'drafts', store: 'images' } as const;

/** Also the photo: it is in a database of its own because the storage of texts is too small for it. */
export function forgetDraft(userId: string): void {
  try {
    window.localStorage.removeItem(draftKey(userId));
    window.indexedDB.deleteDatabase(draftImages.database);
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}
