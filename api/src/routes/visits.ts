import Router from '@koa/router';
import {
  currentSchema,
  factEventId,
  isBusinessId,
  visitsStream,
  type TrafficEvent,
} from '@directory/domain';
import type { EventStore } from '@directory/domain/event-store';
import type { ApprovedListing } from '@directory/projections';
import type { Clock } from '../clock.ts';
import { clickLinkRequest, viewBusinessRequest } from '../contracts/business-requests.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { beaconBody, bodyOf } from '../http/middleware/json-body.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import { parseRequest } from '../http/parse-request.ts';
import { countsAsVisit } from '../http/permissions/listings.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { clampClientTimestamp, isCrawler, type ClaimFirstVisit } from '../traffic.ts';

export type VisitDeps = {
  readonly log: EventStore;
  readonly queries: Pick<ListingQueries, 'getPublic'>;
  readonly limit: RateLimit;
  readonly claimFirstVisit: ClaimFirstVisit;
  /** The site's date, as `2026-11-21`. */
  readonly today: () => string;
  readonly clock: Clock;
};

/**
 * Visits and clicks. Whatever is well-formed is answered 204, counted or not: the answer tells nobody whether a listing exists
 * that is not public, or what is taken for a crawler. The answer comes after the commit and does not wait for the views.
 */
export function visitRoutes(deps: VisitDeps): ApiRouter {
  return new Router<RequestState>()
    .post('/api/businesses/:id/view', beaconBody, async (ctx) => {
      const { viewedAt } = parseRequest(viewBusinessRequest, bodyOf(ctx));
      ctx.status = 204;
      const listing = await findCounted(deps, ctx);
      if (!listing) return;
      await appendVisit(deps, ctx, { listing, viewedAt });
    })
    .post('/api/businesses/:id/click', beaconBody, async (ctx) => {
      const { channel } = parseRequest(clickLinkRequest, bodyOf(ctx));
      ctx.status = 204;
      const listing = await findCounted(deps, ctx);
      if (!listing) return;
      const { id: businessId, ownerId } = listing;
      const clickedAt = deps.clock().toISOString();
      await append(deps, ctx, {
        type: 'BusinessLinkClicked',
        data: { businessId, ownerId, channel, clickedAt },
      });
    });
}

/** The listing, if this visit to it counts. */
async function findCounted(
  { queries, limit }: VisitDeps,
  ctx: ApiContext,
): Promise<ApprovedListing | null> {
  const { id = '' } = ctx.params;
  if (!isBusinessId(id) || isPrefetch(ctx) || isCrawler(ctx.get('User-Agent'))) return null;
  const shown = await queries.getPublic(id);
  if (!shown || !countsAsVisit(ctx.state.viewer, shown.listing)) return null;
  return (await limit(ctx.ip)) > 0 ? null : shown.listing;
}

/** The browser fetched ahead of a visit that may never come. */
function isPrefetch(ctx: ApiContext): boolean {
  return /prefetch|prerender/i.test(`${ctx.get('Sec-Purpose')} ${ctx.get('Purpose')}`);
}

type Seen = { readonly listing: ApprovedListing; readonly viewedAt?: string | null | undefined };

/** Who is the first of the day is decided before, so that of two at once only one is; and given back when nothing was kept. */
async function appendVisit(
  deps: VisitDeps,
  ctx: ApiContext,
  { listing, viewedAt }: Seen,
): Promise<void> {
  const now = deps.clock();
  const visitor = { address: ctx.ip, userAgent: ctx.get('User-Agent') };
  const { isFirst, release } = deps.claimFirstVisit(visitor, listing.id, deps.today());
  const data = {
    businessId: listing.id,
    ownerId: listing.ownerId,
    viewedAt: clampClientTimestamp(viewedAt, now),
    receivedAt: now.toISOString(),
    firstToday: isFirst,
  };
  try {
    await append(deps, ctx, { type: 'BusinessViewed', data });
  } catch (error) {
    release();
    throw error;
  }
}

/** Nothing is kept of who it was, not even of those who are logged in. */
async function append(
  { log, clock }: VisitDeps,
  ctx: ApiContext,
  event: TrafficEvent,
): Promise<void> {
  const id = factEventId();
  const metadata = {
    commandId: id,
    correlationId: ctx.state.correlationId,
    actor: { id: null, role: 'visitor' },
    time: clock().toISOString(),
    schema: currentSchema,
  } as const;
  await log.append(visitsStream(event.data.businessId), [{ ...event, id, metadata }], {
    expected: 'any',
  });
}
