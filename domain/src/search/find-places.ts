import { passesFilters, type Filters, type SearchedPlace } from './filters.ts';
import { pageOf, type Page } from './page.ts';

export const orders = ['rating-highest', 'rating-lowest', 'year-newest', 'year-oldest'] as const;
export type Order = (typeof orders)[number];

/** Filters, what was typed and what order is wanted. */
export type PlaceQuery = Filters & {
  /** Empty for every place. */
  readonly q: string;
  readonly order: Order | null;
};

/** The places that match, in their order. Order By works only if the site applies it. */
export function findPlaces<Place extends SearchedPlace>(
  places: readonly Place[],
  query: PlaceQuery,
  applyOrderBy: boolean,
): readonly Place[] {
  const found = places.filter(
    (place) => passesFilters(place, query) && plain(place.businessName).includes(plain(query.q)),
  );
  return applyOrderBy ? inOrder(found, query.order) : found;
}

/** One page of what was found. */
export type Results<Place> = Page<Place> & {
  /** The number of places on all pages. */
  readonly total: number;
};

const pageSize = 12;

export function findResults<Place extends SearchedPlace>(
  places: readonly Place[],
  query: PlaceQuery & { readonly page: number },
  applyOrderBy: boolean,
): Results<Place> {
  const found = findPlaces(places, query, applyOrderBy);
  return { ...pageOf(found, query.page, pageSize), total: found.length };
}

/** Ignores case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

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
