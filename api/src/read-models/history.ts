import {
  evolve,
  isListed,
  noBusiness,
  type Business,
  type BusinessDetails,
  type BusinessEvent,
  type Recorded,
} from '@directory/domain';
import type { HistoryResponse } from '../contracts/history.ts';

type Entry = HistoryResponse['entries'][number];
type Change = Entry['changes'][number];

/** Who did what when, and what it changed. Who the people were is told only where there are `names`, by id. */
export function historyEntries(
  history: readonly Recorded<BusinessEvent>[],
  names: ReadonlyMap<string, string> | null,
): Entry[] {
  let business: Business = noBusiness;
  return history.map((event) => {
    const before = business;
    business = evolve(before, event);
    const { actor, time, demonstration = false } = event.metadata;
    return {
      revision: event.revision,
      type: event.type,
      time,
      actor: { role: actor.role, ...toActor(actor.id, names) },
      status: business.status === 'none' ? 'pending' : business.status,
      changes: changesBetween(detailsOf(before), detailsOf(business)),
      reason: event.type === 'BusinessRejected' ? event.data.reason : null,
      demonstration,
    };
  });
}

function toActor(id: string | null, names: ReadonlyMap<string, string> | null) {
  return names && id !== null ? { id, name: names.get(id) ?? null } : { id: null, name: null };
}

function detailsOf(business: Business): Partial<BusinessDetails> {
  if (isListed(business)) return business.details;
  return business.status === 'deleted' ? business.before.details : {};
}

function changesBetween(
  before: Partial<BusinessDetails>,
  after: Partial<BusinessDetails>,
): Change[] {
  return Object.entries(after)
    .map(([field, value]) => ({
      field,
      before: Object.entries(before).find(([name]) => name === field)?.[1] ?? null,
      after: value,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
