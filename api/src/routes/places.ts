import { findResults } from '@directory/domain/search';
import { placesRequest, placesResponse } from '../contracts/places.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { PublicPlaces } from '../read-models/public-places.ts';

export type PlaceRoutesDeps = { readonly readPlaces: () => Promise<PublicPlaces> };

/** The search of the home page, for other programs. */
export function placeRoutes({ readPlaces }: PlaceRoutesDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/places',
      operationId: 'findPlaces',
      summary: 'Find approved places by words and filters, twelve a page, the best match first',
      access: 'public',
      query: placesRequest,
      response: { status: 200, description: 'One page of them', schema: placesResponse },
      async handle(ctx, { query }) {
        ctx.set('Cache-Control', 'no-cache');
        const { places, search } = await readPlaces();
        const { q = '', category = null, subcategory = null } = query;
        const { time = null, kampong = null, page = 1 } = query;
        const filters = { q, category, subcategory, time, kampong, order: null, page };
        const matches = q.trim() ? search(q) : null;
        return findResults(places, filters, { applyOrderBy: false, matches });
      },
    }),
  ];
}
