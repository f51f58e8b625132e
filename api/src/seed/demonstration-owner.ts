import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { encryptFor } from '../accounts/account-encryption.ts';
import { EmailTaken, type AccountStore } from '../accounts/account-store.ts';
import { hashPassword, randomPassword, verifyPassword } from '../accounts/passwords.ts';
import { readFileIfExists, writeFileExclusive } from '../write-file-exclusive.ts';
import { seedId } from './seed-data.ts';

export const demonstrationOwnerId = seedId('demonstration owner');

export type OwnerLogin = { readonly email: string; readonly password: string };

export type OwnerDeps = {
  readonly accounts: AccountStore;
  readonly icNumberKey: KeyObject;
  /** Where the login is saved, readable only by the owner of the process. */
  readonly dataDir: string;
};

const email = 'owner@demo.example';

/**
 * Registers the owner of the demonstration listings with a generated password. The file is written first and decides, so that
 * an interrupted seed ends with the login that is in the file. Returns null if another process, with a data folder of its own,
 * registered the owner first.
 *
 * @throws AccountsUnavailable
 */
export async function ensureDemonstrationOwner(deps: OwnerDeps): Promise<OwnerLogin | null> {
  const file = demonstrationLoginFile(deps.dataDir);
  await writeFileExclusive(file, describe(randomPassword()), 0o600);
  const login = await readDemonstrationLogin(deps.dataDir);
  if (!login) throw new Error(`The demonstration owner's login in ${file} is damaged: remove it.`);
  await registerUnlessExists(deps, login.password);
  const owner = await deps.accounts.getOwnerByEmail(email);
  if (await verifyPassword(owner?.passwordHash, login.password)) return login;
  await rm(file, { force: true });
  return null;
}

/** The login that an earlier seed saved, or null if there is none. */
export async function readDemonstrationLogin(dataDir: string): Promise<OwnerLogin | null> {
  const text = (await readFileIfExists(demonstrationLoginFile(dataDir)))?.toString() ?? '';
  const password = /^Password: (\S+)$/m.exec(text)?.[1];
  return password === undefined ? null : { email, password };
}

async function registerUnlessExists({ accounts, icNumberKey }: OwnerDeps, password: string) {
  const id = demonstrationOwnerId;
  if (await accounts.getOwner(id)) return;
  try {
    await accounts.registerOwner({
      id,
      fullName: 'Demonstration Owner',
      phone: '012-3456789',
      email,
      passwordHash: await hashPassword(password),
      encryptedIcNumber: encryptFor(id, '000000-00-0000', icNumberKey),
      // It is nobody's number.
      icNumberHash: null,
    });
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error;
  }
}

function describe(password: string): string {
  return `The login of the demonstration owner (page: /user/userlogin).\nE-mail: ${email}\nPassword: ${password}\n`;
}

/** Where the login of the demonstration owner is. */
export function demonstrationLoginFile(dataDir: string): string {
  return join(dataDir, 'demonstration-owner-login.txt');
}
