import { afterAll, beforeAll, describe } from 'vitest';
import { committingContract } from './contract/committing.suite.ts';
import { generationsContract } from './contract/generations.suite.ts';
import { leaseContract } from './contract/lease.suite.ts';
import { readingContract } from './contract/reading.suite.ts';
import { sharingContract } from './contract/sharing.suite.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Every promise of the port. `open` gives the same store each time, as different programs would open it; it may hold the views of
 * others, and others may work with it meanwhile.
 */
export function viewStoreContract(name: string, open: () => Promise<ViewStore>): void {
  describe(`view store: ${name}`, () => {
    let store: ViewStore | undefined;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    const getStore = () => {
      if (!store) throw new Error('the store was not opened');
      return store;
    };
    describe('commit', () => {
      committingContract(getStore);
    });
    describe('generations', () => {
      generationsContract(getStore);
    });
    describe('reading', () => {
      readingContract(getStore);
    });
    describe('lease', () => {
      leaseContract(getStore);
    });
    describe('shared', () => {
      sharingContract(open);
    });
  });
}
