import type { BusinessWithoutStats } from '@directory/api/contracts';
import { coversHours } from '@directory/domain/catalogue';
import type { Filters } from './filters.ts';

/** The places that the filters leave. Rating changes nothing, and neither does Order By unless the site applies it. */
export function findPlaces(
  places: readonly BusinessWithoutStats[],
  filters: Filters,
  applyOrderBy: boolean,
): readonly BusinessWithoutStats[] {
  const found = places.filter((place) => matches(place, filters));
  return applyOrderBy ? inOrder(found, filters.order) : found;
}

function matches(place: BusinessWithoutStats, { time, q, ...exact }: Filters): boolean {
  return (
    equals(exact.category, place.businessInfo) &&
    equals(exact.subcategory, place.subCategory) &&
    equals(exact.kampong, place.kampong) &&
    (time === null || (place.operatingHours !== null && coversHours(place.operatingHours, time))) &&
    plain(place.businessName).includes(plain(q))
  );
}

function equals(wanted: string | null, value: string | null): boolean {
  return wanted === null || value === wanted;
}

/** Letters as people search for them: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A place whose year is not known comes last, whichever way round. */
function inOrder(places: readonly BusinessWithoutStats[], order: Filters['order']) {
  if (order !== 'year-newest' && order !== 'year-oldest') return places;
  const direction = order === 'year-newest' ? -1 : 1;
  return places.toSorted((a, b) => {
    if (a.yearStarted === null || b.yearStarted === null)
      return Number(a.yearStarted === null) - Number(b.yearStarted === null);
    return (a.yearStarted - b.yearStarted) * direction;
  });
}
