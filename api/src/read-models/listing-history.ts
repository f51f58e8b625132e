import {
  type BusinessEvent,
  type Recorded,
  detailsOf,
  evolve,
  noBusiness,
  type Business,
  type BusinessDetails,
  type History,
} from '@directory/domain';
import type { HistoryRequest, HistoryResponse } from '../contracts/history.ts';

type ListingView<Doc> = {
  evolve(doc: Doc | null, event: Recorded<BusinessEvent>, id: string): Doc | null;
};

/** The document of a listing in a view, folded from its events; null when there are none. */
export function foldListing<Doc>(view: ListingView<Doc>, history: History): Doc | null {
  return history.reduce<Doc | null>(
    (doc, event) => view.evolve(doc, event, event.data.businessId),
    null,
  );
}

/** The beginning of a history, up to a time or a revision; null for a revision that does not exist. */
export function upTo(history: History, at: HistoryRequest['at']): History | null {
  if (!at) return history;
  if ('time' in at) {
    const end = Date.parse(at.time);
    const last = history.findLastIndex(({ metadata }) => Date.parse(metadata.time) <= end);
    // Everything up to the last such event, even if a clock that was ahead gave one in between a later time.
    return history.slice(0, last + 1);
  }
  const { revision } = at;
  if (!history.some((event) => event.revision === revision)) return null;
  return history.filter((event) => event.revision <= revision);
}

type Entry = HistoryResponse['entries'][number];
type Change = Entry['changes'][number];

type HistoryPage = ReturnType<typeof pageOf>;

/** The events of a history that were asked for: the newest, the newest before a revision, or the oldest after one. */
export function pageOf(
  history: History,
  { before, after, limit }: Pick<HistoryRequest, 'before' | 'after' | 'limit'>,
) {
  const end = before === undefined ? history.length : countBelow(history, before);
  const first =
    after === undefined ? Math.max(0, end - limit) : Math.min(end, countBelow(history, after + 1));
  const last = Math.min(end, first + limit);
  return {
    earlier: history.slice(0, first),
    events: history.slice(first, last),
    later: history.slice(last),
  };
}

/** The number of events below a revision. It is less than the revision where this release does not know some of them. */
function countBelow(history: History, revision: number): number {
  const index = history.findIndex((event) => event.revision >= revision);
  return index === -1 ? history.length : index;
}

/**
 * The events of the page with actor, time and changes, and the outcome of the whole history. `names` by id are for admins; null
 * leaves out ids and names.
 */
export function walkHistory(
  { earlier, events, later }: HistoryPage,
  names: ReadonlyMap<string, string> | null,
): Pick<HistoryResponse, 'entries' | 'status' | 'sinceDecision'> {
  let business: Business = noBusiness;
  const decisions = newDecisions();
  const step = (event: Recorded<BusinessEvent>) => {
    const before = business;
    business = evolve(before, event);
    decisions.add(event, business);
    return before;
  };
  earlier.forEach(step);
  const entries = events.map((event) => toEntry(event, step(event), business, names));
  later.forEach(step);
  return {
    entries,
    status: business.status === 'none' ? null : business.status,
    sinceDecision: decisions.compare(business),
  };
}

function toEntry(
  event: Recorded<BusinessEvent>,
  before: Business,
  after: Business,
  names: ReadonlyMap<string, string> | null,
): Entry {
  const { actor, time, demonstration = false } = event.metadata;
  const id = names && actor.id;
  return {
    revision: event.revision,
    type: event.type,
    time,
    actor: { role: actor.role, id, name: id === null ? null : (names?.get(id) ?? null) },
    status: after.status === 'none' ? 'pending' : after.status,
    changes: changesBetween(detailsOf(before), detailsOf(after)),
    reason: event.type === 'BusinessRejected' ? event.data.reason : null,
    restoredVersion: event.type === 'BusinessEdited' ? (event.data.restoredVersion ?? null) : null,
    demonstration,
  };
}

type SinceDecision = NonNullable<HistoryResponse['sinceDecision']>;
type Decision = Pick<SinceDecision, 'base' | 'time'> & { readonly decided: Business };

/**
 * The differences from the last approved version or, when there is none, from the one that was rejected last, over any number of
 * edits; null for a new listing. Comparing with a later rejection would hide changes that nobody approved.
 */
function newDecisions() {
  const decisions: Decision[] = [];
  let undone: Decision | null = null;
  return {
    add({ type, metadata: { time } }: Recorded<BusinessEvent>, decided: Business): void {
      if (type === 'BusinessApproved') decisions.push({ base: 'approved', time, decided });
      if (type === 'BusinessRejected') decisions.push({ base: 'rejected', time, decided });
      if (type !== 'DecisionWithdrawn') return;
      const last = decisions.pop();
      if (last?.base === 'approved') undone = { ...last, base: 'undone', time };
    },
    compare(now: Business): SinceDecision | null {
      const approved = decisions.findLast(({ base }) => base === 'approved');
      const compared = approved ?? undone ?? decisions.at(-1);
      if (!compared) return null;
      const { base, time, decided } = compared;
      return { base, time, changes: changesBetween(detailsOf(decided), detailsOf(now)) };
    },
  };
}

function changesBetween(
  before: Partial<BusinessDetails> = {},
  after: Partial<BusinessDetails> = {},
): Change[] {
  const former = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: former.get(field) ?? null, after: value }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
