import type { HistoryEntry } from '../../../shared/listing/use-history.ts';

type MilestoneKind = 'edited' | 'approved' | 'hidden';
/** What became of a listing by day of the site's time zone, as `2026-11-21`: each kind once and in order. */
export type Milestones = ReadonlyMap<string, readonly MilestoneKind[]>;

type Reading = {
  readonly timeZone: string;
  /** Whether an edit leaves the approved version public until it is reviewed. */
  readonly staysPublic: boolean;
};

/** The days on which a listing was edited, approved or hidden from visitors; the entries from the first on. */
export function milestonesOf(entries: readonly HistoryEntry[], reading: Reading): Milestones {
  const days = new Map<string, readonly MilestoneKind[]>();
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: reading.timeZone });
  for (const [index, entry] of entries.entries()) {
    const date = dayOf.format(Date.parse(entry.time));
    const kinds = kindsOf(entry, entries[index - 1]?.status, reading);
    if (kinds.length > 0) days.set(date, [...new Set([...(days.get(date) ?? []), ...kinds])]);
  }
  return days;
}

function kindsOf(
  { type, status }: HistoryEntry,
  before: HistoryEntry['status'] | undefined,
  { staysPublic }: Reading,
): readonly MilestoneKind[] {
  const isEdit = type === 'BusinessEdited';
  const isHidden = before === 'approved' && status !== 'approved' && !(isEdit && staysPublic);
  return [
    ...(isEdit ? (['edited'] as const) : []),
    ...(type === 'BusinessApproved' ? (['approved'] as const) : []),
    ...(isHidden ? (['hidden'] as const) : []),
  ];
}
