import { knownOutward } from './distance.ts';
import type { Filters, SearchedPlace } from './filters.ts';

/** Places that most filters treat alike, one of each kind and how many there are of it. */
export type Groups = {
  readonly places: readonly SearchedPlace[];
  readonly sizeOf: (place: SearchedPlace) => number;
};

type Group = { readonly place: SearchedPlace; readonly size: number };

const known = new WeakMap<readonly SearchedPlace[], ReadonlyMap<string, Group>>();

/** Found once for each list. Null where the filters tell places of one group apart: by the time, or by where they are. */
export function groupsOf(places: readonly SearchedPlace[], filters: Filters): Groups | null {
  if (filters.open || filters.area !== null || filters.unpinned) return null;
  const groups = known.get(places) ?? counted(new Map(), places, 1);
  known.set(places, groups);
  const sizes = new Map([...groups.values()].map(({ place, size }) => [place, size]));
  return { places: [...sizes.keys()], sizeOf: (place) => sizes.get(place) ?? 0 };
}

/** Carries over what is known of a list from the village outwards to the list after a change, which costs the change only. */
export function carryOver<Place extends SearchedPlace>(
  before: readonly Place[],
  after: readonly Place[],
  { removed, added }: { readonly removed: readonly Place[]; readonly added: readonly Place[] },
): void {
  knownOutward(after);
  const groups = known.get(before);
  if (groups) known.set(after, counted(counted(groups, removed, -1), added, 1));
}

function counted(
  before: ReadonlyMap<string, Group>,
  places: readonly SearchedPlace[],
  by: 1 | -1,
): ReadonlyMap<string, Group> {
  const groups = new Map(before);
  for (const place of places) {
    const key = keyOf(place);
    const size = (groups.get(key)?.size ?? 0) + by;
    if (size > 0) groups.set(key, { place: groups.get(key)?.place ?? place, size });
    else groups.delete(key);
  }
  return groups;
}

/** What the filters by category, kampong, hours and facilities compare. */
function keyOf(place: SearchedPlace): string {
  const { businessInfo, subCategory, kampong, operatingHours, openingTimes, facilities } = place;
  return JSON.stringify([
    ...[businessInfo, subCategory, kampong, operatingHours, openingTimes === null],
    ...facilities,
  ]);
}
