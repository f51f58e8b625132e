import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someEvent, someStream } from '../testing/events.ts';
import { appendingContract } from './contract/appending.suite.ts';
import { modelContract } from './contract/model.suite.ts';
import { readingContract } from './contract/reading.suite.ts';
import { repeatingContract } from './contract/repeating.suite.ts';
import { subscribingContract } from './contract/subscribing.suite.ts';
import { startOfLog, Unavailable, type EventStore } from './event-store.ts';

/**
 * Every promise of the port. `open` gives a store on the same log each time. That log may hold the events of others, but nobody
 * else should be busy writing to it meanwhile.
 */
export function eventStoreContract(name: string, open: () => Promise<EventStore>): void {
  describe(`event store: ${name}`, () => {
    let store: EventStore | undefined;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    const getStore = () => {
      if (!store) throw new Error('the store was not opened');
      return store;
    };
    describe('append', () => {
      appendingContract(getStore);
    });
    describe('append again', () => {
      repeatingContract(getStore);
    });
    describe('append against a model', () => {
      modelContract(getStore);
    });
    describe('read', () => {
      readingContract(getStore);
    });
    describe('subscribe', () => {
      subscribingContract(getStore);
    });
    describe('close', () => {
      closingContract(open);
    });
  });
}

/** Needs stores of its own, because it closes them. */
function closingContract(open: () => Promise<EventStore>): void {
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
