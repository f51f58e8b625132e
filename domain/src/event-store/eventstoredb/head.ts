import {
  BACKWARDS,
  END,
  type AllStreamResolvedEvent,
  type ReadPosition,
} from '@eventstore/db-client';
import { startOfLog, type Position } from '../event-store.ts';
import { fromPosition, ours, positionOf } from './all-stream.ts';

type Read = (where: {
  readonly direction: typeof BACKWARDS;
  readonly fromPosition: ReadPosition;
  readonly maxCount: number;
}) => Promise<readonly AllStreamResolvedEvent[]>;

const pageSize = 32;

/**
 * The position of the newest event that is not the server's own. Remembers how far it looked, because an idle server writes
 * without end.
 */
export function headOf(read: Read): () => Promise<Position> {
  let known = { newest: startOfLog, head: startOfLog };

  /** What lies before a position, newest first, down to where it looked before. */
  const pageBefore = async (before: Position | undefined) => {
    const place = before === undefined ? END : fromPosition(before);
    const found = await read({ direction: BACKWARDS, fromPosition: place, maxCount: pageSize });
    const older = found.filter((each) => before === undefined || positionOf(each) < before);
    const page = older.filter((each) => positionOf(each) > known.newest);
    return { page, isKnownBelow: page.length < older.length };
  };

  /** What is newer than where it looked before; null where there is nothing but events of the server. */
  const findNewer = async (first: Page): Promise<Position | null> => {
    for (let { page, isKnownBelow } = first; ;) {
      const [newest] = ours(page);
      if (newest) return newest.position;
      const last = page.at(-1);
      if (isKnownBelow || !last) return null;
      ({ page, isKnownBelow } = await pageBefore(positionOf(last)));
    }
  };

  return async () => {
    const first = await pageBefore(undefined);
    const [newest] = first.page;
    if (!newest) return known.head;
    const head = (await findNewer(first)) ?? known.head;
    known = { newest: positionOf(newest), head };
    return head;
  };
}

type Page = { readonly page: readonly AllStreamResolvedEvent[]; readonly isKnownBelow: boolean };
