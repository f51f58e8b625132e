import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, operationsStream } from '@directory/domain';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { plainEvent } from '@directory/domain/testing';
import { openLog } from '@directory/projections/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loginFile, ensureDemonstrationOwner, ensureFirstAdmin } from './generated-logins.ts';
import {
  changePassword,
  disableAccount,
  enableAccount,
  makeAdmin,
  removeAdmin,
  resetSecondFactor,
  rotateKeys,
} from './account-commands.ts';
import { eraseAccounts } from './erase-command.ts';
import type { AccountStore } from './account-store.ts';
import { verifyPassword } from './passwords.ts';
import { loadSecrets } from './secrets.ts';
import { openSqliteAccounts } from './sqlite/sqlite-accounts.ts';

let dataDir: string;
let accounts: AccountStore;
let printed: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'accounts-'));
  accounts = openSqliteAccounts({ file: join(dataDir, 'accounts.db') });
  printed = [];
});
afterEach(async () => {
  await accounts.close();
  await rm(dataDir, { recursive: true });
});

const terminal = (settings: Record<string, string> = {}) => ({
  environment: { DATA_DIR: dataDir, ...settings },
  print: (line: string) => void printed.push(line),
  isTerminal: true,
});

async function addSecondFactor(id = ''): Promise<void> {
  await accounts.addSecondFactor(id, { encryptedSecret: 'x', lastStep: 1, recoveryHashes: [] });
}

const demonstrationOwner = { role: 'owner', name: 'Owner@Demo.Example' } as const;

async function newOwner(): Promise<void> {
  const { icNumberKey } = await loadSecrets({ dataDir, appSecret: null });
  await ensureDemonstrationOwner({ accounts, icNumberKey, dataDir });
}

async function isOwnerPassword(password: string): Promise<boolean> {
  const owner = await accounts.getOwnerByEmail(demonstrationOwner.name);
  return verifyPassword(owner?.passwordHash, password);
}

async function isAdminPassword(username: string, password: string): Promise<boolean> {
  const admin = await accounts.getAdminByUsername(username);
  return verifyPassword(admin?.passwordHash, password);
}

function printedPassword(): string {
  return /password "(\S+)"/.exec(printed.join('\n'))?.[1] ?? '';
}

