import type { Facility } from '../catalogue/catalogue.ts';
import { coversHours, type OperatingHours } from '../catalogue/hours.ts';
import { isOpenAt, type OpeningTimes, type WeekMoment } from '../catalogue/opening-times.ts';
import { isWithin, type Bounds } from './bounds.ts';
import type { Pinned } from './distance.ts';

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

/** One for each filter: whether it lets a place through at a moment. */
const predicates: readonly ((
  place: SearchedPlace,
  filters: Filters,
  at: WeekMoment,
) => boolean | null)[] = [
  ({ businessInfo }, { category }) => isAllOr(category, businessInfo),
  ({ subCategory }, { subcategory }) => isAllOr(subcategory, subCategory),
  ({ kampong }, filters) => isAllOr(filters.kampong, kampong),
  ({ facilities }, filters) => filters.facilities.every((each) => facilities.includes(each)),
  (place, { time }) => time === null || isOpenDuring(place, time),
  ({ openingTimes, operatingHours }, { open }, at) =>
    !open || isOpenAt(openingTimes, operatingHours, at),
  (place, { area }) => area === null || isWithin(place, area),
  ({ latitude }, { unpinned }) => !unpinned || latitude === null,
];

export function passesFilters(place: SearchedPlace, filters: Filters, at: WeekMoment): boolean {
  return predicates.every((passes) => passes(place, filters, at) ?? filters.unknownHours);
}

/** Null when nothing is known of its hours. */
function isOpenDuring({ operatingHours, openingTimes }: SearchedPlace, time: OperatingHours) {
  if (operatingHours !== null) return coversHours(operatingHours, time);
  return openingTimes === null ? null : false;
}

function isAllOr(wanted: string | null, value: string | null): boolean {
  return wanted === null || value === wanted;
}
