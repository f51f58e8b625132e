import type { WeekMoment } from '../catalogue/opening-times.ts';
import { countOptions, type OptionCounts, type Groups } from './counts.ts';
import { type Order, villageCentre } from '../catalogue/catalogue.ts';
import { type Coordinates, distanceTo, type Near, type Pinned, startOf } from './distance.ts';
import { filtered, type Filters, type SearchedPlace } from './filters.ts';
import type { Kind } from './kinds.ts';

/** Filters, what was typed and what order is wanted. */
export type PlaceQuery = Filters & {
  /** Empty for every place. */
  readonly q: string;
  readonly order: Order | null;
  /** Where distances are measured from; null for the middle of the village. */
  readonly near: Near | null;
};

/** What typed words find in the whole list. */
export type TextMatches<Place> = {
  /** The best match first, equal ones by their distance to the centre. */
  readonly places: readonly Place[];
  /** How many of them, the first, match as typed and are of a kind that the words name. */
  readonly ofKind: number;
  /** How many of them, the first, match as typed; the others match with typing errors. */
  readonly asTyped: number;
  /** The words as they were probably meant, or without those about late hours, when nothing was found for them as typed. */
  readonly correction: string | null;
  /** Another search to offer when nothing was found. */
  readonly suggestion: string | null;
  /** What the words name, when nobody lists such a place; then its category is found instead. */
  readonly unlisted: Kind | null;
};

export type TextSearch<Place> = (q: string) => TextMatches<Place>;

/** What the results depend on besides the places and the query. */
export type SearchContext<Place> = {
  /** Whether the site applies Order By. */
  readonly applyOrderBy: boolean;
  /** The moment for "open now". */
  readonly at: WeekMoment;
  /** The visitor's, if it is known. */
  readonly position: Coordinates | null;
  /** What the typed words find; null when nothing is typed. */
  readonly matches: TextMatches<Place> | null;
  /** The groups of the places, which are then sorted from the village outwards; left out where they are not known. */
  readonly groups?: Groups;
};

/** One page of what was found. */
export type Results<Place> = Page<Place> &
  Omit<TextMatches<Place>, 'places' | 'ofKind' | 'asTyped'> & {
    /** The number of places on all pages. */
    readonly total: number;
    /** The number of places that the typed words find without the filters. */
    readonly unfiltered: number;
    /** The number of places whose hours a filter would have to know. */
    readonly withUnknownHours: number;
    readonly withoutPin: number;
    readonly counts: OptionCounts;
  };

const pageSize = 12;

/** The places that match. */
export function findResults<Place extends SearchedPlace>(
  places: readonly Place[],
  query: PlaceQuery & { readonly page: number },
  context: SearchContext<Place>,
): Results<Place> {
  const { groups = null } = context;
  const {
    places: candidates,
    ofKind,
    asTyped,
    ...matched
  } = context.matches ?? {
    ...nothingElse,
    places: groups ? places : fromVillage(places),
    ofKind: places.length,
    asTyped: places.length,
  };
  const others = [ofKind, asTyped].map((count) => candidates.slice(count));
  const { found, withUnknownHours } = filterPlaces(candidates, query, { ...context, others });
  return {
    ...pageOf(found, query.page, pageSize),
    ...matched,
    total: found.length,
    unfiltered: candidates.length,
    withUnknownHours,
    withoutPin: found.filter(({ latitude }) => latitude === null).length,
    counts: countOptions(candidates, context.matches ? null : groups, query, context.at),
  };
}

/** The places with a pin on all pages, in no particular order. */
export function findPinned<Place extends SearchedPlace>(
  places: readonly Place[],
  query: PlaceQuery,
  { matches, at }: Pick<SearchContext<Place>, 'matches' | 'at'>,
): readonly Place[] {
  return filtered(matches?.places ?? places, query, at).filter(({ latitude }) => latitude !== null);
}

