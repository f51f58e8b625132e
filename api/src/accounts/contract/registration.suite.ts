import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  EmailTaken,
  IcNumberTaken,
  initialState,
  UsernameTaken,
  type RememberedOutcome,
} from '../account-store.ts';
import {
  adminNamed,
  ownerNamed,
  anOwner,
  newPassword,
  type AccountsFixture,
} from '../../testing/accounts-fixture.ts';

/** Owners and admins, their passwords and the outcomes of their commands. */
export function registrationContract(fixture: AccountsFixture): void {
  test('a registered owner is found by id and by email, with the state of the account', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    const { id, fullName, phone, email, passwordHash } = owner;
    const login = { id, fullName, phone, email, passwordHash };
    for (const state of [initialState, { ...initialState, sessionVersion: 1, isDisabled: true }]) {
      expect(await fixture.store.getOwner(id)).toEqual({ ...login, ...state });
      expect(await fixture.store.getOwnerByEmail(email)).toEqual({ ...login, ...state });
      await fixture.store.endSessions(id, { isDisabled: true });
    }
  });

  test('no method returns the IC number', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    const returned = [
      await fixture.store.getOwner(owner.id),
      await fixture.store.getOwnerByEmail(owner.email),
    ];
    expect(JSON.stringify(returned)).not.toContain(owner.encryptedIcNumber);
  });

  test('unknown accounts are null', async () => {
    expect(await fixture.store.getOwner(randomUUID())).toBeNull();
    expect(await fixture.store.getOwnerByEmail('nobody@example.com')).toBeNull();
    expect(await fixture.store.getAdminByUsername('nobody')).toBeNull();
  });

  test('an email is stored in lower case and found in any case', async () => {
    await fixture.store.registerOwner(anOwner({ email: 'Siti.Aminah@Example.COM' }));
    const found = await fixture.store.getOwnerByEmail('SITI.aminah@example.com');
    expect(found?.email).toBe('siti.aminah@example.com');
  });

  test('registerOwner throws EmailTaken for the same email in another case, and the first owner stays', async () => {
    const first = anOwner({ email: 'siti@example.com' });
    const second = anOwner({ email: 'SITI@example.com', fullName: 'Somebody else' });
    await fixture.store.registerOwner(first);
    await expect(fixture.store.registerOwner(second)).rejects.toThrow(EmailTaken);
    expect((await fixture.store.getOwnerByEmail('siti@example.com'))?.id).toBe(first.id);
    expect(await fixture.store.getOwner(second.id)).toBeNull();
  });

  test('exactly one of several concurrent registrations of an email succeeds', async () => {
    const other = await fixture.open();
    const results = await Promise.allSettled(
      [fixture.store, other, fixture.store, other].map((each) =>
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
    await fixture.store.registerOwner(first);
    await expect(fixture.store.registerOwner(second)).rejects.toThrow(IcNumberTaken);
    expect(await fixture.store.getOwner(second.id)).toBeNull();
    await expect(fixture.store.registerOwner({ ...second, email: first.email })).rejects.toThrow(
      EmailTaken,
    );
    await fixture.store.eraseOwner(first.id);
    await fixture.store.registerOwner(second);
  });

  test('exactly one of several concurrent registrations of an IC number succeeds', async () => {
    const other = await fixture.open();
    const results = await Promise.allSettled(
      [fixture.store, other, fixture.store, other].map((each, index) =>
        each.registerOwner(anOwner({ email: `owner${index}@example.com`, icNumberHash: 'hash' })),
      ),
    );
    await other.close();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('hashIcNumbers leaves accounts that share a number, and lets no new one have it', async () => {
    const owners = [anOwner(), anOwner({ email: 'ali@example.com' })];
    for (const owner of owners) await fixture.store.registerOwner(owner);
    for (let start = 0; start < 2; start += 1)
      await fixture.store.hashIcNumbers(({ encryptedIcNumber }) => `hash of ${encryptedIcNumber}`);
    const third = anOwner({
      email: 'new@example.com',
      icNumberHash: 'hash of encrypted-ic-number',
    });
    await fixture.store.eraseOwner(owners[0]?.id ?? '');
    await expect(fixture.store.registerOwner(third)).rejects.toThrow(IcNumberTaken);
    await fixture.store.eraseOwner(owners[1]?.id ?? '');
    await fixture.store.registerOwner(third);
  });

  test('a name is stored unchanged', async () => {
    const owner = anOwner({ fullName: `Zoë "'; DROP TABLE owners; -- 李 🏠 $where` });
    await fixture.store.registerOwner(owner);
    expect((await fixture.store.getOwner(owner.id))?.fullName).toBe(owner.fullName);
  });

  test('changeOwner changes name and telephone number of one owner, and nothing else', async () => {
    const [siti, ali] = [anOwner(), anOwner({ email: 'ali@example.com' })];
    for (const owner of [siti, ali]) await fixture.store.registerOwner(owner);
    const before = await fixture.store.getOwner(siti.id);
    const profile = { fullName: `Siti "'; DROP TABLE owners; -- $where`, phone: '03-2698 1234' };
    for (let call = 1; call <= 2; call += 1)
      expect(await fixture.store.changeOwner(siti.id, profile)).toBe(true);
    const changed = { ...before, ...profile };
    expect(await fixture.store.getOwner(siti.id)).toEqual(changed);
    expect(await fixture.store.getOwnerByEmail(siti.email)).toEqual(changed);
    expect(await fixture.store.findNames([siti.id, ali.id])).toEqual(
      new Map([
        [siti.id, profile.fullName],
        [ali.id, ali.fullName],
      ]),
    );
  });

  test('changeOwner returns false for an erased owner, and stores nothing', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    await fixture.store.eraseOwner(owner.id);
    const profile = { fullName: 'Siti Aminah', phone: '012-3456789' };
    expect(await fixture.store.changeOwner(owner.id, profile)).toBe(false);
    expect(await fixture.store.getOwner(owner.id)).toBeNull();
  });

  test('an admin is found by username in any case', async () => {
    const admin = { id: randomUUID(), username: 'Admin', passwordHash: 'hash' };
    await fixture.store.createAdmin(admin);
    expect(await fixture.store.getAdminByUsername('ADMIN')).toEqual({
      ...admin,
      username: 'admin',
      ...initialState,
    });
  });

  test('createAdmin throws UsernameTaken for the same username in another case', async () => {
    await fixture.store.createAdmin({ id: randomUUID(), username: 'admin', passwordHash: 'first' });
    const second = { id: randomUUID(), username: 'ADMIN', passwordHash: 'second' };
    await expect(fixture.store.createAdmin(second)).rejects.toThrow(UsernameTaken);
    expect((await fixture.store.getAdminByUsername('admin'))?.passwordHash).toBe('first');
  });

  test('setPassword changes one account only', async () => {
    await fixture.store.registerOwner(anOwner({ email: 'siti@example.com' }));
    await fixture.store.registerOwner(
      anOwner({ email: 'ali@example.com', passwordHash: 'of Ali' }),
    );
    await fixture.store.createAdmin({
      id: randomUUID(),
      username: 'boss',
      passwordHash: 'of the boss',
    });
    await fixture.store.createAdmin({
      id: randomUUID(),
      username: 'other',
      passwordHash: 'of another',
    });
    expect(
      await fixture.store.setPassword(ownerNamed('Siti@Example.COM'), newPassword('new')),
    ).toBe(true);
    expect(await fixture.store.setPassword(adminNamed('BOSS'), newPassword('newer'))).toBe(true);
    const owners = ['siti@example.com', 'ali@example.com'];
    const found = await Promise.all([
      ...owners.map((email) => fixture.store.getOwnerByEmail(email)),
      ...['boss', 'other'].map((username) => fixture.store.getAdminByUsername(username)),
    ]);
    const hashes = found.map((login) => login?.passwordHash);
    expect(hashes).toEqual(['new', 'of Ali', 'newer', 'of another']);
  });

  test('setting the same password again returns true', async () => {
    await fixture.store.registerOwner(anOwner({ email: 'siti@example.com' }));
    expect(
      await fixture.store.setPassword(ownerNamed('siti@example.com'), newPassword('new')),
    ).toBe(true);
    expect(
      await fixture.store.setPassword(ownerNamed('siti@example.com'), newPassword('new')),
    ).toBe(true);
  });

  test('setting the password of an unknown account returns false and changes nothing', async () => {
    await fixture.store.registerOwner(anOwner({ email: 'siti@example.com' }));
    await fixture.store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'hash' });
    expect(await fixture.store.setPassword(ownerNamed('boss'), newPassword('new'))).toBe(false);
    expect(
      await fixture.store.setPassword(adminNamed('siti@example.com'), newPassword('new')),
    ).toBe(false);
    expect(await fixture.store.getOwnerByEmail('boss')).toBeNull();
    expect((await fixture.store.getAdminByUsername('boss'))?.passwordHash).toBe('hash');
  });

  test('a password that replaces another is set only while the account has that one', async () => {
    const owner = anOwner({ passwordHash: 'old' });
    await fixture.store.registerOwner(owner);
    await fixture.store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'old' });
    const change = (passwordHash: string, replaces: string) => [
      fixture.store.setPassword(ownerNamed(owner.email), {
        ...newPassword(passwordHash),
        replaces,
      }),
      fixture.store.setPassword(adminNamed('boss'), { ...newPassword(passwordHash), replaces }),
    ];
    expect(await Promise.all(change('new', 'other'))).toEqual([false, false]);
    expect(await fixture.store.findSessionVersions(new Date(0))).toEqual(new Map());
    expect(await Promise.all(change('new', 'old'))).toEqual([true, true]);
    expect(await Promise.all(change('newer', 'old'))).toEqual([false, false]);
    expect((await fixture.store.getOwnerByEmail(owner.email))?.passwordHash).toBe('new');
    expect((await fixture.store.getAdminByUsername('boss'))?.passwordHash).toBe('new');
  });

  test('exactly one of several concurrent changes of the same password succeeds', async () => {
    const owner = anOwner({ passwordHash: 'old' });
    await fixture.store.registerOwner(owner);
    const other = await fixture.open();
    const hashes = ['one', 'two', 'three', 'four'];
    const changes = await Promise.all(
      [fixture.store, other, fixture.store, other].map((each, index) =>
        each.setPassword(ownerNamed(owner.email), {
          ...newPassword(hashes[index] ?? ''),
          replaces: 'old',
        }),
      ),
    );
    await other.close();
    expect(changes.filter(Boolean)).toHaveLength(1);
    const { passwordHash } = (await fixture.store.getOwnerByEmail(owner.email)) ?? {};
    expect(passwordHash).toBe(hashes[changes.indexOf(true)]);
  });

  test('countOwners counts owners, and findAdmins finds admins', async () => {
    expect(await fixture.store.countOwners()).toBe(0);
    await fixture.store.registerOwner(anOwner());
    expect(await fixture.store.countOwners()).toBe(1);
    expect(await fixture.store.findAdmins()).toHaveLength(0);
    await fixture.store.createAdmin({ id: randomUUID(), username: 'one', passwordHash: 'hash' });
    await fixture.store.createAdmin({ id: randomUUID(), username: 'two', passwordHash: 'hash' });
    expect(await fixture.store.findAdmins()).toHaveLength(2);
    expect(await fixture.store.countOwners()).toBe(1);
  });

  test('registerKeyFingerprint stores the first fingerprint and returns it from then on', async () => {
    const other = await fixture.open();
    expect(await fixture.store.registerKeyFingerprint('first')).toBe('first');
    expect(await other.registerKeyFingerprint('second')).toBe('first');
    expect(await fixture.store.registerKeyFingerprint('first')).toBe('first');
    await other.close();
  });

  test('concurrent calls of registerKeyFingerprint agree on one fingerprint', async () => {
    const stored = await Promise.all(
      ['one', 'two', 'three'].map((fingerprint) =>
        fixture.store.registerKeyFingerprint(fingerprint),
      ),
    );
    expect(new Set(stored).size).toBe(1);
  });

  test('getAdminByUsername finds no owner, getOwnerByEmail no admin', async () => {
    await fixture.store.registerOwner(anOwner({ email: 'siti@example.com' }));
    await fixture.store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'hash' });
    expect(await fixture.store.getAdminByUsername('siti@example.com')).toBeNull();
    expect(await fixture.store.getOwnerByEmail('boss')).toBeNull();
  });

  test('findNames returns owners and admins by id and leaves out unknown ids', async () => {
    const first = anOwner({ email: 'first@example.com', fullName: "Zoë D'Souza" });
    const second = anOwner({ email: 'second@example.com' });
    const admin = { id: randomUUID(), username: 'Penghulu', passwordHash: 'hash' };
    await fixture.store.registerOwner(first);
    await fixture.store.registerOwner(second);
    await fixture.store.createAdmin(admin);
    const names = await fixture.store.findNames([first.id, admin.id, randomUUID(), first.id]);
    expect(names).toEqual(
      new Map([
        [first.id, "Zoë D'Souza"],
        [admin.id, 'penghulu'],
      ]),
    );
    expect(await fixture.store.findNames([])).toEqual(new Map());
  });

  test('findAdmins returns the ids and names of admins, by name', async () => {
    expect(await fixture.store.findAdmins()).toEqual([]);
    const [second, first] = [randomUUID(), randomUUID()];
    await fixture.store.createAdmin({ id: second, username: 'zul', passwordHash: 'hash' });
    await fixture.store.createAdmin({ id: first, username: 'Aminah', passwordHash: 'hash' });
    expect(await fixture.store.findAdmins()).toEqual([
      { id: first, username: 'aminah' },
      { id: second, username: 'zul' },
    ]);
  });

  test('accounts survive closing and reopening the store', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    await fixture.store.createAdmin({ id: randomUUID(), username: 'boss', passwordHash: 'hash' });
    await fixture.store.close();
    fixture.store = await fixture.open();
    expect((await fixture.store.getOwner(owner.id))?.email).toBe(owner.email);
    expect(await fixture.store.findAdmins()).toHaveLength(1);
  });

  test('an outcome is remembered for a day, also by another store', async () => {
    const id = randomUUID();
    const other = await fixture.open();
    await fixture.store.rememberOutcome(id, by(unchanged), new Date(0));
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
    await fixture.store.rememberOutcome(id, by(unchanged), new Date(0));
    await fixture.store.rememberOutcome(id, by(refused), new Date(1));
    expect(await fixture.store.findOutcome(id, new Date(1))).toEqual(unchanged);
    await fixture.store.rememberOutcome(id, by(refused), new Date(dayMs));
    expect(await fixture.store.findOutcome(id, new Date(dayMs))).toEqual(refused);
  });

  test('an erased owner is not found any more, nor are outcomes of the account', async () => {
    const [siti, ahmad] = [anOwner(), anOwner({ email: 'ahmad@example.com' })];
    await fixture.store.registerOwner(siti);
    await fixture.store.registerOwner(ahmad);
    const [own, others] = [randomUUID(), randomUUID()];
    await fixture.store.rememberOutcome(own, by(unchanged, siti.id), new Date(0));
    await fixture.store.rememberOutcome(others, by(unchanged, ahmad.id), new Date(0));
    await fixture.store.eraseOwner(siti.id);
    await fixture.store.eraseOwner(siti.id);
    expect(await fixture.store.getOwner(siti.id)).toBeNull();
    expect(await fixture.store.getOwnerByEmail(siti.email)).toBeNull();
    expect(await fixture.store.findOutcome(own, new Date(1))).toBeNull();
    expect(await fixture.store.findOutcome(others, new Date(1))).toEqual(unchanged);
    expect(await fixture.store.getOwner(ahmad.id)).not.toBeNull();
    await fixture.store.registerOwner(anOwner());
  });
}

const dayMs = 24 * 3_600_000;
const by = (outcome: RememberedOutcome, account = 'siti') => ({ ...outcome, account });
const unchanged: RememberedOutcome = { fingerprint: 'hash', revision: 7 };
