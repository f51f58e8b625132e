import type { AuditEntryResponse, AuditFilter } from '../contracts/audit.ts';
import type { AuditEntries } from './audit-entries.ts';
import { byteOrderMark, csvLine } from './csv.ts';

const pageSize = 500;

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