describe('changePassword', () => {
  test('sets the password of an owner from NEW_PASSWORD without printing it', async () => {
    await newOwner();
    const { id = '', email = '' } = (await accounts.getOwnerByEmail(demonstrationOwner.name)) ?? {};
    await accounts.changeContact(id, { verifiedEmail: email });
    await changePassword(terminal({ NEW_PASSWORD: 'chosen by hand' }), demonstrationOwner);
    expect(await isOwnerPassword('chosen by hand')).toBe(true);
    expect((await accounts.findContacts([id])).get(id)?.verifiedEmail).toBe(email);
    expect(printed[0]).toMatch(/can log in at \/user\/userlogin with the password from NEW_PASSW/);
    expect(printed.join()).not.toContain('chosen by hand');
  });

  test('generates and prints a password for an admin, and invalidates the old one', async () => {
    await makeAdmin(terminal({ ADMIN_PASSWORD: 'the first one' }), 'boss');
    await changePassword(terminal(), { role: 'admin', name: 'BOSS' });
    expect(await isAdminPassword('boss', printedPassword())).toBe(true);
    expect(await isAdminPassword('boss', 'the first one')).toBe(false);
  });

  test('generates a password where that of the settings is empty', async () => {
    await makeAdmin(terminal({ ADMIN_PASSWORD: '' }), 'boss');
    expect(await isAdminPassword('boss', printedPassword())).toBe(true);
  });

  test('says that the account is disabled', async () => {
    await newOwner();
    await disableAccount(terminal(), demonstrationOwner);
    await changePassword(terminal(), demonstrationOwner);
    expect(printed).toContain(
      'But "Owner@Demo.Example" is disabled. To let it log in, run: npm run enable-account -- owner Owner@Demo.Example',
    );
  });

  test('only a generated password has to be changed at the first log-in', async () => {
    await makeAdmin(terminal({ ADMIN_PASSWORD: 'the first one' }), 'boss');
    const boss = { role: 'admin', name: 'boss' } as const;
    const mustChange = async () => (await accounts.getAdminByUsername('boss'))?.mustChangePassword;
    await changePassword(terminal(), boss);
    expect(await mustChange()).toBe(true);
    await changePassword(terminal({ NEW_PASSWORD: 'chosen by hand' }), boss);
    expect(await mustChange()).toBe(false);
  });

  test('and makeAdmin do not read the first admin of the settings, nor the file of its password', async () => {
    const file = join(dataDir, 'admin-password');
    await writeFile(file, 'the first one');
    const settings = { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD_FILE: file };
    await newOwner();
    await changePassword(
      terminal({ ...settings, NEW_PASSWORD: 'chosen by hand' }),
      demonstrationOwner,
    );
    expect(await isOwnerPassword('chosen by hand')).toBe(true);
    // A container has both for each command: the first admin's password would become that of every admin.
    await makeAdmin(terminal(settings), 'second');
    expect(await isAdminPassword('second', 'the first one')).toBe(false);
    expect(await isAdminPassword('second', printedPassword())).toBe(true);
  });

  test('removes the address that an admin confirmed', async () => {
    await makeAdmin(terminal({ ADMIN_PASSWORD: 'the first one' }), 'boss');
    const { id = '' } = (await accounts.getAdminByUsername('boss')) ?? {};
    await accounts.verifyAdminEmail(id, 'thief@example.net', null);
    await changePassword(terminal({ NEW_PASSWORD: 'another one' }), {
      role: 'admin',
      name: 'boss',
    });
    expect((await accounts.findContacts([id])).get(id)?.verifiedEmail).toBeNull();
    expect(printed.join()).toContain('Emails no longer go to thief@example.net');
  });

  test('generates no password where it would be printed into a log', async () => {
    await makeAdmin(terminal({ ADMIN_PASSWORD: 'the first one' }), 'boss');
    const piped = { ...terminal(), isTerminal: false };
    const change = changePassword(piped, { role: 'admin', name: 'boss' });
    await expect(change).rejects.toThrow('set NEW_PASSWORD');
    await expect(makeAdmin(piped, 'second')).rejects.toThrow('set ADMIN_PASSWORD');
    expect(await isAdminPassword('boss', 'the first one')).toBe(true);
    expect(await accounts.findAdmins()).toHaveLength(1);
  });

  test('refuses a short password and leaves the old one valid', async () => {
    await makeAdmin(terminal({ ADMIN_PASSWORD: 'the first one' }), 'boss');
    const change = changePassword(terminal({ NEW_PASSWORD: 'short' }), {
      role: 'admin',
      name: 'boss',
    });
    await expect(change).rejects.toThrow('Use at least 8 characters.');
    expect(await isAdminPassword('boss', 'the first one')).toBe(true);
  });

  test.each([
    ['owner', 'There is no owner with the email address "boss".'],
    ['admin', 'There is no admin with the username "nobody".'],
  ] as const)('refuses an unknown %s with a sentence', async (role, sentence) => {
    await makeAdmin(terminal(), 'boss');
    const name = role === 'owner' ? 'boss' : 'nobody';
    await expect(changePassword(terminal(), { role, name })).rejects.toThrow(sentence);
  });

  test('creates nothing in a folder without accounts', async () => {
    const folder = join(dataDir, 'mistyped');
    const mistyped = terminal({ DATA_DIR: folder });
    for (const command of [
      changePassword(mistyped, { role: 'admin', name: 'boss' }),
      eraseAccounts(mistyped, ['siti@example.com'], { listings: 'keep' }),
      rotateKeys(mistyped),
    ])
      await expect(command).rejects.toThrow(
        `There are no accounts in ${folder}: set DATA_DIR to the data folder.`,
      );
    expect(existsSync(folder)).toBe(false);
  });

  test('says where the data folder may not be used, and not that it lacks accounts', async () => {
    // Like a folder of another user, also for root.
    const folder = join(dataDir, 'no-folder');
    await writeFile(folder, '');
    await expect(rotateKeys(terminal({ DATA_DIR: folder }))).rejects.toThrow(
      `The data folder ${folder} cannot be used: ENOTDIR`,
    );
  });
});

test('a command without a reachable MongoDB fails with a whole sentence', async () => {
  const settings = { MONGODB_URL: 'mongodb://127.0.0.1:1/directory' };
  await expect(rotateKeys(terminal(settings))).rejects.toThrow(
    /^The accounts in MongoDB cannot be reached: connect ECONNREFUSED/,
  );
});

