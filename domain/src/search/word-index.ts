import { insertionIndex } from './distance.ts';
import { allowedErrors, editDistance } from './words.ts';

/** Places by number, with the weight of the best field that matches. */
export type Scores = ReadonlyMap<number, number>;

export interface WordIndex {
  /** The places with the word, or with one that begins with it. */
  readonly find: (word: string) => Scores;
  /** The same with typing errors allowed. */
  readonly findSimilar: (word: string) => Scores;
  /** The places with exactly the word. */
  readonly findWhole: (word: string) => Scores;
  /** The most usual of the words that are nearest in spelling; null when none is near. */
  readonly nearest: (word: string, maxErrors: number) => string | null;
}

/** A longer word counts less than the word itself, and a misspelt one still less. */
const longer = 0.75;
const misspelt = 0.5;

/** A place and its weight in one number, as maps would take ten times the memory. */
const weights = 8;

/** Each entry is a place: its words with their weights, whole numbers from 1 to 7. */
export function wordIndex(entries: Iterable<ReadonlyMap<string, number>>): WordIndex {
  const postings = new Map<string, number[]>();
  let place = 0;
  for (const words of entries) {
    for (const [word, weight] of words) {
      const known = postings.get(word);
      const posting = place * weights + weight;
      if (known) known.push(posting);
      else postings.set(word, [posting]);
    }
    place += 1;
  }
  const sorted = [...postings.keys()].sort();
  const letterSets = sorted.map(letters);

  function addAll(scores: Map<number, number>, word: string, closeness: number) {
    for (const posting of postings.get(word) ?? []) {
      const found = Math.floor(posting / weights);
      const score = (posting % weights) * closeness;
      scores.set(found, Math.max(scores.get(found) ?? 0, score));
    }
    return scores;
  }

  function find(word: string): Map<number, number> {
    const scores = new Map<number, number>();
    const first = insertionIndex(sorted, (other) => other >= word);
    for (let index = first; sorted[index]?.startsWith(word); index++) {
      const found = sorted[index] ?? '';
      addAll(scores, found, found === word ? 1 : longer);
    }
    return scores;
  }

  function similar(word: string, maxErrors: number) {
    const wanted = letters(word);
    return sorted.flatMap((other, index) => {
      // An error changes at most two letters of the set: most words need no comparison.
      if (bits(wanted ^ (letterSets[index] ?? 0)) > 2 * maxErrors) return [];
      const errors = editDistance(word, other, maxErrors);
      return errors <= maxErrors ? [{ other, errors }] : [];
    });
  }

  return {
    find,
    findSimilar(word) {
      const scores = find(word);
      const max = allowedErrors(word);
      if (max === 0) return scores;
      for (const { other } of similar(word, max))
        addAll(scores, other, other === word ? 1 : misspelt);
      return scores;
    },
    findWhole: (word) => addAll(new Map(), word, 1),
    nearest(word, maxErrors) {
      const [best] = similar(word, maxErrors).toSorted(
        (a, b) =>
          a.errors - b.errors ||
          (postings.get(b.other)?.length ?? 0) - (postings.get(a.other)?.length ?? 0),
      );
      return best?.other ?? null;
    },
  };
}

/** The set of a word's characters as bits: those that are 32 apart share one. */
function letters(word: string): number {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & 31);
  return set;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
