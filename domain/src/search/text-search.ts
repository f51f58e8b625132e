import type { SearchedPlace } from './filters.ts';
import { findMatches, type Index, type Ranks } from './find-matches.ts';
import { fromVillage, type TextSearch } from './find-places.ts';
import { memoize } from '../shared/collections.ts';
import { canonicalText, maxTerms, phrasesOf, sameAs } from './kinds.ts';
import { alwaysOpen } from './synonyms.ts';
import { wordIndex, type WeightedWords } from './word-index.ts';
import { joinedPairs, singular, wordsOf } from './words.ts';

export { kindsStartingWith, termOf } from './kinds.ts';

const weight = { name: 5, kind: 4, where: 3, facility: 2, synopsis: 1 } as const;
/** The weights of the catalogue's words, and of what people type for them. */
const catalogueWeights: ReadonlySet<number> = new Set([weight.kind, weight.facility]);

/** The kampongs are its parts. */
const village = 'Kampung Baru';

/** Searches a list of places by typed words. The index is built at the first search, or in slices before it. */
export function textSearch<Place extends SearchedPlace>(places: readonly Place[]) {
  const index = placeIndex<Place>();
  let searchPlaces: TextSearch<Place> | undefined;
  let added = 0;
  /** Adds places to the index for some milliseconds, at least one. Returns whether it has all. */
  const prepare = (ms: number): boolean => {
    const sorted = fromVillage(places);
    const end = performance.now() + ms;
    do {
      const place = sorted[added];
      if (!place) return true;
      index.add(place);
      added += 1;
    } while (performance.now() < end);
    return added === sorted.length;
  };
  const search: TextSearch<Place> = (q) => {
    if (!searchPlaces) {
      prepare(Infinity);
      searchPlaces = index.searchIn(fromVillage(places));
    }
    return searchPlaces(q);
  };
  return { prepare, search };
}

/** Finds places by typed words while places come and go: each costs no more than its own words. */
export function placeIndex<Place extends SearchedPlace>() {
  const index: Index<Place> = { entries: [], words: wordIndex(isWritten), listed: new Map() };
  const numbers = new Map<Place, number>();

  function rank(places: readonly Place[]): Ranks {
    const ranks: (number | undefined)[] = index.entries.map(() => undefined);
    for (const [at, place] of places.entries()) {
      const number = numbers.get(place);
      if (number !== undefined) ranks[number] = at;
    }
    return ranks;
  }

  return {
    add(place: Place): void {
      const number = index.entries.length;
      numbers.set(place, number);
      const name = canonicalText(wordsOf(place.businessName));
      index.entries.push({ place, name });
      for (const words of weightedWords(place)) index.words.add(number, words);
      countTerms(index.listed, place, 1);
    },
    /** One that was added: the same object. */
    remove(place: Place): void {
      const number = numbers.get(place);
      if (number === undefined) return;
      numbers.delete(place);
      index.entries[number] = undefined;
      for (const words of weightedWords(place)) index.words.remove(number, words);
      countTerms(index.listed, place, -1);
    },
    /** Finds what is in the list and was added. Equal matches are in the order of the list. */
    searchIn(places: readonly Place[]): TextSearch<Place> {
      let ranks: Ranks | undefined;
      return (q) => {
        ranks ??= rank(places);
        return findMatches({ ...index, ranks }, q);
      };
    },
  };
}

function isWritten(value: number): boolean {
  return !catalogueWeights.has(value);
}

function countTerms(
  listed: Map<string, number>,
  { businessInfo, subCategory }: SearchedPlace,
  change: 1 | -1,
): void {
  for (const term of [businessInfo, subCategory])
    if (term !== null) listed.set(term, (listed.get(term) ?? 0) + change);
}

/** The words of the place itself, and those of its category. */
function weightedWords(
  place: SearchedPlace,
): readonly [own: WeightedWords, ofCategory: WeightedWords] {
  const own = new Map<string, number>();
  const ofCategory = new Map<string, number>();
  const addAll = (words: Map<string, number>, found: readonly string[], value: number) => {
    for (const word of found) words.set(word, Math.max(words.get(word) ?? 0, value));
  };
  const add = (found: readonly string[], value: number) => addAll(own, indexed(found), value);
  const addTerm = (term: string | null, value: number) => {
    if (term !== null) addAll(ofCategory, indexedTerm(term), value);
  };
  // In "99 Speedmart @ Chow Kit" the location follows the "@".
  const [name = '', ...where] = place.businessName.split('@');
  add(wordsOf(name), weight.name);
  add(where.flatMap(wordsOf), weight.where);
  add(wordsOf(place.address ?? ''), weight.where);
  if (place.kampong !== null) add(wordsOf(`${place.kampong}, ${village}`), weight.where);
  add(wordsOf(place.synopsis ?? ''), weight.synopsis);
  addTerm(place.businessInfo, weight.kind);
  addTerm(place.subCategory, weight.kind);
  for (const facility of place.facilities) addTerm(facility, weight.facility);
  if (place.operatingHours === '24jam') addAll(ofCategory, alwaysOpen, weight.facility);
  return [own, ofCategory];
}

/** The words under which a text is found. */
function indexed(words: readonly string[]): readonly string[] {
  // The beginning of every other plural is its singular.
  const singulars = words.filter((word) => word.endsWith('ies')).map(singular);
  return [...[...words, ...joinedPairs(words)].flatMap(sameAs), ...singulars];
}

const indexedTerm = memoize(maxTerms, (term: string): readonly string[] => [
  ...new Set(phrasesOf(term).flatMap(indexed)),
]);
