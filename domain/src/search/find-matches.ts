import { memoize } from '../shared/collections.ts';
import type { SearchedPlace } from './filters.ts';
import { nothingElse, type TextMatches } from './find-places.ts';
import { canonicalText, kindsNamed, phrasesOf, termOf, type Kind } from './kinds.ts';
import { lateWords, nearWords, openWords, smallWords, usualWords } from './synonyms.ts';
import type { Scores, WordIndex } from './word-index.ts';
import { allowedErrors, joinedPairs, maxErrors, singular, wordsOf } from './words.ts';

/** Above all that words can add: a visitor who types "kafe" means the cafés and not the shops with that word in their name. */
const namedKind = 1_000;
/** Above all that words can add: of the places of a kind, those that have the words themselves, as of "nasi lemak". */
const ownWords = 100;
/** Above all misspelt ones, also of a kind that is named. */
const asTyped = 10_000;
/** Above all that words can add: of the places of a kind, those that are open late. */
const openLate = 500;

/** Below this number of results, typing errors are allowed for. */
const few = 3;
const maxWords = 10;
/** Words of a search whose spelling is looked for, as each is compared with all words of all places. */
const maxCorrected = 3;

/** What a search looks in; `text-search.ts` builds it. */
export type Index<Place> = {
  /** The places by number. No number is used again, so that a search in an older list finds no place that came later. */
  readonly entries: (Entry<Place> | undefined)[];
  readonly words: WordIndex;
  /** How many places each category and sub-category has. */
  readonly listed: Map<string, number>;
};

type RankedIndex<Place> = Index<Place> & { readonly ranks: Ranks };

/** The index of each place in a list, by the place's number. */
export type Ranks = readonly (number | undefined)[];

type Entry<Place> = {
  readonly place: Place;
  /** The name with each word in one form, as words that mean the same have it. */
  readonly name: string;
};

/** What typed words find, the best first, with their spelling corrected where few places have them. */
export function findMatches<Place extends SearchedPlace>(
  index: RankedIndex<Place>,
  q: string,
): TextMatches<Place> {
  const words = wantedWords(q);
  // Each of the letters of "A&W" is the beginning of too many words.
  const areWhole = words.length > 1 && words.every((word) => /^[a-z]$/.test(word));
  const isKind = kindsNamed(words).some((kind) => isNameOf(kind, words));
  const { find, findExact, findKind } = index.words;
  const found = areWhole ? findExact : isKind ? findKind : find;
  return search({ ...index, words: memoizedIndex({ ...index.words, find: found }) }, q);
}

function search<Place extends SearchedPlace>(
  index: RankedIndex<Place>,
  q: string,
  isLate = false,
): TextMatches<Place> {
  const words = wantedWords(q);
  const named = kindsNamed(words);
  const exact = matchAll(words, index.words.find);
  const unlisted = findUnlisted(index, words, named);
  if (unlisted) {
    const places = withCategory(index, exact, unlisted);
    const all = places.length;
    return { ...nothingElse, places, ofKind: all, asTyped: all, unlisted };
  }
  if (askForNear(words)) {
    const all = index.entries.map((_, number) => [number, 0] as const);
    const places = bestFirst(index, new Map([...all, ...exact]), () => 0);
    return { ...nothingElse, places, ofKind: places.length, asTyped: places.length };
  }
  if (exact.size === 0) {
    const timeless = withoutTime(index, words);
    if (timeless !== null) return { ...search(index, timeless, true), correction: timeless };
    const correction = spelled(index.words, words, allowedErrors);
    if (correction !== words.join(' ') && hasMatches(index, correction))
      return { ...search(index, correction), correction };
  }
  const scores =
    exact.size < few ? matchAll(words, index.words.find, orSimilar(index.words)) : exact;
  const startOf = startIn(words, wordsOf(q));
  const own = named.length > 0 ? matchAll(words, index.words.findWritten) : noScores;
  const isNamed = (place: Place) => named.some((each) => isOfKind(place, each));
  const places = bestFirst(index, scores, ({ place, name }, number) => {
    const spelling = exact.has(number) ? asTyped : 0;
    const kind = isNamed(place) ? namedKind + (own.has(number) ? ownWords : 0) : 0;
    const late = isLate && isOpenLate(place) ? openLate : 0;
    return spelling + kind + late + startOf(name);
  });
  const suggestion = places.length === 0 ? suggest(index, words) : null;
  const ofKind = countListed(index, exact, isNamed);
  const all = countListed(index, exact, () => true);
  return { ...nothingElse, places, ofKind, asTyped: all, suggestion };
}

/**
 * Names that begin with all that was typed, or have also the small words of it, as of "my news" and "dobi saya", come before those that
 * begin with the other words.
 */
