import { villageCentre } from '../catalogue/catalogue.ts';

export type Coordinates = { readonly latitude: number; readonly longitude: number };

/** A place as the map knows it; null without a pin. */
export type Pinned = { readonly latitude: number | null; readonly longitude: number | null };

const earthRadius = 6_371_000;

/** The great-circle distance in metres (haversine). */
export function distance(a: Coordinates, b: Coordinates): number {
  const north = radians(b.latitude - a.latitude);
  const east = radians(b.longitude - a.longitude);
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** In metres; null without a pin. */
export function distanceTo({ latitude, longitude }: Pinned, from: Coordinates): number | null {
  if (latitude === null || longitude === null) return null;
  return distance({ latitude, longitude }, from);
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export type Landmark = Coordinates & { readonly id: string; readonly name: string };

/**
 * Where visitors without a position of their own can start from. The stations are pinned as in the open data that the
 * directory imports (nabilersyad/transit-stations-database).
 */
export const landmarks = [
  { id: 'masjid-jamek', name: 'Masjid Jamek Kampung Baru', ...villageCentre },
  { id: 'lrt-kampung-baru', name: 'LRT Kampung Baru', latitude: 3.161386, longitude: 101.706608 },
  { id: 'chow-kit', name: 'Monorel Chow Kit', latitude: 3.167394, longitude: 101.698385 },
  { id: 'mrt-raja-uda', name: 'MRT Raja Uda', latitude: 3.16789, longitude: 101.71093 },
  { id: 'medan-tuanku', name: 'Monorel Medan Tuanku', latitude: 3.159271, longitude: 101.6989 },
  { id: 'lrt-dang-wangi', name: 'LRT Dang Wangi', latitude: 3.156942, longitude: 101.701975 },
] as const satisfies readonly Landmark[];

/** A landmark by its id, or the visitor's own position. */
export type Near = (typeof landmarks)[number]['id'] | 'me';

export function parseNear(text: string | null): Near | null {
  return text === 'me' ? text : (landmarks.find(({ id }) => id === text)?.id ?? null);
}

/** Where to measure from; null when the visitor's position is not known. */
export function startOf(near: Near | null, position: Coordinates | null): Coordinates | null {
  return near === 'me' ? position : (landmarks.find(({ id }) => id === near) ?? null);
}

/** A rectangle of the map, in degrees; it does not cross the 180th meridian. */
export type Bounds = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** Reads `west,south,east,north`, the order of GeoJSON; null for anything else. */
export function parseBounds(text: string): Bounds | null {
  if (!/^-?\d{1,3}(\.\d{1,15})?(,-?\d{1,3}(\.\d{1,15})?){3}$/.test(text)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isReal = west <= east && south <= north;
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isReal && isOnEarth ? { west, south, east, north } : null;
}

/** Writes bounds to about ten metres, so that the address stays short. */
export function boundsText({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(4))).join(',');
}
