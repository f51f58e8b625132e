import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBackoff, type WakeUp } from '../shared/timers.ts';
import { Timeout, Unavailable, type Position, type EventBatch } from './event-store.ts';

/** What a subscription needs of an adapter. */
export type FollowedLog = {
  /** Reads what follows a position, as far as it fits into one batch. May end early when the signal fires. */
  readonly readBatch: (after: Position, signal: AbortSignal) => EventBatch | Promise<EventBatch>;
  readonly wakeUp: WakeUp;
  /** How soon to read again without a wake-up. */
  readonly pollIntervalMs: number;
  /** @throws Unavailable once the log was closed. */
  readonly requireOpen: () => void;
};

type From = { readonly after: Position; readonly signal: AbortSignal };

/** Follows a log by reading pages of it. A wake-up only triggers a read, so that a lost one loses no event. */
export async function* followLog(
  log: FollowedLog,
  { after, signal }: From,
): AsyncGenerator<EventBatch, void, void> {
  let upTo = after;
  let wasAtHead = false;
  while (!signal.aborted) {
    const known = log.wakeUp.count();
    const batch = await waitOutOutages(log, { after: upTo, signal });
    if (!batch) return;
    const readAt = performance.now();
    const isNew = batch.events.length > 0 || !wasAtHead;
    if (isNew) {
      upTo = batch.upTo;
      wasAtHead = batch.isAtHead;
      yield batch;
    }
    if (isNew && !batch.isAtHead) await nextTurn();
    // A commit since this read began may hold more: then it reads again at once.
    else if (log.wakeUp.count() === known)
      await log.wakeUp.sleep(Math.max(0, readAt + log.pollIntervalMs - performance.now()), signal);
  }
}

async function waitOutOutages(
  { readBatch, wakeUp: { sleep }, requireOpen }: FollowedLog,
  { after, signal }: From,
): Promise<EventBatch | undefined> {
  const backoff = createBackoff({ firstMs: 250, maxMs: 5_000 });
  while (!signal.aborted) {
    requireOpen();
    try {
      return await readBatch(after, signal);
    } catch (error) {
      const isOutage = error instanceof Unavailable || error instanceof Timeout;
      if (!isOutage) throw error;
    }
    await sleep(backoff.next(), signal);
  }
  return undefined;
}

/** Lets a log be closed once: calls made after that throw Unavailable. */
export function closable(shutDown: () => Promise<void>) {
  let closed: Promise<void> | undefined;
  const requireOpen = () => {
    if (closed) throw new Unavailable('the log was closed');
  };
  return {
    requireOpen,
    whileOpen:
      <Args extends readonly unknown[], Result>(
        call: (...args: Args) => Result | Promise<Result>,
      ) =>
      async (...args: Args): Promise<Result> => {
        requireOpen();
        return call(...args);
      },
    close: () => (closed ??= shutDown()),
  };
}
