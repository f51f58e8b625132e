import type { BusinessId } from '@directory/domain';
import { groupBy } from '@directory/domain/shared/collections';
import { median, type ReviewDecision, type ReviewRecord } from '@directory/projections';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import {
  openingResponse,
  reviewFiguresResponse,
  usualWaitResponse,
  type ReviewFiguresResponse,
} from '../contracts/reviews.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { findRecipient } from '../mail/find-recipient.ts';
import { workingDaysIn } from '../read-models/calendar-days.ts';
import { versionedCache } from '../read-models/caching.ts';
import { businessParams, noSuchBusiness } from './listings.ts';
import type { Services } from './services.ts';

/** Presence of reviewers, and figures of the last 30 days. */
export function reviewRoutes(services: Services): readonly Route[] {
  const { queries, accounts, ownerKeys, timeZone, clock, limit } = services;
  const presence = createPresence(clock);
  const workingDays = workingDaysIn(timeZone);
  const cachedWait = versionedCache<number | null>(1);
  const recent = async () => recentDecisions(await queries.findReviews(), clock());
  return [
    defineRoute('POST /api/businesses/:id/opening', {
      operationId: 'openForReview',
      summary:
        'Note that an admin opened a business for review; no event, forgotten after ten minutes',
      access: 'admin',
      limit,
      params: businessParams,
      response: {
        description: 'Who else did, and whether the owner is known',
        schema: openingResponse,
      },
      problems: [404],
      async handle(_, { viewer, params: { id } }) {
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
    defineRoute('GET /api/review-figures', {
      operationId: 'getReviewFigures',
      summary: 'Count the decisions of the last 30 days, and how long owners waited for them',
      access: 'admin',
      response: { description: 'Zeros where nothing was decided', schema: reviewFiguresResponse },
      handle: async () => reviewFigures(await recent()),
    }),
    defineRoute('GET /api/review-figures/usual-wait', {
      operationId: 'getUsualWait',
      summary: 'Get the number of working days within which to expect a review',
      access: 'public',
      response: { description: 'The median of the last 30 days', schema: usualWaitResponse },
      async handle() {
        const [records, now] = [await queries.findReviews(), clock()];
        const typical = async () => usualWait(recentDecisions(records, now), workingDays);
        const minute = now.toISOString().slice(0, 16);
        return { workingDays: await cachedWait(minute, records, typical) };
      },
    }),
  ];
}

/** Long enough to be typical, and short enough to be up to date. */
const figureDays = 30;
const minuteMs = 60_000;

/** The decisions of admins in the 30 days before `now`. */
export function recentDecisions(records: readonly ReviewRecord[], now: Date): ReviewDecision[] {
  const first = now.getTime() - figureDays * 24 * 60 * minuteMs;
  return records
    .flatMap(({ decisions }) => decisions)
    .filter(({ byAdmin, decidedAt }) => byAdmin && Date.parse(decidedAt) >= first);
}

export function reviewFigures(decisions: readonly ReviewDecision[]): ReviewFiguresResponse {
  const rejections = decisions.filter(({ outcome }) => outcome === 'rejected');
  const waits = decisions.map(
    ({ waitedSince, decidedAt }) => Date.parse(decidedAt) - Date.parse(waitedSince),
  );
  const wait = median(waits);
  return {
    days: figureDays,
    approved: decisions.length - rejections.length,
    rejected: rejections.length,
    medianWaitMinutes: wait === null ? null : Math.max(0, Math.round(wait / minuteMs)),
    rejections: countByReason(rejections),
    resubmitted: rejections.filter(({ resubmittedAt }) => resubmittedAt !== null).length,
  };
}

/** The median of the working days until a decision, rounded up; null without decisions. `workingDays` counts those between times. */
export function usualWait(
  decisions: readonly ReviewDecision[],
  workingDays: (since: string, until: string) => number,
): number | null {
  const days = median(
    decisions.map(({ waitedSince, decidedAt }) => workingDays(waitedSince, decidedAt)),
  );
  return days === null ? null : Math.ceil(days);
}

function countByReason(rejections: readonly ReviewDecision[]): ReviewFiguresResponse['rejections'] {
  return [...groupBy(rejections, ({ reasonCode }) => reasonCode)]
    .map(([code, { length: count }]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || (a.code ?? '').localeCompare(b.code ?? ''));
}

type Admin = { readonly id: string; readonly name: string };

type PresentAdmin = Admin & { readonly openedAt: Date };

const ttlMs = 10 * 60_000;

/** More than admins open in ten minutes, and yet little memory. */
const maxListings = 2_000;

/**
 * Who has a listing open for review: a courtesy between admins, in the memory of this process, for ten minutes. Replicas do
 * not share it; the revision check protects their admins all the same.
 * The returned function notes that an admin opened a listing, and returns the other admins who did, the latest first.
 */
export function createPresence(now: Clock) {
  const recent = new LRUCache<BusinessId, readonly PresentAdmin[]>({ max: maxListings });
  return (businessId: BusinessId, admin: Admin): readonly PresentAdmin[] => {
    const openedAt = now();
    const others = (recent.get(businessId) ?? []).filter(
      (other) =>
        other.id !== admin.id && Math.abs(openedAt.getTime() - other.openedAt.getTime()) < ttlMs,
    );
    recent.set(businessId, [{ ...admin, openedAt }, ...others]);
    return others;
  };
}