describe('in the event log', () => {
  const settings = () => ({ dataDir, eventstoreUrl: null, mongodbUrl: null });

  test('a new admin and a new password are recorded by the id of the account', async () => {
    await (await openLog(settings())).close();
    await makeAdmin(terminal(), 'boss');
    await changePassword(terminal(), { role: 'admin', name: 'boss' });
    const log = await openLog(settings());
    const events = await log.readStream(operationsStream);
    await log.close();
    const accountId = (await accounts.getAdminByUsername('boss'))?.id;
    expect(events.map(({ type, data, metadata }) => [type, data, metadata.actor])).toEqual([
      ['AdminCreated', { accountId }, commandLine],
      ['PasswordSet', { accountId, role: 'admin' }, commandLine],
    ]);
    expect(JSON.stringify(events.map(plainEvent))).not.toContain('boss');
  });

  test('what ends sessions is recorded by the id of the account', async () => {
    await (await openLog(settings())).close();
    for (const username of ['boss', 'second']) await makeAdmin(terminal(), username);
    const accountId = (await accounts.getAdminByUsername('second'))?.id;
    const second = { role: 'admin', name: 'second' } as const;
    await disableAccount(terminal(), second);
    await enableAccount(terminal(), second);
    await expect(resetSecondFactor(terminal(), 'second')).rejects.toThrow(
      '"second" has no two-step log-in: nothing was changed.',
    );
    await addSecondFactor(accountId);
    await resetSecondFactor(terminal(), 'second');
    await removeAdmin(terminal(), 'second');
    await rotateKeys(terminal());
    const log = await openLog(settings());
    const events = await log.readStream(operationsStream);
    await log.close();
    expect(events.slice(2).map(({ type, data }) => [type, data])).toEqual([
      ['AccountDisabled', { accountId, role: 'admin' }],
      ['AccountEnabled', { accountId, role: 'admin' }],
      ['SecondFactorRemoved', { accountId }],
      ['AdminRemoved', { accountId }],
      ['KeyRotated', { key: 'tokens' }],
    ]);
  });

  test('a damaged log does not keep a password from being set', async () => {
    await writeFile(join(dataDir, 'events.db'), 'damaged'.repeat(1_000));
    await makeAdmin(terminal({ ADMIN_PASSWORD: 'the first one' }), 'boss');
    expect(await isAdminPassword('boss', 'the first one')).toBe(true);
    expect(printed.at(-1)).toMatch(/^This was done, but not recorded in the log: The event log /);
  });
});

describe('the login file', () => {
  test('is removed when the password of the demonstration owner changes', async () => {
    await newOwner();
    await changePassword(terminal(), demonstrationOwner);
    const file = loginFile(dataDir, 'owner');
    expect(printed.at(-1)).toBe(`Removed ${file}: it contained the old password.`);
    expect(existsSync(file)).toBe(false);
  });

  test('is removed when the password of the first admin changes, and only then', async () => {
    await ensureFirstAdmin({ accounts, dataDir, credentials: null });
    const file = join(dataDir, 'admin-login.txt');
    await makeAdmin(terminal(), 'another');
    await changePassword(terminal(), { role: 'admin', name: 'another' });
    expect(await readFile(file, 'utf8')).toContain('Username: admin\n');
    await changePassword(terminal(), { role: 'admin', name: 'Admin' });
    expect(existsSync(file)).toBe(false);
    expect(await ensureFirstAdmin({ accounts, dataDir, credentials: null })).toBe(
      'Admin login: as set up earlier (another one: npm run create-admin; another password: npm run set-password).',
    );
  });
});

describe('disableAccount and enableAccount', () => {
  test('disable an owner, and enable the account again', async () => {
    await newOwner();
    const isDisabled = async () =>
      (await accounts.getOwnerByEmail(demonstrationOwner.name))?.isDisabled;
    await disableAccount(terminal(), demonstrationOwner);
    expect(await isDisabled()).toBe(true);
    expect(printed.at(-1)).toMatch(/can no longer log in\. Open sessions end within ten seconds/);
    await enableAccount(terminal(), demonstrationOwner);
    expect(await isDisabled()).toBe(false);
  });

  test('enableAccount leaves the sessions of an account that is not disabled', async () => {
    await newOwner();
    const enable = enableAccount(terminal(), demonstrationOwner);
    await expect(enable).rejects.toThrow('"Owner@Demo.Example" is not disabled.');
    expect(await accounts.findSessionVersions(new Date(0))).toEqual(new Map());
  });

  test('disableAccount says that an account is disabled already, and records nothing', async () => {
    const settings = { dataDir, eventstoreUrl: null, mongodbUrl: null };
    await (await openLog(settings)).close();
    await newOwner();
    for (const username of ['boss', 'second']) await makeAdmin(terminal(), username);
    const second = { role: 'admin', name: 'second' } as const;
    for (const account of [demonstrationOwner, second]) {
      await disableAccount(terminal(), account);
      const again = disableAccount(terminal(), account);
      await expect(again).rejects.toThrow(`"${account.name}" is already disabled.`);
    }
    const log = await openLog(settings);
    const events = await log.readStream(operationsStream);
    await log.close();
    expect(events.filter(({ type }) => type === 'AccountDisabled')).toHaveLength(2);
  });

  test('disableAccount refuses the only admin who can log in', async () => {
    for (const username of ['boss', 'second']) await makeAdmin(terminal(), username);
    await disableAccount(terminal(), { role: 'admin', name: 'second' });
    const disable = disableAccount(terminal(), { role: 'admin', name: 'Boss' });
    await expect(disable).rejects.toThrow('Nobody but "Boss" can log in as admin');
    expect((await accounts.getAdminByUsername('boss'))?.isDisabled).toBe(false);
  });

  test('disableAccount refuses an unknown account with a sentence', async () => {
    const disable = disableAccount(terminal(), demonstrationOwner);
    await expect(disable).rejects.toThrow('There is no owner with the email address');
  });
});

