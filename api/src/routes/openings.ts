import Router from '@koa/router';
import type { OpeningResponse } from '../contracts/openings.ts';
import { notFound } from '../errors.ts';
import type { ApiRouter, RequestState } from '../http.ts';
import type { Openings } from '../openings/openings.ts';
import { canDecideListings } from '../permissions/listings.ts';
import { notAllowed } from '../permissions/not-allowed.ts';
import type { ListingQueries } from '../queries/listing-queries.ts';
import { businessIdOf } from './path-params.ts';

type OpeningDeps = {
  readonly openings: Openings;
  readonly queries: Pick<ListingQueries, 'getListing'>;
};

/** So that two admins do not work on one listing without knowing of each other. */
export function openingRoutes({ openings, queries }: OpeningDeps): ApiRouter {
  return new Router<RequestState>().post('/api/businesses/:id/opening', async (ctx) => {
    const { viewer } = ctx.state;
    if (viewer.role === 'visitor' || !canDecideListings(viewer)) throw notAllowed(viewer);
    const id = businessIdOf(ctx);
    const listing = await queries.getListing(id);
    if (!listing || listing.status === 'deleted') throw notFound('There is no such business.');
    const others = await openings.note(id, { id: viewer.id, name: viewer.fullName });
    const body: OpeningResponse = {
      others: others.map(({ name, openedAt }) => ({ name, openedAt: openedAt.toISOString() })),
    };
    ctx.body = body;
  });
}
