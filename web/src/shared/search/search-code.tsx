import type { BusinessResponse } from '@directory/api/contracts';
import { englishOf } from '@directory/domain/catalogue';
import type { Kind, TextSearch } from '@directory/domain/search';
import { kindsStartingWith, termOf, textSearch } from '@directory/domain/search/text';
import { count } from '../../texts/count.ts';
import { resultsState } from '../navigation/link-state.ts';
import { Link } from '../navigation/router.tsx';
import { streetOf } from '../place/address.ts';
import ui from '../ui/ui.module.css';
import styles from './quick-search.module.css';

type Places = readonly BusinessResponse[];

type SearchedList = ReturnType<typeof textSearch<BusinessResponse>> & {
  /** The number of places of each category and sub-category, by `kindKey`. */
  readonly kinds: ReadonlyMap<string, number>;
};

const lists = new WeakMap<Places, SearchedList>();

/** The search of a list and its kinds, made once for all who use the list. */
function searchedList(places: Places): SearchedList {
  const list = lists.get(places) ?? { ...textSearch(places), kinds: countKinds(places) };
  lists.set(places, list);
  return list;
}

/** In milliseconds: short enough for a page that is being used. */
const slice = 30;

/** Works on the index of the list for a slice of time. Returns whether it can be searched without more work. */
export function prepare(places: Places): boolean {
  return searchedList(places).prepare(slice);
}

export function searchOf(places: Places): TextSearch<BusinessResponse> {
  return searchedList(places).search;
}

function countKinds(places: Places): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  const add = (key: string) => kinds.set(key, (kinds.get(key) ?? 0) + 1);
  for (const { businessInfo: category, subCategory: subcategory } of places) {
    add(kindKey({ category, subcategory: null }));
    if (subcategory !== null) add(kindKey({ category, subcategory }));
  }
  return kinds;
}

function kindKey({ category, subcategory }: Record<keyof Kind, string | null>): string {
  return `${category}/${subcategory ?? ''}`;
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
  if (q.trim() === '') return [];
  const { search, kinds } = searchedList(places);
  const { places: found, correction } = search(q);
  return [
    ...kindsStartingWith(correction ?? q)
      .flatMap((kind) => kindSuggestion(kind, kinds.get(kindKey(kind)) ?? 0))
      .slice(0, maxKinds),
    ...found.slice(0, maxPlaces).map(placeSuggestion),
  ];
}

function kindSuggestion(kind: Kind, listed: number): readonly Suggestion[] {
  if (listed === 0) return [];
  const { category, subcategory } = kind;
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

type SuggestionsProps = {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: () => void;
};

export function Suggestions({ id, suggestions, active, onChoose }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
      {suggestions.map(({ to, label, english, detail }, index) => (
        <Link
          key={to}
          id={`${id}${index}`}
          className={styles.option}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          to={to}
          state={resultsState}
          onMouseDown={(event) => {
            // The field keeps the focus, so that the list stays until the click.
            event.preventDefault();
          }}
          onClick={onChoose}
        >
          <span lang="ms">{label}</span>
          {english && ` (${english})`}
          {detail && <span className={ui.soft}> · {detail}</span>}
        </Link>
      ))}
    </div>
  );
}
