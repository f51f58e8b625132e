import type { SearchedPlace } from './filters.ts';

/** Places of a list that the filters by category, kampong, hours and facilities treat alike: one of them, and how many there are. */
type Group = { readonly place: SearchedPlace; readonly size: number };

/** The groups of a list by what they have in common. */
export type Groups = ReadonlyMap<string, Group>;

/** With the places of a list, or of a change of it: a change costs only itself. */
export function regroup(
  before: Groups,
  {
    removed,
    added,
  }: { readonly removed: readonly SearchedPlace[]; readonly added: readonly SearchedPlace[] },
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
