import {
  englishOf,
  mainCategories,
  subCategories,
  type MainCategory,
} from '../catalogue/catalogue.ts';
import { memoize } from '../shared/collections.ts';
import { kindPhrases, sameWords } from './synonyms.ts';
import { singular, wordsOf } from './words.ts';

/** A category, or one of its sub-categories. */
export type Kind = {
  readonly category: MainCategory;
  /** Null for the category as a whole. */
  readonly subcategory: string | null;
};

/** The word of the catalogue for a kind. */
export function termOf({ category, subcategory }: Kind): string {
  return subcategory ?? category;
}

export const kinds: readonly Kind[] = mainCategories.flatMap((category) => [
  { category, subcategory: null },
  ...subCategories(category).map((subcategory) => ({ category, subcategory })),
]);

/** More than the catalogue has: owners type sub-categories of their own, too. */
export const maxTerms = 1_000;

/** What a category, sub-category or facility is called, as words, in every language. */
export const phrasesOf = memoize(maxTerms, (term: string): readonly (readonly string[])[] => {
  const english = englishOf(term);
  const names = [term, ...(english === null ? [] : [english])];
  const parts = names.filter((name) => name.includes(' & ')).flatMap((name) => name.split(' & '));
  return [...names, ...parts, ...(kindPhrases.get(term) ?? [])].map(wordsOf);
});

const groups = new Map<string, readonly string[]>(
  sameWords.flatMap((line) => {
    const group = line.split(' ');
    return group.map((word) => [word, group] as const);
  }),
);

/** A word with those that mean the same. */
export function sameAs(word: string): readonly string[] {
  return groups.get(word) ?? groups.get(singular(word)) ?? [word];
}

/** One form of all words that mean the same, in singular. */
function canonical(word: string): string {
  return sameAs(singular(word))[0] ?? word;
}

/** Several words in that form. */
export function canonicalText(words: readonly string[]): string {
  return words.map(canonical).join(' ');
}

const canonicalPhrases = kinds.map((kind) => ({
  kind,
  names: phrasesOf(termOf(kind)).map((words) => ({
    text: ` ${canonicalText(words)} `,
    length: words.length,
  })),
}));

/** The kinds that the words name, such as two for "salon chow kit"; of "klinik gigi" only the longer name. */
export function kindsNamed(words: readonly string[]): readonly Kind[] {
  const text = ` ${canonicalText(words)} `;
  const named = canonicalPhrases.map(({ kind, names }) => ({
    kind,
    length: Math.max(
      0,
      ...names.filter((name) => text.includes(name.text)).map(({ length }) => length),
    ),
  }));
  const max = Math.max(...named.map(({ length }) => length));
  return named.filter(({ length }) => length > 0 && length === max).map(({ kind }) => kind);
}

/** The kinds whose name begins with what was typed so far, wherever it has spaces; those that are named completely first. */
export function kindsStartingWith(q: string): readonly Kind[] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const typed = words.join('');
  const starting = kinds.filter((kind) =>
    phrasesOf(termOf(kind)).some((phrase) => phrase.join('').startsWith(typed)),
  );
  const complete = new Set(kindsNamed(words));
  return starting.toSorted((a, b) => Number(complete.has(b)) - Number(complete.has(a)));
}
