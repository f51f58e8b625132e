import type { OwnBusinessResponse } from '@directory/api/contracts';
import { distance } from '@directory/domain/search';
import type { FieldChange } from '../listings/fields.tsx';

type Point = { readonly latitude: number; readonly longitude: number };

export function pointOf(latitude: unknown, longitude: unknown): Point | null {
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? { latitude, longitude }
    : null;
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
  const metres = Math.round(distance(from, here));
  return metres > 0 ? { from, metres } : null;
}
