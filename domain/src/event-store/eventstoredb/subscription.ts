import type { Position, SubscriptionBatch } from '../event-store.ts';
import { followLog, type FollowedLog } from '../follow-log.ts';
import type { WakeUp } from '../wake-up.ts';
import type { LiveSubscription } from './live-subscription.ts';
import type { LogReader } from './log-reader.ts';

/** Events a batch; small enough not to hold up the event loop. */
const pageSize = 500;

/** How soon appends are noticed while nothing tells of them, and how often it is looked all the same. In ms. */
const pollIntervalAlone = 100;
const pollIntervalWhenLive = 1_000;

type Source = Pick<FollowedLog, 'requireOpen'> & {
  readonly reader: LogReader;
  readonly live: LiveSubscription;
  readonly wakeUp: WakeUp;
};

export async function* follow(
  { reader, live, wakeUp, requireOpen }: Source,
  from: Parameters<typeof followLog>[1],
): AsyncGenerator<SubscriptionBatch, void, void> {
  const letGo = live.hold();
  const log = {
    readBatch: batches(reader),
    sleep: wakeUp.sleep,
    pollInterval: () => (live.isLive() ? pollIntervalWhenLive : pollIntervalAlone),
    requireOpen,
  };
  try {
    yield* followLog(log, from);
  } finally {
    letGo();
  }
}

/** Goes on after events of the server, of which subscribers never hear. */
function batches(reader: LogReader) {
  let last: { readonly upTo: Position; readonly seen: Position } | undefined;
  return async (after: Position, signal: AbortSignal): Promise<SubscriptionBatch> => {
    const from = last?.upTo === after ? last.seen : after;
    const { events, seen, isLast } = await reader.page(from, pageSize, signal);
    const upTo = events.at(-1)?.position ?? after;
    last = { upTo, seen };
    return { events, upTo, live: isLast };
  };
}
