const maxPreviewLength = 50;

/** The first 50 characters of a longer synopsis, or null when it is short enough to be shown whole. */
export function cutSynopsis(synopsis: string): string | null {
  const characters = Array.from(synopsis);
  if (characters.length <= maxPreviewLength) return null;
  return characters.slice(0, maxPreviewLength).join('');
}
