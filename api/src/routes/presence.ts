import Router from '@koa/router';
import type { OpeningResponse } from '../contracts/presence.ts';
import { notFound } from '../http/errors.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import type { Presence } from '../presence.ts';
import { canDecideListings } from '../http/permissions/listings.ts';
import { notPermitted } from '../http/permissions/require-permission.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { businessIdOf } from './path-params.ts';

type OpeningDeps = {
  readonly presence: Presence;
  readonly queries: Pick<ListingQueries, 'getListing'>;
};

/** So that two admins do not work on one listing without knowing of each other. */
export function openingRoutes({ presence, queries }: OpeningDeps): ApiRouter {
  return new Router<RequestState>().post('/api/businesses/:id/opening', async (ctx) => {
    const { viewer } = ctx.state;
    if (viewer.role === 'visitor' || !canDecideListings(viewer)) throw notPermitted(viewer);
    const id = businessIdOf(ctx);
    const listing = await queries.getListing(id);
    if (!listing || listing.status === 'deleted') throw notFound('There is no such business.');
    const others = presence(id, { id: viewer.id, name: viewer.fullName });
    const body: OpeningResponse = {
      others: others.map(({ name, openedAt }) => ({ name, openedAt: openedAt.toISOString() })),
    };
    ctx.body = body;
  });
}
