import { accountText, businessStream, decodeHistory, parseBusinessId } from '@directory/domain';
import { localTimeIn, type AuditEntry } from '@directory/projections';
import {
  auditExportRequest,
  auditRequest,
  auditResponse,
  type AuditEntryResponse,
  type AuditFilter,
} from '../contracts/audit.ts';
import { invalidRequest } from '../http/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendParts } from '../http/snapshot.ts';
import { addDays, startOfDay } from '../read-models/calendar-days.ts';
import { byteOrderMark, csvFileName, csvLine, localTextIn } from '../read-models/csv.ts';
import type { Services } from './services.ts';

const pageSize = 50;

/** Who did what to listings and to the directory. */
export function auditRoutes(services: Services): readonly Route[] {
  const { accounts, timeZone } = services;
  const entries = auditEntries(services);

  async function findPeople({ person }: AuditFilter) {
    const admins = await accounts.findAdmins();
    const people = admins.map(({ id, username: name }) => ({ id, name }));
    if (person === undefined || person === 'system' || people.some(({ id }) => id === person))
      return people;
    const names = await accounts.findNames([person]);
    return [...people, { id: person, name: names.get(person) ?? null }];
  }

  return [
    defineRoute('GET /api/audit', {
      operationId: 'getAudit',
      summary: 'List who did what: decisions, edits, deletions, erasures and operations',
      access: 'admin',
      query: auditRequest,
      response: { description: 'A page, the newest first', schema: auditResponse },
      async handle(_, { query: { before, ...filter } }) {
        requireOrderedDays(filter);
        // One more than a page shows whether another one follows.
        const found = await entries.findPage(filter, { before, limit: pageSize + 1 });
        const page = found.slice(0, pageSize);
        const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null;
        return { entries: page, next, people: await findPeople(filter) };
      },
    }),
    defineRoute('GET /api/audit.csv', {
      operationId: 'exportAudit',
      summary: 'Export all entries of the audit log for a spreadsheet, a line each',
      access: 'admin',
      query: auditExportRequest,
      response: { description: 'UTF-8 with a byte order mark', type: 'text/csv' },
      async handle(ctx, { query: filter }) {
        requireOrderedDays(filter);
        ctx.attachment(csvFileName('audit', filter));
        await sendParts(ctx, auditCsv(entries, filter, timeZone));
      },
    }),
  ];
}

function requireOrderedDays({ from, to }: AuditFilter): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidRequest({ to: ['The last day is before the first one.'] });
}

/** Reads entries page by page, each with the names that accounts and listings have today. */
function auditEntries({ accounts, log, reader, timeZone, views }: Services) {
  const localTime = localTimeIn(timeZone);

  /** The newest entries first; with `before`, those before that entry. */
  async function findPage(
    { kind, person, business, from, to }: AuditFilter,
    { before, limit }: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly AuditEntryResponse[]> {
    const end = to && startOfDay(addDays(to, 1), timeZone);
    const found = await reader.findLast(
      views.audit,
      {
        ...(kind && { kind }),
        ...(person && { actor: person }),
        ...(business !== undefined && { businessId: parseBusinessId(business) }),
      },
      {
        before: before !== undefined && (end === undefined || before < end) ? before : end,
        from: from && startOfDay(from, timeZone),
        limit,
      },
    );
    const [people, businesses] = await Promise.all([
      accounts.findNames([...new Set(found.flatMap(accountsOf))]),
      findBusinesses(found),
    ]);
    const accountOf = (id: string) => ({ id, name: people.get(id) ?? null });
    return Promise.all(
      found.map(async (entry) => {
        const { actor, businessId, operation, ...shown } = entry;
        return {
          ...shown,
          day: localTime(shown.time)?.date ?? '',
          person: actor === shown.role ? null : accountOf(actor),
          business: businessId && {
            id: businessId,
            name: businesses.get(businessId) ?? businessId,
          },
          changed: await changedBy(entry),
          view: operation && 'view' in operation ? operation.view : null,
          account: operation && 'accountId' in operation ? accountOf(operation.accountId) : null,
          places: operation && 'imported' in operation ? operation : null,
        };
      }),
    );
  }

  /** The names of the fields. They are read from the event, as the view stays as it is when an owner is erased. */
  async function changedBy({ type, businessId, revision }: AuditEntry): Promise<string[]> {
    if (type !== 'BusinessEdited' || businessId === null) return [];
    const place = { from: revision, limit: 1 };
    const [edit] = decodeHistory(await log.readStream(businessStream(businessId), place));
    return edit?.type === 'BusinessEdited' ? Object.keys(edit.data.changes).toSorted() : [];
  }

  async function findBusinesses(entries: readonly AuditEntry[]) {
    const ids = new Set(entries.flatMap(({ businessId }) => businessId ?? []));
    const listings = await Promise.all([...ids].map((id) => reader.get(views.listings, id)));
    return new Map(
      listings.flatMap((listing) => (listing ? [[listing.id, listing.businessName]] : [])),
    );
  }

  return { findPage };
}

function accountsOf({ actor, role, operation }: AuditEntry): string[] {
  const concerned = operation && 'accountId' in operation ? [operation.accountId] : [];
  return actor === role ? concerned : [actor, ...concerned];
}

const csvPageSize = 100;

/** RFC 4180: a line for each entry, the newest first. Yields the text of a page, which is read once the one before was sent. */
export async function* auditCsv(
  entries: ReturnType<typeof auditEntries>,
  filter: AuditFilter,
  timeZone: string,
): AsyncGenerator<string, void, void> {
  const localText = localTextIn(timeZone);
  const columns: readonly (readonly [string, (entry: AuditEntryResponse) => string])[] = [
    ['Time (UTC)', ({ time }) => time],
    [`Time (${timeZone})`, ({ time }) => localText(time)],
    ['Kind', ({ kind }) => kind],
    ['Event', ({ type }) => type],
    ['Role', ({ role }) => role],
    [
      'Person',
      ({ person, demonstration }) => (person ? accountText(person.name, demonstration) : ''),
    ],
    ['Account', ({ person }) => person?.id ?? ''],
    ['Business', ({ business }) => business?.name ?? ''],
    ['Business ID', ({ business }) => business?.id ?? ''],
    ['Detail', detailOf],
    ['Demonstration', ({ demonstration }) => (demonstration ? 'yes' : 'no')],
  ];
  let text = byteOrderMark + csvLine(columns.map(([name]) => name));
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await entries.findPage(filter, { before, limit: csvPageSize });
    isLast = page.length < csvPageSize;
    before = page.at(-1)?.id;
    for (const entry of page) text += csvLine(columns.map(([, cellOf]) => cellOf(entry)));
    if (text !== '') yield text;
    text = '';
  }
}

function detailOf({ changed, reasonCode, view, account, places }: AuditEntryResponse): string {
  if (places)
    return `${places.imported} imported, ${places.existing} existing, ${places.refused} refused`;
  return reasonCode ?? view ?? account?.name ?? account?.id ?? changed.join(' ');
}
