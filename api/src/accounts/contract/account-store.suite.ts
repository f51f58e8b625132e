import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccountsUnavailable, type AccountStore } from '../account-store.ts';
import {
  adminNamed,
  anOrder,
  anOwner,
  newPassword,
  type AccountsFixture,
} from '../../testing/accounts-fixture.ts';
import { logInContract } from './log-in.suite.ts';
import { mailContract } from './mail.suite.ts';
import { registrationContract } from './registration.suite.ts';

/** An empty account database, in which any number of stores can be opened. */
type AccountPlace = {
  readonly open: () => Promise<AccountStore>;
  readonly remove: () => Promise<void>;
};

/** Tests every guarantee of the port on an adapter. */
export function describeAccountStore(adapter: string, newPlace: () => Promise<AccountPlace>): void {
  describe(`the accounts in ${adapter}`, () => {
    let place: AccountPlace;
    let store: AccountStore;
    const fixture: AccountsFixture = {
      get store() {
        return store;
      },
      set store(next) {
        store = next;
      },
      open: () => place.open(),
    };

    beforeEach(async () => {
      place = await newPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    registrationContract(fixture);
    logInContract(fixture);
    mailContract(fixture);

    test('methods throw AccountsUnavailable after close', async () => {
      await store.ping();
      await store.close();
      await expect(store.ping()).rejects.toThrow(AccountsUnavailable);
      await expect(store.getOwner(randomUUID())).rejects.toThrow(AccountsUnavailable);
      await expect(store.registerOwner(anOwner())).rejects.toThrow(AccountsUnavailable);
      await expect(store.setPassword(adminNamed('boss'), newPassword('new'))).rejects.toThrow(
        AccountsUnavailable,
      );
      await expect(store.endSessions(randomUUID())).rejects.toThrow(AccountsUnavailable);
      await expect(store.findSessionVersions(new Date())).rejects.toThrow(AccountsUnavailable);
      await expect(store.findDueMails(new Date(), 1)).rejects.toThrow(AccountsUnavailable);
      await expect(store.queueMail(anOrder(0))).rejects.toThrow(AccountsUnavailable);
      await expect(store.findOutcome(randomUUID(), new Date())).rejects.toThrow(
        AccountsUnavailable,
      );
    });
  });
}
