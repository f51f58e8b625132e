import { join } from 'node:path';
import { Timeout, Unavailable } from '@directory/domain/event-store';
import { buildMissing, directoryViews, ViewStoreUnavailable } from '@directory/projections';
import {
  openLog,
  openOriginalLog,
  openViewStore,
  type LogAlone,
} from '@directory/projections/stores';
import { AccountsUnavailable } from '../accounts/account-store.ts';
import { verifyKeyFingerprint } from '../accounts/secrets.ts';
import { readAccounts } from '../accounts/sqlite-accounts.ts';
import type { Config } from '../config.ts';
import { openAccounts, openImages } from '../stores.ts';
import { ImagesUnavailable } from '../images/image-store.ts';
import { copyAccounts } from './copy-accounts.ts';
import { copyImages, imagesIn } from './copy-images.ts';
import type { MoveCount } from './move-count.ts';
import { moveEvents } from './move-events.ts';
import { loadKeys } from './seals.ts';
import { progressReporter, type ProgressReporter } from './progress-reporter.ts';

export type Migration = {
  /** The data folder of an installation that stands still; absolute. */
  readonly from: string;
  /** Names the servers. */
  readonly config: Config;
  readonly print: (line: string) => void;
};

/**
 * Copies an installation to servers, and builds its views there; the folder stays as it is. Run again, it carries on, and copies
 * nothing twice.
 *
 * @throws MigrationStopped and others, with a sentence for the operator
 */
export async function runMigration({ from, config, print }: Migration): Promise<void> {
  const { eventstoreUrl, mongodbUrl } = config;
  if (eventstoreUrl === null && mongodbUrl === null) throw new NowhereToGo();
  const log = openOriginalLog(from);
  const tell = progressReporter(print);
  try {
    const counts: MoveCount[] = [];
    if (eventstoreUrl !== null) counts.push(await copyEvents({ log, config, tell }));
    if (mongodbUrl !== null) {
      counts.push(...(await copyOwners({ from, config, tell })));
      counts.push(await copyUploads({ from, config, tell }));
    }
    log.close();
    await buildViews({ from, config, tell });
    const isDone = counts.every(({ copied }) => copied === 0);
    print(isDone ? 'Nothing was left to copy.' : 'Everything is copied.');
  } catch (error) {
    throw isOutage(error) ? new MigrationStopped(error) : error;
  } finally {
    log.close();
  }
}

class NowhereToGo extends Error {
  override readonly name = 'NowhereToGo';

  constructor() {
    super(
      'There is nowhere to copy to: set EVENTSTORE_URL, MONGODB_URL or both, or name them with --to.',
    );
  }
}

/** A server went away; what was copied stays. */
class MigrationStopped extends Error {
  override readonly name = 'MigrationStopped';

  constructor(cause: Error) {
    super(
      `It stopped before all was copied: ${cause.message.replace(/\.$/, '')}. Run the same command again; it carries on from there.`,
      { cause },
    );
  }
}

function isOutage(error: unknown): error is Error {
  return [Unavailable, Timeout, AccountsUnavailable, ImagesUnavailable, ViewStoreUnavailable].some(
    (Outage) => error instanceof Outage,
  );
}

type Step = Pick<Migration, 'from' | 'config'> & { readonly tell: ProgressReporter };

async function copyEvents({
  log: from,
  config,
  tell,
}: Omit<Step, 'from'> & { readonly log: LogAlone }): Promise<MoveCount> {
  const to = await openLog(config);
  const store = await openViewStore(config, () => undefined);
  const views = { store, all: Object.values(directoryViews(config.timeZone)) };
  try {
    const { isAhead, ...count } = await moveEvents({ from, to, views, tell });
    const newer = isAhead ? ' Newer ones follow them there.' : '';
    tell.done(`Events: ${describe(count)}.${newer}`);
    return count;
  } finally {
    await store.close();
    await to.close();
  }
}

async function copyOwners({ from, config, tell }: Step): Promise<readonly MoveCount[]> {
  const accounts = readAccounts(join(from, 'accounts.db'));
  const { secrets, reseal } = await loadKeys(from, config.appSecret);
  accounts.owners.forEach(reseal);
  const to = await openAccounts(config);
  try {
    if (secrets) await verifyKeyFingerprint(to, secrets);
    const { owners, admins } = await copyAccounts({ from: accounts, to, reseal });
    tell.done(`Owners: ${describe(owners)}.`);
    tell.done(`Admins: ${describe(admins)}.`);
    return [owners, admins];
  } finally {
    await to.close();
  }
}

async function copyUploads({ from, config, tell }: Step): Promise<MoveCount> {
  const folder = join(from, 'uploads');
  const names = imagesIn(folder);
  const disk = await openImages({ ...config, dataDir: from, mongodbUrl: null });
  const to = await openImages(config);
  const onCopied = ({ copied, alreadyThere }: MoveCount) => {
    tell.now(`Images: ${copied + alreadyThere} of ${names.length}`);
  };
  try {
    const count = await copyImages({ names, from: disk, to, onCopied });
    tell.done(`Images: ${describe(count)}.`);
    return count;
  } finally {
    await to.close();
    await disk.close();
  }
}

/** Without EventStoreDB the events stay in the folder. */
async function buildViews({ from, config, tell }: Step): Promise<void> {
  const site = config.eventstoreUrl === null ? { ...config, dataDir: from } : config;
  const log = await openLog(site);
  const store = await openViewStore(site, () => undefined);
  const views = Object.values(directoryViews(config.timeZone));
  try {
    const onProgress: Parameters<typeof buildMissing>[0]['onProgress'] = ({ share }) => {
      tell.now(`Views: ${Math.floor(share * 100)} %`);
    };
    const built = await buildMissing({ log, store, views, onProgress });
    tell.done(
      `Views: ${built.length === 0 ? 'all were built already' : `built ${built.join(', ')}`}.`,
    );
  } finally {
    await store.close();
    await log.close();
  }
}

function describe({ copied, alreadyThere }: MoveCount): string {
  return `${copied} copied, ${alreadyThere} there already`;
}
