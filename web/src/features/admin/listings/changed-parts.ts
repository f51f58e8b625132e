/** A text in three parts: its beginning and end are the same as in another text, the middle is not. Cut between words. */
type Parts = readonly [start: string, changed: string, end: string];

/** The parts of both texts that differ. */
export function changedParts(before: string, after: string): { before: Parts; after: Parts } {
  const old = before.split(/(\s+)/);
  const now = after.split(/(\s+)/);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]): Parts => [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ];
  return { before: cut(old), after: cut(now) };
}
