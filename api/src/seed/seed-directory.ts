import type { KeyObject } from 'node:crypto';
import {
  businessEventTypes,
  businessStream,
  commandHandler,
  operationsStream,
  type DirectoryLog,
} from '@directory/domain';
import { startOfLog, type EventStore, type RecordedEvent } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { forEachConcurrent } from '@directory/domain/shared/concurrency';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Clock } from '../clock.ts';
import type { SaveImage } from '../images/save-image.ts';
import {
  demonstrationOwnerId,
  ensureDemonstrationOwner,
  readDemonstrationLogin,
  type DemonstrationLogin,
} from '../accounts/generated-logins.ts';
import { appendVisits } from './demonstration-visits.ts';
import {
  importCommandId,
  loadSeedData,
  loadSeedEnds,
  seedCorrelationId,
  type SeedData,
} from './seed-data.ts';
import { planSeed, seedTimeOf, stepsOf, type PlannedListing } from './seed-plan.ts';

export type SeedOptions = {
  readonly log: DirectoryLog;
  readonly accounts: AccountStore;
  readonly icNumberKey: KeyObject;
  readonly saveImage: SaveImage;
  /** The folder of places, demonstration and photos. */
  readonly seedFolder: string;
  /** Whether no seed is begun; one that was interrupted is completed all the same. */
  readonly startEmpty?: boolean;
  readonly dataDir: string;
  readonly timeZone: string;
  readonly clock: Clock;
};

export type SeedReport = {
  /**
   * Nothing was added for `foreign-log`, as the log begins with other events than those of this seed, and for `start-empty`, by the
   * setting or as an owner has registered.
   */
  readonly outcome: 'seeded' | 'seeded-before' | 'foreign-log' | 'start-empty';
  readonly listings: number;
  /** Null in a log that was not seeded. */
  readonly ownerLogin: DemonstrationLogin | null;
};

/**
 * Fills a directory without listings and owners with real places and demonstration data, so that every page shows something. A log that was seeded
 * or used stays unchanged. A seed completes one that was interrupted, and concurrent seeds add no more than one: they share the
 * time of the first, and all ids are derived from the data.
 *
 * @throws Unavailable, Timeout, AccountsUnavailable, ImagesUnavailable, also in the middle
 */
export async function seedDirectory(options: SeedOptions): Promise<SeedReport> {
  const state = await seedState(options);
  if (state === 'foreign') return nothingAdded('foreign-log', null);
  if (state === 'complete')
    return nothingAdded('seeded-before', await readDemonstrationLogin(options));
  if (state === 'none' && (options.startEmpty || (await hasOwners(options.accounts))))
    return nothingAdded('start-empty', null);
  const data = await loadSeedData(options.seedFolder);
  const ownerLogin = await ensureDemonstrationOwner(options);
  await seed(options, data);
  const listings = data.places.length + data.demonstration.length;
  return { outcome: 'seeded', listings, ownerLogin };
}

/** Whether an owner has registered, as after a start that added nothing: demonstration data would come as a surprise then. */
async function hasOwners(accounts: AccountStore): Promise<boolean> {
  const count = await accounts.countOwners();
  // A seed that was interrupted before its first event, or runs beside this one, has registered its own.
  return count > ((await accounts.getOwner(demonstrationOwnerId)) ? 1 : 0);
}

function nothingAdded(
  outcome: SeedReport['outcome'],
  ownerLogin: DemonstrationLogin | null,
): SeedReport {
  return { outcome, listings: 0, ownerLogin };
}

const maxConcurrentAppends = 128;

/**
 * The first listing marks a seed as begun, the last as complete, so nothing runs concurrently with them. Where the first one is there,
 * of an interrupted seed or of one that runs beside, it stays and sets the time.
 */
async function seed(options: SeedOptions, data: SeedData): Promise<void> {
  const create = listingCreator(options, data);
  await forEachConcurrent(planSeed(data, options.clock()).slice(0, 1), 1, create);
  const now = await seedTime(options, data);
  const plan = planSeed(data, now);
  const between = plan.slice(1, -1);
  await Promise.all([
    forEachConcurrent(between.filter(withoutPhoto), maxConcurrentAppends, create),
    // One by one, as images are re-encoded.
    forEachConcurrent(between.filter(withPhoto), 1, create),
  ]);
  // After their listings: reports count a visit under the category that is in the log before it.
  await appendVisits(options, plan.slice(0, -1), now);
  await forEachConcurrent(plan.slice(-1), 1, create);
}

async function seedTime({ log, clock }: SeedOptions, { places }: SeedData): Promise<Date> {
  const [first] = places;
  const [event] = first ? await log.readStream(businessStream(first.id), { limit: 1 }) : [];
  return event ? seedTimeOf(event.metadata.time, clock()) : clock();
}

function listingCreator({ log, saveImage }: SeedOptions, { readPhoto }: SeedData) {
  const handle = commandHandler(log);
  return async (listing: PlannedListing): Promise<void> => {
    const { photo } = listing;
    const imagePath = photo === null ? null : await saveImage(await readPhoto(photo));
    for (const { command, context } of stepsOf(listing, imagePath)) await handle(command, context);
  };
}

const withPhoto = ({ photo }: PlannedListing) => photo !== null;
const withoutPhoto = ({ photo }: PlannedListing) => photo === null;

/** `foreign`: the log does not begin with this seed. */
type SeedState = 'none' | 'begun' | 'complete' | 'foreign';

/**
 * How far a seed of these places came: it creates the first place before all others and the last after them. Once the directory
 * was used, a seed is complete, also if an older version seeded less than this one would.
 */
async function seedState({ log, seedFolder }: SeedOptions): Promise<SeedState> {
  // Types and metadata are all that it needs: a missing owner key does not matter.
  const { stored } = log;
  const [first] = await stored.readAll({ after: startOfLog, limit: 1, types: businessEventTypes });
  if (!first) return 'none';
  if (!isSeeded(first)) return 'foreign';
  const places = await loadSeedEnds(seedFolder);
  if (first.metadata.commandId !== importCommandId(places.first)) return 'foreign';
  const lastEvents = await stored.readStream(businessStream(places.last), { limit: 1 });
  return lastEvents.length > 0 || !(await isUnused(stored)) ? 'complete' : 'begun';
}

/** Whether every event is of a seed, or of an operator who prepared the directory; stops at the first that is not. */
async function isUnused(stored: EventStore): Promise<boolean> {
  for await (const { events } of readPages(stored, { after: startOfLog }))
    if (!events.every((event) => isSeeded(event) || event.stream === operationsStream))
      return false;
  return true;
}

function isSeeded({ metadata }: RecordedEvent): boolean {
  return metadata.correlationId === seedCorrelationId || metadata.demonstration === true;
}
