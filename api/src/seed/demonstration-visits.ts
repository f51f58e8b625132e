import { createHash } from 'node:crypto';
import {
  currentSchema,
  visitsStream,
  type BusinessDetails,
  type LinkChannel,
  type TrafficEvent,
} from '@directory/domain';
import { WrongRevision, type EventStore, type NewEvent } from '@directory/domain/event-store';
import { keysOf } from '@directory/domain/shared/collections';
import { forEachConcurrent } from '@directory/domain/shared/concurrency';
import { localTimeIn, weekdayOf } from '@directory/projections';
import { seedId } from './seed-data.ts';
import type { PlannedListing } from './seed-plan.ts';

const maxConcurrentAppends = 128;

/** Appends generated visits of the month before `now` to every listing since its approval. */
export async function appendVisits(
  { log, timeZone }: { readonly log: EventStore; readonly timeZone: string },
  plan: readonly PlannedListing[],
  now: Date,
): Promise<void> {
  const hours = visitingHours(now, timeZone);
  const visited = plan.map((listing, index) => ({ ...listing, appeal: appealOf(listing, index) }));
  await forEachConcurrent(visited, maxConcurrentAppends, async (listing) => {
    const since = listing.publicSince?.getTime() ?? Number.POSITIVE_INFINITY;
    const open = hours.filter(({ start }) => start >= since);
    const visits = open.length === 0 ? [] : demonstrationVisits(listing, open);
    if (visits.length === 0) return;
    try {
      await log.append(visitsStream(listing.id), visits, { expected: 'none' });
    } catch (error) {
      // Real visits, or those of another seed, came first.
      if (!(error instanceof WrongRevision)) throw error;
    }
  });
}

const shownFirst = 36;

/** Places on the first page get more visits, and so do those with a photo or contact details. */
function appealOf({ details, ownerId, photo }: PlannedListing, index: number): number {
  const { phone, website } = details;
  const prominence = index < shownFirst ? 4 : 1;
  const promoted = ownerId === null ? 1 : 4;
  const pictured = photo === null ? 1 : 1.5;
  const reachable = phone === null && website === null ? 1 : 1.25;
  return prominence * promoted * pictured * reachable;
}

type VisitedPlace = Pick<PlannedListing, 'id' | 'details' | 'ownerId'> & {
  /** How many visits it gets in proportion to an ordinary place. */
  readonly appeal: number;
};

const ordinaryVisits = 7;
const firstVisitShare = 0.82;
const clickShare = 0.08;
const hourMs = 3_600_000;

/**
 * A generated month of visits to a place, ordered by time and marked as demonstration. The same place and hours give the same
 * visits.
 */
export function demonstrationVisits(
  visited: VisitedPlace,
  hours: readonly VisitingHour[],
): readonly NewEvent[] {
  const { id, appeal } = visited;
  const random = seededRandom(`visits to ${id}`);
  // A few places of a kind get many times the visits of most.
  const popularity = Math.exp(1.2 * (random() + random() + random() - 1.5));
  const count = Math.round(ordinaryVisits * appeal * popularity);
  const pick = hourPicker(hours);
  const times = Array.from({ length: count }, () => pick(random()) + Math.floor(random() * hourMs));
  const facts = times.flatMap((time) => factsOf(visited, time, random));
  return facts
    .toSorted((a, b) => a.time - b.time)
    .map(({ event, time }, index) => toNewEvent(event, time, seedId('visit', id, index)));
}

type Fact = { readonly time: number; readonly event: TrafficEvent };

/** The visit, and sometimes a click at its end. */
function factsOf(
  { id, details, ownerId }: VisitedPlace,
  time: number,
  random: () => number,
): readonly Fact[] {
  const subject = { businessId: id, ownerId };
  const received = time + 150 + Math.floor(random() * 1_500);
  const firstToday = random() < firstVisitShare;
  const visit: Fact = {
    time: received,
    event: {
      type: 'BusinessViewed',
      data: { ...subject, viewedAt: iso(time), receivedAt: iso(received), firstToday },
    },
  };
  const channels = channelsOf(details);
  const channel = channels[Math.floor((random() / clickShare) * channels.length)];
  if (!channel) return [visit];
  const clicked = received + 3_000 + Math.floor(random() * 80_000);
  const data = { ...subject, channel, clickedAt: iso(clicked) };
  return [visit, { time: clicked, event: { type: 'BusinessLinkClicked', data } }];
}

/** The channels of the links on the page of a place. */
function channelsOf(details: BusinessDetails): readonly LinkChannel[] {
  const { phone, website, facebook, latitude: directions } = details;
  const links = { phone, website, facebook, directions };
  return keysOf(links).filter((channel) => links[channel] !== null);
}

function toNewEvent(event: TrafficEvent, time: number, id: string): NewEvent {
  return {
    ...event,
    id,
    metadata: {
      commandId: id,
      correlationId: id,
      actor: { id: null, role: 'visitor' },
      time: iso(time),
      schema: currentSchema,
      demonstration: true,
    },
  };
}

/** Maps a number from 0 to 1 to an hour, busier ones more often. */
function hourPicker(hours: readonly VisitingHour[]): (share: number) => number {
  const total = hours.reduce((sum, { weight }) => sum + weight, 0);
  return (share) => {
    let left = share * total;
    const hour = hours.find(({ weight }) => (left -= weight) < 0) ?? hours.at(-1);
    if (!hour) throw new RangeError('there are no hours to pick from');
    return hour.start;
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

export type VisitingHour = {
  /** When the hour begins, in milliseconds since 1970. */
  readonly start: number;
  /** Visits in proportion to the other hours. */
  readonly weight: number;
};

const daysShown = 30;

/** From midnight to 23:00: the morning's errands, a peak at lunch and a higher one after work. */
const workingDay = [1, 1, 0, 0, 0, 1, 3, 5, 7, 8, 9, 12, 20, 16, 9, 7, 7, 10, 14, 19, 22, 15, 8, 3];
/** Later mornings, busier afternoons, later nights. */
const weekend = [
  3, 2, 1, 0, 0, 0, 1, 3, 6, 11, 15, 19, 24, 21, 16, 15, 15, 16, 19, 25, 27, 21, 13, 7,
];

/** The hours of the thirty days until yesterday in a time zone, with weights that vary a little by day. */
export function visitingHours(now: Date, timeZone: string): readonly VisitingHour[] {
  const localTime = localTimeIn(timeZone);
  const today = localTime(now.toISOString())?.date;
  const dates = new Set<string>();
  const hours: VisitingHour[] = [];
  for (let start = now.getTime() - (now.getTime() % hourMs); ; start -= hourMs) {
    const { date = '', hour = 0 } = localTime(iso(start)) ?? {};
    if (date === today) continue;
    dates.add(date);
    if (dates.size > daysShown) return hours;
    const usual = (weekdayOf(date) > 5 ? weekend : workingDay)[hour] ?? 0;
    hours.push({ start, weight: usual * (0.75 + seededRandom(date)() / 2) });
  }
}

/** Pseudo-random numbers from 0 to 1: the same name gives the same sequence (mulberry32). */
function seededRandom(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