function startIn(words: readonly string[], all: readonly string[]): (name: string) => 0 | 1 | 2 {
  const [wanted, typed] = [canonicalText(words), canonicalText(all)];
  const hasAll = (name: string) =>
    name.startsWith(typed) || (typed !== wanted && ` ${name} `.includes(` ${typed} `));
  return (name) => {
    if (hasAll(name)) return 2;
    return name.startsWith(wanted) ? 1 : 0;
  };
}

/** The words without those about the time of day, where these find something. */
function withoutTime(index: Index<unknown>, words: readonly string[]): string | null {
  const unhurried = words.filter((word) => !lateWords.has(word));
  const others = [unhurried.filter((word) => !openWords.has(word)), unhurried];
  const found = others.find(({ length }) => length > 0)?.join(' ') ?? null;
  return found !== null && found !== words.join(' ') && hasMatches(index, found) ? found : null;
}

/** Whether a place is known to be open at 11 in the evening, or to close later, on some day. */
function isOpenLate({ operatingHours, openingTimes }: SearchedPlace): boolean {
  const closesLate = openingTimes?.some(({ from, to }) => to <= from || to >= '23:00') ?? false;
  return operatingHours === '24jam' || closesLate;
}

const noScores: Scores = new Map();

/** The places of a category, and after them what else matched. */
function withCategory<Place extends SearchedPlace>(
  index: RankedIndex<Place>,
  exact: Scores,
  { category }: Kind,
): readonly Place[] {
  const ofCategory = index.entries.flatMap((entry, number) =>
    entry?.place.businessInfo === category ? [[number, namedKind] as const] : [],
  );
  return bestFirst(index, new Map([...exact, ...ofCategory]), () => 0);
}

function countListed<Place>(
  { entries, ranks }: RankedIndex<Place>,
  scores: Scores,
  isCounted: (place: Place) => boolean,
): number {
  let count = 0;
  for (const number of scores.keys()) {
    const entry = entries[number];
    if (entry && ranks[number] !== undefined && isCounted(entry.place)) count += 1;
  }
  return count;
}

function bestFirst<Place>(
  { entries, ranks }: RankedIndex<Place>,
  scores: Scores,
  bonusOf: (entry: Entry<Place>, number: number) => number,
): readonly Place[] {
  return [...scores]
    .flatMap(([number, score]) => {
      const [entry, rank] = [entries[number], ranks[number]];
      if (!entry || rank === undefined) return [];
      return [{ place: entry.place, rank, score: score + bonusOf(entry, number) }];
    })
    .sort((a, b) => b.score - a.score || a.rank - b.rank)
    .map(({ place }) => place);
}

/** The words of a search without those that name nothing, unless only single letters remain, as of "A&W". */
function wantedWords(q: string): readonly string[] {
  const words = wordsOf(q).slice(0, maxWords);
  return nameSomething(words) ? words.filter((word) => !smallWords.has(word)) : words;
}

function nameSomething(words: readonly string[]): boolean {
  return words.some((word) => !smallWords.has(word) && !/^[a-z]$/.test(word));
}

/** Whether they ask for any place that is near, as "near me" does. */
function askForNear(words: readonly string[]): boolean {
  return !nameSomething(words) && words.some((word) => nearWords.has(word));
}

/** The places that match every word, alone or joined with a neighbour, with the sum of the scores. */
function matchAll(
  words: readonly string[],
  find: (word: string) => Scores,
  findWord = find,
): Map<number, number> {
  const pairs = joinedPairs(words);
  const found: (readonly Scores[])[] = [];
  // Long words are in few places, and cost less to find than letters.
  const byLength = [...words.entries()].sort(([, a], [, b]) => b.length - a.length);
  for (const [index, word] of byLength) {
    const forms = [singular(word), pairs[index - 1], pairs[index]];
    const others = forms.flatMap((form) => (form && form !== word ? [find(form)] : []));
    const matching = [findWord(word), ...others].filter(({ size }) => size > 0);
    if (matching.length === 0) return new Map();
    found.push(matching);
  }
  const [rarest = []] = found.toSorted((a, b) => countAll(a) - countAll(b));
  const sums = new Map<number, number>();
  for (const scores of rarest)
    for (const place of scores.keys()) {
      const sum = sumOf(found, place);
      if (sum > 0) sums.set(place, sum);
    }
  return sums;
}

function countAll(all: readonly Scores[]): number {
  return all.reduce((sum, { size }) => sum + size, 0);
}

