import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable, type Position, type SubscriptionBatch } from '../event-store.ts';
import type { LogReader } from './log-reader.ts';
import type { WakeUp } from './wake-up.ts';

/** Small enough not to hold up the event loop, large enough that reading costs little beside parsing. */
const pageSize = 500;

/** How soon the appends of another process are noticed; those of this process wake their subscribers. In ms. */
const pollInterval = 100;

/** In ms. */
const firstRetry = 250;
const longestRetry = 30_000;

type Source = {
  readonly reader: LogReader;
  readonly wakeUp: WakeUp;
  /** @throws Unavailable once the log was closed. */
  readonly requireOpen: () => void;
};

type From = { readonly after: Position; readonly signal: AbortSignal };

/** Follows the log by reading pages of it. A wake-up only says when to look, so that nothing can be lost with it. */
export async function* follow(
  source: Source,
  { after, signal }: From,
): AsyncGenerator<SubscriptionBatch, void, void> {
  let upTo = after;
  let isToldLive = false;
  while (!signal.aborted) {
    const batch = await waitOutOutages(source, { after: upTo, signal });
    if (!batch) return;
    if (batch.events.length === 0 && isToldLive) {
      await source.wakeUp.sleep(pollInterval, signal);
      continue;
    }
    upTo = batch.upTo;
    isToldLive = batch.live;
    yield batch;
    if (!batch.live) await nextTurn();
  }
}

async function waitOutOutages(
  { reader, wakeUp, requireOpen }: Source,
  { after, signal }: From,
): Promise<SubscriptionBatch | undefined> {
  for (let pause = firstRetry; !signal.aborted; pause = Math.min(pause * 2, longestRetry)) {
    requireOpen();
    try {
      return readBatch(reader, after);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
    await wakeUp.sleep(pause * Math.random(), signal);
  }
  return undefined;
}

function readBatch(reader: LogReader, after: Position): SubscriptionBatch {
  const events = reader.all(after, pageSize);
  const upTo = events.at(-1)?.position ?? after;
  const live = events.length < pageSize || reader.head() === upTo;
  return { events, upTo, live };
}
