import type { OwnBusinessResponse } from '@directory/api/contracts';

/**
 * What waits for a decision, in the order in which it should be looked at: what visitors could see before and now cannot comes
 * first, then what has waited longest.
 */
export function reviewQueue(
  listings: readonly OwnBusinessResponse[],
): readonly OwnBusinessResponse[] {
  return listings
    .filter(({ status }) => status === 'pending')
    .toSorted(
      (a, b) =>
        Number(b.wasPublic) - Number(a.wasPublic) ||
        Date.parse(a.changedAt) - Date.parse(b.changedAt) ||
        a.id.localeCompare(b.id),
    );
}
