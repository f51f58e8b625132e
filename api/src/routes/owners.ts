import { Readable } from 'node:stream';
import { inTurns } from '@directory/domain/shared/concurrency';
import * as z from 'zod';
import { ownBusinessResponse, removedBusinessResponse } from '../contracts/business.ts';
import {
  analyticsResponse,
  summaryResponse,
  visitsRequest,
  visitsResponse,
  type VisitsRequest,
} from '../contracts/visits.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendList } from '../http/snapshot.ts';
import { lastDays, periodBefore, type Period } from '../read-models/calendar-days.ts';
import {
  analytics,
  ownerVisits,
  visitsCsv,
  type VisitsOfBusiness,
} from '../read-models/owner-visits.ts';
import { presentOwn } from '../read-models/present-business.ts';
import { noSuchBusiness } from './listings.ts';
import type { Services } from './services.ts';

const common = { access: 'named-owner', params: z.object({ userId: z.string() }) } as const;

/** What an owner sees of all their businesses together. */
export function ownerRoutes(services: Services): readonly Route[] {
  return [...businessRoutes(services), ...visitRoutes(services)];
}

function businessRoutes({ queries }: Services): readonly Route[] {
  return [
    defineRoute('GET /api/businesses/summary/:userId', {
      ...common,
      operationId: 'getOwnerSummary',
      summary: "Count an owner's businesses by status",
      response: { description: 'Zeros for an owner without any', schema: summaryResponse },
      async handle(_, { params }) {
        const summary = await queries.getSummary(params.userId);
        const { total = 0, approved = 0, pending = 0, rejected = 0 } = summary ?? {};
        return { total, approved, pending, rejected };
      },
    }),
    defineRoute('GET /api/businesses/userbusinesses/:userId', {
      ...common,
      operationId: 'listOwnBusinesses',
      summary: "List an owner's businesses",
      response: { description: 'The newest first', schema: z.array(ownBusinessResponse) },
      async handle(ctx, { params }) {
        const [listings, visits] = await findOwn(queries, params.userId);
        await sendList(ctx, listings, presentOwn(visits));
      },
    }),
    defineRoute('GET /api/businesses/userbusinesses/:userId/removed', {
      ...common,
      operationId: 'listRemovedBusinesses',
      summary: "List an owner's businesses that an admin deleted and nobody restored",
      response: { description: 'The newest first', schema: z.array(removedBusinessResponse) },
      async handle(_, { params }) {
        const removed = await queries.findListings({ ownerId: params.userId, deleted: true });
        // It was changed last when an admin deleted it: only admins delete, and nothing but a restoration follows.
        return removed.map(({ id, businessName, changedAt: removedAt }) => {
          return { id, businessName, removedAt };
        });
      },
    }),
  ];
}

function visitRoutes(services: Services): readonly Route[] {
  const { queries, timeZone, today } = services;
  const query = () => visitsRequest(today());
  return [
    defineRoute('GET /api/businesses/userbusinesses/:userId/analytics', {
      ...common,
      operationId: 'getAnalytics',
      summary: "Count the visits to an owner's businesses, in all and by hour",
      response: { description: 'Exact; always all 24 hours', schema: analyticsResponse },
      handle: async (_, { params }) => analytics(...(await findOwn(queries, params.userId))),
    }),
    defineRoute('GET /api/businesses/userbusinesses/:userId/visits', {
      ...common,
      operationId: 'getVisits',
      summary:
        "Count the visits to an owner's businesses, or to one of them, in a period and the one before",
      query,
      response: { description: 'Every day of the period', schema: visitsResponse },
      problems: [404],
      async handle(_, { params, query: asked }) {
        const { period, businesses, countedFrom } = await findVisits(
          services,
          params.userId,
          asked,
        );
        const days = businesses.flatMap((business) => business.days);
        return { timeZone, today: today(), ...ownerVisits(days, period, countedFrom) };
      },
    }),
    defineRoute('GET /api/businesses/userbusinesses/:userId/visits.csv', {
      ...common,
      operationId: 'exportVisits',
      summary: 'Export the visits for a spreadsheet, a line for each business and day',
      query,
      response: { description: 'UTF-8 with a byte order mark', type: 'text/csv' },
      problems: [404],
      async handle(ctx, { params, query: asked }) {
        const { period, businesses } = await findVisits(services, params.userId, asked);
        ctx.attachment(`visits-${period.from}-to-${period.to}.csv`);
        ctx.body = Readable.from(inTurns(visitsCsv(businesses, period)));
      },
    }),
  ];
}

function findOwn(queries: Services['queries'], ownerId: string) {
  return Promise.all([queries.findListings({ ownerId }), queries.findVisits({ ownerId })]);
}

const defaultDays = 28;

async function findVisits(
  { queries, today }: Services,
  ownerId: string,
  { days = defaultDays, from, to, business }: VisitsRequest,
) {
  const period: Period = from && to ? { from, to } : lastDays(days, today());
  const [[listings, ever], visits] = await Promise.all([
    findOwn(queries, ownerId),
    queries.findDailyVisits(ownerId, { from: periodBefore(period).from, to: period.to }),
  ]);
  const chosen = listings.filter(({ id }) => business === undefined || id === business);
  if (business !== undefined && chosen.length === 0) throw notFound(noSuchBusiness);
  const businesses = chosen.map(({ id, businessName }): VisitsOfBusiness => ({
    id,
    businessName,
    days: visits.get(id) ?? [],
  }));
  const firstDates = businesses.flatMap(({ id }) => ever.get(id)?.firstDate ?? []);
  const [countedFrom = null] = firstDates.toSorted();
  return { period, businesses, countedFrom };
}
