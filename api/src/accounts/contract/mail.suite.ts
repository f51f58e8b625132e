import { sleep } from '@directory/domain/shared/timers';
import { randomUUID } from 'node:crypto';
import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { EmailTaken } from '../account-store.ts';
import { initialContact, maxRetryMs } from '../mail-store.ts';
import {
  adminNamed,
  ownerNamed,
  anOrder,
  anOwner,
  createAdmins,
  newPassword,
  type AccountsFixture,
} from '../../testing/accounts-fixture.ts';

/** Addresses, links of mails and waiting mails. */
export function mailContract(fixture: AccountsFixture): void {
  test('changeContact changes what is given and leaves the rest', async () => {
    const [account, other] = [randomUUID(), randomUUID()];
    await fixture.store.changeContact(account, { language: 'ms' });
    await fixture.store.changeContact(account, { verifiedEmail: 'siti@example.com' });
    await fixture.store.changeContact(account, { wantsNotices: false });
    const expected = { language: 'ms', verifiedEmail: 'siti@example.com', wantsNotices: false };
    expect(await fixture.store.findContacts([account, other])).toEqual(
      new Map([[account, expected]]),
    );
    await fixture.store.changeContact(other, {});
    expect((await fixture.store.findContacts([other])).get(other)).toEqual(initialContact);
  });

  test('verifyAdminEmail replaces the address that it was asked for, for one of several callers', async () => {
    const [{ id: account } = { id: '' }, { id: second } = { id: '' }] = await createAdmins(
      fixture.store,
      'boss',
      'clerk',
    );
    await fixture.store.changeContact(account, { language: 'ms' });
    const other = await fixture.open();
    const emails = ['one@example.com', 'two@example.com', 'three@example.com'];
    for (const replaces of [null, 'first@example.com']) {
      if (replaces !== null)
        await fixture.store.changeContact(account, { verifiedEmail: replaces });
      const confirmations = await Promise.all(
        emails.map((email, index) =>
          (index % 2 === 0 ? fixture.store : other).verifyAdminEmail(account, email, replaces),
        ),
      );
      expect(confirmations.filter(Boolean)).toHaveLength(1);
      expect((await fixture.store.findContacts([account])).get(account)).toEqual({
        ...initialContact,
        language: 'ms',
        verifiedEmail: emails[confirmations.indexOf(true)],
      });
    }
    expect(await other.verifyAdminEmail(second, 'one@example.com', 'other')).toBe(false);
    expect(await other.verifyAdminEmail(second, 'one@example.com', null)).toBe(true);
    await other.close();
  });

  test('an address is confirmed for nobody who was removed or erased', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    await fixture.store.eraseOwner(owner.id);
    const notice = { ...anOrder(0), kind: 'address-change', account: owner.id } as const;
    const change = { email: 'new@example.com', replaces: owner.email, notice };
    expect(await fixture.store.verifyOwnerEmail(owner.id, change)).toBe(false);
    const [, clerk] = await createAdmins(fixture.store, 'boss', 'clerk');
    await fixture.store.removeAdmin('clerk');
    const id = clerk?.id ?? '';
    expect(await fixture.store.verifyAdminEmail(id, 'clerk@example.com', null)).toBe(false);
    expect(await fixture.store.findContacts([owner.id, id])).toEqual(new Map());
    expect(await fixture.store.findDueMails(new Date(9), 10)).toEqual([]);
  });

  const replace = (id: string, replaces: string, email: string) =>
    fixture.store.verifyOwnerEmail(id, { email, replaces, notice: null });

  test('verifyOwnerEmail confirms the address of an owner, and leaves the password link', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    const reset = { account: owner.id, tokenHash: 'hash', expiresAt: new Date(1000) };
    await fixture.store.addReset(reset, new Date(0), new Date(0));
    await fixture.store.changeContact(owner.id, { language: 'ms' });
    expect(await replace(owner.id, owner.email, owner.email)).toBe(true);
    expect((await fixture.store.findContacts([owner.id])).get(owner.id)).toEqual({
      ...initialContact,
      language: 'ms',
      verifiedEmail: owner.email,
    });
    expect((await fixture.store.getOwner(owner.id))?.email).toBe(owner.email);
    expect(await fixture.store.findReset('hash', new Date(0))).toBe(owner.id);
  });

  test('verifyOwnerEmail replaces the address, in lower case, and queues the notice once', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    const notice = { ...anOrder(0), kind: 'address-change', account: owner.id } as const;
    const change = { email: 'New@Example.COM', replaces: owner.email, notice };
    for (let call = 1; call <= 2; call += 1)
      expect(await fixture.store.verifyOwnerEmail(owner.id, change)).toBe(true);
    const email = 'new@example.com';
    const changed = { ...(await fixture.store.getOwner(owner.id)), email };
    expect(await fixture.store.getOwnerByEmail(email)).toEqual(changed);
    expect(changed).toMatchObject({ passwordHash: owner.passwordHash, sessionVersion: 0 });
    expect(await fixture.store.getOwnerByEmail(owner.email)).toBeNull();
    const contacts = await fixture.store.findContacts([owner.id]);
    expect(contacts.get(owner.id)).toMatchObject({ verifiedEmail: email });
    expect(await fixture.store.findDueMails(new Date(9), 10)).toMatchObject([notice]);
    await fixture.store.registerOwner(anOwner());
  });

  test('verifyOwnerEmail throws EmailTaken for the address of another owner, until that is erased', async () => {
    const [siti, ali] = [anOwner(), anOwner({ email: 'ali@example.com' })];
    for (const owner of [siti, ali]) await fixture.store.registerOwner(owner);
    await expect(replace(siti.id, siti.email, 'ALI@example.com')).rejects.toThrow(EmailTaken);
    for (const { id, email } of [siti, ali])
      expect((await fixture.store.getOwnerByEmail(email))?.id).toBe(id);
    expect(await fixture.store.findContacts([siti.id, ali.id])).toEqual(new Map());
    await fixture.store.eraseOwner(ali.id);
    expect(await replace(siti.id, siti.email, ali.email)).toBe(true);
  });

  test('of several changes of an address at once one succeeds', async () => {
    const owners = [anOwner(), anOwner({ email: 'ali@example.com' })];
    for (const owner of owners) await fixture.store.registerOwner(owner);
    const other = await fixture.open();
    const [siti, ali] = owners.map(({ id }) => id);
    const attempt = (index: number, id = '', replaces: string, email: string) =>
      (index % 2 === 0 ? fixture.store : other).verifyOwnerEmail(id, {
        email,
        replaces,
        notice: null,
      });
    const emails = ['one@example.com', 'two@example.com', 'three@example.com'];
    const changes = await Promise.all(
      emails.map((email, index) => attempt(index, siti, 'siti@example.com', email)),
    );
    expect(changes.filter(Boolean)).toHaveLength(1);
    const present = emails[changes.indexOf(true)] ?? '';
    expect(await fixture.store.getOwner(siti ?? '')).toMatchObject({ email: present });
    const wanted = 'wanted@example.com';
    const results = await Promise.allSettled([
      attempt(0, siti, present, wanted),
      attempt(1, ali, 'ali@example.com', wanted),
    ]);
    await other.close();
    const refusals = results.filter(({ status }) => status === 'rejected');
    expect(refusals).toMatchObject([{ reason: { name: 'EmailTaken' } }]);
  });

  test('verifyOwnerEmail changes nothing of an erased owner, or for another address than the present one', async () => {
    const [siti, ali] = [anOwner(), anOwner({ email: 'ali@example.com' })];
    for (const owner of [siti, ali]) await fixture.store.registerOwner(owner);
    await fixture.store.eraseOwner(siti.id);
    expect(await replace(siti.id, siti.email, 'new@example.com')).toBe(false);
    expect(await replace(ali.id, 'former@example.com', 'new@example.com')).toBe(false);
    expect(await fixture.store.getOwner(siti.id)).toBeNull();
    expect(await fixture.store.getOwnerByEmail('new@example.com')).toBeNull();
    expect(await fixture.store.findContacts([siti.id, ali.id])).toEqual(new Map());
    expect((await fixture.store.getOwner(ali.id))?.email).toBe(ali.email);
  });

  test('nothing is left of an owner who is erased while the address is confirmed', async () => {
    const owners = Array.from({ length: 40 }, (_, index) =>
      anOwner({ email: `siti-${index}@example.com` }),
    );
    for (const owner of owners) await fixture.store.registerOwner(owner);
    const other = await fixture.open();
    for (const [index, { id, email }] of owners.entries())
      await Promise.all([
        other.eraseOwner(id),
        sleep(index / 10).then(() => replace(id, email, `new-${email}`)),
      ]);
    expect(await fixture.store.findContacts(owners.map(({ id }) => id))).toEqual(new Map());
    await other.close();
  });

  test('a reset is found until it is replaced, expires or is removed, by one caller', async () => {
    const account = randomUUID();
    const add = (tokenHash: string, latest: number) => {
      const reset = { account, tokenHash, expiresAt: new Date(1000) };
      return fixture.store.addReset(reset, new Date(0), new Date(latest));
    };
    expect(await add('first', 0)).toBe(true);
    expect(await add('first', 0)).toBe(true);
    expect(await add('second', 999)).toBe(false);
    expect(await fixture.store.findReset('first', new Date(0))).toBe(account);
    expect(await add('second', 1000)).toBe(true);
    expect(await fixture.store.findReset('first', new Date(0))).toBeNull();
    expect(await fixture.store.findReset('second', new Date(999))).toBe(account);
    expect(await fixture.store.findReset('second', new Date(1000))).toBeNull();
    const removals = await Promise.all([
      fixture.store.removeReset('second'),
      fixture.store.removeReset('second'),
    ]);
    expect(removals.toSorted()).toEqual([false, true]);
    expect(await fixture.store.findReset('second', new Date(0))).toBeNull();
  });

  test('ended sessions and another verified address remove the password link and the unsent mail to a wanted address', async () => {
    const owner = anOwner();
    await fixture.store.registerOwner(owner);
    const [boss = { id: '' }] = await createAdmins(fixture.store, 'boss', 'other');
    const other = randomUUID();
    const now = new Date(0);
    const verification = { ...anOrder(0), kind: 'verification' } as const;
    const endings = [
      [owner.id, () => fixture.store.setPassword(ownerNamed(owner.email), newPassword('new'))],
      [boss.id, () => fixture.store.setPassword(adminNamed('boss'), newPassword('new'))],
      [boss.id, () => fixture.store.endSessions(boss.id)],
      [boss.id, () => fixture.store.verifyAdminEmail(boss.id, 'boss@example.com', null)],
      [boss.id, () => fixture.store.disableAdmin('boss')],
      [owner.id, () => replace(owner.id, owner.email, 'new@example.com')],
    ] as const;
    for (const [account, end] of endings) {
      for (const each of [account, other]) {
        const reset = { account: each, tokenHash: each, expiresAt: new Date(1000) };
        await fixture.store.addReset(reset, now, now);
        const wanted = { id: randomUUID(), account: each, about: 'wanted@example.com' };
        await fixture.store.queueMail({ ...verification, ...wanted });
      }
      // To the account's own address.
      const own = { ...verification, id: randomUUID(), account, about: null };
      await fixture.store.queueMail(own);
      await end();
      expect(await fixture.store.findReset(account, new Date(0))).toBeNull();
      expect(await fixture.store.findReset(other, new Date(0))).toBe(other);
      const due = await fixture.store.findDueMails(new Date(9), 10);
      expect(due.filter((mail) => mail.account === account)).toMatchObject([{ id: own.id }]);
      expect(due.filter((mail) => mail.account === other)).not.toEqual([]);
      await fixture.store.removeMail(own.id);
    }
  });

  test('addReset deletes the resets of every account that have expired', async () => {
    const add = (tokenHash: string, expiresAt: number, now: number) =>
      fixture.store.addReset(
        { account: randomUUID(), tokenHash, expiresAt: new Date(expiresAt) },
        new Date(now),
        new Date(now),
      );
    await add('expired', 1000, 0);
    await add('valid', 1001, 0);
    await add('new', 2000, 1000);
    expect(await fixture.store.findReset('expired', new Date(0))).toBeNull();
    for (const valid of ['valid', 'new'])
      expect(await fixture.store.findReset(valid, new Date(0))).not.toBeNull();
  });

  test('a reset from a clock that was ahead is void, and replaced by one from after it was set right', async () => {
    const account = randomUUID();
    const dayMs = 86_400_000;
    const add = (tokenHash: string, now: number) =>
      fixture.store.addReset(
        { account, tokenHash, expiresAt: new Date(now + 1000) },
        new Date(now),
        new Date(now),
      );
    expect(await add('ahead', dayMs)).toBe(true);
    expect(await fixture.store.findReset('ahead', new Date(0))).toBeNull();
    expect(await add('right', 0)).toBe(true);
    expect(await fixture.store.findReset('right', new Date(0))).toBe(account);
  });

  test('a mail is queued once, and due in the order of its time', async () => {
    const [late, early] = [anOrder(2), anOrder(1)];
    const other = await fixture.open();
    await Promise.all([fixture.store, other, fixture.store].map((each) => each.queueMail(late)));
    await other.close();
    await fixture.store.queueMail(early);
    expect(await fixture.store.findDueMails(new Date(0), 10)).toEqual([]);
    const due = await fixture.store.findDueMails(new Date(2), 10);
    const state = { attempts: 0, failure: null };
    expect(due).toEqual([
      { ...early, ...state, dueAt: early.orderedAt },
      { ...late, ...state, dueAt: late.orderedAt },
    ]);
    expect(await fixture.store.findDueMails(new Date(2), 1)).toHaveLength(1);
    await fixture.store.removeMail(early.id);
    expect((await fixture.store.findDueMails(new Date(2), 10)).map(({ id }) => id)).toEqual([
      late.id,
    ]);
  });

  test('changeMail changes a mail for one of several callers', async () => {
    const order = anOrder(0);
    await fixture.store.queueMail(order);
    const claim = () =>
      fixture.store.changeMail(order.id, 0, { attempts: 1, dueAt: new Date(5), failure: null });
    expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([false, true]);
    expect(await fixture.store.findDueMails(new Date(4), 10)).toEqual([]);
    const state = { attempts: 1, dueAt: new Date(5), failure: '550' };
    expect(await fixture.store.changeMail(order.id, 1, state)).toBe(true);
    expect(await fixture.store.findDueMails(new Date(9), 10)).toEqual([]);
  });

  test('a mail that waits longer than any retry, as of a clock that was set back since, is due', async () => {
    const order = anOrder(maxRetryMs);
    await fixture.store.queueMail(order);
    expect(await fixture.store.findDueMails(new Date(0), 10)).toEqual([]);
    expect((await fixture.store.findDueMails(new Date(-1), 10)).map(({ id }) => id)).toEqual([
      order.id,
    ]);
    await fixture.store.changeMail(order.id, 0, {
      attempts: 1,
      dueAt: order.orderedAt,
      failure: '550',
    });
    expect(await fixture.store.findDueMails(new Date(-1), 10)).toEqual([]);
  });

  test('reviewMails counts what waits and what is not sent any more, until that is tried again', async () => {
    const none = { waiting: 0, oldestAt: null, undeliveredCount: 0, undelivered: [] };
    expect(await fixture.store.reviewMails()).toEqual(none);
    const [first, second, third] = [anOrder(1), anOrder(2), anOrder(3)];
    for (const order of [third, second, first]) await fixture.store.queueMail(order);
    const failed = { attempts: 1, dueAt: new Date(5), failure: '550' };
    for (const { id } of [third, first]) await fixture.store.changeMail(id, 0, failed);
    const undelivered = [third, first].map((order) => ({ ...order, ...failed }));
    const counts = { waiting: 1, oldestAt: second.orderedAt, undeliveredCount: 2 };
    expect(await fixture.store.reviewMails()).toEqual({ ...counts, undelivered });
    expect(await fixture.store.retryMails(new Date(9))).toBe(2);
    expect(await fixture.store.retryMails(new Date(9))).toBe(0);
    const all = { ...none, waiting: 3, oldestAt: first.orderedAt };
    expect(await fixture.store.reviewMails()).toEqual(all);
    expect(await fixture.store.findDueMails(new Date(8), 10)).toHaveLength(1);
    const again = { attempts: 0, dueAt: new Date(9), failure: null };
    expect(await fixture.store.findDueMails(new Date(9), 10)).toContainEqual({
      ...first,
      ...again,
    });
  });

  test('removeUndelivered removes the old ones that are not sent any more', async () => {
    const [old, waiting, recent] = [anOrder(1), anOrder(1), anOrder(2)];
    for (const order of [old, waiting, recent]) await fixture.store.queueMail(order);
    const failed = { attempts: 1, dueAt: new Date(5), failure: '550' };
    for (const { id } of [old, recent]) await fixture.store.changeMail(id, 0, failed);
    expect(await fixture.store.removeUndelivered(new Date(2))).toBe(1);
    const { undelivered } = await fixture.store.reviewMails();
    expect(undelivered.map(({ id }) => id)).toEqual([recent.id]);
    expect((await fixture.store.findDueMails(new Date(9), 10)).map(({ id }) => id)).toEqual([
      waiting.id,
    ]);
  });

  test('the last state of the notifier counts', async () => {
    expect(await fixture.store.getNotifierState()).toBeNull();
    const state = { log: 'log', position: toPosition(1), summarized: '2026-11-22' };
    await fixture.store.setNotifierState(state);
    const later = { ...state, position: toPosition(2) };
    await fixture.store.setNotifierState(later);
    expect(await fixture.store.getNotifierState()).toEqual(later);
  });

  test('nothing about mails stays of an erased owner and a removed admin', async () => {
    const owner = anOwner();
    const admin = { id: randomUUID(), username: 'boss', passwordHash: 'hash' };
    await fixture.store.registerOwner(owner);
    await fixture.store.createAdmin(admin);
    await createAdmins(fixture.store, 'other');
    for (const { id: account } of [owner, admin]) {
      await fixture.store.changeContact(account, { verifiedEmail: 'siti@example.com' });
      await fixture.store.addReset(
        { account, tokenHash: account, expiresAt: new Date(1000) },
        new Date(0),
        new Date(0),
      );
      await fixture.store.queueMail({ ...anOrder(0), account });
    }
    await fixture.store.eraseOwner(owner.id);
    await fixture.store.removeAdmin('boss');
    expect(await fixture.store.findContacts([owner.id, admin.id])).toEqual(new Map());
    for (const { id } of [owner, admin])
      expect(await fixture.store.findReset(id, new Date(0))).toBeNull();
    expect(await fixture.store.findDueMails(new Date(9), 10)).toEqual([]);
  });
}
