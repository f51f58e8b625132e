import { isBusinessId, parseBusinessId, type BusinessId } from '@directory/domain';
import type { DirectoryViews } from '@directory/projections';
import * as z from 'zod';
import {
  businessDetailResponse,
  businessResponse,
  ownBusinessDetailResponse,
  ownBusinessResponse,
  type OwnBusinessDetailResponse,
} from '../contracts/business.ts';
import { notFound } from '../http/errors.ts';
import { sendList } from '../http/json-list.ts';
import type { Viewer } from '../http/middleware/session.ts';
import { canSeeWholeListing } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendSnapshot, uncompressed, type Snapshot } from '../http/snapshot.ts';
import { cachedByToken } from '../read-models/memoize-latest.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import {
  ownBusinessDetail,
  presentOwn,
  publicBusiness,
  toStatsResponse,
  withAlias,
} from '../read-models/present-business.ts';

export const noSuchBusiness = 'There is no such business.';

/** What cannot be an id belongs to no business. */
export const businessParams = z.object({
  id: z.string().refine(isBusinessId, noSuchBusiness).transform(parseBusinessId),
});

type ListingDeps = {
  readonly queries: ListingQueries;
  readonly views: Pick<DirectoryViews, 'approvedList' | 'hourlyViews'>;
  readonly approvedList: () => Promise<Snapshot>;
};

export function listingRoutes({ queries, views, approvedList }: ListingDeps): readonly Route[] {
  const getPublicSnapshot = publicBusinessSnapshot(queries);
  const [listed, visits] = [views.approvedList.name, views.hourlyViews.name];
  return [
    defineRoute({
      method: 'get',
      path: '/api/businesses/approved',
      operationId: 'listApprovedBusinesses',
      summary:
        'List the approved businesses, the newest approval first; counts may be a minute old',
      access: 'public',
      response: { status: 200, description: 'All of them', schema: z.array(businessResponse) },
      otherResponses: { 304: { description: 'Not changed since the ETag in If-None-Match' } },
      async handle(ctx) {
        sendSnapshot(ctx, await approvedList(), {
          type: 'json',
          cacheable: { address: '/api/businesses/approved', sources: [{ view: listed }] },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/businesses',
      operationId: 'listBusinesses',
      summary: 'List all businesses with their status',
      access: 'admin',
      query: z.object({
        deleted: z
          .enum(['true', 'false'], { error: 'The value must be true or false.' })
          .optional()
          .describe('The deleted ones instead'),
      }),
      response: {
        status: 200,
        description: 'The newest first',
        schema: z.array(ownBusinessResponse),
      },
      async handle(ctx, { query }) {
        const [listings, visits] = await Promise.all([
          queries.findListings({ deleted: query.deleted === 'true' }),
          queries.findVisits(),
        ]);
        await sendList(ctx, listings, presentOwn(visits));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/businesses/:id',
      operationId: 'getBusiness',
      summary: 'Get a business; only its owner and admins find one that is not approved',
      access: 'public',
      params: businessParams,
      response: {
        status: 200,
        description: 'With exact counts',
        schema: z.union([ownBusinessDetailResponse, businessDetailResponse]),
      },
      otherResponses: { 304: { description: 'Not changed since the ETag in If-None-Match' } },
      problems: [404],
      async handle(ctx, { params: { id } }) {
        const own = await getOwn(queries, ctx.state.viewer, id);
        if (own) return own;
        const shown = await getPublicSnapshot(id);
        if (shown === null) throw notFound(noSuchBusiness);
        const sources = [
          { view: listed, id },
          { view: visits, id },
        ];
        const cacheable = { address: `/api/businesses/${id}`, sources };
        sendSnapshot(ctx, shown, { type: 'json', cacheable });
        return undefined;
      },
    }),
  ];
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

/** A business as visitors see it, in JSON, with exact counts; cached until a listing or a count changes. */
function publicBusinessSnapshot(
  queries: ListingQueries,
): (id: BusinessId) => Promise<Snapshot | null> {
  return cachedByToken(
    async () => `${await queries.publicToken()} ${await queries.visitsToken()}`,
    async (id) => {
      const shown = await queries.getPublic(id);
      if (!shown) return null;
      const counts = toStatsResponse(await queries.getVisits(id));
      const business = withAlias(publicBusiness(shown.listing, shown.approved, counts));
      return uncompressed(Buffer.from(JSON.stringify(business)));
    },
  );
}
