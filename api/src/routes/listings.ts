import Router from '@koa/router';
import type { BusinessId } from '@directory/domain';
import type { OwnBusinessDetailResponse } from '../contracts/business.ts';
import { notFound } from '../http/errors.ts';
import type { ApiRouter, RequestState, Viewer } from '../http/request-state.ts';
import { sendList } from '../http/middleware/compressed-json.ts';
import { canSeeAllListings, canSeeWholeListing } from '../http/permissions/listings.ts';
import { notPermitted } from '../http/permissions/require-permission.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { ownBusinessDetail, presentOwn } from '../read-models/present-business.ts';
import { publicBusinessAnswers } from '../read-models/public-business.ts';
import { toStatsResponse } from '../read-models/visit-counts.ts';
import { businessIdOf } from './path-params.ts';

export function listingRoutes(queries: ListingQueries): ApiRouter {
  const publicAnswer = publicBusinessAnswers(queries);
  return new Router<RequestState>()
    .get('/api/businesses', async (ctx) => {
      if (!canSeeAllListings(ctx.state.viewer)) throw notPermitted(ctx.state.viewer);
      const [listings, visits] = await Promise.all([
        queries.findListings({ deleted: ctx.query['deleted'] === 'true' }),
        queries.findVisits(),
      ]);
      await sendList(ctx, listings, presentOwn(visits));
    })
    .get('/api/businesses/:id', async (ctx) => {
      const id = businessIdOf(ctx);
      const answer = (await getOwn(queries, ctx.state.viewer, id)) ?? (await publicAnswer(id));
      if (answer === null) throw notFound('There is no such business.');
      ctx.type = 'application/json';
      ctx.body = answer;
    });
}

/** All there is, for admins and the owner; null for everybody else. */
async function getOwn(
  queries: ListingQueries,
  viewer: Viewer,
  id: BusinessId,
): Promise<OwnBusinessDetailResponse | null> {
  if (viewer.role === 'visitor') return null;
  const listing = await queries.getListing(id);
  if (!listing || !canSeeWholeListing(viewer, listing)) return null;
  return ownBusinessDetail(listing, toStatsResponse(await queries.getVisits(id)));
}
