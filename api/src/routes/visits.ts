import { createHmac, randomBytes } from 'node:crypto';
import { appendFact, isBusinessId, type TrafficEvent } from '@directory/domain';
import { Timeout } from '@directory/domain/event-store';
import { memoize } from '@directory/domain/shared/collections';
import { localTimeIn } from '@directory/projections';
import { isbot } from 'isbot';
import { clickLinkRequest, viewBusinessRequest } from '../contracts/business-requests.ts';
import { rateLimit } from '../http/middleware/rate-limit.ts';
import { withoutPort } from '../network-address.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { countsAsVisit } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Services } from './services.ts';
import { siteOrigin } from './site.ts';

/**
 * Visits and clicks. Every well-formed request gets 204, counted or not, so that the response does not reveal unpublished
 * listings or how crawlers are detected. It is sent after the commit and does not wait for the views.
 */
export function visitRoutes(services: Services): readonly Route[] {
  const { clock, log, timeZone } = services;
  const localTime = localTimeIn(timeZone);
  const findCounted = countedListings(services);
  const claimFirstVisit = firstVisits();

  /** Stores nothing about the visitor, even one who is logged in. */
  const append = (ctx: ApiContext, event: TrafficEvent) =>
    appendFact(log, event, {
      actor: { id: null, role: 'visitor' },
      correlationId: ctx.state.correlationId,
      time: clock().toISOString(),
    });

  const response = { status: 204, description: 'Always, so that listings cannot be probed' };
  return [
    defineRoute('POST /api/businesses/:id/view', {
      access: 'public',
      operationId: 'countView',
      summary: 'Count a visit to the page of a business',
      body: { type: 'beacon', schema: viewBusinessRequest },
      response,
      async handle(ctx, { body: { viewedAt } }) {
        const subject = await findCounted(ctx);
        if (!subject) return;
        const now = clock();
        const visitor = { address: withoutPort(ctx.ip), userAgent: ctx.get('User-Agent') };
        const time = clampClientTimestamp(viewedAt, now);
        const day = localTime(time)?.date ?? '';
        // Claimed before the append, so that only one of two at once is the first.
        const { isFirst, release } = claimFirstVisit(visitor, subject.businessId, day);
        const times = { viewedAt: time, receivedAt: now.toISOString() };
        const data = { ...subject, ...times, firstToday: isFirst };
        await append(ctx, { type: 'BusinessViewed', data }).catch((error: unknown) => {
          // Not after a timeout, as the log then most likely has the visit.
          if (!(error instanceof Timeout)) release();
          throw error;
        });
      },
    }),
    defineRoute('POST /api/businesses/:id/click', {
      access: 'public',
      operationId: 'countClick',
      summary: 'Count a click on a link that leads to a business',
      body: { type: 'beacon', schema: clickLinkRequest },
      response,
      async handle(ctx, { body: { channel } }) {
        const subject = await findCounted(ctx);
        if (!subject) return;
        const data = { ...subject, channel, clickedAt: clock().toISOString() };
        await append(ctx, { type: 'BusinessLinkClicked', data });
      },
    }),
  ];
}

/** Finds the listing of a request and its owner, if this visit to it counts. */
function countedListings({ config, publicUrl, queries }: Services) {
  const { view: perClient } = config.rateLimits;
  // Visits per minute by one client, to one place, and to the whole site. They are limited, as each is an event for ever.
  const ofClient = rateLimit(perClient);
  const toPlace = rateLimit(perClient * 5);
  const toSite = rateLimit(perClient * 25);
  return async (ctx: ApiContext) => {
    const { id = '' } = ctx.params;
    if (!isBusinessId(id) || isForeign(ctx, publicUrl) || isPrefetch(ctx)) return null;
    if (isCrawler(ctx.get('User-Agent'))) return null;
    const shown = await queries.getPublic(id);
    if (!shown || !countsAsVisit(ctx.state.viewer, shown)) return null;
    const wait = (await ofClient(ctx.ip)) || (await toPlace(id)) || (await toSite(''));
    return wait > 0 ? null : { businessId: id, ownerId: shown.ownerId };
  };
}

/** Whether a page of another site sent it. Browsers leave out Sec-Fetch-Site over plain http, and other clients both headers. */
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

/** General HTTP tools: their use does not make a visitor a crawler. Neither does a headless browser. */
const generalTool = /^(node|undici|axios|curl|wget|python-requests)\b/i;

/**
 * Whether a user agent identifies itself as a crawler, link preview or the like. Most visits have one of a few, and matching one takes
 * longer than the rest of recording a visit.
 */
export const isCrawler = memoize(
  1_000,
  (userAgent: string) =>
    !generalTool.test(userAgent) && isbot(userAgent.replace('HeadlessChrome', 'Chrome')),
);

const maxAheadMs = 5 * 60_000;
const maxBehindMs = 24 * 3_600_000;

/** The time that the client claims if it is plausible, else now. ISO 8601, UTC. */
function clampClientTimestamp(claimed: string | null | undefined, now: Date): string {
  const time = Date.parse(claimed ?? '');
  const age = now.getTime() - time;
  const isPlausible = age >= -maxAheadMs && age <= maxBehindMs;
  return (isPlausible ? new Date(time) : now).toISOString();
}

/** What distinguishes visitors within a day. */
type Visitor = { readonly address: string; readonly userAgent: string };

/** The most that are remembered of a day: in a flood further visits do not count as first ones. */
const defaultMaxVisitors = 500_000;

/** Visits may be reported a day late. */
const forgetAfterMs = 48 * 3_600_000;

/**
 * Claims the first visit of a visitor to a business on a day, given as `2026-11-21`. `release` is for a visit that could not be stored:
 * the next one is then the first.
 *
 * Remembers keyed hashes of visitors, in memory and for 48 hours at most. The key is random, of one day, and discarded with its
 * hashes, so that they cannot be traced to a visitor.
 */
export function firstVisits(maxVisitors = defaultMaxVisitors) {
  const days = new Map<string, { readonly key: Buffer; readonly seen: Set<string> }>();

  function begin(day: string) {
    const begun = { key: randomBytes(32), seen: new Set<string>() };
    days.set(day, begun);
    setTimeout(() => days.delete(day), forgetAfterMs).unref();
    return begun;
  }

  return ({ address, userAgent }: Visitor, businessId: string, day: string) => {
    const { key, seen } = days.get(day) ?? begin(day);
    const person = JSON.stringify([address, userAgent, businessId]);
    const hash = createHmac('sha256', key).update(person).digest('base64').slice(0, 16);
    if (seen.has(hash) || seen.size >= maxVisitors)
      return { isFirst: false, release: () => undefined };
    seen.add(hash);
    return { isFirst: true, release: () => void seen.delete(hash) };
  };
}
