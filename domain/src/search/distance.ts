import { villageCentre } from '../catalogue/catalogue.ts';

export type Position = { readonly latitude: number; readonly longitude: number };

/** A place as the map knows it; null without a pin. */
export type Pinned = { readonly latitude: number | null; readonly longitude: number | null };

const earthRadius = 6_371_000;

/** The great-circle distance in metres (haversine). */
export function distance(a: Position, b: Position): number {
  const north = radians(b.latitude - a.latitude);
  const east = radians(b.longitude - a.longitude);
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** In metres; null without a pin. */
export function distanceTo({ latitude, longitude }: Pinned, from: Position): number | null {
  if (latitude === null || longitude === null) return null;
  return distance({ latitude, longitude }, from);
}

/** The nearest first; those without a pin come last, in the order given. */
export function nearestFirst<Place extends Pinned>(
  places: readonly Place[],
  from: Position,
): readonly Place[] {
  return places
    .map((place) => ({ place, metres: distanceTo(place, from) ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => (a.metres === b.metres ? 0 : a.metres - b.metres))
    .map(({ place }) => place);
}

const outward = new WeakMap<readonly Pinned[], readonly Pinned[]>();

/** From the middle of the village outwards. A list is sorted once. */
export function fromVillage<Place extends Pinned>(places: readonly Place[]): readonly Place[] {
  const sorted = outward.get(places) ?? nearestFirst(places, villageCentre);
  outward.set(places, sorted);
  // What was sorted has the type of its list.
  return sorted as readonly Place[];
}

type Change<Place> = {
  readonly isGone: (place: Place) => boolean;
  readonly added: readonly Place[];
};

/** Sorts a list that differs from a sorted one in a few places, without sorting the others again. */
export function sortedFromVillageLike<Place extends Pinned>(
  places: readonly Place[],
  before: readonly Place[],
  { isGone, added }: Change<Place>,
): void {
  if (!outward.has(before)) return;
  const stays = fromVillage(before).filter((place) => !isGone(place));
  // Of places at the same distance the order of the list counts.
  const ranks = new Map(added.length > 0 ? places.map((place, rank) => [place, rank]) : []);
  const isAfter = (place: Place, other: Place) => {
    const [one, two] = [metresFromVillage(place), metresFromVillage(other)];
    return one === two ? (ranks.get(place) ?? 0) > (ranks.get(other) ?? 0) : one > two;
  };
  for (const place of added)
    stays.splice(
      insertionIndex(stays, (other) => isAfter(other, place)),
      0,
      place,
    );
  outward.set(places, stays);
}

function metresFromVillage(place: Pinned): number {
  return distanceTo(place, villageCentre) ?? Number.POSITIVE_INFINITY;
}

/** Of a sorted list: the index of the first item that comes after. */
export function insertionIndex<Item>(
  items: readonly Item[],
  comesAfter: (item: Item) => boolean,
): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && comesAfter(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
