import type { Position, SubscriptionBatch } from '../event-store.ts';
import { followLog, type FollowedLog } from '../follow-log.ts';
import type { WakeUp } from '../wake-up.ts';
import type { LogReader } from './log-reader.ts';

/** Small enough not to hold up the event loop, large enough that reading costs little beside parsing. */
const pageSize = 500;

/** How soon the appends of another process are noticed; those of this process wake their subscribers. In ms. */
const pollInterval = 100;

type Source = Pick<FollowedLog, 'requireOpen'> & {
  readonly reader: LogReader;
  readonly wakeUp: WakeUp;
};

export function follow(
  { reader, wakeUp, requireOpen }: Source,
  from: Parameters<typeof followLog>[1],
): AsyncIterable<SubscriptionBatch> {
  const log = {
    readBatch: (after: Position) => readBatch(reader, after),
    sleep: wakeUp.sleep,
    pollInterval: () => pollInterval,
    requireOpen,
  };
  return followLog(log, from);
}

function readBatch(reader: LogReader, after: Position): SubscriptionBatch {
  const events = reader.all(after, pageSize);
  const upTo = events.at(-1)?.position ?? after;
  const live = events.length < pageSize || reader.head() === upTo;
  return { events, upTo, live };
}
