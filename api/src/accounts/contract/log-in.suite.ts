import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { initialState, LastAdmin } from '../account-store.ts';
import {
  adminNamed,
  ownerNamed,
  anOwner,
  createAdmins,
  newPassword,
  type AccountsFixture,
} from '../../testing/accounts-fixture.ts';

/** Who can log in: sessions, disabled and removed accounts, second factors. */
export function logInContract(fixture: AccountsFixture): void {
  test('a new password ends the sessions of the account only', async () => {
    const [siti, ahmad] = [anOwner(), anOwner({ email: 'ahmad@example.com' })];
    await fixture.store.registerOwner(siti);
    await fixture.store.registerOwner(ahmad);
    const boss = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
    await fixture.store.createAdmin(boss);
    expect(await fixture.store.findSessionVersions(new Date(0))).toEqual(new Map());
    await fixture.store.setPassword(ownerNamed(siti.email), newPassword('new'));
    await fixture.store.setPassword(adminNamed('boss'), newPassword('new'));
    const other = await fixture.open();
    const versions = await other.findSessionVersions(new Date(0));
    await other.close();
    expect([...versions.keys()].toSorted()).toEqual([siti.id, boss.id].toSorted());
    const { sessionVersion = 0 } = (await fixture.store.getOwnerByEmail(siti.email)) ?? {};
    expect(sessionVersion).toBeGreaterThan(0);
    expect(versions.get(siti.id)).toBe(sessionVersion);
    expect((await fixture.store.getOwnerByEmail(ahmad.email))?.sessionVersion).toBe(0);
  });

  test('a made-up password has to be changed, until there is a chosen one', async () => {
    await fixture.store.registerOwner(anOwner({ email: 'siti@example.com' }));
    const find = () => fixture.store.getOwnerByEmail('siti@example.com');
    await fixture.store.setPassword(ownerNamed('siti@example.com'), {
      passwordHash: 'x',
      mustChange: true,
    });
    expect((await find())?.mustChangePassword).toBe(true);
    await fixture.store.endSessions((await find())?.id ?? '');
    expect((await find())?.mustChangePassword).toBe(true);
    await fixture.store.setPassword(ownerNamed('siti@example.com'), newPassword('y'));
    expect((await find())?.mustChangePassword).toBe(false);
  });

  test('endSessions raises the version each time, also concurrently and of unknown accounts', async () => {
    const account = randomUUID();
    const other = await fixture.open();
    await Promise.all(
      [fixture.store, other, fixture.store, other].map((each) => each.endSessions(account)),
    );
    await other.close();
    expect(await fixture.store.findSessionVersions(new Date(0))).toEqual(new Map([[account, 4]]));
    expect(await fixture.store.findSessionVersions(new Date(Date.now() + 60_000))).toEqual(
      new Map(),
    );
  });

  test('an account is disabled and enabled, and each ends its sessions', async () => {
    const admin = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
    await fixture.store.createAdmin(admin);
    const find = () => fixture.store.getAdminByUsername('boss');
    await fixture.store.endSessions(admin.id, { isDisabled: true });
    expect(await find()).toMatchObject({ isDisabled: true, sessionVersion: 1 });
    await fixture.store.setPassword(adminNamed('boss'), newPassword('new'));
    expect(await find()).toMatchObject({ isDisabled: true });
    await fixture.store.endSessions(admin.id, { isDisabled: false });
    expect(await find()).toMatchObject({ isDisabled: false });
  });

  test('removeAdmin removes one admin and ends the sessions', async () => {
    const [boss] = await createAdmins(fixture.store, 'boss', 'other');
    expect(await fixture.store.removeAdmin('Boss')).toBe(true);
    expect(await fixture.store.removeAdmin('boss')).toBe(false);
    expect(await fixture.store.getAdminByUsername('boss')).toBeNull();
    expect(await fixture.store.getAdminByUsername('other')).not.toBeNull();
    expect(await fixture.store.findSessionVersions(new Date(0))).toEqual(new Map([[boss?.id, 1]]));
  });

  test('disableAdmin disables one admin and ends the sessions', async () => {
    await createAdmins(fixture.store, 'boss', 'other');
    expect(await fixture.store.disableAdmin('Boss')).toBe(true);
    expect(await fixture.store.disableAdmin('nobody')).toBe(false);
    const disabled = { isDisabled: true, sessionVersion: 1 };
    expect(await fixture.store.getAdminByUsername('boss')).toMatchObject(disabled);
    expect(await fixture.store.getAdminByUsername('other')).toMatchObject(initialState);
  });

  test.each(['disableAdmin', 'removeAdmin'] as const)(
    '%s throws LastAdmin for an admin beside whom all are disabled, and changes nothing',
    async (method) => {
      await createAdmins(fixture.store, 'boss', 'other');
      await fixture.store.disableAdmin('other');
      await expect(fixture.store[method]('BOSS')).rejects.toThrow(LastAdmin);
      expect(await fixture.store.getAdminByUsername('boss')).toMatchObject(initialState);
      await fixture.store[method]('other');
    },
  );

  test('of two admins who are disabled or removed at once, one can still log in', async () => {
    const admins = await createAdmins(fixture.store, 'boss', 'other');
    const second = await fixture.open();
    for (const method of ['disableAdmin', 'disableAdmin', 'disableAdmin', 'removeAdmin'] as const) {
      for (const { id } of admins) await fixture.store.endSessions(id, { isDisabled: false });
      const outcomes = await Promise.allSettled([
        fixture.store.disableAdmin('boss'),
        second[method]('other'),
      ]);
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
      for (const { reason } of refusals) expect(reason).toBeInstanceOf(LastAdmin);
      const found = await Promise.all(
        admins.map(({ username }) => fixture.store.getAdminByUsername(username)),
      );
      const enabled = found.filter((admin) => admin?.isDisabled === false);
      expect(enabled.length).toBeGreaterThan(0);
      expect(enabled).toHaveLength(refusals.length);
    }
    await second.close();
  });

  test('addState stores the state of an account that has none', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    const state = { sessionVersion: 7, isDisabled: true, mustChangePassword: true };
    await fixture.store.addState(owner.id, state);
    await fixture.store.addState(owner.id, { ...state, sessionVersion: 3 });
    expect(await fixture.store.getOwnerByEmail(owner.email)).toMatchObject(state);
    expect((await fixture.store.findSessionVersions(new Date(0))).get(owner.id)).toBe(7);
  });

  test('a second factor is added and removed, and then another one can be added', async () => {
    const account = randomUUID();
    expect(await fixture.store.getSecondFactor(account)).toBeNull();
    for (const factor of [aFactor, { ...aFactor, lastStep: 9, recoveryHashes: [] }]) {
      expect(await fixture.store.addSecondFactor(account, factor)).toBe(true);
      const other = await fixture.open();
      expect(await other.getSecondFactor(account)).toEqual(factor);
      await other.close();
      await fixture.store.removeSecondFactor(account);
      expect(await fixture.store.getSecondFactor(account)).toBeNull();
    }
    await fixture.store.removeSecondFactor(account);
  });

  test('addSecondFactor adds one of several, also concurrently, which stays', async () => {
    const account = randomUUID();
    const other = await fixture.open();
    const additions = await Promise.all(
      [fixture.store, other, fixture.store, other].map((each, lastStep) =>
        each.addSecondFactor(account, { ...aFactor, lastStep }),
      ),
    );
    await other.close();
    expect(additions.filter(Boolean)).toHaveLength(1);
    expect(await fixture.store.addSecondFactor(account, aFactor)).toBe(false);
    const added = { ...aFactor, lastStep: additions.indexOf(true) };
    expect(await fixture.store.getSecondFactor(account)).toEqual(added);
  });

  test('a step of time is used once, and no earlier one after it, also concurrently', async () => {
    const account = randomUUID();
    await fixture.store.addSecondFactor(account, aFactor);
    const other = await fixture.open();
    const uses = await Promise.all(
      [fixture.store, other, fixture.store, other].map((each) => each.useStep(account, 8)),
    );
    await other.close();
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await fixture.store.useStep(account, 7)).toBe(false);
    expect(await fixture.store.useStep(account, 9)).toBe(true);
    expect(await fixture.store.useStep(randomUUID(), 10)).toBe(false);
  });

  test('a recovery code is used once, also concurrently, and the others stay', async () => {
    const account = randomUUID();
    await fixture.store.addSecondFactor(account, aFactor);
    const other = await fixture.open();
    const uses = await Promise.all(
      [fixture.store, other, fixture.store, other].map((each) =>
        each.useRecoveryCode(account, 'one'),
      ),
    );
    await other.close();
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await fixture.store.useRecoveryCode(account, 'three')).toBe(false);
    expect((await fixture.store.getSecondFactor(account))?.recoveryHashes).toEqual(['two']);
  });

  test('replaceRecoveryCodes leaves the new ones only, and the rest as it was', async () => {
    const [account, another, none] = [randomUUID(), randomUUID(), randomUUID()];
    for (const each of [account, another]) await fixture.store.addSecondFactor(each, aFactor);
    for (const each of [account, none])
      await fixture.store.replaceRecoveryCodes(each, ['three', 'four']);
    expect(await fixture.store.useRecoveryCode(account, 'one')).toBe(false);
    const other = await fixture.open();
    const recoveryHashes = ['three', 'four'];
    expect(await other.getSecondFactor(account)).toEqual({ ...aFactor, recoveryHashes });
    expect(await other.getSecondFactor(another)).toEqual(aFactor);
    expect(await other.getSecondFactor(none)).toBeNull();
    await other.close();
  });

  test('removeAdmin removes the second factor and the outcomes of the account', async () => {
    const admin = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
    await fixture.store.createAdmin(admin);
    await createAdmins(fixture.store, 'other');
    await fixture.store.addSecondFactor(admin.id, aFactor);
    const outcome = { fingerprint: 'hash', revision: 0, account: admin.id };
    await fixture.store.rememberOutcome('command', outcome, new Date(0));
    await fixture.store.removeAdmin('boss');
    expect(await fixture.store.getSecondFactor(admin.id)).toBeNull();
    expect(await fixture.store.findOutcome('command', new Date(1))).toBeNull();
  });

  test('the last token salt counts', async () => {
    expect(await fixture.store.getTokenSalt()).toBeNull();
    await fixture.store.setTokenSalt('first');
    await fixture.store.setTokenSalt('second');
    const other = await fixture.open();
    expect(await other.getTokenSalt()).toBe('second');
    await other.close();
  });
}

const aFactor = { encryptedSecret: 'encrypted', lastStep: 7, recoveryHashes: ['one', 'two'] };
