import type { KeyObject } from 'node:crypto';
import { businessStream, commandHandler } from '@directory/domain';
import type { EventStore } from '@directory/domain/event-store';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Clock } from '../clock.ts';
import { forEachInFlight } from '../import/in-flight.ts';
import type { SaveImage } from '../images/save-image.ts';
import {
  ensureDemonstrationOwner,
  readDemonstrationLogin,
  type OwnerLogin,
} from './demonstration-owner.ts';
import { loadSeedData, type SeedData } from './seed-data.ts';
import { appendVisits } from './seed-visits.ts';
import { planSeed, stepsOf, type PlannedListing } from './seed-plan.ts';
import { seedState } from './seed-state.ts';

export type SeedOptions = {
  readonly log: EventStore;
  readonly accounts: AccountStore;
  readonly icNumberKey: KeyObject;
  readonly saveImage: SaveImage;
  /** Where the places, the demonstration and the photos are. */
  readonly seedFolder: string;
  readonly dataDir: string;
  readonly timeZone: string;
  readonly clock: Clock;
};

export type SeedReport = {
  /** `foreign-log`: it holds events that no seed made, so nothing was added. */
  readonly outcome: 'seeded' | 'seeded-before' | 'foreign-log';
  readonly listings: number;
  /** Visits and clicks. */
  readonly visits: number;
  /** Null in a log that was not seeded. */
  readonly ownerLogin: OwnerLogin | null;
};

/**
 * Fills an empty directory with real places, and with a demonstration of what happens to listings, so that every page shows
 * something. Done once: a log that was seeded, or that has events of its own, is left alone. A seed that was cut off is
 * completed by the next, and several at once do no more than one: all tell the time that the first one told, and all ids follow
 * from the data.
 *
 * @throws Unavailable, Timeout, AccountsUnavailable, ImagesUnavailable, also half-way
 */
export async function seedDirectory(options: SeedOptions): Promise<SeedReport> {
  const data = await loadSeedData(options.seedFolder);
  const state = await seedState(options.log, data.places);
  if (state.kind === 'foreign') return nothingAdded('foreign-log', null);
  if (state.kind === 'complete')
    return nothingAdded('seeded-before', await readDemonstrationLogin(options.dataDir));
  const ownerLogin = await ensureDemonstrationOwner(options);
  const visits = await seed(options, data, state.begunAt ?? options.clock());
  return { outcome: 'seeded', listings: data.places.length, visits, ownerLogin };
}

function nothingAdded(outcome: SeedReport['outcome'], ownerLogin: OwnerLogin | null): SeedReport {
  return { outcome, listings: 0, visits: 0, ownerLogin };
}

const appendsInFlight = 128;

/** The first listing and the last mark a seed begun and a seed complete, so nothing is under way beside them. */
async function seed(options: SeedOptions, data: SeedData, asked: Date): Promise<number> {
  const make = listingMaker(options, data);
  await forEachInFlight(planSeed(data, asked).slice(0, 1), 1, make);
  const now = await seedTime(options.log, data, asked);
  const plan = planSeed(data, now);
  const between = plan.slice(1, -1);
  const [visits] = await Promise.all([
    appendVisits(options, plan, now),
    forEachInFlight(between.filter(withoutPhoto), appendsInFlight, make),
    // One by one, as images are redrawn.
    forEachInFlight(between.filter(withPhoto), 1, make),
  ]);
  await forEachInFlight(plan.slice(-1), 1, make);
  return visits;
}

/** Of several processes that seed at once, the one that made the first listing gave the time to all. */
async function seedTime(log: EventStore, { places }: SeedData, asked: Date): Promise<Date> {
  const [first] = places;
  const [event] = first ? await log.readStream(businessStream(first.id)) : [];
  return event ? new Date(event.metadata.time) : asked;
}

function listingMaker({ log, saveImage }: SeedOptions, { readPhoto }: SeedData) {
  const handle = commandHandler(log);
  return async (listing: PlannedListing): Promise<void> => {
    const { photo } = listing;
    const imagePath = photo === null ? null : await saveImage(await readPhoto(photo));
    for (const { command, context } of stepsOf(listing, imagePath)) await handle(command, context);
  };
}

const withPhoto = ({ photo }: PlannedListing) => photo !== null;
const withoutPhoto = ({ photo }: PlannedListing) => photo === null;
