import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { EmailTaken, type AccountStore } from '../accounts/account-store.ts';
import { randomPassword } from '../accounts/create-admin.ts';
import { sealIcNumber } from '../accounts/ic-number.ts';
import { hashPassword, verifyPassword } from '../accounts/passwords.ts';
import { isCode, writeOnce } from '../write-file-exclusive.ts';
import { seedId } from './seed-ids.ts';

export const demonstrationOwnerId = seedId('demonstration owner');

export type OwnerLogin = { readonly email: string; readonly password: string };

export type OwnerPlace = {
  readonly accounts: AccountStore;
  readonly icNumberKey: KeyObject;
  /** Where the login is kept, readable by the owner of the process only. */
  readonly dataDir: string;
};

const email = 'owner@demo.example';

/**
 * Registers the owner of the demonstration listings under a password of this installation's own. The file comes first and what
 * it says is what counts, so that a seed which was cut off ends with the login that is in the file. Null where another process,
 * with a data folder of its own, registered the owner first.
 *
 * @throws AccountsUnavailable
 */
export async function ensureDemonstrationOwner(place: OwnerPlace): Promise<OwnerLogin | null> {
  const file = demonstrationLoginFile(place.dataDir);
  await writeOnce(file, describe(randomPassword()), 0o600);
  const login = await readDemonstrationLogin(place.dataDir);
  if (!login) throw new Error(`The demonstration owner's login in ${file} is damaged: remove it.`);
  await registerUnlessThere(place, login.password);
  const owner = await place.accounts.getOwnerByEmail(email);
  if (await verifyPassword(owner?.passwordHash, login.password)) return login;
  await rm(file, { force: true });
  return null;
}

/** The login that an earlier seed made, or null where there is none. */
export async function readDemonstrationLogin(dataDir: string): Promise<OwnerLogin | null> {
  try {
    const text = await readFile(demonstrationLoginFile(dataDir), 'utf8');
    const password = /^Password: (\S+)$/m.exec(text)?.[1];
    return password === undefined ? null : { email, password };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function registerUnlessThere({ accounts, icNumberKey }: OwnerPlace, password: string) {
  const id = demonstrationOwnerId;
  if (await accounts.getOwner(id)) return;
  try {
    await accounts.registerOwner({
      id,
      fullName: 'Demonstration Owner',
      phone: '012-3456789',
      email,
      passwordHash: await hashPassword(password),
      sealedIcNumber: sealIcNumber('000000-00-0000', { key: icNumberKey, accountId: id }),
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
