import { createKeyedQueue } from '@directory/domain/shared/concurrency';
import { sleep } from '@directory/domain/shared/timers';
import {
  requireAnswerable,
  type Cell,
  type FinishedReport,
  type MakeReport,
  type ReportQuestion,
  type RunningReport,
  progressMeter,
  type Progress,
} from '@directory/projections';
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../accounts/account-store.ts';
import {
  reportParams,
  reportProgressResponse,
  reportRequest,
  reportResponse,
  type ReportName,
  type ReportRequest,
} from '../contracts/reports.ts';
import { unavailable } from '../http/errors.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendParts } from '../http/snapshot.ts';
import { csvFileName } from '../read-models/csv.ts';
import { textFormats, withAdminNames } from '../reports/report-formats.ts';

type ReportDeps = {
  readonly makeReport: MakeReport;
  readonly accounts: Pick<AccountStore, 'findNames'>;
  /** Changes with every listing, and not with visits. */
  readonly listingsToken: () => Promise<string>;
  readonly timeZone: string;
  /** How long a call waits for its report. */
  readonly waitMs?: number;
};

/** The reports of the command line, but for the raw export of events, which is for operators. */
export function reportRoutes(deps: ReportDeps): readonly Route[] {
  const ask = reportRuns(deps);

  /** Null when it is not finished: the response is then its progress. */
  async function reportFor(
    ctx: ApiContext,
    name: ReportName,
    query: ReportRequest,
  ): Promise<RunningReport | null> {
    const question = questionOf(name, query, deps.timeZone);
    requireAnswerable(question);
    const answer = await ask(question, ctx.state.viewer.id);
    if ('report' in answer) {
      const { about, columns, rows } = answer.report;
      return withAdminNames({ about, columns, rows: onePage(rows) }, deps.accounts);
    }
    ctx.status = 202;
    ctx.set('Retry-After', '1');
    ctx.body = answer.progress;
    return null;
  }

  const described = {
    access: 'admin',
    params: reportParams,
    query: reportRequest,
    problems: [404],
    otherResponses: {
      202: {
        description: 'The progress of one that takes longer than two seconds: call again',
        schema: reportProgressResponse,
      },
    },
  } as const;
  return [
    defineRoute('GET /api/reports/:name.csv', {
      ...described,
      operationId: 'getReportAsCsv',
      summary: 'Get a report for a spreadsheet',
      response: {
        description: 'A line for each row, after one about what it covers and one with the columns',
        type: 'text/csv',
      },
      async handle(ctx, { params: { name }, query }) {
        const report = await reportFor(ctx, name, query);
        if (!report) return;
        const { from, to, asOf } = query;
        const covered = { by: report.about.by.join('-and-'), from, to, 'as-of': asOf };
        ctx.attachment(csvFileName(name, covered));
        await sendParts(ctx, textFormats.csv(report));
      },
    }),
    defineRoute('GET /api/reports/:name', {
      ...described,
      operationId: 'getReport',
      summary: 'Get a report that is made by replaying the log',
      response: { description: 'The rows and their columns', schema: reportResponse },
      async handle(ctx, { params: { name }, query }) {
        const report = await reportFor(ctx, name, query);
        if (!report) return undefined;
        const { about, columns } = report;
        const rows: Cell[][] = [];
        for await (const page of report.rows) for (const row of page) rows.push([...row]);
        return { about: { ...about, by: [...about.by] }, columns: [...columns], rows };
      },
    }),
  ];
}

function questionOf(name: ReportName, query: ReportRequest, timeZone: string): ReportQuestion {
  const { by = '', zone = timeZone, demonstration, ...days } = query;
  return {
    name,
    ...days,
    by: by === '' ? [] : by.split(','),
    timeZone: zone,
    withDemonstration: demonstration === 'true',
  };
}

async function* onePage<Value>(value: Value) {
  yield value;
}

type ReportAnswer = { readonly report: FinishedReport } | { readonly progress: Progress };

/** How long a finished report is kept for further calls, and how many cells all of them together may have. */
const finishedMs = 60_000;
const maxCells = 2_000_000;
const maxRunning = 10;
/** A page asks again every second, and every minute while it is hidden for long: after this time it is taken to be gone. */
const awaitingMs = 10_000;
const maxAwaiting = 1_000;

type Run = {
  readonly key: string;
  readonly outcome: Promise<FinishedReport>;
  /** Later ones have higher numbers. */
  readonly number: number;
  /** The change token of the listings when it began; null while it waits for another one of its name. */
  token: string | null;
  progress: Progress;
};

const notBegun: Progress = { events: 0, eventsPerSecond: null, share: 0, remainingSeconds: null };

/**
 * Answers with a report or its progress. The caller gets the report by asking again, and so does anybody else until a listing changes.
 * A report of one name is made at a time, whatever the questions.
 */
function reportRuns({
  makeReport,
  listingsToken,
  waitMs = 2_000,
}: ReportDeps): (question: ReportQuestion, caller: string | null) => Promise<ReportAnswer> {
  const finished = new LRUCache<string, Run>({ max: 100, maxSize: maxCells, ttl: finishedMs });
  /** The last one that is too large for `finished`, whose callers would otherwise never get it. */
  const large = new LRUCache<string, Run>({ max: 1, ttl: finishedMs });
  const running = new Set<Run>();
  let runs = 0;
  /** Calls that got the progress, and will come again: they get that run or a later one, although listings changed since. */
  const awaiting = new LRUCache<string, number>({ max: maxAwaiting, ttl: awaitingMs });
  const queueByName = createKeyedQueue();

  function begin(key: string, question: ReportQuestion): Run {
    if (running.size >= maxRunning) throw unavailable();
    const meter = progressMeter();
    const outcome = queueByName(question.name, async () => {
      run.token = await listingsToken();
      return makeReport(question, (reached) => {
        run.progress = meter({ ...reached, id: key });
      });
    });
    runs += 1;
    const run: Run = { key, outcome, number: runs, token: null, progress: notBegun };
    running.add(run);
    const end = () => running.delete(run);
    outcome
      .then(({ rows, columns }) => {
        finished.set(key, run, { size: 1 + rows.length * columns.length });
        if (!finished.has(key)) large.set(key, run);
      })
      .then(end, end);
    return run;
  }

  return async (question, caller) => {
    const key = JSON.stringify(question);
    const call = JSON.stringify([caller, key]);
    const token = await listingsToken();
    const awaited = awaiting.get(call) ?? Infinity;
    const isUsable = (run: Run) =>
      run.token === null || run.token === token || run.number >= awaited;
    const known = [finished.get(key) ?? large.get(key), ...running];
    const begun = known.find((run) => run?.key === key && isUsable(run));
    const run = begun ?? begin(key, question);
    const answered = new AbortController();
    const waited = sleep(waitMs, answered.signal);
    const report = await Promise.race([run.outcome, waited]).finally(() => answered.abort());
    if (!report) {
      awaiting.set(call, run.number);
      return { progress: run.progress };
    }
    awaiting.delete(call);
    return { report };
  };
}
