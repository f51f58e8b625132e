import { randomUUID } from 'node:crypto';
import {
  appendFact,
  commandHandler,
  linkChannels,
  type BusinessId,
  type DirectoryLog,
  type TrafficEvent,
} from '@directory/domain';
import type { Actor, EventStore } from '@directory/domain/event-store';
import { businessIdOf, completeDetails } from './details.ts';
import { randomNumbers, type RandomNumbers } from './random-numbers.ts';

export type GeneratedLog = {
  /** How many events, most of them visits; at least three for every business. */
  readonly events: number;
  readonly businesses?: number;
  readonly owners?: number;
  /** Over how long the visits are spread, from the first of November 2026 on. */
  readonly days?: number;
  readonly seed?: number;
};

/** Fills a log with listings that were submitted, approved and edited, and with visits to them in the order of time. */
export async function generateLog(log: DirectoryLog, options: GeneratedLog): Promise<void> {
  const { events, businesses = 500, owners = 50, days = 30, seed = 1 } = options;
  const random = randomNumbers(seed);
  const decided = await inBatches(businesses, (number) =>
    listBusiness(log, { number, ownerId: ownerOf(number, owners), random }),
  );
  const visits = events - decided.reduce((sum, count) => sum + count, 0);
  await inBatches(visits, async (index) => {
    const at = start + Math.floor((index / visits) * days * dayMs);
    // Squared, because a few places draw most of the visitors.
    const number = Math.floor(random() ** 2 * businesses);
    const subject = { businessId: businessIdOf(number), ownerId: ownerOf(number, owners) };
    return visit(log, trafficAt(new Date(at).toISOString(), subject, random));
  });
}

const start = Date.UTC(2026, 10, 1);
const dayMs = 24 * 3_600_000;
const batchSize = 500;

/** Works on many at the same time, so that the log has appends to group. */
async function inBatches<Result>(
  count: number,
  work: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += batchSize) {
    const indexes = Array.from(
      { length: Math.min(batchSize, count - from) },
      (_, index) => from + index,
    );
    results.push(...(await Promise.all(indexes.map(work))));
  }
  return results;
}

type NewListing = {
  readonly number: number;
  readonly ownerId: string;
  readonly random: RandomNumbers;
};

/** Submits, approves and sometimes edits a business. Returns how many events that took. */
async function listBusiness(
  log: DirectoryLog,
  { number, ownerId, random }: NewListing,
): Promise<number> {
  const handle = commandHandler(log);
  const businessId = businessIdOf(number);
  const as = (step: number, actor: Actor) => ({
    commandId: `00000000-0000-4000-8000-${(number * 10 + step).toString().padStart(12, '0')}`,
    correlationId: '00000000-0000-4000-8000-000000000000',
    actor,
    time: new Date(start - dayMs + number * 60_000).toISOString(),
  });
  const owner: Actor = { id: ownerId, role: 'user' };
  const admin: Actor = { id: 'admin', role: 'admin' };
  const details = completeDetails({ businessName: `Warung ${number}` });
  const edited = random() < 0.2;
  await handle({ type: 'SubmitBusiness', businessId, ownerId, details }, as(0, owner));
  await handle({ type: 'ApproveBusiness', businessId }, as(1, admin));
  if (!edited) return 2;
  await handle(
    { type: 'EditBusiness', businessId, ownerId, changes: { phone: '012-7654321' } },
    as(2, owner),
  );
  return 3;
}

function ownerOf(number: number, owners: number): string {
  return `owner-${number % owners}`;
}

type Subject = { readonly businessId: BusinessId; readonly ownerId: string | null };

function trafficAt(time: string, subject: Subject, random: RandomNumbers): TrafficEvent {
  if (random() < 0.05) {
    const channel = linkChannels[Math.floor(random() * linkChannels.length)] ?? 'website';
    return { type: 'BusinessLinkClicked', data: { ...subject, channel, clickedAt: time } };
  }
  const firstToday = random() < 0.7;
  return {
    type: 'BusinessViewed',
    data: { ...subject, viewedAt: time, receivedAt: time, firstToday },
  };
}

function visit(log: EventStore, event: TrafficEvent): Promise<void> {
  return appendFact(log, event, {
    actor: { id: null, role: 'visitor' },
    correlationId: randomUUID(),
    time: event.type === 'BusinessViewed' ? event.data.receivedAt : event.data.clickedAt,
  });
}
