import { afterAll, beforeAll, describe } from 'vitest';
import { appendingContract } from './contract/appending.suite.ts';
import { closingContract } from './contract/closing.suite.ts';
import { modelContract } from './contract/model.suite.ts';
import { readingContract } from './contract/reading.suite.ts';
import { repeatingContract } from './contract/repeating.suite.ts';
import { subscribingContract } from './contract/subscribing.suite.ts';
import type { EventStore } from './event-store.ts';

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
