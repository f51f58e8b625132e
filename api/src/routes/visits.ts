import { appendFact, isBusinessId, type TrafficEvent } from '@directory/domain';
import { Timeout, type EventStore } from '@directory/domain/event-store';
import type { ApprovedListing } from '@directory/projections';
import type { Clock } from '../clock.ts';
import { clickLinkRequest, viewBusinessRequest } from '../contracts/business-requests.ts';
import { rateLimit, withoutPort, type RateLimit } from '../http/middleware/rate-limit.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { countsAsVisit } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { siteOrigin } from './site.ts';
import { clampClientTimestamp, isCrawler, type ClaimFirstVisit } from '../traffic.ts';

export type VisitDeps = {
  readonly log: EventStore;
  readonly queries: Pick<ListingQueries, 'getPublic'>;
  readonly limits: Readonly<Record<'client' | 'place' | 'site', RateLimit>>;
  readonly claimFirstVisit: ClaimFirstVisit;
  /** The site's date, as `2026-11-21`. */
  readonly today: () => string;
  readonly clock: Clock;
  readonly publicUrl: string | null;
};

/** Per minute: of one client, on one place by all clients, and on the whole site; each visit is an event for ever. */
export function visitLimits(perClient: number): VisitDeps['limits'] {
  return {
    client: rateLimit(perClient),
    place: rateLimit(perClient * 5),
    site: rateLimit(perClient * 25),
  };
}

/**
 * Visits and clicks. Every well-formed request gets 204, counted or not, so that the response does not reveal unpublished
 * listings or how crawlers are detected. It is sent after the commit and does not wait for the views.
 */
export function visitRoutes(deps: VisitDeps): readonly Route[] {
  const common = { method: 'post', access: 'public' } as const;
  const response = { status: 204, description: 'Always, so that listings cannot be probed' };
  return [
    defineRoute({
      ...common,
      path: '/api/businesses/:id/view',
      operationId: 'countView',
      summary: 'Count a visit to the page of a business',
      body: { type: 'beacon', schema: viewBusinessRequest },
      response,
      async handle(ctx, { body: { viewedAt } }) {
        const listing = await findCounted(deps, ctx);
        if (listing) await appendVisit(deps, ctx, listing, viewedAt);
      },
    }),
    defineRoute({
      ...common,
      path: '/api/businesses/:id/click',
      operationId: 'countClick',
      summary: 'Count a click on a link that leads to a business',
      body: { type: 'beacon', schema: clickLinkRequest },
      response,
      async handle(ctx, { body: { channel } }) {
        const listing = await findCounted(deps, ctx);
        if (!listing) return;
        const { id: businessId, ownerId } = listing;
        const clickedAt = deps.clock().toISOString();
        await append(deps, ctx, {
          type: 'BusinessLinkClicked',
          data: { businessId, ownerId, channel, clickedAt },
        });
      },
    }),
  ];
}

/** The listing, if this visit to it counts. */
async function findCounted(
  { queries, limits, publicUrl }: VisitDeps,
  ctx: ApiContext,
): Promise<ApprovedListing | null> {
  const { id = '' } = ctx.params;
  if (!isBusinessId(id) || isForeign(ctx, publicUrl) || isPrefetch(ctx)) return null;
  if (isCrawler(ctx.get('User-Agent'))) return null;
  const shown = await queries.getPublic(id);
  if (!shown || !countsAsVisit(ctx.state.viewer, shown.listing)) return null;
  for (const [limit, key] of [
    [limits.client, ctx.ip],
    [limits.place, id],
    [limits.site, ''],
  ] as const)
    if ((await limit(key)) > 0) return null;
  return shown.listing;
}

/** Sent by a page of another site. Browsers leave out the first header over plain http, and other clients both. */
function isForeign(ctx: ApiContext, publicUrl: string | null): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site !== 'same-origin';
  const origin = ctx.get('Origin');
  return origin !== '' && origin !== publicUrl && origin !== siteOrigin(ctx, null);
}

/** The browser prefetches pages that may never be visited. */
function isPrefetch(ctx: ApiContext): boolean {
  return /prefetch|prerender/i.test(`${ctx.get('Sec-Purpose')} ${ctx.get('Purpose')}`);
}

/**
 * The first visit of the day is claimed before the append, so that only one of two at once is, and released when that fails; not
 * when the log only answered too late, as it then most likely has the visit.
 */
async function appendVisit(
  deps: VisitDeps,
  ctx: ApiContext,
  listing: ApprovedListing,
  viewedAt: string | null | undefined,
): Promise<void> {
  const now = deps.clock();
  const visitor = { address: withoutPort(ctx.ip), userAgent: ctx.get('User-Agent') };
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
    if (!(error instanceof Timeout)) release();
    throw error;
  }
}

/** Stores nothing about the visitor, even when logged in. */
function append({ log, clock }: VisitDeps, ctx: ApiContext, event: TrafficEvent): Promise<void> {
  return appendFact(log, event, {
    actor: { id: null, role: 'visitor' },
    correlationId: ctx.state.correlationId,
    time: clock().toISOString(),
  });
}
