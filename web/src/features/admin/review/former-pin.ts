import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { FieldChange } from './changes-since-approval.ts';
import { distance, pointOf, type Point } from './distance.ts';

type Located = Pick<OwnBusinessResponse, 'latitude' | 'longitude'>;

export type Move = {
  readonly from: Point;
  /** Whole metres, more than 0. */
  readonly metres: number;
};

/** How the pin was moved since the approval; null when it was not, or when there was none. */
export function moveOf(listing: Located, changes: readonly FieldChange[] | null): Move | null {
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
