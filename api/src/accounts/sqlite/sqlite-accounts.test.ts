import { mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anOwner } from '../../testing/accounts-fixture.ts';
import { AccountsUnavailable } from '../account-store.ts';
import { describeAccountStore } from '../contract/account-store.suite.ts';
import { openSqliteAccounts, readOwners } from './sqlite-accounts.ts';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  return {
    file: join(folder, 'accounts.db'),
    remove: async () => {
      rmSync(folder, { recursive: true });
    },
  };
}

describeAccountStore('SQLite', async () => {
  const { file, remove } = newFolder();
  return { open: async () => openSqliteAccounts({ file }), remove };
});

test('the file is readable only by the owner of the process', async () => {
  const { file, remove } = newFolder();
  const store = openSqliteAccounts({ file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
  await store.close();
  await remove();
});

test('openSqliteAccounts throws AccountsUnavailable for a damaged file', async () => {
  const { file, remove } = newFolder();
  writeFileSync(file, 'this is no database at all, '.repeat(100));
  expect(() => openSqliteAccounts({ file })).toThrow(AccountsUnavailable);
  expect(() => openSqliteAccounts({ file })).toThrow(
    'it is damaged or not a database; restore it from a backup',
  );
  await remove();
});

test('a file whose outcomes have no account, as of an earlier release, is used', async () => {
  const { file, remove } = newFolder();
  await openSqliteAccounts({ file }).close();
  const db = new BetterSqlite3(file);
  db.exec('ALTER TABLE outcomes DROP COLUMN account');
  db.close();
  const store = openSqliteAccounts({ file });
  const outcome = { fingerprint: 'hash', revision: 0, account: 'an-owner' };
  await store.rememberOutcome('command', outcome, new Date(0));
  expect(await store.findOutcome('command', new Date(1))).toMatchObject({ revision: 0 });
  await store.close();
  await remove();
});

test('eraseOwner leaves an empty account, by which it is repeated, until no file holds what it was', async () => {
  const { file, remove } = newFolder();
  const store = openSqliteAccounts({ file });
  const siti = anOwner();
  await store.registerOwner(siti);
  // As SQLite answers once it has waited for another connection.
  const checkpoint = vi.spyOn(BetterSqlite3.prototype, 'pragma').mockReturnValueOnce(1);
  await expect(store.eraseOwner(siti.id)).rejects.toThrow('The accounts are in use.');
  checkpoint.mockRestore();
  const nothing = { email: ` ${siti.id}`, fullName: '', phone: '', passwordHash: '' };
  expect(await store.getOwner(siti.id)).toMatchObject(nothing);
  expect(await store.getOwnerByEmail(siti.email)).toBeNull();
  expect(readOwners(file)).toEqual([]);
  expect(await store.findNames([siti.id])).toEqual(new Map());
  await store.eraseOwner(siti.id);
  expect(await store.getOwner(siti.id)).toBeNull();
  await store.close();
  await remove();
});

test('openSqliteAccounts throws AccountsUnavailable for a missing folder', () => {
  expect(() => openSqliteAccounts({ file: join(tmpdir(), 'not', 'there', 'accounts.db') })).toThrow(
    AccountsUnavailable,
  );
});

test.skipIf(process.platform === 'win32')(
  'nothing is read from or written to a file that was removed or replaced',
  async () => {
    const { file, remove } = newFolder();
    const store = openSqliteAccounts({ file });
    const moved = `${file}.moved`;
    renameSync(file, moved);
    const message = `The accounts in ${file} cannot be used: the file was removed or replaced`;
    await expect(store.ping()).rejects.toThrow(AccountsUnavailable);
    await expect(store.setTokenSalt('salt')).rejects.toThrow(message);
    writeFileSync(file, '');
    await expect(store.ping()).rejects.toThrow(message);
    rmSync(file);
    symlinkSync(file, file);
    await expect(store.ping()).rejects.toThrow(AccountsUnavailable);
    await expect(store.ping()).rejects.toThrow('ELOOP');
    renameSync(moved, file);
    expect(await store.getTokenSalt()).toBeNull();
    await store.close();
    await remove();
  },
);

test('openSqliteAccounts says where the file or its folder cannot be written', () => {
  // Like a read-only folder, also for root.
  const file = mkdtempSync(join(tmpdir(), 'accounts-'));
  onTestFinished(() => rmSync(file, { recursive: true }));
  expect(() => openSqliteAccounts({ file })).toThrow(
    `The accounts in ${file} cannot be used: its folder or the file itself cannot be written.`,
  );
});
