import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import type { FieldChange } from '../listings/fields.tsx';

type Entry = Pick<HistoryEntry, 'revision' | 'type' | 'changes'>;

/**
 * The differences from the last approved version, over any number of edits; null when there is none. An undone approval does not
 * count.
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

/** The revision of the last approval that was not undone. */
function lastApproval(entries: readonly Entry[]): number | null {
  const decisions: Entry[] = [];
  for (const entry of entries) {
    if (entry.type === 'BusinessApproved' || entry.type === 'BusinessRejected')
      decisions.push(entry);
    if (entry.type === 'DecisionWithdrawn') decisions.pop();
  }
  return decisions.findLast(({ type }) => type === 'BusinessApproved')?.revision ?? null;
}
