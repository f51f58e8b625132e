import type { BusinessResponse } from '@directory/api/contracts';
import { englishOf } from '@directory/domain/catalogue';
import type { Kind, TextSearch } from '@directory/domain/search';
import { kindsStartingWith, termOf, textSearch } from '@directory/domain/search/text';
import { count } from '../../texts/count.ts';
import { streetOf } from '../place/address.ts';

type Places = readonly BusinessResponse[];

const searches = new WeakMap<Places, TextSearch<BusinessResponse>>();

/** The search of a list, made once for all that use the list. */
export function searchOf(places: Places): TextSearch<BusinessResponse> {
  const search = searches.get(places) ?? textSearch(places);
  searches.set(places, search);
  return search;
}

/** What the list under a search field offers. */
export type Suggestion = {
  /** Where it leads. */
  readonly to: string;
  /** In Malay, or a name. */
  readonly label: string;
  readonly english: string | null;
  readonly detail: string | null;
};

const maxKinds = 3;
const maxPlaces = 6;

/** Kinds of places that have a place, and then the places that match best. */
export function suggestionsFor(places: Places, q: string): readonly Suggestion[] {
  // Also for an empty text, so that the index is there before the first keystroke.
  const { places: found, correction } = searchOf(places)(q);
  if (q.trim() === '') return [];
  return [
    ...kindsStartingWith(correction ?? q)
      .flatMap((kind) => kindSuggestion(kind, places))
      .slice(0, maxKinds),
    ...found.slice(0, maxPlaces).map(placeSuggestion),
  ];
}

function kindSuggestion(kind: Kind, places: Places): readonly Suggestion[] {
  const { category, subcategory } = kind;
  const listed = places.filter(
    ({ businessInfo, subCategory }) =>
      businessInfo === category && (subcategory === null || subCategory === subcategory),
  ).length;
  if (listed === 0) return [];
  const filters = new URLSearchParams({ category, ...(subcategory && { subcategory }) });
  const label = termOf(kind);
  const detail = count(listed, 'place', 'places');
  return [{ to: `/?${filters.toString()}`, label, english: englishOf(label), detail }];
}

function placeSuggestion({ id, businessName, address }: BusinessResponse): Suggestion {
  return {
    to: `/places/${id}`,
    label: businessName,
    english: null,
    detail: streetOf(address),
  };
}
