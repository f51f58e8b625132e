import { text } from 'node:stream/consumers';
import { type Clocks, momentIn } from '@directory/domain/catalogue';
import { createQueue, inTurns } from '@directory/domain/shared/concurrency';
import { findResults, type PlaceQuery, filtered } from '@directory/domain/search';
import type * as z from 'zod';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { placesRequest, placesResponse, exportRequest } from '../contracts/places.ts';
import { unavailable } from '../http/errors.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { requireBelow, type RateLimit } from '../http/middleware/rate-limit.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { bytesOf, sendSnapshot, snapshotOf, type Snapshot } from '../http/snapshot.ts';
import { versionedCache } from '../read-models/caching.ts';
import { atomFeed, geoJson, placesCsv } from '../read-models/place-exports.ts';
import type { PublicPlaces } from '../read-models/public-places.ts';
import type { Services } from './services.ts';
import { siteOrigin } from './site.ts';

/** `limit` counts searches and exports together. */
type PlaceRoutesDeps = Pick<Services, 'clock' | 'limit' | 'publicUrl' | 'readPlaces'> & {
  readonly describeSite: () => Clocks;
  /** Counts exports that are not in the cache. */
  readonly newExportLimit: RateLimit;
};

/** The search of the home page and exports of the real places, for other programs. */
export function placeRoutes(deps: PlaceRoutesDeps): readonly Route[] {
  const { readPlaces, clock, describeSite } = deps;
  return [
    defineRoute('GET /api/places', {
      operationId: 'findPlaces',
      summary:
        'Find approved places by words and filters, twelve a page, the best match or the nearest first',
      access: 'public',
      limit: deps.limit,
      query: placesRequest,
      response: { description: 'One page of them', schema: placesResponse },
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
    ...exportRoutes(deps),
  ];
}

type Query = z.output<typeof exportRequest>;
type Write = (places: readonly BusinessWithoutStats[], site: string) => Iterable<string>;

/** The exports used last; most of them are of everything. */
const maxCached = 30;
const maxCachedBytes = 64 * 1024 * 1024;

const maxWaiting = 3;
const tooMany = 'Too many exports are being made. Please try again in a moment.';

/** Each export is made once per change, and one at a time, as making a large one takes hundreds of megabytes. */
function exportRoutes(deps: PlaceRoutesDeps): readonly Route[] {
  const { readPlaces, publicUrl, limit, newExportLimit } = deps;
  const queue = createQueue({ maxWaiting, full: () => unavailable(tooMany) });
  const cached = versionedCache<Snapshot>(maxCached, {
    maxSize: maxCachedBytes,
    sizeOf: bytesOf,
  });

  async function sendExport(ctx: ApiContext, type: string, query: Query, write: Write) {
    const site = siteOrigin(ctx, publicUrl);
    const content = await readPlaces();
    const key = `${site} ${type} ${JSON.stringify(query)}`;
    const snapshot = await cached(key, content, async () => {
      await requireBelow(newExportLimit, ctx.ip);
      return queue(async () => ({
        ...(await snapshotOf(await text(inTurns(write(selected(content, query), site))))),
        // Few clients want it, and it is five times as large.
        plain: null,
      }));
    });
    ctx.set('Link', `<${site}/data>; rel="license"`);
    // Without PUBLIC_URL it names the host of this request, which no cache may pass on.
    const cacheControl = publicUrl === null ? 'no-store' : 'no-cache';
    sendSnapshot(ctx, snapshot, { type, cacheControl });
  }

  const described = {
    access: 'public',
    limit,
    otherResponses: { 304: { description: 'Not changed since the ETag in If-None-Match' } },
  } as const;
  return [
    defineRoute('GET /api/places.geojson', {
      ...described,
      operationId: 'exportPlacesAsGeoJson',
      summary: 'Export the places as GeoJSON, with the licence of those from open data',
      query: exportRequest,
      response: {
        description: 'A FeatureCollection; without a pin, a geometry is null',
        type: 'application/geo+json',
      },
      async handle(ctx, { query }) {
        await sendExport(ctx, 'application/geo+json', query, geoJson);
      },
    }),
    defineRoute('GET /api/places.csv', {
      ...described,
      operationId: 'exportPlacesAsCsv',
      summary: 'Export the places for a spreadsheet, with the licence of those from open data',
      query: exportRequest,
      response: { description: 'A line for each place', type: 'text/csv' },
      async handle(ctx, { query }) {
        ctx.attachment('places.csv');
        await sendExport(ctx, 'text/csv', query, placesCsv);
      },
    }),
    defineRoute('GET /feed.atom', {
      ...described,
      operationId: 'getFeed',
      summary: 'Follow the places that were approved last',
      response: { description: 'An Atom feed', type: 'application/atom+xml' },
      async handle(ctx) {
        // With the encoding, as browsers show it as plain text and not as XML, which names its encoding itself.
        await sendExport(ctx, 'application/atom+xml; charset=utf-8', {}, atomFeed);
      },
    }),
  ];
}

/** No filter of an export depends on the time. */
const anyTime = { weekday: 'mon', minutes: 0 } as const;

function selected({ places, search }: PublicPlaces, { bbox, ...query }: Query) {
  const filters = placeQuery({ ...query, area: bbox });
  const candidates = filters.q ? search(filters.q).places : places;
  return filtered(candidates, filters, anyTime).filter(({ demonstration }) => !demonstration);
}

/** The filters of a query. Those that are left out match everything. */
function placeQuery(query: Partial<z.output<typeof placesRequest>>): PlaceQuery {
  const { q = '', category = null, subcategory = null, time = null, kampong = null } = query;
  const { facility = [], open, hours, near = null, area = null, pin } = query;
  return {
    q: q.trim(),
    category,
    subcategory,
    time,
    kampong,
    near,
    area,
    order: null,
    facilities: facility,
    open: open === 'now',
    unknownHours: hours === 'unknown',
    unpinned: pin === 'none',
  };
}
