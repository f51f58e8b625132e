/** Marks of no script of their own, as in Latin and Arabic. Those of Tamil, Hindi and Thai are vowels, which tell words apart. */
const accents = /\p{sc=Inherited}/gu;

/** Chinese is written without spaces: each character is a word. */
const wordPattern = /\p{sc=Han}|(?:(?!\p{sc=Han})\p{L}\p{M}*)+|\p{N}+/gu;

/**
 * The words of a text for search: without case, accents and punctuation; letters apart from digits ("99speedmart") and
 * FamilyMart as two words. An apostrophe joins what it stands between ("D'lala" is "dlala").
 */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .replace(/['’‘`´]/g, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase();
  return plain.match(wordPattern) ?? [];
}

/** Each two neighbours as one word, which finds "familymart" for "family mart" and the other way round. */
export function joinedPairs(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, index) => `${words[index] ?? ''}${word}`);
}

/** The singular of a word that looks like an English plural, else the word. */
export function singular(word: string): string {
  if (word.length < 4 || !/[^aisu]s$/.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** More errors would make too many words similar. */
export const maxErrors = 2;

/** How many typing errors a word may have. None in a number. */
export function allowedErrors(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 8 ? 1 : maxErrors;
}

/**
 * The number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment) to turn one word into
 * the other; Infinity above `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > max) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = row;
  }
  const distance = at(last, b.length);
  return distance > max ? Number.POSITIVE_INFINITY : distance;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
