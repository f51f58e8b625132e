import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Outage, OutOfOrder } from '@directory/domain/event-store';
import { copyLog, OtherEvents } from '@directory/domain/event-store/log-copy';
import { atMostEvery } from '@directory/domain/shared/timers';
import {
  buildMissingViews,
  directoryViews,
  progressMeter,
  progressText,
  type Progress,
} from '@directory/projections';
import {
  accountsFile,
  closeAfter,
  openLog,
  openOriginalLog,
  openOwnerKeys,
  openViewStore,
  type ExclusiveLog,
} from '@directory/projections/stores';
import { OperatorError } from '@directory/projections/config';
import { verifyKeyFingerprint } from '../accounts/secrets.ts';
import { readOwners } from '../accounts/sqlite/sqlite-accounts.ts';
import type { Config } from '../config.ts';
import { erasedOwners, findTraces } from '../accounts/erase-owner.ts';
import { namesOfImage } from '../images/image-store.ts';
import { openAccounts, openImages } from '../stores.ts';
import { copyAccounts, loadKeys, copyImages, imagesIn, type CopyCount } from './copy-stores.ts';

export type Migration = {
  /** The data folder of a stopped installation; absolute. */
  readonly from: string;
  /** The settings, with the addresses of the servers. */
  readonly config: Config;
  readonly print: (line: string) => void;
};

/**
 * Copies an installation to servers and builds its views there; the folder stays unchanged. Run again, it resumes and copies
 * nothing twice.
 *
 * @throws OperatorError and others, with a sentence for the operator
 */
export async function runMigration({ from, config, print }: Migration): Promise<void> {
  const { eventstoreUrl, mongodbUrl } = config;
  if (eventstoreUrl === null && mongodbUrl === null)
    throw new OperatorError(
      'No target: set EVENTSTORE_URL, MONGODB_URL or both, or give them with --to.',
    );
  const log = await openOriginalLog(from);
  const progress = { print, update: atMostEvery(5_000, print) };
  try {
    const counts: CopyCount[] = [];
    // The keys before the events, so that nobody makes other keys for the owners of these.
    await copyOwnerKeys(from, config);
    if (eventstoreUrl !== null) counts.push(await migrateEvents(log, eventstoreUrl, progress));
    if (mongodbUrl !== null) {
      counts.push(...(await migrateAccounts({ from, config, progress })));
      counts.push(await migrateImages({ from, config, progress }, log));
    }
    log.close();
    await buildViews({ from, config, progress });
    const isDone = counts.every(({ copied }) => copied === 0);
    print(isDone ? 'Nothing left to copy.' : 'Migration complete.');
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    // A server became unreachable; what was copied stays.
    throw new OperatorError(
      `The migration stopped: ${error.message.replace(/\.$/, '')}. Run the same command again to resume.`,
      { cause: error },
    );
  } finally {
    log.close();
  }
}

type Step = Pick<Migration, 'from' | 'config'> & {
  /** `update` prints at most one line every few seconds. */
  readonly progress: Readonly<Record<'print' | 'update', Migration['print']>>;
};

async function migrateEvents(
  log: ExclusiveLog,
  url: string,
  progress: Step['progress'],
): Promise<CopyCount> {
  // Loaded only here, as in `openStoredLog`.
  const { openEventStoreDb } = await import('@directory/domain/event-store/eventstoredb');
  const to = await openEventStoreDb({ url });
  const end = await log.head();
  const measure = progressMeter();
  try {
    // Only this call tells a wrong setting from an outage.
    await to.ping();
    const { copied, alreadyThere, isAhead } = await copyLog({
      from: log,
      to,
      onSame: (events) => progress.update(`Events: ${events} exist already.`),
      onCopied: (events, position) => {
        const done = measure({ id: 'events', events, position, end });
        progress.update(`Events: ${progressText(done)}`);
      },
    });
    const count = { copied, existing: alreadyThere };
    progress.print(`Events: ${describe(count)}.${isAhead ? ' The server has newer ones.' : ''}`);
    return count;
  } catch (error) {
    if (error instanceof OutOfOrder)
      throw new OperatorError(
        'EventStoreDB refused an event and took later ones, which ends the order of the log. Run the same command again with an empty EventStoreDB.',
        { cause: error },
      );
    if (error instanceof OtherEvents)
      throw new OperatorError(
        `The events cannot be copied to this EventStoreDB. ${error.message} Choose an empty one, or stop the program that writes to it.`,
        { cause: error },
      );
    throw error;
  } finally {
    await to.close();
  }
}

