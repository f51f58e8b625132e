import { visitsStream, type BusinessId } from '@directory/domain';
import { WrongRevision, type EventStore, type NewEvent } from '@directory/domain/event-store';
import { forEachInFlight } from '../import/in-flight.ts';
import { demonstrationVisits } from './demonstration-visits.ts';
import type { PlannedListing } from './seed-plan.ts';
import { visitingHours } from './visiting-hours.ts';

type Visitable = {
  readonly log: EventStore;
  readonly timeZone: string;
};

const appendsInFlight = 128;

/** Makes up the month of visits before `now` for every listing that was public; returns how many events that were. */
export async function appendVisits(
  { log, timeZone }: Visitable,
  plan: readonly PlannedListing[],
  now: Date,
): Promise<number> {
  const hours = visitingHours(now, timeZone);
  const visited = plan.map((listing, index) => ({ ...listing, appeal: appealOf(listing, index) }));
  let count = 0;
  await forEachInFlight(
    visited.filter(({ publish }) => publish),
    appendsInFlight,
    async (listing) => {
      const visits = demonstrationVisits(listing, hours);
      if (visits.length === 0) return;
      if (await appendUnlessVisited(log, listing.place.id, visits)) count += visits.length;
    },
  );
  return count;
}

/** Visits of people, or of another seed, come before those that are made up. */
async function appendUnlessVisited(
  log: EventStore,
  id: BusinessId,
  visits: readonly NewEvent[],
): Promise<boolean> {
  try {
    await log.append(visitsStream(id), visits, { expected: 'none' });
    return true;
  } catch (error) {
    if (error instanceof WrongRevision) return false;
    throw error;
  }
}

const shownFirst = 36;

/** Places that the home page shows first draw more, and so do those with a photo or a way to reach them. */
function appealOf({ place, ownerId, photo }: PlannedListing, index: number): number {
  const { phone, website } = place.details;
  const prominence = index < shownFirst ? 4 : 1;
  const promoted = ownerId === null ? 1 : 4;
  const pictured = photo === null ? 1 : 1.5;
  const reachable = phone === null && website === null ? 1 : 1.25;
  return prominence * promoted * pictured * reachable;
}
