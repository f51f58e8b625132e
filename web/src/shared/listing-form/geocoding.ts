import type { GeocodeReverseResponse, GeocodeSearchResponse } from '@directory/api/contracts';
import { addressNotFound } from '@directory/domain/catalogue';
import type { Coordinates } from '@directory/domain/search';

const minAddressLength = 6;
const metresPerDegree = 111_320;

export function canBeSearched(address: string): boolean {
  const text = address.trim();
  return text.length >= minAddressLength && text !== addressNotFound;
}

/** The first and best result; null if there is none. */
export function firstPoint([first]: GeocodeSearchResponse): Coordinates | null {
  return first ? pointOf({ latitude: first.lat, longitude: first.lon }) : null;
}

export function addressIn(answer: GeocodeReverseResponse): string {
  return 'display_name' in answer && answer.display_name ? answer.display_name : addressNotFound;
}

/** Parses the two fields; null unless both are valid. */
export function pointOf(fields: { latitude: string; longitude: string }): Coordinates | null {
  const { latitude, longitude } = fields;
  if (latitude.trim() === '' || longitude.trim() === '') return null;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
}

/** Where maps write a point: a link to a place before the middle of its map, and two numbers as they are copied. */
const pairs = [
  /https?:.*!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /https?:.*?[@/=](-?\d+\.\d+)(?:,|%2C|\/)\+?(-?\d+\.\d+)/i,
  /^\(?(-?\d+\.\d+)(?:\s*,\s*|\s+)(-?\d+\.\d+)\s*\)?$/,
];

/** An angle with its side, such as 3°09'50.1"N, 3° 9.835′ N or 3.1639° N. */
const angle =
  /(\d+(?:\.\d+)?)\s*[°º˚]\s*(?:([0-5]?\d(?:\.\d+)?)\s*['’′]\s*)?(?:([0-5]?\d(?:\.\d+)?)\s*(?:["”″]|['’′]{2})\s*)?([NSEW])/gi;

/** Angles with the side before each, such as N3°09'50.1" E101°42'19.4". */
const startsWithSide = /^\W*[NSEW]\s*\d/i;
const sideFirst = /([NSEW])\s*(\d[^NSEW,)]*)/gi;

function decimal(text: string, degrees: string, minutes = '', seconds = '', side = ''): string {
  // Pasted behind another number.
  if (minutes && degrees.includes('.')) return text;
  const sum = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3_600;
  return `${/[SW]/i.test(side) ? '-' : ''}${minutes ? sum.toFixed(6) : degrees} `;
}

/** The two fields for a pair of numbers or angles, as maps copy it, or for a link to a map that holds one; null for any other text. */
export function pairIn(text: string): ReturnType<typeof fieldsOf> | null {
  const sideLast = startsWithSide.test(text) ? text.replace(sideFirst, '$2$1 ') : text;
  const numbers = sideLast.replace(angle, decimal).trim();
  const [, one, other] = pairs.map((each) => each.exec(numbers)).find(Boolean) ?? [];
  if (!one || !other) return null;
  // Beyond 90 degrees it is a longitude, which other programs put first.
  const [latitude, longitude] = Math.abs(Number(one)) > 90 ? [other, one] : [one, other];
  return { latitude, longitude };
}

/** Formats a point for the two fields, precise to 0.1 m. */
export function fieldsOf({ latitude, longitude }: Coordinates) {
  return { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
}

const directions: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Moves a point by an arrow key: 10 metres, or 100 with Shift. Null for other keys. */
export function nudged(point: Coordinates, key: string, withShift: boolean): Coordinates | null {
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
