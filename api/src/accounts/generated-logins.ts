import type { KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 as uuid } from 'uuid';
import * as z from 'zod';
import { OperatorError } from '@directory/projections/config';
import { newPassword, newUsername } from '../contracts/accounts.ts';
import { seedId } from '../seed/seed-data.ts';
import { readFileIfExists, writeFileExclusive } from '../write-file-exclusive.ts';
import { encryptFor } from './account-encryption.ts';
import {
  EmailTaken,
  normalizeForLookup,
  UsernameTaken,
  type AccountName,
  type AccountStore,
  initialState,
} from './account-store.ts';
import {
  findLogin,
  weaknessOf,
  hashPassword,
  randomPassword,
  verifyPassword,
  type ChosenPassword,
} from './passwords.ts';

type AdminCredentials = { readonly username: string; readonly password: string };

type LoginDeps = { readonly accounts: AccountStore; readonly dataDir: string };

export type FirstAdminOptions = LoginDeps & {
  /** The login in the settings; null to generate one and save it in the data folder. */
  readonly credentials: AdminCredentials | null;
  /** Whether only an operator reads what is printed, which then contains a generated password. */
  readonly isTerminal?: boolean | undefined;
};

/**
 * Creates an admin if there is none, and returns the sentence to print about the login: with the password only at the start
 * that generated it, later with the path of its file. A weak password of the settings is accepted with a warning, as a directory
 * has to start with settings that were valid.
 *
 * @throws OperatorError, AccountsUnavailable
 */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<string> {
  const { accounts, credentials } = options;
  if ((await accounts.findAdmins()).length > 0) return describeExisting(options);
  if (credentials === null) return generateLogin(options);
  await createAdmin(accounts, credentials).catch(namingSettings).catch(unlessTaken);
  const weakness = await weaknessOf(credentials.password, [credentials.username]);
  const warning = weakness === null ? '' : ` It is weak: change it after logging in. ${weakness}`;
  return `Admin login: "${credentials.username}" with the password from the settings.${warning}`;
}

/** What is wrong is not on the command line. */
function namingSettings(error: unknown): never {
  if (!(error instanceof OperatorError)) throw error;
  throw new OperatorError(
    `The first admin cannot be made of ADMIN_USERNAME and ADMIN_PASSWORD: ${error.message}`,
  );
}

type NewAdmin = AdminCredentials & ChosenPassword;

const newAdmin = z.object({ username: newUsername, password: newPassword });

/** Returns the id. @throws OperatorError, UsernameTaken, AccountsUnavailable */
export async function createAdmin(
  accounts: AccountStore,
  { isGenerated = false, ...credentials }: NewAdmin,
): Promise<string> {
  const { success, data, error } = newAdmin.safeParse(credentials);
  if (!success) throw new OperatorError(error.issues.map(({ message }) => message).join(' '));
  const passwordHash = await hashPassword(data.password);
  const id = uuid();
  // Before the admin is created, who can then never log in without this duty.
  if (isGenerated) await accounts.addState(id, { ...initialState, mustChangePassword: true });
  await accounts.createAdmin({ id, username: data.username, passwordHash });
  return id;
}

/** How a login file names its account. */
const labels = { admin: 'Username', owner: 'E-mail' } as const;
const fileNames = { admin: 'admin-login.txt', owner: 'demonstration-owner-login.txt' } as const;

/** The file with a login that was generated: of the first admin, or of the demonstration owner. Readable only by the owner of the process. */
export function loginFile(dataDir: string, role: AccountName['role']): string {
  return join(dataDir, fileNames[role]);
}

/** Removes the login file of an account whose password is no longer valid. Returns its path; null if the account has none. */
export async function removeLoginFile(
  dataDir: string,
  { role, name }: AccountName,
): Promise<string | null> {
  const file = loginFile(dataDir, role);
  const lines = (await readFileIfExists(file))?.toString().split('\n') ?? [];
  if (!lines.includes(`${labels[role]}: ${normalizeForLookup(name)}`)) return null;
  await rm(file, { force: true });
  return file;
}

const generatedAdmin = { role: 'admin', name: 'admin' } as const;