test('makeAdmin refuses a password that somebody would guess, and creates no admin', async () => {
  for (const [ADMIN_PASSWORD, sentence] of [
    ['password123', 'one of the most common'],
    ['penghulu-1234', 'without your name'],
  ] as const)
    await expect(makeAdmin(terminal({ ADMIN_PASSWORD }), 'penghulu')).rejects.toThrow(sentence);
  expect(await accounts.findAdmins()).toHaveLength(0);
});

describe('removeAdmin', () => {
  test('removes an admin and the file with the generated login', async () => {
    await ensureFirstAdmin({ accounts, dataDir, credentials: null });
    await makeAdmin(terminal(), 'second');
    await removeAdmin(terminal(), 'Admin');
    expect(await accounts.getAdminByUsername('admin')).toBeNull();
    expect(existsSync(join(dataDir, 'admin-login.txt'))).toBe(false);
  });

  test('refuses the last admin', async () => {
    await makeAdmin(terminal(), 'boss');
    await expect(removeAdmin(terminal(), 'boss')).rejects.toThrow('first create another');
    expect(await accounts.findAdmins()).toHaveLength(1);
  });
});

test('of two admins who are disabled or removed at once, one can still log in', async () => {
  for (const username of ['boss', 'second']) await makeAdmin(terminal(), username);
  const outcomes = await Promise.allSettled([
    disableAccount(terminal(), { role: 'admin', name: 'boss' }),
    removeAdmin(terminal(), 'second'),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toHaveProperty('message', expect.stringContaining('Nobody but'));
  const admins = await Promise.all(
    ['boss', 'second'].map((username) => accounts.getAdminByUsername(username)),
  );
  expect(admins.filter((admin) => admin?.isDisabled === false)).toHaveLength(1);
});

test('resetSecondFactor removes the second factor and ends the sessions', async () => {
  await makeAdmin(terminal(), 'boss');
  const { id = '' } = (await accounts.getAdminByUsername('boss')) ?? {};
  await addSecondFactor(id);
  await resetSecondFactor(terminal(), 'Boss');
  expect(await accounts.getSecondFactor(id)).toBeNull();
  expect((await accounts.getAdminByUsername('boss'))?.sessionVersion).toBe(1);
  await expect(resetSecondFactor(terminal(), 'nobody')).rejects.toThrow('There is no admin');
});

test('resetSecondFactor that was interrupted is completed by a repeat', async () => {
  await makeAdmin(terminal(), 'boss');
  const { id = '' } = (await accounts.getAdminByUsername('boss')) ?? {};
  await addSecondFactor(id);
  const db = new BetterSqlite3(join(dataDir, 'accounts.db'));
  db.exec(
    `CREATE TRIGGER cut_off BEFORE UPDATE ON account_states BEGIN SELECT RAISE(ABORT, 'cut off'); END`,
  );
  await expect(resetSecondFactor(terminal(), 'boss')).rejects.toThrow('cut off');
  db.exec('DROP TRIGGER cut_off');
  db.close();
  await resetSecondFactor(terminal(), 'boss');
  expect(await accounts.getSecondFactor(id)).toBeNull();
  expect((await accounts.getAdminByUsername('boss'))?.sessionVersion).toBe(1);
});

test('rotateKeys changes what tokens are signed with, and not the key of IC numbers', async () => {
  await newOwner();
  const before = await readFile(join(dataDir, 'secrets.json'), 'utf8');
  await rotateKeys(terminal());
  const first = await accounts.getTokenSalt();
  await rotateKeys(terminal());
  expect(first).not.toBeNull();
  expect(await accounts.getTokenSalt()).not.toBe(first);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(before);
});
