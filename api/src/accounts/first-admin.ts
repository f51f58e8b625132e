import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 as uuid } from 'uuid';
import * as z from 'zod';
import { newPassword, newUsername } from '../contracts/accounts.ts';
import { readFileIfExists, writeFileExclusive } from '../write-file-exclusive.ts';
import {
  normalizeForLookup,
  UsernameTaken,
  type AccountStore,
  initialState,
} from './account-store.ts';
import {
  weaknessOf,
  hashPassword,
  InvalidCredentials,
  randomPassword,
  verifyPassword,
  type ChosenPassword,
} from './passwords.ts';

type AdminCredentials = { readonly username: string; readonly password: string };

export type FirstAdminOptions = {
  readonly accounts: AccountStore;
  readonly dataDir: string;
  /** From the settings; null to generate a login and save it in the data folder. */
  readonly credentials: AdminCredentials | null;
  /** Whether only an operator reads what is printed: then a generated password is in it. */
  readonly isTerminal?: boolean | undefined;
};

/**
 * Creates an admin if there is none, and returns the sentence to print about the login: with the password only at the start
 * that generated it, later with the path of its file. A weak password of the settings is accepted with a warning, as a directory
 * has to start with settings that were valid.
 *
 * @throws InvalidCredentials, LoginFileDamaged, AccountsUnavailable
 */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<string> {
  const { accounts, credentials, dataDir } = options;
  const file = adminLoginFile(dataDir);
  if ((await accounts.countAdmins()) > 0) return describeExisting(file);
  if (credentials === null) return generateLogin(options, file);
  await createUnlessTaken(accounts, credentials);
  const weakness = await weaknessOf(credentials.password, [credentials.username]);
  const warning = weakness === null ? '' : ` It is weak: change it after logging in. ${weakness}`;
  return `Admin login: "${credentials.username}" with the password from the settings.${warning}`;
}

type NewAdmin = AdminCredentials & ChosenPassword;

const newAdmin = z.object({ username: newUsername, password: newPassword });

/** Returns the id. @throws InvalidCredentials, with a sentence for the operator; UsernameTaken; AccountsUnavailable */
export async function createAdmin(
  accounts: AccountStore,
  { isGenerated = false, ...credentials }: NewAdmin,
): Promise<string> {
  const { success, data, error } = newAdmin.safeParse(credentials);
  if (!success) throw new InvalidCredentials(error.issues.map(({ message }) => message).join(' '));
  const passwordHash = await hashPassword(data.password);
  const id = uuid();
  // Before the admin, who can then never log in without it.
  if (isGenerated) await accounts.addState(id, { ...initialState, mustChangePassword: true });
  await accounts.createAdmin({ id, username: data.username, passwordHash });
  return id;
}

/** Where the login is that a first start generated. */
export function adminLoginFile(dataDir: string): string {
  return join(dataDir, 'admin-login.txt');
}

/**
 * Removes a login file if it is of this account: its password is no longer valid. Returns false where there is no such file, or
 * it is of another account.
 */
export async function removeLoginFile(file: string, name: string): Promise<boolean> {
  const lines = (await readFileIfExists(file))?.toString().split('\n') ?? [];
  const account = normalizeForLookup(name);
  const isOfAccount = ['Username', 'E-mail'].some((label) =>
    lines.includes(`${label}: ${account}`),
  );
  if (isOfAccount) await rm(file, { force: true });
  return isOfAccount;
}

export class LoginFileDamaged extends Error {
  override readonly name = 'LoginFileDamaged';
}

/** The file is written first and decides: an interrupted start, or two at once, end with the login that is in the file. */
async function generateLogin(
  { accounts, isTerminal = false }: FirstAdminOptions,
  file: string,
): Promise<string> {
  const generated = { username: 'admin', password: randomPassword() };
  await writeFileExclusive(file, loginFileText(generated), 0o600);
  const credentials = parseLogin(file, (await readFileIfExists(file))?.toString() ?? '');
  await createUnlessTaken(accounts, { ...credentials, isGenerated: true });
  const { username, password } = credentials;
  const admin = await accounts.getAdminByUsername(username);
  if (!(await verifyPassword(admin?.passwordHash, password))) {
    // Another process, with a data folder of its own, created the admin first: the login in this file is not valid.
    await rm(file, { force: true });
    return describeExisting(file);
  }
  if (!isTerminal) return describeExisting(file);
  return `Admin login: "${username}" with the password "${password}" (saved in ${file}, shown only this once).`;
}

async function createUnlessTaken(accounts: AccountStore, credentials: NewAdmin) {
  try {
    await createAdmin(accounts, credentials);
  } catch (error) {
    if (!(error instanceof UsernameTaken)) throw error;
  }
}

async function describeExisting(file: string): Promise<string> {
  return (await readFileIfExists(file)) === null
    ? 'Admin login: as set up earlier (another one: npm run create-admin; another password: npm run set-password).'
    : `Admin login: see ${file}.`;
}

function loginFileText({ username, password }: AdminCredentials): string {
  return `The admin login of this directory, generated at its first start (page: /admin). The first log-in asks for another password and removes this file.\nUsername: ${username}\nPassword: ${password}\n`;
}

function parseLogin(file: string, text: string): AdminCredentials {
  const [, username, password] = /^Username: (.+)\nPassword: (.+)$/m.exec(text) ?? [];
  if (username !== undefined && password !== undefined) return { username, password };
  throw new LoginFileDamaged(
    `The admin login in ${file} is damaged: remove the file, and the next start generates a new login.`,
  );
}
