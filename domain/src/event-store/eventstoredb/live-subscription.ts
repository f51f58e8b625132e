import { END } from '@eventstore/db-client';
import type { Connection } from './connection.ts';

/** In ms. */
const firstPause = 250;
const maxPauseMs = 5_000;

export type LiveSubscription = ReturnType<typeof liveSubscription>;

/**
 * Told by the server of what is appended anywhere, while somebody holds it. What it says is only taken as a hint to look: the
 * server drops subscribers that fall a little behind, and says nothing of what they missed.
 */
export function liveSubscription(connection: Connection, wake: () => void) {
  let holders = 0;
  let isConfirmed = false;
  let stop: AbortController | undefined;

  const run = async (signal: AbortSignal) => {
    for (let pause = firstPause; !signal.aborted;) {
      await listen(connection, {
        signal,
        onConfirmed: () => {
          isConfirmed = true;
          pause = firstPause;
          wake();
        },
        onEvent: wake,
      });
      isConfirmed = false;
      await sleep(pause * Math.random(), signal);
      pause = Math.min(pause * 2, maxPauseMs);
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

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
