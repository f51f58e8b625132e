import type { Clock } from '../clock.ts';
import { jsonList } from '../http/json-list.ts';
import { snapshotOf, type Snapshot } from '../http/snapshot.ts';
import type { ListingQueries, VisitsById } from './listing-queries.ts';
import { memoizeLatest } from './memoize-latest.ts';
import { publicBusiness, toStatsResponse } from './present-business.ts';

type ListQueries = Pick<
  ListingQueries,
  'publicToken' | 'visitsToken' | 'findVisits' | 'findPublic'
>;

/** Visits follow this much later, so that a visit does not make a new list. */
const countsMayBeOld = 60_000;

/**
 * The list of everything that is approved, serialised and compressed once per change and shared by concurrent requests. Never
 * older than the view was at the request.
 */
export function approvedListSnapshots(queries: ListQueries, clock: Clock): () => Promise<Snapshot> {
  const readCounts = countsAtMostOnceAMinute(queries, clock);
  return memoizeLatest(
    async () => {
      const { token, visits } = await readCounts();
      return { key: `${await queries.publicToken()} ${token}`, visits };
    },
    ({ visits }) => makeSnapshot(queries, visits),
  );
}

type Counts = { readonly token: string; readonly visits: VisitsById };

function countsAtMostOnceAMinute(queries: ListQueries, clock: Clock): () => Promise<Counts> {
  let readAt = Number.NEGATIVE_INFINITY;
  let counts: Promise<Counts> | undefined;
  return () => {
    const now = clock().getTime();
    if (counts && now - readAt < countsMayBeOld) return counts;
    readAt = now;
    const before = counts;
    counts = readCounts(queries, before);
    counts.catch(() => {
      readAt = Number.NEGATIVE_INFINITY;
      counts = before;
    });
    return counts;
  };
}

async function readCounts(queries: ListQueries, before?: Promise<Counts>): Promise<Counts> {
  const token = await queries.visitsToken();
  const known = await before;
  if (known?.token === token) return known;
  return { token, visits: await queries.findVisits() };
}

async function makeSnapshot(queries: ListQueries, visits: VisitsById): Promise<Snapshot> {
  const plain = await jsonList(await queries.findPublic(), ({ listing, approved }) =>
    publicBusiness(listing, approved, toStatsResponse(visits.get(listing.id))),
  );
  return snapshotOf(plain);
}
