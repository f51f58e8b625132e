import { Readable } from 'node:stream';
import { inTurns } from '@directory/domain/shared/concurrency';
import type { DirectoryViews, ViewReader } from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';
import {
  auditExportRequest,
  auditRequest,
  auditResponse,
  type AuditFilter,
} from '../contracts/audit.ts';
import { invalidRequest } from '../http/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { auditEntries, auditCsv } from '../read-models/audit-entries.ts';

type AuditDeps = {
  readonly reader: ViewReader;
  readonly views: DirectoryViews;
  readonly accounts: Pick<AccountStore, 'findNames' | 'findAdmins'>;
  readonly timeZone: string;
};

const pageSize = 50;

/** Who did what to listings and to the directory. */
export function auditRoutes(deps: AuditDeps): readonly Route[] {
  const { accounts, timeZone } = deps;
  const entries = auditEntries(deps);

  async function findPeople({ person }: AuditFilter) {
    const admins = await accounts.findAdmins();
    const people = admins.map(({ id, username: name }) => ({ id, name }));
    if (person === undefined || person === 'system' || people.some(({ id }) => id === person))
      return people;
    const names = await accounts.findNames([person]);
    return [...people, { id: person, name: names.get(person) ?? null }];
  }

  return [
    defineRoute({
      method: 'get',
      path: '/api/audit',
      operationId: 'getAudit',
      summary: 'List who did what: decisions, edits, deletions, erasures and operations',
      access: 'admin',
      query: auditRequest,
      response: { status: 200, description: 'A page, the newest first', schema: auditResponse },
      async handle(_, { query: { before, ...filter } }) {
        requireOrder(filter);
        // One more, to know whether another page follows.
        const found = await entries.findPage(filter, { before, limit: pageSize + 1 });
        const page = found.slice(0, pageSize);
        const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null;
        return { entries: page, next, people: await findPeople(filter) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/audit.csv',
      operationId: 'exportAudit',
      summary: 'Export all entries of the audit for a spreadsheet, a line each',
      access: 'admin',
      query: auditExportRequest,
      response: { status: 200, description: 'UTF-8 with a byte order mark', type: 'text/csv' },
      handle(ctx, { query: filter }) {
        requireOrder(filter);
        ctx.attachment('audit.csv');
        ctx.type = 'text/csv; charset=utf-8';
        ctx.body = Readable.from(inTurns(auditCsv(entries, filter, timeZone)));
      },
    }),
  ];
}

function requireOrder({ from, to }: AuditFilter): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidRequest({ to: ['The last day is before the first one.'] });
}
