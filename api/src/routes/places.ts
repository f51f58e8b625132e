import { findResults, type PlaceQuery } from '@directory/domain/search';
import type * as z from 'zod';
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
        const filters = { ...placeQuery(query), page: query.page ?? 1 };
        const matches = filters.q ? search(filters.q) : null;
        return findResults(places, filters, { applyOrderBy: false, matches });
      },
    }),
  ];
}

/** What is left out matches everything. */
export function placeQuery(query: Omit<z.output<typeof placesRequest>, 'page'>): PlaceQuery {
  const { q = '', category = null, subcategory = null, time = null, kampong = null } = query;
  return { q: q.trim(), category, subcategory, time, kampong, order: null };
}
