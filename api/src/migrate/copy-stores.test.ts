import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOfLog } from '@directory/domain/event-store';
import { closeAfter } from '@directory/projections/stores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decryptFor, encryptFor } from '../accounts/account-encryption.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { initialContact } from '../accounts/mail-store.ts';
import { openSqliteAccounts, readOwners } from '../accounts/sqlite/sqlite-accounts.ts';
import { imageName, openDiskImages } from '../images/image-store.ts';
import { adminNamed, ownerNamed } from '../testing/accounts-fixture.ts';
import { copyAccounts, copyImages, imagesIn } from './copy-stores.ts';

const key = createSecretKey(randomBytes(32));
const owner = {
  id: 'owner-1',
  fullName: 'Siti binti Osman',
  phone: '012-3456789',
  email: 'siti@example.com',
  passwordHash: 'hash',
  encryptedIcNumber: 'encrypted',
  icNumberHash: null,
};
const admin = { id: 'admin-1', username: 'penghulu', passwordHash: 'hash' };
const waiting = {
  id: 'mail-1',
  kind: 'verification',
  account: owner.id,
  about: null,
  orderedAt: new Date(1),
} as const;
const factor = { encryptedSecret: 'secret', lastStep: 5, recoveryHashes: ['code'] };

let folder: string;
let to: AccountStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copy-accounts-'));
  const from = openSqliteAccounts({ file: join(folder, 'from.db') });
  await from.registerOwner(owner);
  await from.changeContact(owner.id, { wantsNotices: true });
  await from.queueMail(waiting);
  await from.changeMail(waiting.id, 0, { attempts: 1, dueAt: new Date(), failure: null });
  await from.queueMail({ ...waiting, id: 'refused' });
  await from.changeMail('refused', 0, { attempts: 1, dueAt: new Date(), failure: '550' });
  await from.endSessions(owner.id);
  await from.createAdmin(admin);
  await from.addSecondFactor(admin.id, factor);
  await from.changeContact(admin.id, { wantsNotices: true });
  await from.setTokenSalt('salt');
  await from.close();
  to = openSqliteAccounts({ file: join(folder, 'to.db') });
});
afterEach(async () => {
  await to.close();
  rmSync(folder, { recursive: true });
});

async function copy({ target = to, erased = [] as readonly string[] } = {}) {
  const file = join(folder, 'from.db');
  return closeAfter(Promise.resolve(openSqliteAccounts({ file })), (from) =>
    copyAccounts({
      from,
      owners: readOwners(file),
      to: target,
      reencrypt: (id, encrypted) => encryptFor(id, encrypted, key),
      erased: new Set(erased),
    }),
  );
}

const contactOf = async (account: string) => (await to.findContacts([account])).get(account);

const mails = () => to.findDueMails(new Date(1), 10);
const untried = { attempts: 0, dueAt: waiting.orderedAt, failure: null };

async function expectAllCopied() {
  expect(await to.getOwner(owner.id)).toMatchObject({ fullName: owner.fullName });
  expect(await contactOf(owner.id)).toEqual({ ...initialContact, wantsNotices: true });
  expect(await to.findSessionVersions(new Date(0))).toEqual(new Map([[owner.id, 1]]));
  expect(await mails()).toEqual([{ ...waiting, ...untried }]);
  expect(await to.getTokenSalt()).toBe('salt');
  const copied = await to.getSecondFactor(admin.id);
  expect(copied).toMatchObject({ lastStep: 5, recoveryHashes: ['code'] });
  expect(decryptFor(admin.id, copied?.encryptedSecret ?? '', key)).toBe('secret');
}

test('accounts are copied with contacts, waiting mails, ended sessions, second factors and token salt', async () => {
  expect(await copy()).toEqual({
    owners: { copied: 1, existing: 0 },
    admins: { copied: 1, existing: 0 },
  });
  await expectAllCopied();
});

test('a second copy keeps a name, an address, a contact, a salt and a reset second factor of the target', async () => {
  await copy();
  const email = 'new@example.com';
  await to.verifyOwnerEmail(owner.id, { email, replaces: owner.email, notice: null });
  const profile = { fullName: 'Siti binti Osman', phone: '03-2698 1234' };
  await to.changeOwner(owner.id, profile);
  await to.changeContact(owner.id, { wantsNotices: false });
  await to.setTokenSalt('rotated');
  await to.removeSecondFactor(admin.id);
  expect(await copy()).toEqual({
    owners: { copied: 0, existing: 1 },
    admins: { copied: 0, existing: 1 },
  });
  expect(await to.getOwner(owner.id)).toMatchObject({ email, ...profile });
  expect(await contactOf(owner.id)).toEqual({
    ...initialContact,
    wantsNotices: false,
    verifiedEmail: email,
  });
  expect(await to.getTokenSalt()).toBe('rotated');
  expect(await to.getSecondFactor(admin.id)).toBeNull();
});

