import { readHistory, type BusinessId } from '@directory/domain';
import { pageOf } from '@directory/domain/search';
import { groupBy, recordOf } from '@directory/domain/shared/collections';
import { createQueue } from '@directory/domain/shared/concurrency';
import {
  businessOf,
  directoryAsOf,
  endOfDay,
  listingStatesAsOf,
  type Listing,
} from '@directory/projections';
import {
  directoryRequest,
  directoryResponse,
  type DirectoryAsOfResponse,
} from '../contracts/listings.ts';
import { unavailable } from '../http/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { newestFirst } from '../read-models/listing-queries.ts';
import { versionedCache } from '../read-models/caching.ts';
import { foldListing, upTo } from '../read-models/listing-history.ts';
import type { Services } from './services.ts';

/** What of a listing is filtered and counted. It is cached and need not be erased, as nothing in it is personal. */
type Row = {
  readonly id: BusinessId;
  readonly status: Listing['status'];
  readonly category: string | null;
};

const statuses = ['pending', 'approved', 'rejected', 'deleted'] as const;
const maxDays = 4;
const pageSize = 24;
const maxWaitingSearches = 8;

/** The directory as a whole, for admins: as of the end of a day, folded from the log. */
export function directoryRoutes(services: Services): readonly Route[] {
  const { log, reader, timeZone, today, views } = services;
  const cached = versionedCache<readonly Row[]>(maxDays);
  const lastSearch = versionedCache<readonly Row[]>(1);
  // One at a time, as each holds all listings in memory.
  const searching = createQueue({ maxWaiting: maxWaitingSearches, full: unavailable });

  /** Those of the days used last stay until a listing changes. */
  function rowsAt(date: string, moment: Date, token: string): Promise<readonly Row[]> {
    return cached(date, token, async () => {
      const until = await log.stored.head();
      const { states } = await listingStatesAsOf({ log, until }, moment);
      return [...states]
        .map(([stream, state]) => ({ id: businessOf({ stream }), ...state }))
        .toSorted(newestFirst)
        .map(({ id, status, category }): Row => ({
          id: id as BusinessId,
          status: status === 'erased' ? 'deleted' : status,
          category,
        }));
    });
  }

  /** Folds all listings, as their names are not cached. */
  async function havingName(part: string, rows: readonly Row[], moment: Date) {
    const until = await log.stored.head();
    const listings = await directoryAsOf({ log, until }, moment);
    const wanted = part.toLowerCase();
    return rows.filter(({ id }) => listings.get(id)?.businessName.toLowerCase().includes(wanted));
  }

  /** Folds a listing from its history, as its name is not cached. */
  async function listingAt({ id }: Row, moment: Date): Promise<Listing | null> {
    const { history } = await readHistory(log, id);
    return foldListing(views.listings, upTo(history, { time: moment.toISOString() }) ?? []);
  }

  return [
    defineRoute('GET /api/directory', {
      operationId: 'getDirectory',
      summary: 'List the whole directory as it was at the end of a day',
      access: 'admin',
      query: () => directoryRequest(today()),
      response: {
        description: 'A page of the listings, the newest first',
        schema: directoryResponse,
      },
      async handle(_, { query: { date, status, category, q, page: wanted } }) {
        const moment = endOfDay(date, timeZone);
        const token = await reader.changeToken(views.listings);
        const rows = await rowsAt(date, moment, token);
        const search = (name: string) => searching(() => havingName(name, rows, moment));
        // For its other pages, statuses and categories.
        const named = q ? await lastSearch(`${date} ${q}`, token, () => search(q)) : rows;
        const found = category ? named.filter((row) => row.category === category) : named;
        const matching = found.filter((row) =>
          status ? row.status === status : row.status !== 'deleted',
        );
        const byStatus = groupBy(found, (row) => row.status);
        const { items, page, pages } = pageOf(matching, wanted, pageSize);
        const listings = await Promise.all(items.map((row) => listingAt(row, moment)));
        return {
          date,
          moment: moment.toISOString(),
          counts: recordOf(statuses, (each) => byStatus.get(each)?.length ?? 0),
          matching: matching.length,
          page,
          pages,
          listings: listings.filter((listing) => listing !== null).map(present),
        };
      },
    }),
  ];
}

function present(listing: Listing): DirectoryAsOfResponse['listings'][number] {
  const { id, businessName, businessInfo, subCategory, kampong } = listing;
  const { changedAt, demonstration, statusBeforeDeletion } = listing;
  const isErased = listing.status === 'deleted' && statusBeforeDeletion === null;
  const status = isErased ? 'erased' : listing.status;
  return { id, businessName, businessInfo, subCategory, kampong, status, changedAt, demonstration };
}
