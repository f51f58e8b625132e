import type { OperationEvent } from '@directory/domain';
import { OperatorError, type Environment } from '@directory/projections/config';
import { prepareDataFolder } from '@directory/projections/data-folder';
import { closeAfter } from '@directory/projections/stores';
import { readCommandConfig, type Config } from '../config.ts';
import { recordCommand } from '../record-operation.ts';
import { createAdmin, removeLoginFile } from './generated-logins.ts';
import { openAccounts, openExistingAccounts } from '../stores.ts';
import { LastAdmin, UsernameTaken, type AccountName, type AccountStore } from './account-store.ts';
import {
  findLogin,
  noSuchAccount,
  randomPassword,
  requireStrong,
  setPassword,
  type FoundAccount,
} from './passwords.ts';
import { rotateTokenKey } from './sessions.ts';

export type Terminal = {
  readonly environment: Environment;
  readonly print: (line: string) => void;
  /** Whether what is printed goes to a terminal and not into a log. */
  readonly isTerminal?: boolean | undefined;
};

/** Creates an admin with the password of ADMIN_PASSWORD, or a generated one that is printed. */
export async function makeAdmin(terminal: Terminal, username: string): Promise<void> {
  const { environment, print } = terminal;
  const config = readCommandConfig(environment);
  const { source, ...chosen } = passwordFrom(terminal, 'ADMIN_PASSWORD');
  await requireStrong(chosen.password, [username]);
  prepareDataFolder(config.dataDir);
  const { accountId, isFirst } = await closeAfter(openAccounts(config), async (accounts) => ({
    isFirst: (await accounts.findAdmins()).length === 0,
    accountId: await createAdmin(accounts, { username, ...chosen }).catch((error: unknown) => {
      if (!(error instanceof UsernameTaken)) throw error;
      throw new OperatorError(`There is already an admin "${username}": choose another name.`);
    }),
  }));
  print(`"${username}" can log in at /admin with the password ${source}.`);
  // Not an error, as it is possible before the first start; but DATA_DIR may be mistyped.
  const where = config.mongodbUrl === null ? config.dataDir : 'MongoDB';
  if (isFirst) print(`"${username}" is the first admin in ${where}.`);
  await recordCommand(config, { type: 'AdminCreated', data: { accountId } }, print);
}

/** Replaces the password of an account with that of NEW_PASSWORD, or a generated one that is printed. */
export async function changePassword(terminal: Terminal, account: AccountName): Promise<void> {
  const { environment, print } = terminal;
  const config = readCommandConfig(environment);
  const { source, ...chosen } = passwordFrom(terminal, 'NEW_PASSWORD');
  const { role, name } = account;
  const { id, isDisabled, removed } = await closeAfter(
    openExistingAccounts(config),
    async (accounts) => {
      const found = await setPassword(accounts, account, chosen);
      return { ...found, removed: role === 'admin' && (await removeAddress(accounts, found.id)) };
    },
  );
  const page = role === 'owner' ? '/user/userlogin' : '/admin';
  print(
    `"${name}" can log in at ${page} with the password ${source}. The old password is no longer valid. ${sessionsEnd}`,
  );
  if (isDisabled)
    print(
      `But "${name}" is disabled. To let it log in, run: npm run enable-account -- ${role} ${name}`,
    );
  if (removed) print(`Emails no longer go to ${removed}: "${name}" can confirm an address again.`);
  await removeLogin(config, account, print);
  await recordCommand(config, { type: 'PasswordSet', data: { accountId: id, role } }, print);
}

/** Somebody who knew the password may have confirmed an address of theirs, and could choose the next password by a mail to it. */
async function removeAddress(accounts: AccountStore, admin: string): Promise<string | null> {
  const address = (await accounts.findContacts([admin])).get(admin)?.verifiedEmail ?? null;
  if (address !== null) await accounts.changeContact(admin, { verifiedEmail: null });
  return address;
}

/** Refuses log-ins to an account, and ends its sessions. */
export async function disableAccount(terminal: Terminal, account: AccountName): Promise<void> {
  const { role, name } = account;
  await changeAccount(terminal, account, {
    work: async (accounts, { id, isDisabled }) => {
      if (isDisabled) throw new OperatorError(`"${name}" is already disabled.`);
      if (role === 'admin') await accounts.disableAdmin(name);
      else await accounts.endSessions(id, { isDisabled: true });
    },
    outcome: `"${name}" can no longer log in. ${sessionsEnd}`,
    event: (accountId) => ({ type: 'AccountDisabled', data: { accountId, role } }),
  });
}

