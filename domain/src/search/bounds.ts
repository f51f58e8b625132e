import type { Pinned } from './distance.ts';

/** A rectangle of the map, in degrees; it does not cross the 180th meridian. */
export type Bounds = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** As `west,south,east,north`, the order of GeoJSON; null for anything else. */
export function parseBounds(text: string): Bounds | null {
  if (!/^-?\d{1,3}(\.\d{1,15})?(,-?\d{1,3}(\.\d{1,15})?){3}$/.test(text)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isReal = west <= east && south <= north;
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isReal && isOnEarth ? { west, south, east, north } : null;
}

/** To about ten metres, so that the address stays short. */
export function boundsText({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(4))).join(',');
}

/** False without a pin. */
export function isWithin({ latitude, longitude }: Pinned, bounds: Bounds): boolean {
  if (latitude === null || longitude === null) return false;
  const { west, south, east, north } = bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
