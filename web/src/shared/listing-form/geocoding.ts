import type { GeocodeReverseResponse, GeocodeSearchResponse } from '@directory/api/contracts';
import { addressNotFound } from './form-values.ts';

export type Point = { readonly latitude: number; readonly longitude: number };

const minAddressLength = 6;
const metresPerDegree = 111_320;

/** Whether a text is long enough to be looked for. */
export function canBeSearched(address: string): boolean {
  const text = address.trim();
  return text.length >= minAddressLength && text !== addressNotFound;
}

/** The first place of the answer, which is the best; null when there is none. */
export function firstPoint([first]: GeocodeSearchResponse): Point | null {
  if (!first) return null;
  const point = { latitude: Number(first.lat), longitude: Number(first.lon) };
  return isOnEarth(point) ? point : null;
}

export function addressIn(answer: GeocodeReverseResponse): string {
  return 'display_name' in answer && answer.display_name ? answer.display_name : addressNotFound;
}

/** What stands in the two fields; null unless both are degrees. */
export function pointOf(fields: { latitude: string; longitude: string }): Point | null {
  const { latitude, longitude } = fields;
  if (latitude.trim() === '' || longitude.trim() === '') return null;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return isOnEarth(point) ? point : null;
}

/** As the two fields show a point: to the tenth of a metre. */
export function fieldsOf({ latitude, longitude }: Point) {
  return { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
}

const directions: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Where an arrow key moves a point: 10 metres, with Shift 100. Null for other keys. */
export function nudged(point: Point, key: string, withShift: boolean): Point | null {
  const direction = directions[key];
  if (!direction) return null;
  const [north, east] = direction;
  const degrees = (withShift ? 100 : 10) / metresPerDegree;
  const narrowing = Math.cos((point.latitude * Math.PI) / 180);
  return {
    latitude: point.latitude + north * degrees,
    longitude: point.longitude + (east * degrees) / narrowing,
  };
}

function isOnEarth({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
