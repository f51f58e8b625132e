import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, writeOnce } from '../write-file-exclusive.ts';
import { UsernameTaken, type AccountStore } from './account-store.ts';
import { createAdmin, randomPassword, type AdminCredentials } from './create-admin.ts';
import { verifyPassword } from './passwords.ts';

export type FirstAdminOptions = {
  readonly accounts: AccountStore;
  readonly dataDir: string;
  /** From the settings; without it a login is made up and kept in the data folder. */
  readonly credentials: AdminCredentials | null;
};

/**
 * Sees to it that somebody can log in as admin, and returns the sentence to print about it: with the password only at the
 * start that made the login, afterwards where it is kept.
 *
 * @throws InvalidCredentials, LoginFileDamaged, AccountsUnavailable
 */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<string> {
  const file = adminLoginFile(options.dataDir);
  if ((await options.accounts.countAdmins()) > 0) return describeExisting(file);
  if (options.credentials === null) return makeUpLogin(options.accounts, file);
  await createUnlessTaken(options.accounts, options.credentials);
  return `Admin login: "${options.credentials.username}" with the password from the settings.`;
}

/** Where the login is that a first start made up. */
export function adminLoginFile(dataDir: string): string {
  return join(dataDir, 'admin-login.txt');
}

export class LoginFileDamaged extends Error {
  override readonly name = 'LoginFileDamaged';
}

/**
 * The file comes first and what it says is what counts: a start that was cut off, or two at once, end with the login that is
 * in the file.
 */
async function makeUpLogin(accounts: AccountStore, file: string): Promise<string> {
  await writeOnce(file, describe({ username: 'admin', password: randomPassword() }), 0o600);
  const credentials = parseLogin(file, await readFile(file, 'utf8'));
  await createUnlessTaken(accounts, credentials);
  if (!(await isLoginOf(accounts, credentials))) {
    // Another process, with a data folder of its own, was quicker: what this file says opens nothing.
    await rm(file, { force: true });
    return describeExisting(file);
  }
  const { username, password } = credentials;
  return `Admin login: "${username}" with the password "${password}" (kept in ${file}, shown only this once).`;
}

async function isLoginOf(
  accounts: AccountStore,
  { username, password }: AdminCredentials,
): Promise<boolean> {
  const admin = await accounts.getAdminByUsername(username);
  return verifyPassword(admin?.passwordHash, password);
}

async function createUnlessTaken(accounts: AccountStore, credentials: AdminCredentials) {
  try {
    await createAdmin(accounts, credentials);
  } catch (error) {
    if (!(error instanceof UsernameTaken)) throw error;
  }
}

async function describeExisting(file: string): Promise<string> {
  try {
    await readFile(file);
    return `Admin login: see ${file}.`;
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    return 'Admin login: as set up earlier (another one: npm run create-admin; another password: npm run set-password).';
  }
}

function describe({ username, password }: AdminCredentials): string {
  return `The admin login of this directory, made at its first start (page: /admin).\nUsername: ${username}\nPassword: ${password}\n`;
}

function parseLogin(file: string, text: string): AdminCredentials {
  const [, username, password] = /^Username: (.+)\nPassword: (.+)$/m.exec(text) ?? [];
  if (username !== undefined && password !== undefined) return { username, password };
  throw new LoginFileDamaged(
    `The admin login in ${file} is damaged: remove the file, and the next start makes a new login.`,
  );
}
