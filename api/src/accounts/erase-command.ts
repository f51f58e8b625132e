import { commandLine, type ErasedListings } from '@directory/domain';
import { directoryViews, startProjector } from '@directory/projections';
import { OperatorError } from '@directory/projections/config';
import { placeOfAccounts } from '@directory/projections/stores';
import { systemClock } from '../clock.ts';
import { readCommandConfig, type Config } from '../config.ts';
import { closeStores, openExistingAccounts, openStores, type Stores } from '../stores.ts';
import type { Terminal } from './account-commands.ts';
import {
  beginErasure,
  eraseOwner,
  findTraces,
  type ErasureReport,
  type OwnersTraces,
} from './erase-owner.ts';
import { noSuchAccount } from './passwords.ts';

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
    const unknown: string[] = [];
    let haveAllBegun = true;
    for (const name of emailsOrIds) {
      const printLine = printOf(name);
      const plan = await planErasure(stores, name, { config, listings, print: printLine });
      if (!plan) {
        unknown.push(name);
        continue;
      }
      if (!isConfirmed) printLine(plan.text);
      haveAllBegun &&= plan.hasBegun;
      owners.set(plan.ownerId, printLine);
    }
    // One that is mistyped stops all, unless an interrupted command is repeated, which may have erased it.
    const isRepeat = isConfirmed && owners.size > 0 && haveAllBegun;
    if (!isRepeat) await requireKnown(stores, unknown);
    if (!isConfirmed) return;
    const endSessions = (id: string) => stores.accounts.endSessions(id);
    // All at first, as each erasure waits for the views, which stop at events whose key is missing without such a record.
    for (const ownerId of owners.keys())
      await beginErasure({ stores, endSessions }, { ownerId, listings });
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
    } catch (error) {
      print(
        'The erasure has begun and is not complete: run the same command again. A start of the directory completes it, too.',
      );
      throw error;
    } finally {
      await projector.stop();
    }
    await requireKnown(stores, unknown);
  } finally {
    await closeStores(stores);
  }
}

/** @throws OperatorError unless there are none. An account that an interrupted erasure has emptied is found by its id only. */
async function requireKnown(stores: Stores, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0) return;
  const { message } = noSuchAccount({ role: 'owner', name: unknown.join('", "') });
  const begun = await findBegunErasures(stores);
  const completion =
    begun.length > 0
      ? ` An erasure has begun and is not complete: run "erase owner ${begun.join(' ')} --yes" or start the directory.`
      : '';
  throw new OperatorError(message + completion);
}

/** The ids of the owners whose accounts are still there although their erasure has begun. */
async function findBegunErasures({ accounts, log }: Stores): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { owner, erasure } of await log.ownerKeys.all())
    if (erasure !== null && (await accounts.getOwner(owner))) ids.push(owner);
  return ids;
}

type PlanOptions = Pick<EraseOptions, 'listings'> & {
  readonly config: Config;
  readonly print: Terminal['print'];
};

/** Prints what is missing of an owner, and returns what an erasure would do; null for nobody. @throws OperatorError where nothing can be erased */
async function planErasure(
  { accounts, log }: Stores,
  emailOrId: string,
  { config, listings, print }: PlanOptions,
) {
  const owner = (await accounts.getOwnerByEmail(emailOrId)) ?? (await accounts.getOwner(emailOrId));
  const ownerId = owner?.id ?? emailOrId;
  const traces = await findTraces(log.stored, new Set([ownerId]));
  if (!owner && traces.events === 0) return null;
  const [key] = await log.ownerKeys.find([ownerId]);
  // An owner who has typed nothing yet has no key.
  const hasKey = key !== undefined || traces.events === 0;
  if (!key?.erasure && (!owner || !hasKey))
    print(describeLoss(config, { hasAccount: owner !== null, hasKey }));
  if (!hasKey && listings === 'keep')
    throw new OperatorError(
      'Without the key nothing that would stay can be read: leave out --listings keep.',
    );
  const begun = key?.erasure ?? null;
  return { ownerId, text: describePlan(traces, begun ?? listings), hasBegun: begun !== null };
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