/** The best score of a place for each word; 0 where it does not match every word. */
function sumOf(found: readonly (readonly Scores[])[], place: number): number {
  let sum = 0;
  for (const matching of found) {
    let best = 0;
    for (const scores of matching) best = Math.max(best, scores.get(place) ?? 0);
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** Typing errors are looked for in words that are in few places. */
function orSimilar({ find, findSimilar }: WordIndex): (word: string) => Scores {
  return (word) => {
    const found = find(word);
    return found.size < few ? findSimilar(word) : found;
  };
}

/** Finds each word once, and others that are spelled like it for the first ones only that are no usual words. */
function memoizedIndex(index: WordIndex): WordIndex {
  const corrected = new Set<string>();
  const isCorrected = (word: string) => {
    const isRight = smallWords.has(word) || usualWords.has(word);
    if (corrected.size < maxCorrected && !isRight) corrected.add(word);
    return corrected.has(word);
  };
  const find = memoize(Infinity, index.find);
  const findSimilar = memoize(Infinity, index.findSimilar);
  const nearestWithin = memoize(Infinity, (errors: number) =>
    memoize(Infinity, (word: string) => index.nearest(word, errors)),
  );
  return {
    ...index,
    find,
    findExact: memoize(Infinity, index.findExact),
    findSimilar: (word) =>
      allowedErrors(word) > 0 && isCorrected(word) ? findSimilar(word) : find(word),
    nearest: (word, maxErrors) =>
      maxErrors > 0 && isCorrected(word) ? nearestWithin(maxErrors)(word) : null,
  };
}

/** The sub-category that the words are, if nobody lists one and nothing else has these words. */
function findUnlisted(
  { listed, words: index }: Index<unknown>,
  words: readonly string[],
  named: readonly Kind[],
): Kind | null {
  const kind = named.find((each) => each.subcategory !== null && isNameOf(each, words)) ?? null;
  const isListed = named.some((each) => (listed.get(termOf(each)) ?? 0) > 0);
  // Its words are only looked for where it may be the answer: many places may have them.
  return kind && !isListed && matchAll(words, index.findWhole).size === 0 ? kind : null;
}

/** Whether the words are a name of the kind, and nothing else. */
function isNameOf(kind: Kind, words: readonly string[]): boolean {
  const typed = canonicalText(words);
  return phrasesOf(termOf(kind)).some((phrase) => canonicalText(phrase) === typed);
}

function isOfKind(place: SearchedPlace, { category, subcategory }: Kind): boolean {
  return (
    place.businessInfo === category && (subcategory === null || place.subCategory === subcategory)
  );
}

/** The words, the first that are found nowhere replaced by the nearest ones that are. */
function spelled(
  index: WordIndex,
  words: readonly string[],
  maxErrors: (word: string) => number,
): string {
  const known = (word: string) => [word, singular(word)].some((form) => index.find(form).size > 0);
  return words
    .map((word) => (known(word) ? word : (index.nearest(word, maxErrors(word)) ?? word)))
    .join(' ');
}

/** Another search that finds something: with one word less, the first words alone, or with more errors corrected. */
function suggest(index: Index<SearchedPlace>, words: readonly string[]): string | null {
  // People mostly type the location last.
  const without = words.map((_, left) => words.filter((__, at) => at !== left));
  const starts = words.map((_, end) => words.slice(0, end)).toReversed();
  const others = [...without.slice(1).toReversed(), ...starts, ...without.slice(0, 1)];
  const moreErrors = ({ length }: string) => Math.min(maxErrors, Math.floor(length / 3));
  const respelled = spelled(index.words, words, moreErrors);
  const isUseful = (q: string) => {
    const other = wordsOf(q);
    if (!nameSomething(other)) return false;
    // One character of a Chinese word may mean anything.
    if (chinese.test(q) && !kindsNamed(other).some((kind) => isNameOf(kind, other))) return false;
    const unlisted = findUnlisted(index, other, kindsNamed(other));
    if (unlisted && index.listed.get(unlisted.category)) return true;
    return (
      matchAll(other, index.words.findExact).size > 0 &&
      other.every((word) => words.includes(word) || !isJoined(index, word))
    );
  };
  const found = [...others.map((each) => each.join(' ')), respelled].find(isUseful) ?? null;
  return found && found.replace(spaceInChinese, '');
}

const chinese = /\p{sc=Han}/u;
const spaceInChinese = /(?<=\p{sc=Han}) (?=\p{sc=Han})/gu;

/** Whether places are found by the word only because they have its halves as neighbours: nobody reads "parkno" in "Park, No 11". */
function isJoined({ entries, words }: Index<SearchedPlace>, word: string): boolean {
  const found = [...words.findWhole(word).keys()];
  const isJoinedIn = (number: number) => {
    const place = entries[number]?.place;
    const text = [place?.businessName, place?.address, place?.synopsis].join(' ');
    return joinedPairs(wordsOf(text)).includes(word);
  };
  return found.length > 0 && found.every(isJoinedIn);
}

function hasMatches({ words }: Index<unknown>, q: string): boolean {
  return matchAll(wordsOf(q), words.find).size > 0;
}