async function generateLogin(options: FirstAdminOptions): Promise<string> {
  const { accounts, dataDir, isTerminal = false } = options;
  const { name: username } = generatedAdmin;
  const password = await generatePassword(options, {
    account: generatedAdmin,
    heading:
      'The admin login of this directory, generated at its first start (page: /admin). The first log-in asks for another password and removes this file.',
    create: (generated) =>
      createAdmin(accounts, { username, password: generated, isGenerated: true }),
  });
  if (password === null || !isTerminal) return describeExisting(options);
  return `Admin login: "${username}" with the password "${password}" (saved in ${loginFile(dataDir, 'admin')}, shown only this once).`;
}

async function describeExisting(deps: LoginDeps): Promise<string> {
  return (await readValidPassword(deps, generatedAdmin)) === null
    ? 'Admin login: as set up earlier (another one: npm run create-admin; another password: npm run set-password).'
    : `Admin login: see ${loginFile(deps.dataDir, 'admin')}.`;
}

export const demonstrationOwnerId = seedId('demonstration owner');

export type DemonstrationLogin = { readonly email: string; readonly password: string };

const demonstrationEmail = 'owner@demo.example';
const demonstrationOwner = { role: 'owner', name: demonstrationEmail } as const;

/**
 * Registers the owner of the demonstration listings. Returns null if another process, with a data folder of its own, was first.
 *
 * @throws OperatorError, AccountsUnavailable
 */
export async function ensureDemonstrationOwner(
  deps: LoginDeps & { readonly icNumberKey: KeyObject },
): Promise<DemonstrationLogin | null> {
  const { accounts, icNumberKey } = deps;
  const id = demonstrationOwnerId;
  return demonstrationLogin(
    await generatePassword(deps, {
      account: demonstrationOwner,
      heading: 'The login of the demonstration owner (page: /user/userlogin).',
      async create(password) {
        if (await accounts.getOwner(id)) return;
        await accounts.registerOwner({
          id,
          fullName: 'Demonstration Owner',
          phone: '012-3456789',
          email: demonstrationEmail,
          passwordHash: await hashPassword(password),
          encryptedIcNumber: encryptFor(id, '000000-00-0000', icNumberKey),
          // It is nobody's number.
          icNumberHash: null,
        });
      },
    }),
  );
}

/** The login that an earlier seed saved, or null if there is none that is still valid. */
export async function readDemonstrationLogin(deps: LoginDeps): Promise<DemonstrationLogin | null> {
  return demonstrationLogin(await readValidPassword(deps, demonstrationOwner));
}

function demonstrationLogin(password: string | null): DemonstrationLogin | null {
  return password === null ? null : { email: demonstrationEmail, password };
}

type GeneratedLogin = {
  readonly account: AccountName;
  readonly heading: string;
  readonly create: (password: string) => Promise<unknown>;
};

/**
 * The file is written first and decides: an interrupted start, or two at once, end with the login that is in the file. Returns null
 * if another process, with a data folder of its own, created the account first: the login in this file is not valid.
 */
async function generatePassword(
  deps: LoginDeps,
  { account, heading, create }: GeneratedLogin,
): Promise<string | null> {
  const file = loginFile(deps.dataDir, account.role);
  const text = `${heading}\n${labels[account.role]}: ${account.name}\nPassword: ${randomPassword()}\n`;
  await writeFileExclusive(file, text, 0o600);
  const password = await readPassword(file);
  if (password === null)
    throw new OperatorError(
      `The login in ${file} is damaged: remove the file, and the next start generates a new one.`,
    );
  await create(password).catch(unlessTaken);
  return readValidPassword(deps, account);
}

/** Null where the file has no valid password. It is then removed: what replaced the password may have ended before it did so. */
async function readValidPassword(
  { accounts, dataDir }: LoginDeps,
  account: AccountName,
): Promise<string | null> {
  const file = loginFile(dataDir, account.role);
  const password = await readPassword(file);
  if (password === null) return null;
  const login = await findLogin(accounts, account);
  if (await verifyPassword(login?.passwordHash, password)) return password;
  await rm(file, { force: true });
  return null;
}

async function readPassword(file: string): Promise<string | null> {
  const text = (await readFileIfExists(file))?.toString() ?? '';
  return /^Password: (.+)$/m.exec(text)?.[1] ?? null;
}

function unlessTaken(error: unknown): void {
  if (!(error instanceof UsernameTaken || error instanceof EmailTaken)) throw error;
}
