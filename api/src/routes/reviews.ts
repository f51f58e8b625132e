import type { OwnerKeys } from '@directory/domain';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Clock } from '../clock.ts';
import { openingResponse, reviewFiguresResponse, usualWaitResponse } from '../contracts/reviews.ts';
import { notFound } from '../http/errors.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import { requireSignedIn } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { findRecipient } from '../mail/find-recipient.ts';
import type { Presence } from '../presence.ts';
import { workingDaysIn } from '../read-models/calendar-days.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { versionedCache } from '../read-models/memoize-latest.ts';
import { recentDecisions, reviewFigures, usualWait } from '../read-models/review-figures.ts';
import { businessParams, noSuchBusiness } from './listings.ts';

type ReviewDeps = {
  readonly queries: Pick<ListingQueries, 'findReviews' | 'getListing'>;
  readonly accounts: AccountStore;
  readonly ownerKeys: OwnerKeys;
  readonly presence: Presence;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly limit: RateLimit;
};

/** Presence of reviewers, and figures of the last 30 days. */
export function reviewRoutes(deps: ReviewDeps): readonly Route[] {
  const { queries, accounts, ownerKeys, presence, timeZone, clock, limit } = deps;
  const workingDays = workingDaysIn(timeZone);
  const cachedWait = versionedCache<number | null>(1);
  const recent = async () => recentDecisions(await queries.findReviews(), clock());
  return [
    defineRoute({
      method: 'post',
      path: '/api/businesses/:id/opening',
      operationId: 'openForReview',
      summary:
        'Note that an admin opened a business for review; no event, forgotten after ten minutes',
      access: 'admin',
      limit,
      params: businessParams,
      response: {
        status: 200,
        description: 'Who else did, and whether the owner is known',
        schema: openingResponse,
      },
      problems: [404],
      async handle(ctx, { params: { id } }) {
        const viewer = requireSignedIn(ctx.state.viewer);
        const listing = await queries.getListing(id);
        if (!listing || listing.status === 'deleted') throw notFound(noSuchBusiness);
        const others = presence(id, { id: viewer.id, name: viewer.fullName });
        const { ownerId, demonstration } = listing;
        const hasAccount = ownerId !== null && !demonstration;
        const owner = hasAccount ? await findRecipient(accounts, ownerKeys, ownerId) : null;
        return {
          others: others.map(({ name, openedAt }) => ({ name, openedAt: openedAt.toISOString() })),
          isOwnerVerified: owner?.isVerified ?? null,
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/review-figures',
      operationId: 'getReviewFigures',
      summary: 'Count the decisions of the last 30 days, and how long owners waited for them',
      access: 'admin',
      response: {
        status: 200,
        description: 'Zeros where nothing was decided',
        schema: reviewFiguresResponse,
      },
      handle: async () => reviewFigures(await recent()),
    }),
    defineRoute({
      method: 'get',
      path: '/api/review-figures/usual-wait',
      operationId: 'getUsualWait',
      summary: 'Get the number of working days within which to expect a review',
      access: 'public',
      response: {
        status: 200,
        description: 'The median of the last 30 days',
        schema: usualWaitResponse,
      },
      async handle() {
        const [records, now] = [await queries.findReviews(), clock()];
        const typical = async () => usualWait(recentDecisions(records, now), workingDays);
        const minute = now.toISOString().slice(0, 16);
        return { workingDays: await cachedWait(minute, records, typical) };
      },
    }),
  ];
}
