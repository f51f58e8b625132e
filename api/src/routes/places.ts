import { type Clocks, momentIn } from '@directory/domain/catalogue';
import { findResults, type PlaceQuery } from '@directory/domain/search';
import type * as z from 'zod';
import type { Clock } from '../clock.ts';
import { placesRequest, placesResponse } from '../contracts/places.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { PublicPlaces } from '../read-models/public-places.ts';

export type PlaceRoutesDeps = {
  readonly readPlaces: () => Promise<PublicPlaces>;
  readonly clock: Clock;
  readonly describeSite: () => Clocks;
};

/** The search of the home page, for other programs. */
export function placeRoutes({
  readPlaces,
  clock,
  describeSite,
}: PlaceRoutesDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/places',
      operationId: 'findPlaces',
      summary:
        'Find approved places by words and filters, twelve a page, the best match or the nearest first',
      access: 'public',
      query: placesRequest,
      response: { status: 200, description: 'One page of them', schema: placesResponse },
      async handle(ctx, { query }) {
        ctx.set('Cache-Control', 'no-cache');
        const { outward, groups, search } = await readPlaces();
        const filters = { ...placeQuery(query), page: query.page ?? 1 };
        return findResults(outward, filters, {
          applyOrderBy: false,
          at: momentIn(describeSite(), clock()),
          position: null,
          matches: filters.q ? search(filters.q) : null,
          groups,
        });
      },
    }),
  ];
}

/** What is left out matches everything. */
export function placeQuery(query: Partial<z.output<typeof placesRequest>>): PlaceQuery {
  const { q = '', category = null, subcategory = null, time = null, kampong = null } = query;
  const { facility = [], open, hours, near = null, area = null, pin } = query;
  return {
    ...{ q: q.trim(), category, subcategory, time, kampong, near, area, order: null },
    facilities: facility,
    open: open === 'now',
    unknownHours: hours === 'unknown',
    unpinned: pin === 'none',
  };
}
