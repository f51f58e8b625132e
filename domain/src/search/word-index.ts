import { insertionIndex } from './distance.ts';
import { allowedErrors, editDistance } from './words.ts';

/** Places by number, with the weight of the best field that matches. */
export type Scores = ReadonlyMap<number, number>;

/** The words of a place with their weights, whole numbers from 1 to 7. */
export type WeightedWords = ReadonlyMap<string, number>;

export interface WordIndex {
  readonly add: (place: number, words: WeightedWords) => void;
  /** With the words that it was added with. */
  readonly remove: (place: number, words: WeightedWords) => void;
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

type Word = {
  readonly text: string;
  readonly letters: number;
  /** A place and its weight in one number, as maps would take ten times the memory. */
  readonly postings: number[];
};

const weights = 8;

export function wordIndex(): WordIndex {
  const byText = new Map<string, Word>();
  /** Sorted at the first search, and from then on. */
  const words: Word[] = [];
  let isSorted = false;

  function sorted(): readonly Word[] {
    if (!isSorted) words.sort((a, b) => (a.text < b.text ? -1 : 1));
    isSorted = true;
    return words;
  }

  function addWord(text: string, posting: number): void {
    const word = { text, letters: letters(text), postings: [posting] };
    byText.set(text, word);
    if (isSorted) words.splice(positionOf(text), 0, word);
    else words.push(word);
  }

  /** Where it is in the sorted words, or would be. */
  function positionOf(text: string): number {
    return insertionIndex(sorted(), (other) => other.text >= text);
  }

  function addAll(scores: Map<number, number>, word: Word | undefined, closeness: number) {
    for (const posting of word?.postings ?? []) {
      const found = Math.floor(posting / weights);
      const score = (posting % weights) * closeness;
      scores.set(found, Math.max(scores.get(found) ?? 0, score));
    }
    return scores;
  }

  function find(start: string): Map<number, number> {
    const scores = new Map<number, number>();
    for (let index = positionOf(start); words[index]?.text.startsWith(start); index++)
      addAll(scores, words[index], words[index]?.text === start ? 1 : longer);
    return scores;
  }

  function similar(text: string, maxErrors: number) {
    const wanted = letters(text);
    return sorted().flatMap((word) => {
      // An error changes at most two letters of the set: most words need no comparison.
      if (bits(wanted ^ word.letters) > 2 * maxErrors) return [];
      const errors = editDistance(text, word.text, maxErrors);
      return errors <= maxErrors ? [{ word, errors }] : [];
    });
  }

  return {
    add(place, added) {
      for (const [text, weight] of added) {
        const posting = place * weights + weight;
        const word = byText.get(text);
        if (word) word.postings.push(posting);
        else addWord(text, posting);
      }
    },
    remove(place, removed) {
      for (const [text, weight] of removed) {
        const word = byText.get(text);
        if (!word) continue;
        word.postings.splice(word.postings.indexOf(place * weights + weight), 1);
        if (word.postings.length > 0) continue;
        byText.delete(text);
        words.splice(positionOf(text), 1);
      }
    },
    find,
    findSimilar(text) {
      const scores = find(text);
      const max = allowedErrors(text);
      if (max === 0) return scores;
      for (const { word } of similar(text, max))
        addAll(scores, word, word.text === text ? 1 : misspelt);
      return scores;
    },
    findWhole: (text) => addAll(new Map(), byText.get(text), 1),
    nearest(text, maxErrors) {
      const [best] = similar(text, maxErrors).toSorted(
        (a, b) => a.errors - b.errors || b.word.postings.length - a.word.postings.length,
      );
      return best?.word.text ?? null;
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
