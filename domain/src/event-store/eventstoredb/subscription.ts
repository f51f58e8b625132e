import { END } from '@eventstore/db-client';
import { createBackoff, sleep } from '../../shared/retry.ts';
import type { Position, SubscriptionBatch } from '../event-store.ts';
import { followLog, type FollowedLog, type WakeUp } from '../follow-log.ts';
import type { LogReader } from './log-reader.ts';
import type { Connection } from './connection.ts';

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

type LiveSubscription = ReturnType<typeof liveSubscription>;

/**
 * Told by the server of what is appended anywhere, while somebody holds it. What it says is only taken as a hint to look: the
 * server drops subscribers that fall a little behind, and says nothing of what they missed.
 */
export function liveSubscription(connection: Connection, wake: () => void) {
  let holders = 0;
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
    /** Whether appends are told of right now. */
    isLive: () => isConfirmed,
    /** Returns how to let go of it. */
    hold: (): (() => void) => {
      holders += 1;
      if (!stop) {
        stop = new AbortController();
        void run(stop.signal);
      }
      return () => {
        holders -= 1;
        if (holders > 0) return;
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
