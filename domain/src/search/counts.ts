import { facilities } from '../catalogue/catalogue.ts';
import { operatingHours } from '../catalogue/hours.ts';
import type { WeekMoment } from '../catalogue/opening-times.ts';
import { filtered, noFilters, type Filters, type SearchedPlace } from './filters.ts';

/** How many places each option would leave, the other filters unchanged. Options without any are left out. */
export type OptionCounts = Readonly<Record<CountedFilter, Counts>>;
export type CountedFilter = 'category' | 'subcategory' | 'time' | 'kampong' | 'facility';
type Counts = Readonly<Record<string, number>>;

export function countOptions(
  places: readonly SearchedPlace[],
  filters: Filters,
  at: WeekMoment,
): OptionCounts {
  // Whether a place is open is the costly question, and the same for all options.
  const askedOpen = { ...noFilters, open: filters.open, unknownHours: filters.unknownHours };
  const open = filters.open ? filtered(places, askedOpen, at) : places;
  const found = (changed: Partial<Filters>, among = open) =>
    filtered(among, { ...filters, open: false, ...changed }, at);
  const atAnyTime = found({ time: null });
  const chosen = filters.facilities;
  return {
    // Another category resets the sub-category.
    category: countBy(found({ category: null, subcategory: null }), 'businessInfo'),
    subcategory: countBy(found({ subcategory: null }), 'subCategory'),
    kampong: countBy(found({ kampong: null }), 'kampong'),
    time: countEach(operatingHours, (time) => found({ time }, atAnyTime)),
    facility: countEach(facilities, (one) => found({ facilities: [...chosen, one] })),
  };
}

function countBy(
  places: readonly SearchedPlace[],
  field: 'businessInfo' | 'subCategory' | 'kampong',
): Counts {
  const counts = new Map<string, number>();
  for (const { [field]: value } of places)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function countEach<Option extends string>(
  options: readonly Option[],
  find: (option: Option) => readonly SearchedPlace[],
): Counts {
  const counted = options.map((option) => [option, find(option).length] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}
