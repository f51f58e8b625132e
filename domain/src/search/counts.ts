import { facilities } from '../catalogue/catalogue.ts';
import { operatingHours } from '../catalogue/hours.ts';
import type { WeekMoment } from '../catalogue/opening-times.ts';
import { filtered, noFilters, placeFilter, type Filters, type SearchedPlace } from './filters.ts';

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
  const changedBy = (changed: Partial<Filters>) => ({ ...filters, open: false, ...changed });
  const filterBy = (changed: Partial<Filters>) => placeFilter(changedBy(changed), at);
  const found = (changed: Partial<Filters>) => filtered(open, changedBy(changed), at);
  const atAnyTime = found({ time: null });
  const chosen = filters.facilities;
  return {
    // Another category resets the sub-category.
    category: countBy(found({ category: null, subcategory: null }), 'businessInfo'),
    subcategory: countBy(found({ subcategory: null }), 'subCategory'),
    kampong: countBy(found({ kampong: null }), 'kampong'),
    time: countEach(atAnyTime, operatingHours, (time) => filterBy({ time })),
    facility: countEach(open, facilities, (one) => filterBy({ facilities: [...chosen, one] })),
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

/** In one pass, as reading that many places takes longer than comparing them. */
function countEach<Option extends string>(
  places: readonly SearchedPlace[],
  options: readonly Option[],
  filterOf: (option: Option) => ReturnType<typeof placeFilter>,
): Counts {
  const counted = options.map((option) => ({ option, passes: filterOf(option), count: 0 }));
  for (const place of places)
    for (const each of counted) if (!each.passes || each.passes(place)) each.count += 1;
  return Object.fromEntries(
    counted.flatMap(({ option, count }) => (count > 0 ? [[option, count]] : [])),
  );
}
