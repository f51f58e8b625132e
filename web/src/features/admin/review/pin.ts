import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { FieldChange } from '../listings/fields.tsx';

type Point = { readonly latitude: number; readonly longitude: number };

export function pointOf(latitude: unknown, longitude: unknown): Point | null {
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? { latitude, longitude }
    : null;
}

const metresPerDegree = 111_320;

/** In metres, on a flat map: exact enough within a city. */
export function distance(a: Point, b: Point): number {
  const north = (b.latitude - a.latitude) * metresPerDegree;
  const middle = ((a.latitude + b.latitude) / 2) * (Math.PI / 180);
  const east = (b.longitude - a.longitude) * metresPerDegree * Math.cos(middle);
  return Math.round(Math.hypot(north, east));
}

type Move = {
  readonly from: Point;
  /** Whole metres, more than 0. */
  readonly metres: number;
};

/** How the pin was moved since the approval; null when it was not, or when there was none. */
export function moveOf(
  listing: Pick<OwnBusinessResponse, 'latitude' | 'longitude'>,
  changes: readonly FieldChange[] | null,
): Move | null {
  const before = (name: 'latitude' | 'longitude') => {
    const change = changes?.find(({ field }) => field === name);
    return change ? change.before : listing[name];
  };
  const here = pointOf(listing.latitude, listing.longitude);
  const from = pointOf(before('latitude'), before('longitude'));
  if (here === null || from === null) return null;
  const metres = distance(from, here);
  return metres > 0 ? { from, metres } : null;
}
