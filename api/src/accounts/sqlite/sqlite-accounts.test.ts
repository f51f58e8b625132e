import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AccountsUnavailable } from '../account-store.ts';
import { describeAccountStore } from '../contract/account-store.suite.ts';
import { openSqliteAccounts } from './sqlite-accounts.ts';

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
  expect(() => openSqliteAccounts({ file })).toThrow('file is not a database');
  await remove();
});

test('openSqliteAccounts throws AccountsUnavailable for a missing folder', () => {
  expect(() => openSqliteAccounts({ file: join(tmpdir(), 'not', 'there', 'accounts.db') })).toThrow(
    AccountsUnavailable,
  );
});
