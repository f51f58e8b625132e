import { Readable } from 'node:stream';
import {
  requireAnswerable,
  UnusableQuestion,
  type Cell,
  type FinishedReport,
  type MakeReport,
  type ReportQuestion,
  type RunningReport,
} from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';
import {
  reportParams,
  reportProgressResponse,
  reportRequest,
  reportResponse,
  type ReportName,
  type ReportRequest,
} from '../contracts/reports.ts';
import { badRequest } from '../http/errors.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { withAdminNames } from '../reports/admin-names.ts';
import { textFormats } from '../reports/report-formats.ts';
import { reportRuns } from '../reports/report-runs.ts';

type ReportDeps = {
  readonly makeReport: MakeReport;
  readonly accounts: Pick<AccountStore, 'findNames'>;
  readonly timeZone: string;
  /** How long a call waits for its report. */
  readonly waitMs?: number;
};

/** The same reports as those of the command, but for the raw export of events, which is for operators. */
export function reportRoutes({
  makeReport,
  accounts,
  timeZone,
  waitMs = 2_000,
}: ReportDeps): readonly Route[] {
  const ask = reportRuns(makeReport, waitMs);

  /** Null when it is not finished: then the answer is how far it is. */
  async function reportFor(
    ctx: ApiContext,
    name: ReportName,
    query: ReportRequest,
  ): Promise<RunningReport | null> {
    const question = questionOf(name, query, timeZone);
    requireQuestion(question);
    const answer = await ask(question);
    ctx.set('Cache-Control', 'no-store');
    if ('report' in answer) return withAdminNames(inOnePage(answer.report), accounts);
    ctx.status = 202;
    ctx.set('Retry-After', '1');
    ctx.body = answer.progress;
    return null;
  }

  const described = {
    method: 'get',
    access: 'admin',
    params: reportParams,
    query: reportRequest,
    problems: [404],
    otherResponses: {
      202: {
        description: 'How far it is, where it takes longer than two seconds: call again',
        schema: reportProgressResponse,
      },
    },
  } as const;
  return [
    defineRoute({
      ...described,
      path: '/api/reports/:name.csv',
      operationId: 'getReportAsCsv',
      summary: 'Get a report for a spreadsheet',
      response: {
        status: 200,
        description: 'A line for each row, after one on what it covers and one with the columns',
        type: 'text/csv',
      },
      async handle(ctx, { params: { name }, query }) {
        const report = await reportFor(ctx, name, query);
        if (!report) return undefined;
        ctx.attachment(`${name}.csv`);
        ctx.body = Readable.from(textFormats.csv(report));
        return undefined;
      },
    }),
    defineRoute({
      ...described,
      path: '/api/reports/:name',
      operationId: 'getReport',
      summary: 'Get a report that is made by replaying the log',
      response: { status: 200, description: 'The rows and their columns', schema: reportResponse },
      async handle(ctx, { params: { name }, query }) {
        const report = await reportFor(ctx, name, query);
        if (!report) return undefined;
        const { about, columns } = report;
        const rows: Cell[][] = [];
        for await (const page of report.rows) rows.push(...page.map((row) => [...row]));
        return { about: { ...about, by: [...about.by] }, columns: [...columns], rows };
      },
    }),
  ];
}

function questionOf(name: ReportName, query: ReportRequest, timeZone: string): ReportQuestion {
  const { from, to, asOf, by = '', zone = timeZone, demonstration } = query;
  return {
    name,
    from,
    to,
    asOf,
    by: by === '' ? [] : by.split(','),
    timeZone: zone,
    withDemonstration: demonstration === 'true',
  };
}

function requireQuestion(question: ReportQuestion): void {
  try {
    requireAnswerable(question);
  } catch (error) {
    if (error instanceof UnusableQuestion) throw badRequest(error.message);
    throw error;
  }
}

function inOnePage({ about, columns, rows }: FinishedReport): RunningReport {
  return { about, columns, rows: onePage(rows) };
}

async function* onePage<Value>(value: Value) {
  yield value;
}
