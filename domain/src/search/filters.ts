import { coversHours, type OperatingHours } from '../catalogue/hours.ts';
import type { Pinned } from './distance.ts';

/** What filters and search know of a place. */
export type SearchedPlace = Pinned & {
  readonly businessName: string;
  readonly businessInfo: string;
  readonly subCategory: string | null;
  readonly kampong: string | null;
  readonly operatingHours: OperatingHours | null;
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
};

/** One for each filter: whether it lets a place through. */
const predicates: readonly ((place: SearchedPlace, filters: Filters) => boolean)[] = [
  ({ businessInfo }, { category }) => isAllOr(category, businessInfo),
  ({ subCategory }, { subcategory }) => isAllOr(subcategory, subCategory),
  ({ kampong }, filters) => isAllOr(filters.kampong, kampong),
  ({ operatingHours }, { time }) =>
    time === null || (operatingHours !== null && coversHours(operatingHours, time)),
];

export function passesFilters(place: SearchedPlace, filters: Filters): boolean {
  return predicates.every((passes) => passes(place, filters));
}

function isAllOr(wanted: string | null, value: string | null): boolean {
  return wanted === null || value === wanted;
}
