import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Listing } from '@directory/projections';
import { visitsRequest, type VisitsResponse } from '../contracts/visits.ts';
import { notFound } from '../http/errors.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { parseRequest } from '../http/parse-request.ts';
import { lastDays, periodBefore, type Period } from '../read-models/calendar-days.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { ownerVisits } from '../read-models/owner-visits.ts';
import { visitsCsv, type VisitsOfBusiness } from '../read-models/visits-csv.ts';
import { ownerIdOf } from './path-params.ts';

type OwnerVisitsDeps = {
  readonly queries: ListingQueries;
  readonly timeZone: string;
  /** The site's date, as `2026-11-21`. */
  readonly today: () => string;
};

const usualDays = 28;

/** Who looked at an owner's businesses in a period: for the page, and for a spreadsheet. */
export function ownerVisitsRoutes(deps: OwnerVisitsDeps): ApiRouter {
  const { timeZone, today } = deps;
  return new Router<RequestState>()
    .get('/api/businesses/userbusinesses/:userId/visits', async (ctx) => {
      const { period, businesses, countedFrom } = await findVisits(deps, ctx);
      const visits = ownerVisits(
        businesses.flatMap(({ days }) => days),
        period,
        countedFrom,
      );
      const body: VisitsResponse = { timeZone, today: today(), ...visits };
      ctx.body = body;
    })
    .get('/api/businesses/userbusinesses/:userId/visits.csv', async (ctx) => {
      const { period, businesses } = await findVisits(deps, ctx);
      ctx.attachment(`visits-${period.from}-to-${period.to}.csv`);
      ctx.type = 'text/csv; charset=utf-8';
      ctx.body = Readable.from(visitsCsv(businesses, period));
    });
}

async function findVisits({ queries, today }: OwnerVisitsDeps, ctx: ApiContext) {
  const ownerId = ownerIdOf(ctx);
  const now = today();
  const { days = usualDays, from, to, business } = parseRequest(visitsRequest(now), ctx.query);
  const period: Period = from && to ? { from, to } : lastDays(days, now);
  const [listings, ever, visits] = await Promise.all([
    queries.findListings({ ownerId }),
    queries.findVisits({ ownerId }),
    queries.findDailyVisits(ownerId, { from: periodBefore(period).from, to: period.to }),
  ]);
  const businesses = chosen(listings, business).map(({ id, businessName }): VisitsOfBusiness => ({
    id,
    businessName,
    days: visits.get(id) ?? [],
  }));
  const firstDates = businesses.flatMap(({ id }) => ever.get(id)?.firstDate ?? []);
  const [countedFrom = null] = firstDates.toSorted();
  return { period, businesses, countedFrom };
}

function chosen(listings: readonly Listing[], business: string | undefined): readonly Listing[] {
  if (business === undefined) return listings;
  const found = listings.filter(({ id }) => id === business);
  if (found.length === 0) throw notFound('There is no such business.');
  return found;
}
