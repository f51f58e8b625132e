import Router from '@koa/router';
import type { OwnerSummary } from '@directory/projections';
import type { SummaryResponse } from '../contracts/analytics.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { sendList } from '../http/middleware/compressed-json.ts';
import { analytics } from '../read-models/analytics.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { presentOwn } from '../read-models/present-business.ts';
import { ownerIdOf } from './path-params.ts';

/** What an owner sees of the own businesses, all together. */
export function ownerRoutes(queries: ListingQueries): ApiRouter {
  return new Router<RequestState>()
    .get('/api/businesses/summary/:userId', async (ctx) => {
      ctx.body = presentSummary(await queries.getSummary(ownerIdOf(ctx)));
    })
    .get('/api/businesses/userbusinesses/:userId', async (ctx) => {
      const ownerId = ownerIdOf(ctx);
      const [listings, visits] = await Promise.all([
        queries.findListings({ ownerId }),
        queries.findVisits({ ownerId }),
      ]);
      await sendList(ctx, listings, presentOwn(visits));
    })
    .get('/api/businesses/userbusinesses/:userId/analytics', async (ctx) => {
      const ownerId = ownerIdOf(ctx);
      const [listings, visits] = await Promise.all([
        queries.findListings({ ownerId }),
        queries.findVisits({ ownerId }),
      ]);
      ctx.body = analytics(listings, visits);
    });
}

function presentSummary(summary: OwnerSummary | null): SummaryResponse {
  const { total = 0, approved = 0, pending = 0, rejected = 0 } = summary ?? {};
  return { total, approved, pending, rejected };
}
