import type { Environment } from '@directory/projections/config';
import { prepareDataFolder } from '@directory/projections/stores';
import { UsernameTaken, type AccountStore } from './accounts/account-store.ts';
import { createAdmin, randomPassword } from './accounts/create-admin.ts';
import { adminLoginFile } from './accounts/first-admin.ts';
import { removeCredentials } from './accounts/credentials-file.ts';
import { setPassword, type AccountName } from './accounts/set-password.ts';
import { readConfig, type Config } from './config.ts';
import { demonstrationLoginFile } from './seed/demonstration-owner.ts';
import { openAccounts, openExistingAccounts } from './stores.ts';

type Terminal = { readonly environment: Environment; readonly print: (line: string) => void };

/** Makes a login for an admin, with the password of ADMIN_PASSWORD or one that is made up and printed. */
export async function makeAdmin({ environment, print }: Terminal, username: string): Promise<void> {
  const config = configWithoutAdmin(environment);
  const { password, source } = passwordFrom(environment, 'ADMIN_PASSWORD');
  prepareDataFolder(config.dataDir);
  await withAccounts(openAccounts(config), async (accounts) => {
    await createAdmin(accounts, { username, password }).catch((error: unknown) => {
      throw error instanceof UsernameTaken ? new NameTaken(username) : error;
    });
    print(`"${username}" can log in at /admin with the password ${source}.`);
  });
}

/** Gives an account another password: that of NEW_PASSWORD, or one that is made up and printed. */
export async function changePassword(
  { environment, print }: Terminal,
  account: AccountName,
): Promise<void> {
  const config = configWithoutAdmin(environment);
  const { password, source } = passwordFrom(environment, 'NEW_PASSWORD');
  const { role, name } = account;
  await withAccounts(openExistingAccounts(config), async (accounts) => {
    await setPassword(accounts, account, password);
  });
  const page = role === 'owner' ? '/user/userlogin' : '/admin';
  print(`"${name}" can log in at ${page} with the password ${source}, and no longer with another.`);
  const file =
    role === 'owner' ? demonstrationLoginFile(config.dataDir) : adminLoginFile(config.dataDir);
  if (await removeCredentials(file, name)) print(`${file} told the old password and was removed.`);
}

/** The password of the first admin is no business of these commands, and need not come with a name. */
function configWithoutAdmin(environment: Environment): Config {
  return readConfig({ ...environment, ADMIN_USERNAME: undefined, ADMIN_PASSWORD: undefined });
}

/** Never an argument: every user of the machine can read those. */
function passwordFrom(environment: Environment, setting: string) {
  const chosen = environment[setting];
  if (chosen !== undefined && chosen !== '') return { password: chosen, source: `from ${setting}` };
  const password = randomPassword();
  return { password, source: `"${password}" (shown only this once)` };
}

async function withAccounts(
  opening: Promise<AccountStore>,
  work: (accounts: AccountStore) => Promise<void>,
): Promise<void> {
  const accounts = await opening;
  try {
    await work(accounts);
  } finally {
    await accounts.close();
  }
}

class NameTaken extends Error {
  override readonly name = 'NameTaken';

  constructor(username: string) {
    super(`There is an admin "${username}" already: choose another name.`);
  }
}
