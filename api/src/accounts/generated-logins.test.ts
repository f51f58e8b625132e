import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '@directory/projections/config';
import type { AccountStore } from './account-store.ts';
import { createAdmin, ensureFirstAdmin } from './generated-logins.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { openSqliteAccounts } from './sqlite/sqlite-accounts.ts';

let dataDir: string;
let accounts: AccountStore;
const file = () => join(dataDir, 'admin-login.txt');
const start = (credentials: { username: string; password: string } | null = null) =>
  ensureFirstAdmin({ accounts, dataDir, credentials, isTerminal: true });

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

test('the first start without settings generates a login, prints it and saves it in a private file', async () => {
  const printed = await start();
  const [, username = '', password = ''] = /"(.+)" with the password "(.+)"/.exec(printed) ?? [];
  expect(await canLogIn(username, password)).toBe(true);
  expect(password).toMatch(/^[0-9a-f]{30}$/);
  expect(readFileSync(file(), 'utf8')).toContain(`Password: ${password}`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a later start prints the path of the file, not the password, and creates no second admin', async () => {
  const printed = await start();
  const again = await start();
  expect(again).toBe(`Admin login: see ${file()}.`);
  expect(printed).not.toBe(again);
  expect(await accounts.findAdmins()).toHaveLength(1);
});

test('a later start does not name a removed file', async () => {
  await start();
  rmSync(file());
  expect(await start()).not.toContain('admin-login.txt');
});

test('a later start removes a login that is not valid any more', async () => {
  await start();
  const password = { passwordHash: await hashPassword('another one'), mustChange: false };
  await accounts.setPassword({ role: 'admin', name: 'admin' }, password);
  expect(await start()).not.toContain('admin-login.txt');
  expect(existsSync(file())).toBe(false);
});

test('the first admin of the settings is created, and the password neither written nor printed', async () => {
  const printed = await start({ username: 'boss', password: 'from the settings' });
  expect(await canLogIn('boss', 'from the settings')).toBe(true);
  expect(printed).not.toContain('from the settings"');
  expect(() => statSync(file())).toThrow('ENOENT');
});

test('the settings do not change an existing admin', async () => {
  await start({ username: 'boss', password: 'from the settings' });
  await start({ username: 'boss', password: 'another password' });
  expect(await canLogIn('boss', 'from the settings')).toBe(true);
  expect(await accounts.findAdmins()).toHaveLength(1);
});

test('a start after one that was interrupted creates the admin of the file', async () => {
  writeFileSync(file(), 'made earlier\nUsername: admin\nPassword: from-the-cut-off-start\n');
  await start();
  expect(await canLogIn('admin', 'from-the-cut-off-start')).toBe(true);
});

test('two concurrent first starts agree on one login', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one).toBe(two);
  expect(await accounts.findAdmins()).toHaveLength(1);
});

test('of two concurrent first starts with a data folder each, one saves a login', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'first-admin-'));
  const folders = [dataDir, elsewhere];
  const printed = await Promise.all(
    folders.map((folder) =>
      ensureFirstAdmin({ accounts, dataDir: folder, credentials: null, isTerminal: true }),
    ),
  );
  const logins = printed.flatMap(
    (line) => /with the password "(.+)" \(saved/.exec(line)?.slice(1) ?? [],
  );
  expect(logins).toHaveLength(1);
  expect(await canLogIn('admin', logins[0] ?? '')).toBe(true);
  expect(folders.filter((folder) => existsSync(join(folder, 'admin-login.txt')))).toHaveLength(1);
  rmSync(elsewhere, { recursive: true });
});

test('a damaged file without an admin is refused', async () => {
  writeFileSync(file(), 'Username: adm');
  await expect(start()).rejects.toThrow(
    new OperatorError(
      `The login in ${file()} is damaged: remove the file, and the next start generates a new one.`,
    ),
  );
});

test.each([
  ['a short password', { username: 'boss', password: '1234567' }, 'Use at least 8 characters.'],
  [
    'a long password',
    { username: 'boss', password: 'x'.repeat(129) },
    'Use at most 128 characters.',
  ],
  ['an empty username', { username: ' ', password: 'long enough' }, 'Enter a username.'],
])('createAdmin refuses %s', async (_, credentials, reason) => {
  await expect(createAdmin(accounts, credentials)).rejects.toThrow(new OperatorError(reason));
  expect(await accounts.findAdmins()).toHaveLength(0);
});

test('a start refuses a first admin without a name, and names the settings', async () => {
  await expect(start({ username: ' ', password: 'long enough' })).rejects.toThrow(
    'The first admin cannot be made of ADMIN_USERNAME and ADMIN_PASSWORD: Enter a username.',
  );
});

test('a generated password is not printed where the output is no terminal, and has to be changed', async () => {
  const printed = await ensureFirstAdmin({ accounts, dataDir, credentials: null });
  expect(printed).toBe(`Admin login: see ${file()}.`);
  expect((await accounts.getAdminByUsername('admin'))?.mustChangePassword).toBe(true);
});

test('a weak password of the settings is accepted with a warning, and a chosen one stays', async () => {
  const printed = await start({ username: 'boss', password: 'password' });
  expect(printed).toMatch(/password from the settings\. It is weak: change it after logging in\./);
  expect(printed).not.toContain('"password"');
  expect((await accounts.getAdminByUsername('boss'))?.mustChangePassword).toBe(false);
});
