import { randomUUID } from 'node:crypto';
import { toPosition } from '@directory/domain/event-store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  AccountsUnavailable,
  EmailTaken,
  IcNumberTaken,
  LastAdmin,
  UsernameTaken,
  type AccountStore,
  type NewOwner,
  initialState,
  type RememberedOutcome,
} from './account-store.ts';
import { initialContact, maxRetryMs, type MailOrder } from './mail-store.ts';

/** An empty account database, in which any number of stores can be opened. */
export type AccountPlace = {
  readonly open: () => Promise<AccountStore>;
  readonly remove: () => Promise<void>;
};

/** Tests every guarantee of the port on an adapter. */
export function describeAccountStore(adapter: string, newPlace: () => Promise<AccountPlace>): void {
  describe(`the accounts in ${adapter}`, () => {
    let place: AccountPlace;
    let store: AccountStore;

    beforeEach(async () => {
      place = await newPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    async function createAdmins(...usernames: string[]) {
      const admins = usernames.map((username) => ({
        id: randomUUID(),
        username,
        passwordHash: 'hash',
      }));
      for (const admin of admins) await store.createAdmin(admin);
      return admins;
    }

    test('a registered owner is found by id and by e-mail', async () => {
      const owner = anOwner();
      await store.registerOwner(owner);
      const { id, fullName, phone, email, passwordHash } = owner;
      expect(await store.getOwner(id)).toEqual({ id, fullName, phone, email });
      expect(await store.getOwnerByEmail(email)).toEqual({
        id,
        fullName,
        phone,
        email,
        passwordHash,
        ...initialState,
      });
    });

    test('no method returns the IC number', async () => {
      const owner = anOwner();
      await store.registerOwner(owner);
      const returned = [await store.getOwner(owner.id), await store.getOwnerByEmail(owner.email)];
      expect(JSON.stringify(returned)).not.toContain(owner.encryptedIcNumber);
    });

    test('unknown accounts are null', async () => {
      expect(await store.getOwner(randomUUID())).toBeNull();
      expect(await store.getOwnerByEmail('nobody@example.com')).toBeNull();
      expect(await store.getAdminByUsername('nobody')).toBeNull();
    });

    test('an e-mail is stored in lower case and found in any case', async () => {
      await store.registerOwner(anOwner({ email: 'Siti.Aminah@Example.COM' }));
      const found = await store.getOwnerByEmail('SITI.aminah@example.com');
      expect(found?.email).toBe('siti.aminah@example.com');
    });

    test('registerOwner throws EmailTaken for the same e-mail in another case, and the first owner stays', async () => {
      const first = anOwner({ email: 'siti@example.com' });
      const second = anOwner({ email: 'SITI@example.com', fullName: 'Somebody else' });
      await store.registerOwner(first);
      await expect(store.registerOwner(second)).rejects.toThrow(EmailTaken);
      expect((await store.getOwnerByEmail('siti@example.com'))?.id).toBe(first.id);
      expect(await store.getOwner(second.id)).toBeNull();
    });

    test('exactly one of several concurrent registrations of an e-mail succeeds', async () => {
      const other = await place.open();
      const results = await Promise.allSettled(
        [store, other, store, other].map((each) =>
          each.registerOwner(anOwner({ email: 'siti@example.com' })),
        ),
      );
      await other.close();
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(EmailTaken);
    });

    test('registerOwner throws IcNumberTaken for the number of another owner, until that is erased', async () => {
      const first = anOwner({ icNumberHash: 'hash' });
      const second = anOwner({ email: 'ali@example.com', icNumberHash: 'hash' });
      await store.registerOwner(first);
      await expect(store.registerOwner(second)).rejects.toThrow(IcNumberTaken);
      expect(await store.getOwner(second.id)).toBeNull();
      await expect(store.registerOwner({ ...second, email: first.email })).rejects.toThrow(
        EmailTaken,
      );
      await store.eraseOwner(first.id);
      await store.registerOwner(second);
    });

    test('exactly one of several concurrent registrations of an IC number succeeds', async () => {
      const other = await place.open();
      const results = await Promise.allSettled(
        [store, other, store, other].map((each, index) =>
          each.registerOwner(anOwner({ email: `owner${index}@example.com`, icNumberHash: 'hash' })),
        ),
      );
      await other.close();
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('hashIcNumbers leaves accounts that share a number, and lets no new one have it', async () => {
      const owners = [anOwner(), anOwner({ email: 'ali@example.com' })];
      for (const owner of owners) await store.registerOwner(owner);
      for (let start = 0; start < 2; start += 1)
        await store.hashIcNumbers(({ encryptedIcNumber }) => `hash of ${encryptedIcNumber}`);
      const third = anOwner({
        email: 'new@example.com',
        icNumberHash: 'hash of encrypted-ic-number',
      });
      await store.eraseOwner(owners[0]?.id ?? '');
      await expect(store.registerOwner(third)).rejects.toThrow(IcNumberTaken);
      await store.eraseOwner(owners[1]?.id ?? '');
      await store.registerOwner(third);
    });

    test('a name is stored unchanged', async () => {
      const owner = anOwner({ fullName: `Zoë "'; DROP TABLE owners; -- 李 🏠 $where` });
      await store.registerOwner(owner);
      expect((await store.getOwner(owner.id))?.fullName).toBe(owner.fullName);
    });

    test('an admin is found by username in any case', async () => {
      const admin = { id: randomUUID(), username: 'Admin', passwordHash: 'hash' };
      await store.createAdmin(admin);
      expect(await store.getAdminByUsername('ADMIN')).toEqual({
        ...admin,
        username: 'admin',
        ...initialState,
      });
    });

    test('createAdmin throws UsernameTaken for the same username in another case', async () => {
      await store.createAdmin({ id: randomUUID(), username: 'admin', passwordHash: 'first' });
      const second = { id: randomUUID(), username: 'ADMIN', passwordHash: 'second' };
      await expect(store.createAdmin(second)).rejects.toThrow(UsernameTaken);
      expect((await store.getAdminByUsername('admin'))?.passwordHash).toBe('first');
    });

    test('setOwnerPassword and setAdminPassword change one account only', async () => {
      await store.registerOwner(anOwner({ email: 'siti@example.com' }));
      await store.registerOwner(anOwner({ email: 'ali@example.com', passwordHash: 'of Ali' }));
      await store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'of the boss' });
      await store.createAdmin({ id: randomUUID(), username: 'other', passwordHash: 'of another' });
      expect(await store.setOwnerPassword('Siti@Example.COM', newPassword('new'))).toBe(true);
      expect(await store.setAdminPassword('BOSS', newPassword('newer'))).toBe(true);
      const owners = ['siti@example.com', 'ali@example.com'];
      const found = await Promise.all([
        ...owners.map((email) => store.getOwnerByEmail(email)),
        ...['boss', 'other'].map((username) => store.getAdminByUsername(username)),
      ]);
      const hashes = found.map((login) => login?.passwordHash);
      expect(hashes).toEqual(['new', 'of Ali', 'newer', 'of another']);
    });

    test('setting the same password again returns true', async () => {
      await store.registerOwner(anOwner({ email: 'siti@example.com' }));
      expect(await store.setOwnerPassword('siti@example.com', newPassword('new'))).toBe(true);
      expect(await store.setOwnerPassword('siti@example.com', newPassword('new'))).toBe(true);
    });

    test('setting the password of an unknown account returns false and changes nothing', async () => {
      await store.registerOwner(anOwner({ email: 'siti@example.com' }));
      await store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'hash' });
      expect(await store.setOwnerPassword('boss', newPassword('new'))).toBe(false);
      expect(await store.setAdminPassword('siti@example.com', newPassword('new'))).toBe(false);
      expect(await store.getOwnerByEmail('boss')).toBeNull();
      expect((await store.getAdminByUsername('boss'))?.passwordHash).toBe('hash');
    });

    test('a password that replaces another is set only while the account has that one', async () => {
      const owner = anOwner({ passwordHash: 'old' });
      await store.registerOwner(owner);
      await store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'old' });
      const change = (passwordHash: string, replaces: string) => [
        store.setOwnerPassword(owner.email, { ...newPassword(passwordHash), replaces }),
        store.setAdminPassword('boss', { ...newPassword(passwordHash), replaces }),
      ];
      expect(await Promise.all(change('new', 'other'))).toEqual([false, false]);
      expect(await store.findSessionVersions(new Date(0))).toEqual(new Map());
      expect(await Promise.all(change('new', 'old'))).toEqual([true, true]);
      expect(await Promise.all(change('newer', 'old'))).toEqual([false, false]);
      expect((await store.getOwnerByEmail(owner.email))?.passwordHash).toBe('new');
      expect((await store.getAdminByUsername('boss'))?.passwordHash).toBe('new');
    });

    test('exactly one of several concurrent changes of the same password succeeds', async () => {
      const owner = anOwner({ passwordHash: 'old' });
      await store.registerOwner(owner);
      const other = await place.open();
      const hashes = ['one', 'two', 'three', 'four'];
      const changes = await Promise.all(
        [store, other, store, other].map((each, index) =>
          each.setOwnerPassword(owner.email, {
            ...newPassword(hashes[index] ?? ''),
            replaces: 'old',
          }),
        ),
      );
      await other.close();
      expect(changes.filter(Boolean)).toHaveLength(1);
      const { passwordHash } = (await store.getOwnerByEmail(owner.email)) ?? {};
      expect(passwordHash).toBe(hashes[changes.indexOf(true)]);
    });

    test('countAdmins counts admins, not owners', async () => {
      await store.registerOwner(anOwner());
      expect(await store.countAdmins()).toBe(0);
      await store.createAdmin({ id: randomUUID(), username: 'one', passwordHash: 'hash' });
      await store.createAdmin({ id: randomUUID(), username: 'two', passwordHash: 'hash' });
      expect(await store.countAdmins()).toBe(2);
    });

    test('registerKeyFingerprint stores the first fingerprint and returns it from then on', async () => {
      const other = await place.open();
      expect(await store.registerKeyFingerprint('first')).toBe('first');
      expect(await other.registerKeyFingerprint('second')).toBe('first');
      expect(await store.registerKeyFingerprint('first')).toBe('first');
      await other.close();
    });

    test('concurrent calls of registerKeyFingerprint agree on one fingerprint', async () => {
      const stored = await Promise.all(
        ['one', 'two', 'three'].map((fingerprint) => store.registerKeyFingerprint(fingerprint)),
      );
      expect(new Set(stored).size).toBe(1);
    });

    test('getAdminByUsername finds no owner, getOwnerByEmail no admin', async () => {
      await store.registerOwner(anOwner({ email: 'siti@example.com' }));
      await store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'hash' });
      expect(await store.getAdminByUsername('siti@example.com')).toBeNull();
      expect(await store.getOwnerByEmail('boss')).toBeNull();
    });

    test('findNames returns owners and admins by id and leaves out unknown ids', async () => {
      const first = anOwner({ email: 'first@example.com', fullName: "Zoë D'Souza" });
      const second = anOwner({ email: 'second@example.com' });
      const admin = { id: randomUUID(), username: 'Penghulu', passwordHash: 'hash' };
      await store.registerOwner(first);
      await store.registerOwner(second);
      await store.createAdmin(admin);
      const names = await store.findNames([first.id, admin.id, randomUUID(), first.id]);
      expect(names).toEqual(
        new Map([
          [first.id, "Zoë D'Souza"],
          [admin.id, 'penghulu'],
        ]),
      );
      expect(await store.findNames([])).toEqual(new Map());
    });

    test('findAdmins returns the ids and names of admins, by name', async () => {
      expect(await store.findAdmins()).toEqual([]);
      const [second, first] = [randomUUID(), randomUUID()];
      await store.createAdmin({ id: second, username: 'zul', passwordHash: 'hash' });
      await store.createAdmin({ id: first, username: 'Aminah', passwordHash: 'hash' });
      expect(await store.findAdmins()).toEqual([
        { id: first, username: 'aminah' },
        { id: second, username: 'zul' },
      ]);
    });

    test('accounts survive closing and reopening the store', async () => {
      const owner = anOwner();
      await store.registerOwner(owner);
      await store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'hash' });
      await store.close();
      store = await place.open();
      expect((await store.getOwner(owner.id))?.email).toBe(owner.email);
      expect(await store.countAdmins()).toBe(1);
    });

    test('an outcome is remembered for a day, also by another store', async () => {
      const id = randomUUID();
      const other = await place.open();
      await store.rememberOutcome(id, by(unchanged), new Date(0));
      expect(await other.findOutcome(id, new Date(dayMs - 1))).toEqual(unchanged);
      expect(await other.findOutcome(id, new Date(dayMs))).toBeNull();
      expect(await other.findOutcome(randomUUID(), new Date(0))).toBeNull();
      await other.close();
    });

    test('the first outcome of a command stays, until it is a day old', async () => {
      const id = randomUUID();
      const refused: RememberedOutcome = {
        fingerprint: 'hash',
        refusal: { code: 'required-field-cleared', fields: ['phone'] },
      };
      await store.rememberOutcome(id, by(unchanged), new Date(0));
      await store.rememberOutcome(id, by(refused), new Date(1));
      expect(await store.findOutcome(id, new Date(1))).toEqual(unchanged);
      await store.rememberOutcome(id, by(refused), new Date(dayMs));
      expect(await store.findOutcome(id, new Date(dayMs))).toEqual(refused);
    });

    test('an erased owner is not found any more, nor are outcomes of the account', async () => {
      const [siti, ahmad] = [anOwner(), anOwner({ email: 'ahmad@example.com' })];
      await store.registerOwner(siti);
      await store.registerOwner(ahmad);
      const [own, others] = [randomUUID(), randomUUID()];
      await store.rememberOutcome(own, by(unchanged, siti.id), new Date(0));
      await store.rememberOutcome(others, by(unchanged, ahmad.id), new Date(0));
      await store.eraseOwner(siti.id);
      await store.eraseOwner(siti.id);
      expect(await store.getOwner(siti.id)).toBeNull();
      expect(await store.getOwnerByEmail(siti.email)).toBeNull();
      expect(await store.findOutcome(own, new Date(1))).toBeNull();
      expect(await store.findOutcome(others, new Date(1))).toEqual(unchanged);
      expect(await store.getOwner(ahmad.id)).not.toBeNull();
      await store.registerOwner(anOwner());
    });

    test('a new password ends the sessions of the account only', async () => {
      const [siti, ahmad] = [anOwner(), anOwner({ email: 'ahmad@example.com' })];
      await store.registerOwner(siti);
      await store.registerOwner(ahmad);
      const boss = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
      await store.createAdmin(boss);
      expect(await store.findSessionVersions(new Date(0))).toEqual(new Map());
      await store.setOwnerPassword(siti.email, newPassword('new'));
      await store.setAdminPassword('boss', newPassword('new'));
      const other = await place.open();
      const versions = await other.findSessionVersions(new Date(0));
      await other.close();
      expect([...versions.keys()].toSorted()).toEqual([siti.id, boss.id].toSorted());
      const { sessionVersion = 0 } = (await store.getOwnerByEmail(siti.email)) ?? {};
      expect(sessionVersion).toBeGreaterThan(0);
      expect(versions.get(siti.id)).toBe(sessionVersion);
      expect((await store.getOwnerByEmail(ahmad.email))?.sessionVersion).toBe(0);
    });

    test('a made-up password has to be changed, until there is a chosen one', async () => {
      await store.registerOwner(anOwner({ email: 'siti@example.com' }));
      const find = () => store.getOwnerByEmail('siti@example.com');
      await store.setOwnerPassword('siti@example.com', { passwordHash: 'x', mustChange: true });
      expect((await find())?.mustChangePassword).toBe(true);
      await store.endSessions((await find())?.id ?? '');
      expect((await find())?.mustChangePassword).toBe(true);
      await store.setOwnerPassword('siti@example.com', newPassword('y'));
      expect((await find())?.mustChangePassword).toBe(false);
    });

    test('endSessions raises the version each time, also concurrently and of unknown accounts', async () => {
      const account = randomUUID();
      const other = await place.open();
      await Promise.all([store, other, store, other].map((each) => each.endSessions(account)));
      await other.close();
      expect(await store.findSessionVersions(new Date(0))).toEqual(new Map([[account, 4]]));
      expect(await store.findSessionVersions(new Date(Date.now() + 60_000))).toEqual(new Map());
    });

    test('an account is disabled and enabled, and each ends its sessions', async () => {
      const admin = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
      await store.createAdmin(admin);
      const find = () => store.getAdminByUsername('boss');
      await store.endSessions(admin.id, { isDisabled: true });
      expect(await find()).toMatchObject({ isDisabled: true, sessionVersion: 1 });
      await store.setAdminPassword('boss', newPassword('new'));
      expect(await find()).toMatchObject({ isDisabled: true });
      await store.endSessions(admin.id, { isDisabled: false });
      expect(await find()).toMatchObject({ isDisabled: false });
    });

    test('removeAdmin removes one admin and ends the sessions', async () => {
      const [boss] = await createAdmins('boss', 'other');
      expect(await store.removeAdmin('Boss')).toBe(true);
      expect(await store.removeAdmin('boss')).toBe(false);
      expect(await store.getAdminByUsername('boss')).toBeNull();
      expect(await store.getAdminByUsername('other')).not.toBeNull();
      expect(await store.findSessionVersions(new Date(0))).toEqual(new Map([[boss?.id, 1]]));
    });

    test('disableAdmin disables one admin and ends the sessions', async () => {
      await createAdmins('boss', 'other');
      expect(await store.disableAdmin('Boss')).toBe(true);
      expect(await store.disableAdmin('nobody')).toBe(false);
      const disabled = { isDisabled: true, sessionVersion: 1 };
      expect(await store.getAdminByUsername('boss')).toMatchObject(disabled);
      expect(await store.getAdminByUsername('other')).toMatchObject(initialState);
    });

    test.each(['disableAdmin', 'removeAdmin'] as const)(
      '%s throws LastAdmin for an admin beside whom all are disabled, and changes nothing',
      async (method) => {
        await createAdmins('boss', 'other');
        await store.disableAdmin('other');
        await expect(store[method]('BOSS')).rejects.toThrow(LastAdmin);
        expect(await store.getAdminByUsername('boss')).toMatchObject(initialState);
        await store[method]('other');
      },
    );

    test('of two admins who are disabled or removed at once, one can still log in', async () => {
      const admins = await createAdmins('boss', 'other');
      const second = await place.open();
      for (const method of [
        'disableAdmin',
        'disableAdmin',
        'disableAdmin',
        'removeAdmin',
      ] as const) {
        for (const { id } of admins) await store.endSessions(id, { isDisabled: false });
        const outcomes = await Promise.allSettled([
          store.disableAdmin('boss'),
          second[method]('other'),
        ]);
        const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
        for (const { reason } of refusals) expect(reason).toBeInstanceOf(LastAdmin);
        const found = await Promise.all(
          admins.map(({ username }) => store.getAdminByUsername(username)),
        );
        const enabled = found.filter((admin) => admin?.isDisabled === false);
        expect(enabled.length).toBeGreaterThan(0);
        expect(enabled).toHaveLength(refusals.length);
      }
      await second.close();
    });

    test('addState stores the state of an account that has none', async () => {
      const owner = anOwner();
      await store.registerOwner(owner);
      const state = { sessionVersion: 7, isDisabled: true, mustChangePassword: true };
      await store.addState(owner.id, state);
      await store.addState(owner.id, { ...state, sessionVersion: 3 });
      expect(await store.getOwnerByEmail(owner.email)).toMatchObject(state);
      expect((await store.findSessionVersions(new Date(0))).get(owner.id)).toBe(7);
    });

    test('a second factor is added and removed, and then another one can be added', async () => {
      const account = randomUUID();
      expect(await store.getSecondFactor(account)).toBeNull();
      for (const factor of [aFactor, { ...aFactor, lastStep: 9, recoveryHashes: [] }]) {
        expect(await store.addSecondFactor(account, factor)).toBe(true);
        const other = await place.open();
        expect(await other.getSecondFactor(account)).toEqual(factor);
        await other.close();
        await store.removeSecondFactor(account);
        expect(await store.getSecondFactor(account)).toBeNull();
      }
      await store.removeSecondFactor(account);
    });

    test('addSecondFactor adds one of several, also concurrently, which stays', async () => {
      const account = randomUUID();
      const other = await place.open();
      const additions = await Promise.all(
        [store, other, store, other].map((each, lastStep) =>
          each.addSecondFactor(account, { ...aFactor, lastStep }),
        ),
      );
      await other.close();
      expect(additions.filter(Boolean)).toHaveLength(1);
      expect(await store.addSecondFactor(account, aFactor)).toBe(false);
      const added = { ...aFactor, lastStep: additions.indexOf(true) };
      expect(await store.getSecondFactor(account)).toEqual(added);
    });

    test('a step of time is used once, and no earlier one after it, also concurrently', async () => {
      const account = randomUUID();
      await store.addSecondFactor(account, aFactor);
      const other = await place.open();
      const uses = await Promise.all(
        [store, other, store, other].map((each) => each.useStep(account, 8)),
      );
      await other.close();
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await store.useStep(account, 7)).toBe(false);
      expect(await store.useStep(account, 9)).toBe(true);
      expect(await store.useStep(randomUUID(), 10)).toBe(false);
    });

    test('a recovery code is used once, also concurrently, and the others stay', async () => {
      const account = randomUUID();
      await store.addSecondFactor(account, aFactor);
      const other = await place.open();
      const uses = await Promise.all(
        [store, other, store, other].map((each) => each.useRecoveryCode(account, 'one')),
      );
      await other.close();
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await store.useRecoveryCode(account, 'three')).toBe(false);
      expect((await store.getSecondFactor(account))?.recoveryHashes).toEqual(['two']);
    });

    test('removeAdmin removes the second factor', async () => {
      const admin = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
      await store.createAdmin(admin);
      await createAdmins('other');
      await store.addSecondFactor(admin.id, aFactor);
      await store.removeAdmin('boss');
      expect(await store.getSecondFactor(admin.id)).toBeNull();
    });

    test('the last token salt counts', async () => {
      expect(await store.getTokenSalt()).toBeNull();
      await store.setTokenSalt('first');
      await store.setTokenSalt('second');
      const other = await place.open();
      expect(await other.getTokenSalt()).toBe('second');
      await other.close();
    });

    test('changeContact changes what is given and leaves the rest', async () => {
      const [account, other] = [randomUUID(), randomUUID()];
      await store.changeContact(account, { language: 'ms' });
      await store.changeContact(account, { verifiedEmail: 'siti@example.com' });
      await store.changeContact(account, { wantsNotices: false });
      const expected = { language: 'ms', verifiedEmail: 'siti@example.com', wantsNotices: false };
      expect(await store.findContacts([account, other])).toEqual(new Map([[account, expected]]));
      await store.changeContact(other, {});
      expect((await store.findContacts([other])).get(other)).toEqual(initialContact);
    });

    test('verifyEmail replaces the address that it was asked for, for one of several callers', async () => {
      const account = randomUUID();
      await store.changeContact(account, { language: 'ms' });
      const other = await place.open();
      const emails = ['one@example.com', 'two@example.com', 'three@example.com'];
      for (const replaces of [null, 'first@example.com']) {
        if (replaces !== null) await store.changeContact(account, { verifiedEmail: replaces });
        const confirmations = await Promise.all(
          emails.map((email, index) =>
            (index % 2 === 0 ? store : other).verifyEmail(account, email, replaces),
          ),
        );
        expect(confirmations.filter(Boolean)).toHaveLength(1);
        expect((await store.findContacts([account])).get(account)).toEqual({
          ...initialContact,
          language: 'ms',
          verifiedEmail: emails[confirmations.indexOf(true)],
        });
      }
      expect(await store.verifyEmail(randomUUID(), 'one@example.com', null)).toBe(true);
      expect(await store.verifyEmail(randomUUID(), 'one@example.com', 'other')).toBe(false);
      await other.close();
    });

    test('a reset is found until it is replaced, expires or is removed, by one caller', async () => {
      const account = randomUUID();
      const add = (tokenHash: string, latest: number) => {
        const reset = { account, tokenHash, expiresAt: new Date(1000) };
        return store.addReset(reset, new Date(0), new Date(latest));
      };
      expect(await add('first', 0)).toBe(true);
      expect(await add('first', 0)).toBe(true);
      expect(await add('second', 999)).toBe(false);
      expect(await store.findReset('first', new Date(0))).toBe(account);
      expect(await add('second', 1000)).toBe(true);
      expect(await store.findReset('first', new Date(0))).toBeNull();
      expect(await store.findReset('second', new Date(999))).toBe(account);
      expect(await store.findReset('second', new Date(1000))).toBeNull();
      const removals = await Promise.all([
        store.removeReset('second'),
        store.removeReset('second'),
      ]);
      expect(removals.toSorted()).toEqual([false, true]);
      expect(await store.findReset('second', new Date(0))).toBeNull();
    });

    test('ended sessions remove the password link and the unsent mail to a wanted address', async () => {
      const owner = anOwner();
      await store.registerOwner(owner);
      const [boss = { id: '' }] = await createAdmins('boss', 'other');
      const other = randomUUID();
      const now = new Date(0);
      const verification = { ...anOrder(0), kind: 'verification' } as const;
      const endings = [
        [owner.id, () => store.setOwnerPassword(owner.email, newPassword('new'))],
        [boss.id, () => store.setAdminPassword('boss', newPassword('new'))],
        [boss.id, () => store.endSessions(boss.id)],
        [boss.id, () => store.disableAdmin('boss')],
      ] as const;
      for (const [account, end] of endings) {
        for (const each of [account, other]) {
          const reset = { account: each, tokenHash: each, expiresAt: new Date(1000) };
          await store.addReset(reset, now, now);
          const wanted = { id: randomUUID(), account: each, about: 'wanted@example.com' };
          await store.queueMail({ ...verification, ...wanted });
        }
        // To the account's own address.
        const own = { ...verification, id: randomUUID(), account, about: null };
        await store.queueMail(own);
        await end();
        expect(await store.findReset(account, new Date(0))).toBeNull();
        expect(await store.findReset(other, new Date(0))).toBe(other);
        const due = await store.findDueMails(new Date(9), 10);
        expect(due.filter((mail) => mail.account === account)).toMatchObject([{ id: own.id }]);
        expect(due.filter((mail) => mail.account === other)).not.toEqual([]);
        await store.removeMail(own.id);
      }
    });

    test('addReset deletes the resets of every account that have expired', async () => {
      const add = (tokenHash: string, expiresAt: number, now: number) =>
        store.addReset(
          { account: randomUUID(), tokenHash, expiresAt: new Date(expiresAt) },
          new Date(now),
          new Date(now),
        );
      await add('expired', 1000, 0);
      await add('valid', 1001, 0);
      await add('new', 2000, 1000);
      expect(await store.findReset('expired', new Date(0))).toBeNull();
      for (const valid of ['valid', 'new'])
        expect(await store.findReset(valid, new Date(0))).not.toBeNull();
    });

    test('a mail is queued once, and due in the order of its time', async () => {
      const [late, early] = [anOrder(2), anOrder(1)];
      const other = await place.open();
      await Promise.all([store, other, store].map((each) => each.queueMail(late)));
      await other.close();
      await store.queueMail(early);
      expect(await store.findDueMails(new Date(0), 10)).toEqual([]);
      const due = await store.findDueMails(new Date(2), 10);
      const state = { attempts: 0, failure: null };
      expect(due).toEqual([
        { ...early, ...state, dueAt: early.orderedAt },
        { ...late, ...state, dueAt: late.orderedAt },
      ]);
      expect(await store.findDueMails(new Date(2), 1)).toHaveLength(1);
      await store.removeMail(early.id);
      expect((await store.findDueMails(new Date(2), 10)).map(({ id }) => id)).toEqual([late.id]);
    });

    test('changeMail changes a mail for one of several callers', async () => {
      const order = anOrder(0);
      await store.queueMail(order);
      const claim = () =>
        store.changeMail(order.id, 0, { attempts: 1, dueAt: new Date(5), failure: null });
      expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([false, true]);
      expect(await store.findDueMails(new Date(4), 10)).toEqual([]);
      const state = { attempts: 1, dueAt: new Date(5), failure: '550' };
      expect(await store.changeMail(order.id, 1, state)).toBe(true);
      expect(await store.findDueMails(new Date(9), 10)).toEqual([]);
    });

    test('a mail that waits longer than any retry, as of a clock that was set back since, is due', async () => {
      const order = anOrder(maxRetryMs);
      await store.queueMail(order);
      expect(await store.findDueMails(new Date(0), 10)).toEqual([]);
      expect((await store.findDueMails(new Date(-1), 10)).map(({ id }) => id)).toEqual([order.id]);
      await store.changeMail(order.id, 0, { attempts: 1, dueAt: order.orderedAt, failure: '550' });
      expect(await store.findDueMails(new Date(-1), 10)).toEqual([]);
    });

    test('reviewMails counts what waits and what is not sent any more, until that is tried again', async () => {
      const none = { waiting: 0, oldestAt: null, undeliveredCount: 0, undelivered: [] };
      expect(await store.reviewMails()).toEqual(none);
      const [first, second, third] = [anOrder(1), anOrder(2), anOrder(3)];
      for (const order of [third, second, first]) await store.queueMail(order);
      const failed = { attempts: 1, dueAt: new Date(5), failure: '550' };
      for (const { id } of [third, first]) await store.changeMail(id, 0, failed);
      const undelivered = [third, first].map((order) => ({ ...order, ...failed }));
      const counts = { waiting: 1, oldestAt: second.orderedAt, undeliveredCount: 2 };
      expect(await store.reviewMails()).toEqual({ ...counts, undelivered });
      expect(await store.retryMails(new Date(9))).toBe(2);
      expect(await store.retryMails(new Date(9))).toBe(0);
      const all = { ...none, waiting: 3, oldestAt: first.orderedAt };
      expect(await store.reviewMails()).toEqual(all);
      expect(await store.findDueMails(new Date(8), 10)).toHaveLength(1);
      const again = { attempts: 0, dueAt: new Date(9), failure: null };
      expect(await store.findDueMails(new Date(9), 10)).toContainEqual({ ...first, ...again });
    });

    test('removeUndelivered removes the old ones that are not sent any more', async () => {
      const [old, waiting, recent] = [anOrder(1), anOrder(1), anOrder(2)];
      for (const order of [old, waiting, recent]) await store.queueMail(order);
      const failed = { attempts: 1, dueAt: new Date(5), failure: '550' };
      for (const { id } of [old, recent]) await store.changeMail(id, 0, failed);
      await store.removeUndelivered(new Date(2));
      const { undelivered } = await store.reviewMails();
      expect(undelivered.map(({ id }) => id)).toEqual([recent.id]);
      expect((await store.findDueMails(new Date(9), 10)).map(({ id }) => id)).toEqual([waiting.id]);
    });

    test('the last state of the notifier counts', async () => {
      expect(await store.getNotifierState()).toBeNull();
      const state = { log: 'log', position: toPosition(1), summarized: '2026-11-22' };
      await store.setNotifierState(state);
      const later = { ...state, position: toPosition(2) };
      await store.setNotifierState(later);
      expect(await store.getNotifierState()).toEqual(later);
    });

    test('nothing about mails stays of an erased owner and a removed admin', async () => {
      const owner = anOwner();
      const admin = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
      await store.registerOwner(owner);
      await store.createAdmin(admin);
      await createAdmins('other');
      for (const { id: account } of [owner, admin]) {
        await store.changeContact(account, { verifiedEmail: 'siti@example.com' });
        await store.addReset(
          { account, tokenHash: account, expiresAt: new Date(1000) },
          new Date(0),
          new Date(0),
        );
        await store.queueMail({ ...anOrder(0), account });
      }
      await store.eraseOwner(owner.id);
      await store.removeAdmin('boss');
      expect(await store.findContacts([owner.id, admin.id])).toEqual(new Map());
      for (const { id } of [owner, admin])
        expect(await store.findReset(id, new Date(0))).toBeNull();
      expect(await store.findDueMails(new Date(9), 10)).toEqual([]);
    });

    test('methods throw AccountsUnavailable after close', async () => {
      await store.ping();
      await store.close();
      await expect(store.ping()).rejects.toThrow(AccountsUnavailable);
      await expect(store.getOwner(randomUUID())).rejects.toThrow(AccountsUnavailable);
      await expect(store.registerOwner(anOwner())).rejects.toThrow(AccountsUnavailable);
      await expect(store.setAdminPassword('boss', newPassword('new'))).rejects.toThrow(
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

const aFactor = { encryptedSecret: 'encrypted', lastStep: 7, recoveryHashes: ['one', 'two'] };
const newPassword = (passwordHash: string) => ({ passwordHash, mustChange: false });
const dayMs = 24 * 3_600_000;
const by = (outcome: RememberedOutcome, account = 'siti') => ({ ...outcome, account });
const unchanged: RememberedOutcome = { fingerprint: 'hash', revision: 7 };

function anOwner(changes: Partial<NewOwner> = {}): NewOwner {
  return {
    id: randomUUID(),
    fullName: 'Siti Aminah',
    phone: '012-3456789',
    email: 'siti@example.com',
    passwordHash: '$argon2id$a-hash',
    encryptedIcNumber: 'encrypted-ic-number',
    icNumberHash: null,
    ...changes,
  };
}

function anOrder(ms: number): MailOrder {
  const [id, account] = [randomUUID(), randomUUID()];
  return { id, kind: 'decision', account, about: 'a listing', orderedAt: new Date(ms) };
}
