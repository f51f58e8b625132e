import { insertionIndex } from '../shared/collections.ts';
import { allowedErrors, editDistance, singular } from './words.ts';

/** Places by number, with the weight of the best field that matches. */
export type Scores = ReadonlyMap<number, number>;

/** The words of a place with their weights, whole numbers from 1 to 7. */
export type WeightedWords = ReadonlyMap<string, number>;

export type WordIndex = Readonly<ReturnType<typeof wordIndex>>;

/** A longer word counts less than the word itself, and a misspelt one still less. */
const longer = 0.75;
const misspelt = 0.5;

/** A place and its weight in one number, as maps would take ten times the memory. */
type Posting = number;

const weights = 8;

/** `isWritten` accepts the weights of words that are of the place itself, and not of its category. */
export function wordIndex(isWritten: (weight: number) => boolean) {
  /** Most words are in one place only, and need no array. */
  const byText = new Map<string, Posting | Posting[]>();
  const words = wordList();

  function postingsOf(text: string): readonly Posting[] {
    const found = byText.get(text) ?? [];
    return typeof found === 'number' ? [found] : found;
  }

  function addAll(scores: Map<number, number>, text: string, closeness: number, isCounted = isAny) {
    for (const posting of postingsOf(text)) {
      const found = Math.floor(posting / weights);
      const weight = posting % weights;
      if (isCounted(weight))
        scores.set(found, Math.max(scores.get(found) ?? 0, weight * closeness));
    }
    return scores;
  }

  function find(start: string, isCounted = isAny): Map<number, number> {
    const scores = new Map<number, number>();
    for (const text of words.startingWith(start))
      addAll(scores, text, text === start ? 1 : longer, isCounted);
    return scores;
  }

  /** The word and its plural. */
  function wholeWords(text: string): readonly string[] {
    return words.startingWith(text).filter((word) => word === text || singular(word) === text);
  }

  return {
    add(place: number, added: WeightedWords): void {
      for (const [text, weight] of added) {
        const posting = place * weights + weight;
        const known = byText.get(text);
        if (known === undefined) {
          byText.set(text, posting);
          words.add(text);
        } else if (typeof known === 'number') byText.set(text, [known, posting]);
        else known.push(posting);
      }
    },
    /** `removed` are the words that the place was added with. */
    remove(place: number, removed: WeightedWords): void {
      for (const [text, weight] of removed) {
        const known = byText.get(text);
        if (typeof known === 'object' && known.length > 1)
          known.splice(known.indexOf(place * weights + weight), 1);
        else if (byText.delete(text)) words.remove(text);
      }
    },
    /** The places with the word, or with one that begins with it. */
    find: (word: string): Scores => find(word),
    /** The same in words of the place itself. */
    findWritten: (word: string): Scores => find(word, isWritten),
    /** The same with typing errors allowed for, in words of the place itself. */
    findSimilar(text: string): Scores {
      const scores = find(text);
      for (const { word, errors } of words.similarTo(text, allowedErrors(text)))
        if (errors > 0) addAll(scores, word, misspelt, isWritten);
      return scores;
    },
    /** The places with the word or its plural. */
    findExact(text: string): Scores {
      const scores = new Map<number, number>();
      for (const word of wholeWords(text)) addAll(scores, word, 1);
      return scores;
    },
    /** The places with the word or its plural, and of longer words only those of categories: a "spa" is no space, but sights are for sightseeing. */
    findKind(text: string): Scores {
      const scores = find(text, (weight) => !isWritten(weight));
      for (const word of wholeWords(text)) addAll(scores, word, 1);
      return scores;
    },
    /** The places with exactly the word as one of their own. */
    findWhole: (text: string): Scores => addAll(new Map(), text, 1, isWritten),
    /** The most usual of the words that are nearest in spelling, with more errors than usual only one with the same first letter; null when none is near. */
    nearest(text: string, maxErrors: number): string | null {
      const [best] = words
        .similarTo(text, maxErrors)
        .filter(({ word, errors }) => errors <= allowedErrors(text) || word[0] === text[0])
        .toSorted(
          (a, b) => a.errors - b.errors || postingsOf(b.word).length - postingsOf(a.word).length,
        );
      return best?.word ?? null;
    },
  };
}

function isAny(_weight: number): boolean {
  return true;
}

/** Words, each once, found by how they begin and how they are spelt. */
function wordList() {
  /** Sorted at the first search, and from then on. */
  const words: string[] = [];
  /** The letters of each of the sorted words. */
  let letterSets: number[] = [];
  let isSorted = false;

  function sort(): void {
    if (!isSorted) letterSets = words.sort().map(letters);
    isSorted = true;
  }

  /** The index of a word, or where it would be. */
  function positionOf(text: string): number {
    sort();
    return insertionIndex(words, (other) => other >= text);
  }

  return {
    add(text: string): void {
      if (!isSorted) {
        words.push(text);
        return;
      }
      const position = positionOf(text);
      words.splice(position, 0, text);
      letterSets.splice(position, 0, letters(text));
    },
    remove(text: string): void {
      const position = positionOf(text);
      words.splice(position, 1);
      letterSets.splice(position, 1);
    },
    startingWith(start: string): readonly string[] {
      const from = positionOf(start);
      let to = from;
      while (words[to]?.startsWith(start)) to += 1;
      return words.slice(from, to);
    },
    similarTo(text: string, maxErrors: number) {
      sort();
      const wanted = letters(text);
      return words.flatMap((word, index) => {
        // An error changes at most two letters of the set: most words need no comparison.
        if (bits(wanted ^ (letterSets[index] ?? 0)) > 2 * maxErrors) return [];
        const errors = editDistance(text, word, maxErrors);
        return errors <= maxErrors ? [{ word, errors }] : [];
      });
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
