import type { HistoryEntry } from '../../../shared/listing/use-history.ts';

export type FieldChange = {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
};

type Entry = Pick<HistoryEntry, 'revision' | 'type' | 'changes'>;

/**
 * What differs from the version that was approved last, after however many saves; null when none ever was. An approval that was
 * taken back does not count.
 */
export function changesSinceApproval(entries: readonly Entry[]): readonly FieldChange[] | null {
  const approved = lastApproval(entries);
  if (approved === null) return null;
  const changed = new Map<string, FieldChange>();
  const later = entries.filter(({ revision }) => revision > approved);
  for (const { field, before, after } of later.flatMap(({ changes }) => changes)) {
    const first = changed.get(field);
    changed.set(field, { field, before: first ? first.before : before, after });
  }
  return [...changed.values()].filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
}

/** The revision of the last approval that still stands. */
function lastApproval(entries: readonly Entry[]): number | null {
  const standing: Entry[] = [];
  for (const entry of entries) {
    if (entry.type === 'BusinessApproved' || entry.type === 'BusinessRejected')
      standing.push(entry);
    if (entry.type === 'DecisionWithdrawn') standing.pop();
  }
  return standing.findLast(({ type }) => type === 'BusinessApproved')?.revision ?? null;
}
