import Router from '@koa/router';
import type { BusinessId } from '@directory/domain';
import type { BusinessDetailResponse, OwnBusinessDetailResponse } from '../contracts/business.ts';
import { notFound } from '../errors.ts';
import type { ApiRouter, RequestState, Viewer } from '../http.ts';
import { sendCompressed } from '../middleware/compressed-json.ts';
import { canSeeAllListings, canSeeWholeListing } from '../permissions/listings.ts';
import { notAllowed } from '../permissions/not-allowed.ts';
import type { ListingQueries } from '../queries/listing-queries.ts';
import {
  ownBusinessDetail,
  presentOwn,
  publicBusiness,
  withAlias,
} from '../queries/present-business.ts';
import { wireCounts } from '../queries/visit-counts.ts';
import { businessIdOf } from './path-params.ts';

export function listingRoutes(queries: ListingQueries): ApiRouter {
  return new Router<RequestState>()
    .get('/api/businesses', async (ctx) => {
      if (!canSeeAllListings(ctx.state.viewer)) throw notAllowed(ctx.state.viewer);
      const [listings, visits] = await Promise.all([
        queries.findListings({ deleted: ctx.query['deleted'] === 'true' }),
        queries.findVisits(),
      ]);
      await sendCompressed(ctx, listings.map(presentOwn(visits)));
    })
    .get('/api/businesses/:id', async (ctx) => {
      ctx.body = await getBusiness(queries, ctx.state.viewer, businessIdOf(ctx));
    });
}

/** Admins and the owner get all there is, everybody else what is approved. */
async function getBusiness(
  queries: ListingQueries,
  viewer: Viewer,
  id: BusinessId,
): Promise<BusinessDetailResponse | OwnBusinessDetailResponse> {
  const counts = wireCounts(await queries.getVisits(id));
  const listing = viewer.role === 'visitor' ? null : await queries.getListing(id);
  if (listing && canSeeWholeListing(viewer, listing)) return ownBusinessDetail(listing, counts);
  const shown = await queries.getPublic(id);
  if (!shown) throw notFound('There is no such business.');
  return withAlias(publicBusiness(shown.listing, shown.approved, counts));
}
