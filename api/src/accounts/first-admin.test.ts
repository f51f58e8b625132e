import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountStore } from './account-store.ts';
import { createAdmin, InvalidCredentials } from './create-admin.ts';
import { ensureFirstAdmin, LoginFileDamaged } from './first-admin.ts';
import { verifyPassword } from './passwords.ts';
import { openSqliteAccounts } from './sqlite/sqlite-accounts.ts';

let dataDir: string;
let accounts: AccountStore;
const file = () => join(dataDir, 'admin-login.txt');
const start = (credentials: { username: string; password: string } | null = null) =>
  ensureFirstAdmin({ accounts, dataDir, credentials });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'first-admin-'));
  accounts = openSqliteAccounts({ file: join(dataDir, 'accounts.db') });
});
afterEach(async () => {
  await accounts.close();
  rmSync(dataDir, { recursive: true });
});

async function canLogIn(username: string, password: string) {
  const admin = await accounts.getAdminByUsername(username);
  return verifyPassword(admin?.passwordHash, password);
}

test('without settings the first start makes a login, prints it and keeps it privately', async () => {
  const printed = await start();
  const [, username = '', password = ''] = /"(.+)" with the password "(.+)"/.exec(printed) ?? [];
  expect(await canLogIn(username, password)).toBe(true);
  expect(password).toMatch(/^[0-9a-f]{30}$/);
  expect(readFileSync(file(), 'utf8')).toContain(`Password: ${password}`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a later start points to the file, shows no password and makes no second admin', async () => {
  const printed = await start();
  const again = await start();
  expect(again).toBe(`Admin login: see ${file()}.`);
  expect(printed).not.toBe(again);
  expect(await accounts.countAdmins()).toBe(1);
});

test('when the file was put away a later start does not name it', async () => {
  await start();
  rmSync(file());
  expect(await start()).not.toContain('admin-login.txt');
});

test('the settings make the first admin, and nothing is written or printed of the password', async () => {
  const printed = await start({ username: 'boss', password: 'from the settings' });
  expect(await canLogIn('boss', 'from the settings')).toBe(true);
  expect(printed).not.toContain('from the settings"');
  expect(() => statSync(file())).toThrow('ENOENT');
});

test('settings change no admin that is there', async () => {
  await start({ username: 'boss', password: 'from the settings' });
  await start({ username: 'boss', password: 'another password' });
  expect(await canLogIn('boss', 'from the settings')).toBe(true);
  expect(await accounts.countAdmins()).toBe(1);
});

test('a start that was cut off after the file makes the admin that the file names', async () => {
  writeFileSync(file(), 'made earlier\nUsername: admin\nPassword: from-the-cut-off-start\n');
  await start();
  expect(await canLogIn('admin', 'from-the-cut-off-start')).toBe(true);
});

test('two first starts at once agree on one login', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one).toBe(two);
  expect(await accounts.countAdmins()).toBe(1);
});

test('of two first starts with a data folder each, one makes a login and the other claims none', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'first-admin-'));
  const folders = [dataDir, elsewhere];
  const printed = await Promise.all(
    folders.map((folder) => ensureFirstAdmin({ accounts, dataDir: folder, credentials: null })),
  );
  const logins = printed.flatMap(
    (line) => /with the password "(.+)" \(kept/.exec(line)?.slice(1) ?? [],
  );
  expect(logins).toHaveLength(1);
  expect(await canLogIn('admin', logins[0] ?? '')).toBe(true);
  expect(folders.filter((folder) => existsSync(join(folder, 'admin-login.txt')))).toHaveLength(1);
  rmSync(elsewhere, { recursive: true });
});

test('a damaged file without an admin is one clear error', async () => {
  writeFileSync(file(), 'Username: adm');
  await expect(start()).rejects.toThrow(LoginFileDamaged);
});

test.each([
  ['a short password', { username: 'boss', password: '1234567' }],
  ['a long password', { username: 'boss', password: 'x'.repeat(129) }],
  ['an empty username', { username: ' ', password: 'long enough' }],
])('%s makes no admin', async (_, credentials) => {
  await expect(createAdmin(accounts, credentials)).rejects.toThrow(InvalidCredentials);
  expect(await accounts.countAdmins()).toBe(0);
});