async function migrateAccounts(step: Step): Promise<readonly CopyCount[]> {
  const { print } = step.progress;
  // To open the file would make it, and the folder stays unchanged.
  const { owners, admins } = existsSync(accountsFile(step.from))
    ? await copyAccountsFrom(step)
    : { owners: nothing, admins: nothing };
  print(`Owners: ${describe(owners)}.`);
  print(`Admins: ${describe(admins)}.`);
  return [owners, admins];
}

const nothing: CopyCount = { copied: 0, existing: 0 };

async function copyAccountsFrom({ from, config }: Step) {
  const owners = readOwners(accountsFile(from));
  const { secrets, reencrypt } = await loadKeys(from, config.appSecret);
  for (const { id, encryptedIcNumber } of owners) reencrypt(id, encryptedIcNumber);
  const source = openAccounts({ ...config, dataDir: from, mongodbUrl: null });
  return closeAfter(source, (own) =>
    closeAfter(openAccounts(config), async (to) => {
      if (secrets) await verifyKeyFingerprint(to, secrets);
      const erased = await readErasedOwners(config);
      return copyAccounts({ from: own, owners, to, reencrypt, erased });
    }),
  );
}

async function migrateImages(
  { from, config, progress }: Step,
  log: ExclusiveLog,
): Promise<CopyCount> {
  const { photographs } = await findTraces(log, await readErasedOwners(config));
  const erased = new Set(photographs.flatMap(namesOfImage));
  const names = imagesIn(join(from, 'uploads')).filter((name) => !erased.has(name));
  const onCopied = ({ copied, existing }: CopyCount) => {
    progress.update(`Images: ${copied + existing} of ${names.length}`);
  };
  // Without images there may be no folder, which would be made.
  const count =
    names.length === 0
      ? nothing
      : await closeAfter(openImages({ ...config, dataDir: from, mongodbUrl: null }), (source) =>
          closeAfter(openImages(config), (to) => copyImages({ names, from: source, to, onCopied })),
        );
  progress.print(`Images: ${describe(count)}.`);
  return count;
}

/** Copies owner keys to where the site looks for them: its data folder, or MongoDB. Keys that are there stay, unless erased since. */
async function copyOwnerKeys(from: string, config: Config): Promise<void> {
  if (!existsSync(accountsFile(from))) return;
  const own = openOwnerKeys({ dataDir: from, mongodbUrl: null });
  const keys = await closeAfter(own, (each) => each.all());
  await closeAfter(openOwnerKeys(config), async (to) => {
    await to.add(keys);
    for (const { owner, key, erasure } of keys) {
      if (erasure !== null) await to.beginErasure(owner, erasure);
      if (key === null) await to.eraseKey(owner);
    }
  });
}

function readErasedOwners(config: Config): Promise<ReadonlySet<string>> {
  return closeAfter(openOwnerKeys(config), erasedOwners);
}

/** Without EventStoreDB the events stay in the folder. */
async function buildViews({ from, config, progress }: Step): Promise<void> {
  const site = config.eventstoreUrl === null ? { ...config, dataDir: from } : config;
  const views = Object.values(directoryViews(config.timeZone));
  const onProgress = ({ share }: Progress) => {
    progress.update(`Views: ${Math.floor(share * 100)} %`);
  };
  const built = await closeAfter(openLog(site), (log) =>
    closeAfter(
      openViewStore(site, () => undefined),
      (store) => buildMissingViews({ log, store, views, onProgress }),
    ),
  );
  progress.print(
    `Views: ${built.length === 0 ? 'all built already' : `built ${built.join(', ')}`}.`,
  );
}

function describe({ copied, existing }: CopyCount): string {
  return `${copied} copied, ${existing} existing`;
}