test('a second copy keeps passwords that were chosen in the target', async () => {
  await copy();
  const chosen = { passwordHash: 'chosen', mustChange: false };
  await to.setPassword(ownerNamed(owner.email), chosen);
  await to.setPassword(adminNamed(admin.username), chosen);
  expect(await copy()).toEqual({
    owners: { copied: 0, existing: 1 },
    admins: { copied: 0, existing: 1 },
  });
  expect(await to.getOwner(owner.id)).toMatchObject({ passwordHash: 'chosen' });
});

test.each<[string, () => Promise<void>]>([
  [
    'An owner with the same email address as one of these',
    () => to.registerOwner({ ...owner, id: 'owner-2', email: 'Siti@Example.com' }),
  ],
  [
    `An admin "${admin.username}"`,
    () => to.createAdmin({ ...admin, id: 'admin-2', passwordHash: 'other' }),
  ],
])('a copy refuses a target with another account: %s', async (name, createOther) => {
  await createOther();
  await expect(copy()).rejects.toThrow(
    `${name} already exists with another account: choose an empty database.`,
  );
});

const renewed = { passwordHash: 'renewed', mustChange: false };

test.each<[string, (from: AccountStore) => Promise<unknown>]>([
  ['a new password of an owner', (from) => from.setPassword(ownerNamed(owner.email), renewed)],
  ['a new password of an admin', (from) => from.setPassword(adminNamed(admin.username), renewed)],
  ['a removed admin', (from) => from.removeAdmin(admin.username)],
  [
    'an erased owner',
    async (from) => {
      await from.endSessions(owner.id);
      await from.eraseOwner(owner.id);
    },
  ],
])('a second copy does not leave out %s of the folder: it is refused', async (_, change) => {
  await copy();
  const from = openSqliteAccounts({ file: join(folder, 'from.db') });
  await from.createAdmin({ ...admin, id: 'admin-2', username: 'deputy' });
  await change(from);
  await from.close();
  await expect(copy()).rejects.toThrow('choose an empty database');
  // Nothing came of it that would let the next one pass.
  await expect(copy()).rejects.toThrow('choose an empty database');
});

test('a second copy queues no mail that a site started since has sent', async () => {
  await copy();
  await to.removeMail(waiting.id);
  await to.setNotifierState({ log: '', position: startOfLog, summarized: '2026-11-22' });
  await copy();
  expect(await mails()).toEqual([]);
});

test('a second copy leaves out an owner who was erased in the target, with contact and mails', async () => {
  await copy();
  await to.eraseOwner(owner.id);
  expect(await copy({ erased: [owner.id] })).toMatchObject({ owners: { copied: 0, existing: 0 } });
  expect(await to.getOwner(owner.id)).toBeNull();
  expect(await contactOf(owner.id)).toBeUndefined();
  expect(await mails()).toEqual([]);
});

test('a second copy leaves out an admin who was removed in the target, with contact and second factor', async () => {
  await copy();
  await to.createAdmin({ ...admin, id: 'admin-2', username: 'deputy' });
  await to.removeAdmin(admin.username);
  expect(await copy()).toMatchObject({ admins: { copied: 0, existing: 0 } });
  expect(await to.getAdminByUsername(admin.username)).toBeNull();
  expect(await to.getSecondFactor(admin.id)).toBeNull();
  expect(await contactOf(admin.id)).toBeUndefined();
});

test.each([
  'addSecondFactor',
  'createAdmin',
  'addState',
  'changeContact',
  'queueMail',
  'setTokenSalt',
])('a second copy completes one that was interrupted at %s', async (method) => {
  const outage = () => Promise.reject(new Error('an outage'));
  await expect(copy({ target: { ...to, [method]: outage } })).rejects.toThrow('an outage');
  await copy();
  await expectAllCopied();
});

test('images are copied once, and one that is there with another content is refused', async () => {
  const here = join(folder, 'here');
  const source = openDiskImages({ folder: here });
  const target = openDiskImages({ folder: join(folder, 'there') });
  const [one, two] = [imageName('1'.repeat(32)), imageName('2'.repeat(32))];
  const copyAll = () => copyImages({ names: imagesIn(here), from: source, to: target });
  await source.save(one, Buffer.from('whole'));
  expect(await copyAll()).toEqual({ copied: 1, existing: 0 });
  expect(await copyAll()).toEqual({ copied: 0, existing: 1 });
  await source.save(two, Buffer.from('whole'));
  await target.save(two, Buffer.from('part'));
  await expect(copyAll()).rejects.toThrow(`The image ${two} already exists with different content`);
  expect(await target.get(two)).toEqual(Buffer.from('part'));
});
