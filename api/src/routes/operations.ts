import {
  areViewsBuilt,
  pauseView,
  pingAll,
  requestRebuild,
  resumeView,
  storeMetrics,
  UnknownView,
  viewMetrics,
  type ViewReport,
  type ViewsReport,
} from '@directory/projections';
import * as z from 'zod';
import { endOfTime } from '../clock.ts';
import { mailReviewResponse, type MailReviewResponse } from '../contracts/mail.ts';
import {
  operationsResponse,
  viewReportResponse,
  type OperationsResponse,
  type ViewReportResponse,
} from '../contracts/operations.ts';
import { notFound, unavailable } from '../http/errors.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { mailMetrics } from '../mail/mail-requests.ts';
import { sharedFor } from '../read-models/caching.ts';
import { answerReadiness } from '../store-outages.ts';
import type { Services } from './services.ts';

const storeHealth = z.enum(['ok', 'unreachable', 'damaged', 'catching-up']);
const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  stores: z.record(z.string(), storeHealth),
});

/** What machines ask: whether the site runs and is ready, and its metrics. */
export function healthRoutes({
  clock,
  metrics: { registry },
  monitor,
  report,
  stores,
  views,
}: Services): readonly Route[] {
  const measurements = [
    viewMetrics(registry, monitor),
    storeMetrics(registry, () => pingAll(stores, report)),
    mailMetrics(registry, stores.accounts, clock),
  ];
  // Shared for a second, as anybody may ask.
  const health = sharedFor(1_000, async () => {
    const stored = await pingAll(stores, report);
    const isBuilt = await areViewsBuilt(stores.views, Object.values(views)).catch(() => true);
    return isBuilt ? stored : { ...stored, views: 'catching-up' as const };
  });
  return [
    defineRoute('GET /healthz', {
      operationId: 'getHealth',
      summary: 'Check that the program is running',
      access: 'public',
      response: { description: 'It runs', schema: z.object({ status: z.literal('ok') }) },
      handle: () => ({ status: 'ok' as const }),
    }),
    defineRoute('GET /readyz', {
      operationId: 'getReadiness',
      summary: 'Check that every store can be reached and every view is built',
      access: 'public',
      response: { description: 'Ready', schema: readiness },
      otherResponses: {
        503: {
          description: 'A store is unreachable or damaged, or a view is built for the first time',
          schema: readiness,
        },
      },
      async handle(ctx) {
        answerReadiness(ctx, await health());
      },
    }),
    defineRoute('GET /metrics', {
      operationId: 'getMetrics',
      summary: 'Get metrics for Prometheus',
      access: 'machine',
      response: { description: 'In its text format', type: 'text/plain' },
      async handle(ctx) {
        await Promise.all(measurements.map((measure) => measure()));
        ctx.type = registry.contentType;
        ctx.body = await registry.metrics();
      },
    }),
  ];
}

/**
 * How the views are, and what an admin can do about it. Commands are written into the view store, where whichever process works
 * on the views finds them.
 */
