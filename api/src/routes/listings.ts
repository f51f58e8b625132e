import {
  type BusinessId,
  businessStream,
  decodeHistory,
  isBusinessId,
  parseBusinessId,
  Rejection,
} from '@directory/domain';
import * as z from 'zod';
import {
  businessDetailResponse,
  businessResponse,
  ownBusinessDetailResponse,
  ownBusinessResponse,
} from '../contracts/business.ts';
import { forbidden, invalidRequest, notFound } from '../http/errors.ts';
import {
  listingPageResponse,
  listingsRequest,
  relatedListingsResponse,
} from '../contracts/listings.ts';
import type { ApiContext, Viewer } from '../http/middleware/session.ts';
import { canSeeWholeListing, type Owned } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendList, sendSnapshot, uncompressed } from '../http/snapshot.ts';
import { approvedListSnapshots } from '../read-models/approved-list.ts';
import { listingPages, relatedListings } from '../read-models/admin-listings.ts';
import {
  ownBusinessDetail,
  presentOwn,
  toStatsResponse,
  withAlias,
} from '../read-models/present-business.ts';
import type { Services } from './services.ts';

export const { message: noSuchBusiness } = new Rejection('business-not-found');

const notByPages = 'Deleted businesses are not listed in pages.';

/** A text that cannot be an id is answered 404, like an id that no business has. */
export const businessParams = z.object({
  id: z.string().refine(isBusinessId, noSuchBusiness).transform(parseBusinessId),
});

/**
 * Refuses those without permission before the body or the history is read. The first event tells the owner; where the owner was erased
 * since, the keys or the view do. An owner's deleted listing is left to the decider, which recognises the repeat of an edit from before the deletion.
 */
export function listingPermission(
  { isErased, log, queries }: Services,
  isAllowed: (viewer: Viewer, listing: Owned) => boolean,
) {
  return async ({ state: { viewer } }: ApiContext, { id }: { id: BusinessId }): Promise<void> => {
    const [created] = decodeHistory(await log.stored.readStream(businessStream(id), { limit: 1 }));
    if (created && isAllowed(viewer, created.data)) return;
    // A paused view does not show it.
    const ownerId = created?.data.ownerId ?? null;
    const isAllowedThen = ownerId !== null && isAllowed(viewer, { ownerId: null });
    if (isAllowedThen && (await isErased(ownerId))) return;
    const listing = await queries.getListing(id);
    if (listing && isAllowed(viewer, listing)) return;
    throw !listing || listing.status === 'deleted' ? notFound(noSuchBusiness) : forbidden();
  };
}

export function listingRoutes(services: Services): readonly Route[] {
  const { queries, views } = services;
  const approvedList = approvedListSnapshots(services);
  const findPage = listingPages(services);
  const findRelated = relatedListings(services);
  const list = { view: views.approvedList.name };
  return [
    defineRoute('GET /api/businesses/approved', {
      operationId: 'listApprovedBusinesses',
      summary:
        'List the approved businesses, the newest approval first; counts may be a minute old',
      access: 'public',
      response: { description: 'All of them', schema: z.array(businessResponse) },
      otherResponses: { 304: { description: 'Not changed since the ETag in If-None-Match' } },
      async handle(ctx) {
        sendSnapshot(ctx, await approvedList(), {
          type: 'json',
          cacheable: { address: '/api/businesses/approved', sources: [list] },
        });
      },
    }),
    defineRoute('GET /api/businesses', {
      operationId: 'listBusinesses',
      summary: 'List all businesses with their status, or a page of them',
      access: 'admin',
      query: listingsRequest,
      response: {
        description: 'The newest first unless sorted; a page where one of its parameters is given',
        schema: z.union([z.array(ownBusinessResponse), listingPageResponse]),
      },
      async handle(ctx, { query: { deleted, ...page } }) {
        if (Object.values(page).some((value) => value !== undefined)) {
          if (deleted === 'true') throw invalidRequest({ deleted: [notByPages] });
          return findPage(page);
        }
        const [listings, visits] = await Promise.all([
          queries.findListings({ deleted: deleted === 'true' }),
          queries.findVisits(),
        ]);
        await sendList(ctx, listings, presentOwn(visits));
        return undefined;
      },
    }),
    defineRoute('GET /api/businesses/:id/related', {
      operationId: 'listRelatedBusinesses',
      summary: 'List possible duplicates of a business, and the others of its owner',
      access: 'admin',
      params: businessParams,
      response: { description: 'Those that are not deleted', schema: relatedListingsResponse },
      problems: [404],
      async handle(_, { params: { id } }) {
        const listing = await queries.getListing(id);
        if (!listing) throw notFound(noSuchBusiness);
        return findRelated(listing);
      },
    }),
    businessRoute(services),
  ];
}

function businessRoute({ queries, views }: Services): Route {
  return defineRoute('GET /api/businesses/:id', {
    operationId: 'getBusiness',
    summary: 'Get a business; only its owner and admins find one that is not approved',
    access: 'public',
    params: businessParams,
    response: {
      description: 'With exact counts',
      schema: z.union([ownBusinessDetailResponse, businessDetailResponse]),
    },
    otherResponses: { 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: [404],
    async handle(ctx, { viewer, params: { id } }) {
      const whole = viewer.role === 'visitor' ? null : await queries.getListing(id);
      if (whole && canSeeWholeListing(viewer, whole))
        return ownBusinessDetail(whole, await queries.getVisits(id));
      const shown = await queries.getPublic(id);
      if (!shown) throw notFound(noSuchBusiness);
      const counts = toStatsResponse(await queries.getVisits(id));
      const json = JSON.stringify(withAlias({ ...shown.business, ...counts }));
      const cacheable = {
        address: `/api/businesses/${id}`,
        sources: [views.approvedList, views.hourlyViews].map(({ name: view }) => ({ view, id })),
      };
      sendSnapshot(ctx, uncompressed(Buffer.from(json)), { type: 'json', cacheable });
      return undefined;
    },
  });
}
