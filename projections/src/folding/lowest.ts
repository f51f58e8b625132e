import type { Position } from '@directory/domain/event-store';

/** Null when there is none. */
export function minPosition(positions: readonly Position[]): Position | null {
  return positions.reduce<Position | null>(
    (least, position) => (least === null || position < least ? position : least),
    null,
  );
}
