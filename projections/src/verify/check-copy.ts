import type { EventStore, RecordedEvent } from '@directory/domain/event-store';
import { compareLogs, type ReadableLog } from '@directory/domain/event-store/log-copy';

export type CopyFindings = {
  /** How many events both logs begin with. */
  readonly same: number;
  /** Where they part; null where one of them only ends. */
  readonly parting: LogPosition | null;
  /** The first event that the log lacks. */
  readonly missing: LogPosition | null;
  /** Whether the log goes on after all that the other one holds. */
  readonly isAhead: boolean;
};

type LogPosition = Pick<RecordedEvent, 'stream' | 'revision'>;

/** Compares the log with the one that it was copied from: ids, types, contents, times and the order of all events. */
export async function checkCopy(original: ReadableLog, log: EventStore): Promise<CopyFindings> {
  const { same, next } = await compareLogs(original, log);
  const { first, second } = next;
  return {
    same,
    parting: first && second && placeOf(first),
    missing: first && !second ? placeOf(first) : null,
    isAhead: !first && second !== null,
  };
}

export function isWhole({ parting, missing }: CopyFindings): boolean {
  return parting === null && missing === null;
}

/** For the person at the terminal; `original` names where the other log is. */
export function describeCopy(findings: CopyFindings, original: string): string {
  const { same, parting, missing, isAhead } = findings;
  if (parting)
    return `events: the first ${same} agree with ${original}; the next, number ${parting.revision} of ${parting.stream}, does not.`;
  if (missing)
    return `events: the first ${same} agree with ${original}; all from number ${missing.revision} of ${missing.stream} on are missing.`;
  const newer = isAhead ? ' Newer ones follow.' : '';
  return `events: all ${same} agree with ${original}, one by one and in order.${newer}`;
}

function placeOf({ stream, revision }: RecordedEvent): LogPosition {
  return { stream, revision };
}
