import { setTimeout as delay } from 'node:timers/promises';
import { startOfLog, type EventStore, type RecordedEvent } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { send } from './requests.ts';

/** The acknowledged commands of one listing, in order. */
export type ListingHistory = {
  readonly id: string;
  readonly acknowledged: Acknowledgement[];
  /** Whether the outcome of the last command is unknown. */
  isOpen: boolean;
};

export type Acknowledgement = {
  /** The type of the event that must be in the log. */
  readonly event: string;
  /** A text that the event must contain; null for events without data. */
  readonly mark: string | null;
};

/** Everything that was sent and acknowledged. The stores are compared with it at the end. */
export type Journal = {
  readonly histories: ListingHistory[];
  /** Names of submissions with an unknown outcome. */
  readonly openSubmissions: string[];
  readonly visits: { readonly id: string; acknowledged: number; unknown: number }[];
  readonly commands: { acknowledged: number; repeated: number; stale: number };
  /** The longest time until a stale write was visible, in ms. */
  maxStaleMs: number;
  /** Broken guarantees, in sentences. */
  readonly violations: string[];
};

export function newJournal(): Journal {
  return {
    histories: [],
    openSubmissions: [],
    visits: [],
    commands: { acknowledged: 0, repeated: 0, stale: 0 },
    maxStaleMs: 0,
    violations: [],
  };
}

/** Compares the log with the acknowledged commands. Returns the violations. */
export async function compareWithLog(
  journal: Journal,
  log: EventStore,
): Promise<readonly string[]> {
  const events = await readAll(log);
  const violations = journal.histories.flatMap((history) =>
    historyViolations(
      history,
      events.filter(({ stream }) => stream === `business-${history.id}`),
    ),
  );
  return [...violations, ...submittedTwice(journal, events)];
}

async function readAll(log: EventStore): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of readPages(log, { after: startOfLog })) events.push(...page.events);
  return events;
}

/** Expects each acknowledged command once and in order, and nothing else but one whose outcome is unknown. */
function historyViolations(
  history: ListingHistory,
  events: readonly RecordedEvent[],
): readonly string[] {
  const extra = events.length - history.acknowledged.length;
  const violations = history.acknowledged.flatMap(({ event, mark }, index) => {
    const there = events[index];
    const isThere =
      there?.type === event && (mark === null || JSON.stringify(there.data).includes(mark));
    return isThere ? [] : [`${event} of ${history.id} was acknowledged but is not in the log`];
  });
  if (extra > (history.isOpen ? 1 : 0))
    violations.push(`the log of ${history.id} has ${extra} events that were not acknowledged`);
  return violations;
}

function submittedTwice(journal: Journal, events: readonly RecordedEvent[]): readonly string[] {
  const submissions = events
    .filter(({ type }) => type === 'BusinessSubmitted')
    .map(({ data }) => JSON.stringify(data));
  const names = [
    ...journal.histories.flatMap(({ acknowledged }) => acknowledged.at(0)?.mark ?? []),
    ...journal.openSubmissions,
  ];
  return names
    .filter((name) => submissions.filter((data) => data.includes(name)).length > 1)
    .map((name) => `${name} was submitted twice`);
}

/** Checks that no visit is lost or counted twice, and that every replica shows the same number. */
export async function compareVisits(
  journal: Journal,
  replicas: readonly string[],
  log: EventStore,
): Promise<{ readonly counted: number; readonly violations: readonly string[] }> {
  const events = await readAll(log);
  const violations: string[] = [];
  let counted = 0;
  for (const { id, acknowledged, unknown } of journal.visits) {
    const stored = events.filter(({ stream }) => stream === `visits-${id}`).length;
    counted += stored;
    if (stored < acknowledged || stored > acknowledged + unknown)
      violations.push(
        `${id} has ${stored} visits in the log; ${acknowledged} were acknowledged and ${unknown} are unknown`,
      );
    for (const replica of replicas)
      violations.push(...(await shownViolations(replica, id, stored)));
  }
  return { counted, violations };
}

const visibleTimeoutMs = 60_000;

/** Waits for the stored number, as visits are visible a moment after they were stored. */
async function shownViolations(
  replica: string,
  id: string,
  stored: number,
): Promise<readonly string[]> {
  const deadline = performance.now() + visibleTimeoutMs;
  for (;;) {
    const answer = await send(`${replica}/api/businesses/${id}`);
    const shown = viewsOf(answer?.body);
    if (shown === stored) return [];
    if (performance.now() > deadline || (shown ?? 0) > stored)
      return [`${replica} shows ${shown} visits of ${id}; the log has ${stored}`];
    await delay(200);
  }
}

function viewsOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('views' in body)) return null;
  return typeof body.views === 'number' ? body.views : null;
}
