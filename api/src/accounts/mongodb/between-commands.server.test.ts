import { describeOnServer } from '@directory/domain/testing/servers';
import { openFaultyConnection } from '@directory/projections/testing/faulty-connection';
import { newMongoDatabase, type MongoDatabase } from '@directory/projections/testing/mongodb';
import { MongoClient, type Document, type FindOptions } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminNamed, ownerNamed, anOwner, newPassword } from '../../testing/accounts-fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { openMongoAccounts } from './mongo-accounts.ts';

const [early, now, late] = [new Date(0), new Date(1), new Date(2)];

const ali = anOwner({ id: 'ali', email: 'ali@example.com', icNumberHash: 'ic of ali' });
/** From before numbers were hashed. */
const siti = anOwner({ id: 'siti', email: 'siti@example.com' });
const mei = anOwner({ id: 'mei', email: 'new@example.com', icNumberHash: 'ic of mei' });

const notice = {
  id: 'notice',
  kind: 'address-change',
  account: 'siti',
  about: siti.email,
  orderedAt: early,
} as const;

/** Of an operator, who replaces any, and of the owner. */
const passwordCalls = [
  (store) =>
    store.setPassword(ownerNamed(siti.email), { passwordHash: 'operator', mustChange: true }),
  (store) =>
    store.setPassword(ownerNamed(siti.email), {
      ...newPassword('own'),
      replaces: siti.passwordHash,
    }),
] satisfies Call[];

type Call = (store: AccountStore) => Promise<unknown>;

const ownerCalls = {
  eraseOwner: async (store) => {
    await store.endSessions('siti', { mustChangePassword: false });
    await store.eraseOwner('siti');
  },
  hashIcNumbers: (store) => store.hashIcNumbers(({ id }) => `ic of ${id}`),
  registerOwner: (store) => store.registerOwner(mei),
  'setPassword of an owner': (store) =>
    store.setPassword(ownerNamed(siti.email), newPassword('new')),
  'verifyOwnerEmail of another address': (store) =>
    store.verifyOwnerEmail('siti', {
      email: 'new@example.com',
      replaces: siti.email,
      notice,
    }),
  'verifyOwnerEmail of the present address': (store) =>
    store.verifyOwnerEmail('siti', { email: siti.email, replaces: siti.email, notice: null }),
} satisfies Record<string, Call>;

const adminCalls = {
  disableAdmin: (store) => store.disableAdmin('boss'),
  removeAdmin: (store) => store.removeAdmin('boss'),
  'setPassword of an admin': (store) => store.setPassword(adminNamed('boss'), newPassword('new')),
  verifyAdminEmail: (store) => store.verifyAdminEmail('boss', 'new@example.com', null),
} satisfies Record<string, Call>;

async function fill(store: AccountStore): Promise<void> {
  for (const owner of [ali, siti]) await store.registerOwner(owner);
  for (const username of ['boss', 'clerk'])
    await store.createAdmin({ id: username, username, passwordHash: 'hash' });
  await store.addSecondFactor('boss', { encryptedSecret: 's', lastStep: 1, recoveryHashes: [] });
  for (const account of ['siti', 'boss']) {
    await store.addReset({ account, tokenHash: account, expiresAt: late }, early, now);
    const mail = { id: `link for ${account}`, account, about: 'wanted@example.com' } as const;
    await store.queueMail({ ...mail, kind: 'verification', orderedAt: early });
  }
}

/** Without transactions others may come between any two commands of a call, or it may end there. */
describeOnServer('mongodb', (server) => {
  let database: MongoDatabase;
  let client: MongoClient;
  let other: AccountStore;
  let filled: Readonly<Record<string, Document[]>>;

  beforeAll(async () => {
    database = newMongoDatabase(server);
    client = new MongoClient(database.url);
    other = openMongoAccounts(database);
    await fill(other);
    filled = await documents();
  });
  afterAll(async () => {
    await other.close();
    await client.close();
    await database.drop();
  });

  async function documents(options: FindOptions = {}): Promise<Record<string, Document[]>> {
    const collections = await client.db().collections();
    const all = collections.map(async (collection) => {
      const found = await collection.find({}, options).sort({ _id: 1 }).toArray();
      return [collection.collectionName, found] as const;
    });
    return Object.fromEntries((await Promise.all(all)).filter(([, found]) => found.length > 0));
  }

  async function begin(): Promise<void> {
    const collections = await client.db().collections();
    const all = collections.map(async (collection) => {
      await collection.deleteMany();
      const before = filled[collection.collectionName];
      if (before) await collection.insertMany(before);
    });
    await Promise.all(all);
  }

  /** Without how often sessions were ended and when: once more does no harm. */
  const records = () => documents({ projection: { sessionVersion: 0, endedAt: 0 } });

  const outcomeOf = (call: Promise<unknown>) => call.catch(String);

  async function openCaller() {
    const network = await openFaultyConnection(database.url);
    const store = openMongoAccounts(network);
    await store.countOwners();
    const close = () => store.close().then(network.close);
    return { network, store, close };
  }

  /**
   * Lets a call send more commands from one time to the next, and `meanwhile` do something before it sends the rest, or instead.
   */
  async function eachPoint(
    call: Call,
    meanwhile: (rest: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    let caller = await openCaller();
    for (let commands = 0, isHeld = true; isHeld; commands += 1) {
      await begin();
      const { network, store, close } = caller;
      const held = network.holdAfter(commands).then(() => true);
      const outcome = outcomeOf(call(store));
      isHeld = await Promise.race([held, outcome.then(() => false)]);
      let isComplete = !isHeld;
      if (isHeld)
        await meanwhile(() => {
          isComplete = true;
          network.restore();
          return outcome;
        });
      if (isComplete) continue;
      await close();
      caller = await openCaller();
    }
    await caller.close();
  }

  async function inOrder(...calls: Call[]) {
    await begin();
    const outcomes = [];
    for (const call of calls) outcomes.push(await outcomeOf(call(other)));
    return { outcomes, records: await records() };
  }

  test.each([passwordCalls, passwordCalls.toReversed()])(
    'of new passwords by an operator and by the owner at once the one that stays decides whether it must be changed (%#)',
    async (call, callBetween) => {
      await eachPoint(call, async (rest) => {
        await callBetween(other);
        await rest();
        const found = await other.getOwner('siti');
        expect(found?.mustChangePassword).toBe(found?.passwordHash === 'operator');
      });
    },
  );

  describe.each([
    ['owners', ownerCalls],
    ['admins', adminCalls],
  ])('of the calls for %s,', (_, calls) => {
    const all = Object.entries<Call>(calls);
    const pairs = all.flatMap(([name, call]) =>
      all.map(([between, callBetween]) => ({ name, between, call, callBetween })),
    );

    test.each(pairs)(
      '$name with $between between its commands ends as one after the other',
      async ({ call, callBetween }) => {
        const before = await inOrder(callBetween, call);
        const orders = [await inOrder(call, callBetween), before];
        before.outcomes.reverse();
        await eachPoint(call, async (rest) => {
          const between = await outcomeOf(callBetween(other));
          const outcomes = [await rest(), between];
          expect(orders).toContainEqual({ outcomes, records: await records() });
        });
      },
    );

    test.each(all)(
      '%s that ends between its commands is completed by a restart and a repeat',
      async (_name, call) => {
        const { hashIcNumbers: restart } = ownerCalls;
        const { records: expected } = await inOrder(call, restart);
        await eachPoint(call, async () => {
          await restart(other);
          await outcomeOf(call(other));
          expect(await records()).toEqual(expected);
        });
      },
    );
  });
});