export function viewOperationRoutes(services: Services): readonly Route[] {
  const { reader: store, views, monitor, clock, limit, recordOperation } = services;
  const common = {
    access: 'admin',
    securityEvent: 'view-operation',
    limit,
    params: z.object({ name: z.string() }),
    problems: [404],
  } as const;

  function requireView(name: string) {
    const view = Object.values(views).find((each) => each.name === name);
    if (!view) throw notFound('There is no such view.');
    return view;
  }

  async function change(
    ctx: ApiContext,
    name: string,
    apply: typeof pauseView,
    type: 'ViewPaused' | 'ViewResumed',
  ): Promise<ViewReportResponse> {
    requireView(name);
    const isChanged = await apply(store, name).catch(unlessMissing);
    if (isChanged) await recordOperation(ctx, { type, data: { view: name } });
    return reportOn(name);
  }

  async function reportOn(name: string): Promise<ViewReportResponse> {
    const report = (await monitor()).views?.find(({ view }) => view === name);
    if (!report) throw unavailable();
    return presentViewReport(report);
  }

  return [
    defineRoute('GET /api/operations/views', {
      operationId: 'getViews',
      summary: 'Get the state of the log and of every view',
      access: 'admin',
      response: {
        description: 'State, position, lag, throughput and errors',
        schema: operationsResponse,
      },
      handle: async () => presentOperations(await monitor(), clock()),
    }),
    defineRoute('POST /api/operations/views/:name/pause', {
      ...common,
      operationId: 'pauseView',
      summary: 'Stop folding events into a view; it is still read',
      response: { description: 'The paused view', schema: viewReportResponse },
      handle: (ctx, { params }) => change(ctx, params.name, pauseView, 'ViewPaused'),
    }),
    defineRoute('POST /api/operations/views/:name/resume', {
      ...common,
      operationId: 'resumeView',
      summary: 'Let a paused view catch up',
      response: { description: 'The view', schema: viewReportResponse },
      handle: (ctx, { params }) => change(ctx, params.name, resumeView, 'ViewResumed'),
    }),
    defineRoute('POST /api/operations/views/:name/rebuild', {
      ...common,
      operationId: 'rebuildView',
      summary: 'Rebuild a view from the log, beside the one that is read meanwhile',
      response: {
        status: 202,
        description: 'The rebuild has started, or was under way',
        schema: viewReportResponse,
      },
      async handle(ctx, { params }) {
        const view = requireView(params.name);
        const { name } = view;
        if (await requestRebuild(store, view))
          await recordOperation(ctx, { type: 'ViewRebuildRequested', data: { view: name } });
        return reportOn(name);
      },
    }),
  ];
}

/** A view that is known but not stored yet is unavailable: for a moment after the first start. */
function unlessMissing(error: unknown): never {
  throw error instanceof UnknownView ? unavailable() : error;
}

const maxKeys = 100;

function presentOperations(report: ViewsReport, at: Date): OperationsResponse {
  const { head, projector, rebuilder, views } = report;
  return {
    at: at.toISOString(),
    log: { reachable: head !== null, head },
    viewStore: { reachable: views !== null },
    projector,
    rebuilder,
    views: (views ?? []).map(presentViewReport),
  };
}

function presentViewReport({ view, quarantined, ...report }: ViewReport): ViewReportResponse {
  return {
    ...report,
    name: view,
    quarantinedCount: quarantined.length,
    quarantined: quarantined.slice(0, maxKeys),
  };
}

/** The mails that wait or were given up. */
export function mailOperationRoutes(services: Services): readonly Route[] {
  const { accounts, clock, config, limit, recordOperation } = services;
  const transport = config.mail.smtpUrl === null ? 'outbox' : 'smtp';

  const common = {
    access: 'admin',
    securityEvent: 'mail-operation',
    limit,
    response: { description: 'What waits then', schema: mailReviewResponse },
  } as const;

  async function change(
    ctx: ApiContext,
    changed: Promise<number>,
    type: 'MailsRetried' | 'MailsDiscarded',
  ): Promise<MailReviewResponse> {
    const mails = await changed;
    if (mails > 0) await recordOperation(ctx, { type, data: { mails } });
    return review();
  }

  async function review(): Promise<MailReviewResponse> {
    const { oldestAt, undelivered, ...counts } = await accounts.reviewMails();
    const mails = undelivered.map(({ id, kind, attempts, failure, orderedAt }) => ({
      id,
      kind,
      attempts,
      failure: failure ?? '',
      orderedAt: orderedAt.toISOString(),
    }));
    return { transport, ...counts, oldestAt: oldestAt?.toISOString() ?? null, undelivered: mails };
  }

  return [
    defineRoute('GET /api/operations/mail', {
      operationId: 'getMails',
      summary: 'Get how many mails are waiting, and which were given up',
      access: 'admin',
      response: { description: 'Without addresses', schema: mailReviewResponse },
      handle: review,
    }),
    defineRoute('POST /api/operations/mail/retry', {
      ...common,
      operationId: 'retryMails',
      summary: 'Send the mails again that were given up',
      handle: (ctx) => change(ctx, accounts.retryMails(clock()), 'MailsRetried'),
    }),
    defineRoute('DELETE /api/operations/mail/undelivered', {
      ...common,
      operationId: 'discardMails',
      summary: 'Discard the mails that were given up',
      // Also those that were ordered while the clock was ahead.
      handle: (ctx) => change(ctx, accounts.removeUndelivered(endOfTime), 'MailsDiscarded'),
    }),
  ];
}
