import { parseBusinessId } from '@directory/domain';
import {
  localTimeIn,
  type AuditEntry,
  type DirectoryViews,
  type ViewReader,
} from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';
import type { AuditEntryResponse, AuditFilter } from '../contracts/audit.ts';
import { dayAfter, dayStartIn } from './calendar-days.ts';
import { byteOrderMark, csvLine } from './csv.ts';

type AuditDeps = {
  readonly reader: ViewReader;
  readonly views: DirectoryViews;
  readonly accounts: Pick<AccountStore, 'findNames'>;
  readonly timeZone: string;
};

export type AuditEntries = ReturnType<typeof auditEntries>;

/** Reads entries page by page, each with the names that accounts and listings have today. */
export function auditEntries({ reader, views, accounts, timeZone }: AuditDeps) {
  const startOf = dayStartIn(timeZone);
  const localTime = localTimeIn(timeZone);

  /** The newest first, before an entry if one is given. */
  async function findPage(
    { kind, person, business, from, to }: AuditFilter,
    { before, limit }: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly AuditEntryResponse[]> {
    const end = to && startOf(dayAfter(to));
    const found = await reader.findLast(
      views.audit,
      {
        ...(kind && { kind }),
        ...(person && { actor: person }),
        ...(business !== undefined && { businessId: parseBusinessId(business) }),
      },
      {
        before: before !== undefined && (end === undefined || before < end) ? before : end,
        from: from && startOf(from),
        limit,
      },
    );
    const [people, businesses] = await Promise.all([
      accounts.findNames(unique(found.flatMap(accountsOf))),
      findBusinesses(found),
    ]);
    return found.map((entry) => present(entry, people, businesses));
  }

  async function findBusinesses(entries: readonly AuditEntry[]) {
    const ids = unique(entries.flatMap(({ businessId }) => businessId ?? []));
    const listings = await Promise.all(ids.map((id) => reader.get(views.listings, id)));
    return new Map(
      listings.flatMap((listing) => (listing ? [[listing.id, listing.businessName]] : [])),
    );
  }

  function present(entry: AuditEntry, people: Names, businesses: Names): AuditEntryResponse {
    const { id, time, kind, type, role, actor, businessId, operation, ...rest } = entry;
    const accountOf = (accountId: string) => ({
      id: accountId,
      name: people.get(accountId) ?? null,
    });
    return {
      id,
      time,
      day: localTime(time)?.date ?? '',
      kind,
      type,
      role,
      person: actor === role ? null : accountOf(actor),
      business: businessId && { id: businessId, name: businesses.get(businessId) ?? businessId },
      revision: rest.revision,
      reasonCode: rest.reasonCode,
      view: operation && 'view' in operation ? operation.view : null,
      account: operation && 'accountId' in operation ? accountOf(operation.accountId) : null,
      places: operation && 'imported' in operation ? operation : null,
      demonstration: rest.demonstration,
    };
  }

  return { findPage };
}

type Names = ReadonlyMap<string, string>;

function accountsOf({ actor, role, operation }: AuditEntry): string[] {
  const concerned = operation && 'accountId' in operation ? [operation.accountId] : [];
  return actor === role ? concerned : [actor, ...concerned];
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

const pageSize = 100;

/** RFC 4180: a line for each entry, the newest first. One piece of text for each page, read when the one before was sent. */
export async function* auditCsv(
  entries: AuditEntries,
  filter: AuditFilter,
  timeZone: string,
): AsyncGenerator<string, void, void> {
  yield (
    byteOrderMark +
    csvLine([
      'Time (UTC)',
      `Time (${timeZone})`,
      'Kind',
      'Event',
      'Role',
      'Person',
      'Account',
      'Business',
      'Business ID',
      'Detail',
      'Demonstration',
    ])
  );
  const localText = localTextIn(timeZone);
  for (let before: string | undefined, isLast = false; !isLast;) {
    const page = await entries.findPage(filter, { before, limit: pageSize });
    isLast = page.length < pageSize;
    before = page.at(-1)?.id;
    if (page.length > 0) yield page.map((entry) => lineOf(entry, localText)).join('');
  }
}

function lineOf(entry: AuditEntryResponse, localText: (time: string) => string): string {
  const { time, kind, type, role, person, business, demonstration } = entry;
  return csvLine([
    time,
    localText(time),
    kind,
    type,
    role,
    person ? (person.name ?? 'erased') : '',
    person?.id ?? '',
    business?.name ?? '',
    business?.id ?? '',
    detailOf(entry),
    demonstration ? 'yes' : 'no',
  ]);
}

function detailOf({ reasonCode, view, account, places }: AuditEntryResponse): string {
  if (places)
    return `${places.imported} imported, ${places.existing} existing, ${places.refused} refused`;
  return reasonCode ?? view ?? account?.name ?? account?.id ?? '';
}

function localTextIn(timeZone: string): (time: string) => string {
  const style = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  const format = new Intl.DateTimeFormat('sv-SE', style);
  return (time) => format.format(new Date(time));
}
