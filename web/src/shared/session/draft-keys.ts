/** Where forms store drafts. Apart from the forms, so that logging out does not load their code. */
export const draftKey = (userId: string, businessId?: string) =>
  businessId === undefined ? `draft:${userId}` : `draft:${userId}:${businessId}`;

/** The keys of the new listing and of the edits that the user has not submitted. */
export function savedDrafts(userId: string): readonly string[] {
  const own = draftKey(userId);
  try {
    return Object.keys(window.localStorage).filter(
      (key) => key === own || key.startsWith(`${own}:`),
    );
  } catch {
    return [];
  }
}
