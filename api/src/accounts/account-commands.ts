import { commandLine, type ErasedListings, type OperationEvent } from '@directory/domain';
import { directoryViews, startProjector } from '@directory/projections';
import { OperatorError, type Environment } from '@directory/projections/config';
import { prepareDataFolder } from '@directory/projections/data-folder';
import { closeAfter, placeOfAccounts } from '@directory/projections/stores';
import { systemClock } from '../clock.ts';
import { readCommandConfig, type Config } from '../config.ts';
import { recordCommand } from '../record-operation.ts';
import { createAdmin, removeLoginFile } from './generated-logins.ts';
import {
  closeStores,
  openAccounts,
  openExistingAccounts,
  openStores,
  type Stores,
} from '../stores.ts';
import { LastAdmin, UsernameTaken, type AccountName, type AccountStore } from './account-store.ts';
import { eraseOwner, findTraces, type ErasureReport, type OwnersTraces } from './erase-owner.ts';
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
    isFirst: (await accounts.countAdmins()) === 0,
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
    print(`"${name}" is disabled, and can log in after: npm run enable-account -- ${role} ${name}`);
  if (removed) print(`Mails no longer go to ${removed}: "${name}" can confirm an address again.`);
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

export type EraseOptions = {
  readonly listings: ErasedListings;
  /** Without it, only what would be erased is printed. */
  readonly yes?: boolean;
};

/** Erases owners, also while the site runs. By id where the account was lost, as the log still has the id. */
export async function eraseAccounts(
  { environment, print }: Terminal,
  emailsOrIds: readonly string[],
  { listings, yes: isConfirmed = false }: EraseOptions,
): Promise<void> {
  const config = readCommandConfig(environment);
  await (await openExistingAccounts(config)).close();
  const stores = await openStores(config, () => undefined);
  const views = directoryViews(config.timeZone);
  try {
    const printOf = (name: string) =>
      emailsOrIds.length === 1 ? print : (line: string) => print(`${name}: ${line}`);
    /** How to print a line about each owner, by id. */
    const owners = new Map<string, Terminal['print']>();
    for (const name of emailsOrIds) {
      const printLine = printOf(name);
      const plan = await planErasure(stores, name, { config, listings, print: printLine });
      if (!isConfirmed) printLine(plan.text);
      owners.set(plan.ownerId, printLine);
    }
    if (!isConfirmed) return;
    const endSessions = (id: string) => stores.accounts.endSessions(id);
    // All at first, as each erasure waits for the views, which stop at events whose key is missing without such a record.
    for (const ownerId of owners.keys()) {
      await stores.log.ownerKeys.beginErasure(ownerId, listings);
      await endSessions(ownerId);
    }
    // The projector stands by, and works only where no site runs one.
    const projector = startProjector({
      log: stores.log,
      store: stores.views,
      views: Object.values(views),
      report: () => undefined,
      standby: true,
    });
    try {
      const { dataDir } = config;
      const deps = { stores, views, projector, dataDir, clock: systemClock, endSessions };
      for (const [ownerId, printLine] of owners) {
        const erasure = { ownerId, listings, actor: commandLine };
        describeErasure(await eraseOwner(deps, erasure)).forEach((line) => printLine(line));
      }
    } finally {
      await projector.stop();
    }
  } finally {
    await closeStores(stores);
  }
}

type PlanOptions = Pick<EraseOptions, 'listings'> & {
  readonly config: Config;
  readonly print: Terminal['print'];
};

/** Prints what is missing of an owner, and returns what an erasure would do. @throws OperatorError where nothing can be erased */
async function planErasure(
  { accounts, log }: Stores,
  emailOrId: string,
  { config, listings, print }: PlanOptions,
) {
  const owner = (await accounts.getOwnerByEmail(emailOrId)) ?? (await accounts.getOwner(emailOrId));
  const ownerId = owner?.id ?? emailOrId;
  const traces = await findTraces(log.stored, new Set([ownerId]));
  if (!owner && traces.events === 0) throw noSuchAccount({ role: 'owner', name: emailOrId });
  const [key] = await log.ownerKeys.find([ownerId]);
  // An owner who has typed nothing yet has no key.
  const hasKey = key !== undefined || traces.events === 0;
  if (!key?.erasure && (!owner || !hasKey))
    print(describeLoss(config, { hasAccount: owner !== null, hasKey }));
  if (!hasKey && listings === 'keep')
    throw new OperatorError(
      'Without the key nothing that would stay can be read: leave out --listings keep.',
    );
  return { ownerId, text: describePlan(traces, key?.erasure ?? listings) };
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

function describeLoss(
  config: Config,
  { hasAccount, hasKey }: { readonly hasAccount: boolean; readonly hasKey: boolean },
): string {
  const { place, setting } = placeOfAccounts(config);
  const [account, key] = [hasAccount, hasKey].map((isHere) => (isHere ? 'the' : 'no'));
  return `In ${place} there is ${account} account and ${key} key of this owner: ${setting} may be wrong, or a backup may have what is missing.`;
}

function describePlan({ listings, photographs }: OwnersTraces, choice: ErasedListings): string {
  const erased = [
    'the account',
    'the key of its personal data',
    ...(choice === 'delete' ? [count(listings, 'listing')] : []),
  ];
  const staying =
    choice === 'keep'
      ? ` ${count(listings, 'listing')} would stay, without owner, contact, texts and photograph.`
      : '';
  return `This would erase ${erased.join(', ')} and ${count(photographs, 'photograph')}.${staying} It cannot be undone: to do it, add --yes.`;
}

function describeErasure(report: ErasureReport): readonly string[] {
  const { listings, choice, events, photographs, files, areViewsUpToDate } = report;
  const verb = events === 1 ? 'is' : 'are';
  return [
    'Erased: the account and the key of its personal data.',
    choice === 'delete'
      ? `${count(listings, 'listing')} erased.`
      : `${count(listings, 'listing')} kept, without owner, contact, texts and photograph.`,
    `${events} ${events === 1 ? 'event' : 'events'}: the personal data in them ${verb} unreadable.`,
    `${count(photographs, 'photograph')} removed.`,
    ...files.map((name) => `Removed ${name}, which held personal data in the clear.`),
    ...(areViewsUpToDate
      ? []
      : ['Some views are paused or behind: they drop the data when they catch up.']),
    'Left: backups of the accounts (they hold the key), of the views and of the photographs; see docs/privacy.md.',
  ];
}

function count(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
}
