import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import type { FieldChange } from '../listings/fields.tsx';

type Entry = Pick<HistoryEntry, 'revision' | 'type' | 'time' | 'changes'>;

export type ReviewedChanges = {
  /** What the listing is compared with: the approved version, one whose approval was undone, or the rejected one. */
  readonly base: 'approved' | 'undone' | 'rejected';
  /** Of the decision or its undoing. */
  readonly time: string;
  readonly changes: readonly FieldChange[];
};

/**
 * The differences from the last approved version or, when there is none, from the one that was rejected last, over any number of
 * edits; null for a new listing. Comparing with a later rejection would hide changes that nobody approved.
 */
export function changesSinceDecision(entries: readonly Entry[]): ReviewedChanges | null {
  const decision = lastDecision(entries);
  if (decision === null) return null;
  const changed = new Map<string, FieldChange>();
  const later = entries.filter(({ revision }) => revision > decision.revision);
  for (const { field, before, after } of later.flatMap(({ changes }) => changes)) {
    const first = changed.get(field);
    changed.set(field, { field, before: first ? first.before : before, after });
  }
  const changes = [...changed.values()].filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
  return { base: decision.base, time: decision.time, changes };
}

type Decision = Pick<ReviewedChanges, 'base' | 'time'> & { readonly revision: number };

function lastDecision(entries: readonly Entry[]): Decision | null {
  const decisions: Decision[] = [];
  let undone: Decision | null = null;
  for (const { type, revision, time } of entries) {
    if (type === 'BusinessApproved') decisions.push({ base: 'approved', revision, time });
    if (type === 'BusinessRejected') decisions.push({ base: 'rejected', revision, time });
    if (type !== 'DecisionWithdrawn') continue;
    const last = decisions.pop();
    if (last?.base === 'approved') undone = { ...last, base: 'undone', time };
  }
  return (
    decisions.findLast(({ base }) => base === 'approved') ?? undone ?? decisions.at(-1) ?? null
  );
}
