import { villageCentre } from '../catalogue/catalogue.ts';
import type { Coordinates } from './distance.ts';

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
