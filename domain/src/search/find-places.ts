import { passesFilters, type Filters, type SearchedPlace } from './filters.ts';
import type { Kind } from './kinds.ts';
import { pageOf, type Page } from './page.ts';

export const orders = ['rating-highest', 'rating-lowest', 'year-newest', 'year-oldest'] as const;
export type Order = (typeof orders)[number];

/** Filters, what was typed and what order is wanted. */
export type PlaceQuery = Filters & {
  /** Empty for every place. */
  readonly q: string;
  readonly order: Order | null;
};

/** What typed words find in the whole list. */
export type TextMatches<Place> = {
  /** The best match first, equal ones by their distance to the centre. */
  readonly places: readonly Place[];
  /** As the words were probably meant, when nothing was found for them as typed. */
  readonly correction: string | null;
  /** Another search to offer when nothing was found. */
  readonly suggestion: string | null;
  /** What the words name, when nobody lists such a place; then its category is found instead. */
  readonly unlisted: Kind | null;
};

export type TextSearch<Place> = (q: string) => TextMatches<Place>;

export type FindOptions<Place> = {
  /** Whether the site applies Order By. */
  readonly applyOrderBy: boolean;
  /** What the typed words find; null when nothing is typed. */
  readonly matches: TextMatches<Place> | null;
};

/** One page of what was found. */
export type Results<Place> = Page<Place> &
  Omit<TextMatches<Place>, 'places'> & {
    /** The number of places on all pages. */
    readonly total: number;
    /** The number of places that the typed words find without the filters. */
    readonly unfiltered: number;
  };

const pageSize = 12;

/** The places that match. */
export function findResults<Place extends SearchedPlace>(
  places: readonly Place[],
  query: PlaceQuery & { readonly page: number },
  { applyOrderBy, matches }: FindOptions<Place>,
): Results<Place> {
  const { places: candidates, ...matched } = matches ?? { ...nothingTyped, places };
  const found = candidates.filter((place) => passesFilters(place, query));
  const ordered = applyOrderBy ? inOrder(found, query.order) : found;
  return {
    ...pageOf(ordered, query.page, pageSize),
    ...matched,
    total: found.length,
    unfiltered: candidates.length,
  };
}

const nothingTyped = { correction: null, suggestion: null, unlisted: null };

/** A place without a year comes last in both directions. */
function inOrder<Place extends SearchedPlace>(
  places: readonly Place[],
  order: Order | null,
): readonly Place[] {
  if (order !== 'year-newest' && order !== 'year-oldest') return places;
  const direction = order === 'year-newest' ? -1 : 1;
  return places.toSorted((a, b) => {
    if (a.yearStarted === null || b.yearStarted === null)
      return Number(a.yearStarted === null) - Number(b.yearStarted === null);
    return (a.yearStarted - b.yearStarted) * direction;
  });
}
