import { END } from '@eventstore/db-client';
import { createBackoff, sleep } from '../../shared/retry.ts';
import type { Position, SubscriptionBatch } from '../event-store.ts';
import { followLog, type FollowedLog, type WakeUp } from '../follow-log.ts';
import type { LogReader } from './log-reader.ts';
import type { Connection } from './connection.ts';

/** Events a batch; small enough not to hold up the event loop. */
const pageSize = 500;

/** Poll intervals without and with a live subscription. In ms. */
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
  const release = live.acquire();
  const log = {
    readBatch: batches(reader),
    sleep: wakeUp.sleep,
    pollInterval: () => (live.isLive() ? pollIntervalWhenLive : pollIntervalAlone),
    requireOpen,
  };
  try {
    yield* followLog(log, from);
  } finally {
    release();
  }
}

/** Also reads past events of the server, which subscribers do not get. */
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

type LiveSubscription = ReturnType<typeof liveSubscription>;

/**
 * A subscription at the server, open while it has users. Its events only trigger a read: the server drops slow subscribers
 * and does not report what they missed.
 */
export function liveSubscription(connection: Connection, wake: () => void) {
  let users = 0;
  let isConfirmed = false;
  let stop: AbortController | undefined;

  const run = async (signal: AbortSignal) => {
    const backoff = createBackoff({ firstMs: 250, maxMs: 5_000 });
    while (!signal.aborted) {
      await listen(connection, {
        signal,
        onConfirmed: () => {
          isConfirmed = true;
          backoff.reset();
          wake();
        },
        onEvent: wake,
      });
      isConfirmed = false;
      await sleep(backoff.next(), signal);
    }
  };

  return {
    /** Whether the server reports appends right now. */
    isLive: () => isConfirmed,
    /** Returns the function that releases it. */
    acquire: (): (() => void) => {
      users += 1;
      if (!stop) {
        stop = new AbortController();
        void run(stop.signal);
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        stop?.abort();
        stop = undefined;
      };
    },
  };
}

type Listener = {
  readonly signal: AbortSignal;
  readonly onConfirmed: () => void;
  readonly onEvent: () => void;
};

/** Resolves when the subscription has ended, in whatever way; a listener of errors stays, as there may be more than one. */
async function listen(
  { client, options }: Connection,
  { signal, onConfirmed, onEvent }: Listener,
): Promise<void> {
  const subscription = client.subscribeToAll({ ...options, fromPosition: END });
  await new Promise<void>((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    subscription.on('confirmation', onConfirmed);
    subscription.on('data', onEvent);
    subscription.on('error', end);
    subscription.on('end', end);
    if (signal.aborted) end();
  });
  subscription.off('data', onEvent);
  await subscription.unsubscribe().catch(() => undefined);
}
