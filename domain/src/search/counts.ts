import { facilities } from '../catalogue/catalogue.ts';
import { operatingHours } from '../catalogue/hours.ts';
import type { WeekMoment } from '../catalogue/opening-times.ts';
import { filtered, noFilters, placeFilter, type Filters, type SearchedPlace } from './filters.ts';

/** How many places each option would leave, the other filters unchanged. Options without any are left out. */
export type OptionCounts = Readonly<Record<CountedFilter, Counts>>;
export type CountedFilter = 'category' | 'subcategory' | 'time' | 'kampong' | 'facility';
type Counts = Readonly<Record<string, number>>;

type Weight = (place: SearchedPlace) => number;

/** Counts groups instead of places where they are known and the filters treat all of a group alike: there are far fewer of them. */
export function countOptions(
  listed: readonly SearchedPlace[],
  groups: Groups | null,
  filters: Filters,
  at: WeekMoment,
): OptionCounts {
  const isGrouped = groups && !filters.open && filters.area === null && !filters.unpinned;
  const sizes = isGrouped && new Map([...groups.values()].map(({ place, size }) => [place, size]));
  const places = sizes ? [...sizes.keys()] : listed;
  const sizeOf = (place: SearchedPlace) => (sizes ? (sizes.get(place) ?? 0) : 1);
  // Whether a place is open is the costly question, and the same for all options.
  const askedOpen = { ...noFilters, open: filters.open, unknownHours: filters.unknownHours };
  const open = filters.open ? filtered(places, askedOpen, at) : places;
  const changedBy = (changed: Partial<Filters>) => ({ ...filters, open: false, ...changed });
  const filterBy = (changed: Partial<Filters>) => placeFilter(changedBy(changed), at);
  const found = (changed: Partial<Filters>) => filtered(open, changedBy(changed), at);
  const atAnyTime = found({ time: null });
  const chosen = filters.facilities;
  return {
    // Another category resets the sub-category.
    category: countBy(found({ category: null, subcategory: null }), 'businessInfo', sizeOf),
    subcategory: countBy(found({ subcategory: null }), 'subCategory', sizeOf),
    kampong: countBy(found({ kampong: null }), 'kampong', sizeOf),
    time: countEach(
      operatingHours.map((time) => [time, filterBy({ time })]),
      atAnyTime,
      sizeOf,
    ),
    facility: countEach(
      facilities.map((one) => [one, filterBy({ facilities: [...chosen, one] })]),
      open,
      sizeOf,
    ),
  };
}

function countBy(
  places: readonly SearchedPlace[],
  field: 'businessInfo' | 'subCategory' | 'kampong',
  sizeOf: Weight,
): Counts {
  const counts = new Map<string, number>();
  for (const place of places) {
    const value = place[field];
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + sizeOf(place));
  }
  return Object.fromEntries(counts);
}

/** Counts in one pass, as reading that many places takes longer than comparing them. */
function countEach(
  options: readonly (readonly [string, ReturnType<typeof placeFilter>])[],
  places: readonly SearchedPlace[],
  sizeOf: Weight,
): Counts {
  const counted = options.map(([option, passes]) => ({ option, passes, count: 0 }));
  for (const place of places)
    for (const each of counted) if (!each.passes || each.passes(place)) each.count += sizeOf(place);
  return Object.fromEntries(
    counted.flatMap(({ option, count }) => (count > 0 ? [[option, count]] : [])),
  );
}

/** Places of a list that the filters by category, kampong, hours and facilities treat alike: one of them, and how many there are. */
type Group = { readonly place: SearchedPlace; readonly size: number };

/** The groups of a list by what they have in common. */
export type Groups = ReadonlyMap<string, Group>;

/** The groups after places were removed and added. The cost is that of the change, and not of the list. */
export function regroup(
  before: Groups,
  { removed, added }: Readonly<Record<'removed' | 'added', readonly SearchedPlace[]>>,
): Groups {
  const groups = new Map(before);
  const count = (place: SearchedPlace, by: 1 | -1) => {
    const key = keyOf(place);
    const group = groups.get(key);
    const size = (group?.size ?? 0) + by;
    if (size > 0) groups.set(key, { place: group?.place ?? place, size });
    else groups.delete(key);
  };
  for (const place of removed) count(place, -1);
  for (const place of added) count(place, 1);
  return groups;
}

function keyOf(place: SearchedPlace): string {
  const { businessInfo, subCategory, kampong, operatingHours, openingTimes, facilities } = place;
  return JSON.stringify([
    ...[businessInfo, subCategory, kampong, operatingHours, openingTimes === null],
    ...facilities,
  ]);
}