export async function enableAccount(terminal: Terminal, account: AccountName): Promise<void> {
  const { role, name } = account;
  await changeAccount(terminal, account, {
    work: async (accounts, { id, isDisabled }) => {
      // Enabling it would end sessions that are in use.
      if (!isDisabled) throw new OperatorError(`"${name}" is not disabled.`);
      await accounts.endSessions(id, { isDisabled: false });
    },
    outcome: `"${name}" can log in again.`,
    event: (accountId) => ({ type: 'AccountEnabled', data: { accountId, role } }),
  });
}

export async function removeAdmin(terminal: Terminal, username: string): Promise<void> {
  const account = { role: 'admin', name: username } as const;
  const config = await changeAccount(terminal, account, {
    work: (accounts) => accounts.removeAdmin(username),
    outcome: `Removed the admin "${username}". ${sessionsEnd}`,
    event: (accountId) => ({ type: 'AdminRemoved', data: { accountId } }),
  });
  await removeLogin(config, account, terminal.print);
}

/** Lets an admin who lost the app and the recovery codes log in with the password alone. */
export async function resetSecondFactor(terminal: Terminal, username: string): Promise<void> {
  const account = { role: 'admin', name: username } as const;
  await changeAccount(terminal, account, {
    async work(accounts, { id }) {
      if ((await accounts.getSecondFactor(id)) === null)
        throw new OperatorError(`"${username}" has no two-step log-in: nothing was changed.`);
      // In this order, a repeat completes what was interrupted.
      await accounts.endSessions(id);
      await accounts.removeSecondFactor(id);
    },
    outcome: `"${username}" needs no code to log in any more. ${sessionsEnd}`,
    event: (accountId) => ({ type: 'SecondFactorRemoved', data: { accountId } }),
  });
}

/** Ends all sessions of everybody. */
export async function rotateKeys({ environment, print }: Terminal): Promise<void> {
  const config = readCommandConfig(environment);
  await closeAfter(openExistingAccounts(config), rotateTokenKey);
  print(
    'Tokens are now signed with another key: within ten seconds everybody has to log in again. IC numbers stay encrypted with the same key.',
  );
  await recordCommand(config, { type: 'KeyRotated', data: { key: 'tokens' } }, print);
}

type AccountChange = {
  readonly work: (accounts: AccountStore, account: FoundAccount) => Promise<unknown>;
  readonly outcome: string;
  readonly event: (accountId: string) => OperationEvent;
};

/** Changes an existing account, prints the outcome, and records the change in the log. Returns the settings. */
async function changeAccount(
  { environment, print }: Terminal,
  account: AccountName,
  { work, outcome, event }: AccountChange,
): Promise<Config> {
  const config = readCommandConfig(environment);
  const accountId = await closeAfter(openExistingAccounts(config), async (accounts) => {
    const found = await findLogin(accounts, account);
    if (!found) throw noSuchAccount(account);
    await work(accounts, found).catch((error: unknown) => {
      if (!(error instanceof LastAdmin)) throw error;
      throw new OperatorError(
        `Nobody but "${account.name}" can log in as admin: first create another (npm run create-admin).`,
      );
    });
    return found.id;
  });
  print(outcome);
  await recordCommand(config, event(accountId), print);
  return config;
}

const sessionsEnd = 'Open sessions end within ten seconds.';

async function removeLogin(
  { dataDir }: Config,
  account: AccountName,
  print: Terminal['print'],
): Promise<void> {
  const file = await removeLoginFile(dataDir, account);
  if (file !== null) print(`Removed ${file}: it contained the old password.`);
}

/** The password is never an argument, as every user of the machine can list those. */
function passwordFrom({ environment, isTerminal }: Terminal, setting: string) {
  const chosen = environment[setting];
  if (chosen !== undefined && chosen !== '') return { password: chosen, source: `from ${setting}` };
  if (!isTerminal)
    throw new OperatorError(
      `Without a terminal a generated password would be printed into a log: set ${setting}, or run this in a terminal.`,
    );
  const password = randomPassword();
  const source = `"${password}" (shown only this once, and to be changed at the first log-in)`;
  return { password, isGenerated: true, source };
}