/** `others` are the places after those of a kind that is named, and of these the ones that match only with typing errors. */
type OrderContext<Place> = SearchContext<Place> & {
  readonly others: readonly (readonly Place[])[];
};

/** Places that are not known to be open come after those that are. */
function filterPlaces<Place extends SearchedPlace>(
  places: readonly Place[],
  query: PlaceQuery,
  context: OrderContext<Place>,
): { readonly found: readonly Place[]; readonly withUnknownHours: number } {
  const known = filtered(places, { ...query, unknownHours: false }, context.at);
  const isKnown = new Set(known.length < places.length ? known : []);
  const others = known.length < places.length ? places.filter((place) => !isKnown.has(place)) : [];
  const unknown = filtered(others, { ...query, unknownHours: true }, context.at);
  const first = inOrder(known, query, context);
  const isShown = query.unknownHours && unknown.length > 0;
  return {
    found: isShown ? [...first, ...inOrder(unknown, query, context)] : first,
    withUnknownHours: unknown.length,
  };
}

export const nothingElse = { correction: null, suggestion: null, unlisted: null };

/** Sorts by what was asked for; by default a search stays sorted by relevance, a list from the middle of the village outwards. */
function inOrder<Place extends SearchedPlace>(
  places: readonly Place[],
  { order, near }: PlaceQuery,
  { applyOrderBy, position, others }: OrderContext<Place>,
): readonly Place[] {
  if (applyOrderBy && (order === 'year-newest' || order === 'year-oldest'))
    return byYear(places, order === 'year-newest' ? -1 : 1);
  const start = startOf(near, position);
  if (!start) return places;
  const sorted = nearestFirst(places, start);
  // The nearest of other names is not what was asked for, nor the nearest café of Kampung Masjid.
  const later = others.map((each) => new Set(each));
  const groupOf = (place: Place) => later.filter((each) => each.has(place)).length;
  return sorted.toSorted((a, b) => groupOf(a) - groupOf(b));
}

/** The nearest first; those without a pin come last, in the order given. */
export function nearestFirst<Place extends Pinned>(
  places: readonly Place[],
  from: Coordinates,
): readonly Place[] {
  return places
    .map((place) => ({ place, metres: distanceTo(place, from) ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => (a.metres === b.metres ? 0 : a.metres - b.metres))
    .map(({ place }) => place);
}

const metresOf = new WeakMap<Pinned, number>();
const outward = new WeakMap<readonly Pinned[], readonly Pinned[]>();

/** Sorts from the middle of the village outwards. A list is sorted once; one that is in this order already costs little. */
export function fromVillage<Place extends Pinned>(places: readonly Place[]): readonly Place[] {
  const sorted = outward.get(places) ?? nearestFirst(places, villageCentre);
  outward.set(places, sorted);
  // What was sorted has the type of its list.
  return sorted as readonly Place[];
}

/** Measured once for each place. Without a pin it is further than any other. */
export function metresFromVillage(place: Pinned): number {
  const known = metresOf.get(place);
  if (known !== undefined) return known;
  const metres = distanceTo(place, villageCentre) ?? Number.MAX_VALUE;
  metresOf.set(place, metres);
  return metres;
}

/** A place without a year comes last in both directions. */
function byYear<Place extends SearchedPlace>(
  places: readonly Place[],
  direction: 1 | -1,
): readonly Place[] {
  return places.toSorted((a, b) => {
    if (a.yearStarted === null || b.yearStarted === null)
      return Number(a.yearStarted === null) - Number(b.yearStarted === null);
    return (a.yearStarted - b.yearStarted) * direction;
  });
}

export type Page<Item> = {
  readonly items: readonly Item[];
  /** The page that is shown: never beyond the last. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
};

export function pageOf<Item>(items: readonly Item[], wanted: number, size: number): Page<Item> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(wanted, pages);
  return { items: items.slice((page - 1) * size, page * size), page, pages };
}
