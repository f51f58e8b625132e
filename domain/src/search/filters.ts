import type { Facility } from '../catalogue/catalogue.ts';
import { coversHours, type OperatingHours } from '../catalogue/hours.ts';
import { isOpenAt, type OpeningTimes, type WeekMoment } from '../catalogue/opening-times.ts';
import type { Bounds, Pinned } from './distance.ts';

/** What filters and search know of a place. */
export type SearchedPlace = Pinned & {
  readonly businessName: string;
  readonly businessInfo: string;
  readonly subCategory: string | null;
  readonly kampong: string | null;
  readonly operatingHours: OperatingHours | null;
  readonly openingTimes: OpeningTimes | null;
  readonly facilities: readonly string[];
  readonly yearStarted: number | null;
  readonly address: string | null;
  readonly synopsis: string | null;
};

/** What narrows the list. Null is "All". */
export type Filters = {
  readonly category: string | null;
  readonly subcategory: string | null;
  readonly time: OperatingHours | null;
  readonly kampong: string | null;
  /** The place has each of them. */
  readonly facilities: readonly Facility[];
  /** Whether the place has to be open at the moment. */
  readonly open: boolean;
  /** Whether the filters by hours let through what is not known. */
  readonly unknownHours: boolean;
  /** The part of the map with its pin. */
  readonly area: Bounds | null;
  /** Whether it has no pin. */
  readonly unpinned: boolean;
};

export const noFilters: Filters = {
  category: null,
  subcategory: null,
  time: null,
  kampong: null,
  facilities: [],
  open: false,
  unknownHours: false,
  area: null,
  unpinned: false,
};

/** Null when the hours that it asks for are not known. */
type PlaceTest = (place: SearchedPlace) => boolean | null;

/** One for each filter that is set; null for others. */
const tests: readonly ((filters: Filters, at: WeekMoment) => PlaceTest | null)[] = [
  ({ category }) => (category === null ? null : ({ businessInfo }) => businessInfo === category),
  ({ subcategory }) =>
    subcategory === null ? null : ({ subCategory }) => subCategory === subcategory,
  ({ kampong: wanted }) => (wanted === null ? null : ({ kampong }) => kampong === wanted),
  ({ facilities: wanted }) =>
    wanted.length > 0
      ? ({ facilities }) => wanted.every((each) => facilities.includes(each))
      : null,
  ({ time }) => time && ((place) => isOpenDuring(place, time)),
  ({ open }, at) =>
    open ? ({ openingTimes, operatingHours }) => isOpenAt(openingTimes, operatingHours, at) : null,
  ({ area }) => area && ((place) => isWithin(place, area)),
  ({ unpinned }) => (unpinned ? ({ latitude }) => latitude === null : null),
];

/** Made once for many places; null when no filter is set. */
export function placeFilter(
  filters: Filters,
  at: WeekMoment,
): ((place: SearchedPlace) => boolean) | null {
  const set = tests.flatMap((test) => test(filters, at) ?? []);
  if (set.length === 0) return null;
  return (place) => set.every((passes) => passes(place) ?? filters.unknownHours);
}

/** The list itself when no filter is set. */
export function filtered<Place extends SearchedPlace>(
  places: readonly Place[],
  filters: Filters,
  at: WeekMoment,
): readonly Place[] {
  const passes = placeFilter(filters, at);
  return passes ? places.filter(passes) : places;
}

/** Null when nothing is known of its hours. */
function isOpenDuring({ operatingHours, openingTimes }: SearchedPlace, time: OperatingHours) {
  if (operatingHours !== null) return coversHours(operatingHours, time);
  return openingTimes === null ? null : false;
}

/** False without a pin. */
export function isWithin({ latitude, longitude }: Pinned, bounds: Bounds): boolean {
  if (latitude === null || longitude === null) return false;
  const { west, south, east, north } = bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
