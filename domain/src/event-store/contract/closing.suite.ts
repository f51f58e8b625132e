import { expect, test } from 'vitest';
import { someEvent, someStream } from '../../testing/events.ts';
import { startOfLog, Unavailable, type EventStore } from '../event-store.ts';

/** Needs stores of its own, because it closes them. */
export function closingContract(open: () => Promise<EventStore>): void {
  test('close waits for appends in progress', async () => {
    const store = await open();
    const stream = someStream();
    await store.append(stream, [someEvent()], { expected: 'none' });
    const underWay = Array.from({ length: 50 }, () =>
      store.append(stream, [someEvent()], { expected: 'any' }),
    );
    await store.close();
    const outcomes = await Promise.all(underWay);
    expect(outcomes.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  test('every call after close is Unavailable, except another close', async () => {
    const store = await open();
    await store.close();
    const { signal } = new AbortController();
    const subscription = store.subscribe({ after: startOfLog, signal });
    const outcomes = await Promise.allSettled([
      store.append(someStream(), [someEvent()], { expected: 'none' }),
      store.readStream(someStream()),
      store.readAll({ after: startOfLog, limit: 1 }),
      store.head(),
      store.ping(),
      subscription[Symbol.asyncIterator]().next(),
    ]);
    for (const outcome of outcomes)
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(Unavailable);
    await expect(store.close()).resolves.toBeUndefined();
  });

  test('close ends a waiting subscription with Unavailable', async () => {
    const store = await open();
    const { signal } = new AbortController();
    const batches = store.subscribe({ after: await store.head(), signal })[Symbol.asyncIterator]();
    await batches.next();
    const waiting = batches.next();
    waiting.catch(() => undefined);
    await store.close();
    await expect(waiting).rejects.toBeInstanceOf(Unavailable);
  });
}
