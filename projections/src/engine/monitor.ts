import { Timeout, type EventStore, type Position } from '@directory/domain/event-store';
import { withTimeout } from '@directory/domain/shared/timers';
import type { HeldLease } from '../view-store/view-store.ts';
import { buildLease, followLease } from './leases.ts';
import { readStatus, type BuildStatus, type ViewStatus } from './operations.ts';
import {
  progressMeter,
  type Progress,
  type ProgressMeter,
  type Reached,
} from './progress-meter.ts';
import type { FoldedViews } from './visibility.ts';

export type ViewsReport = {
  /** Null while the log cannot be reached. */
  readonly head: Position | null;
  /** Who keeps each view up to date with the log; null while the views cannot be reached. */
  readonly followers: ReadonlyMap<string, HeldLease | null> | null;
  /** The first of them. */
  readonly projector: HeldLease | null;
  /** Who builds a view. */
  readonly rebuilder: HeldLease | null;
  /** In the order of their definitions; null while the views cannot be reached. */
  readonly views: readonly ViewReport[] | null;
};

/** Reports on the generation that answers reads, and on the build beside it, under way or failed. */
export type ViewReport = Omit<ViewStatus, 'id' | 'building'> & {
  readonly generation: string;
  /** Null while the log cannot be reached. */
  readonly lag: ReportedLag | null;
  /** Null until it was looked at twice. */
  readonly eventsPerSecond: number | null;
  readonly rebuild: RebuildReport | null;
};

type ReportedLag = Pick<Lag, 'events' | 'isMore'> & {
  /** How long events have been waiting without progress. */
  readonly seconds: number;
};

type RebuildReport = Omit<BuildStatus, 'id' | 'updatedAt'> & Omit<Progress, 'events'>;

export type ViewMonitor = () => Promise<ViewsReport>;

type Meters = { readonly countLag: LagCounter; readonly measure: ProgressMeter };

/** Prometheus gives up after ten seconds, and then has no metric of any store. */
const headTimeoutMs = 3_000;

/** Reports how far every view is, whichever process works on it. Never throws: what cannot be reached is null. */
export function viewMonitor({ log, store, views }: FoldedViews): ViewMonitor {
  const meters = { countLag: lagCounter(log), measure: progressMeter() };
  return async () => {
    // Both at once, as each may wait for a store that does not answer.
    const [statuses, held] = await Promise.all([
      readStatus(store, views).catch(() => null),
      Promise.all(
        views.map(async (view) => [view.name, await store.heldLease(followLease(view))] as const),
      ).catch(() => null),
    ]);
    const builds = statuses?.flatMap(({ id, state, building }) =>
      building ? [building.id] : state === 'rebuilding' ? [id] : [],
    );
    const projector = held?.find(([, holder]) => holder)?.[1] ?? null;
    const builders = await Promise.all(
      (builds ?? []).map((id) => store.heldLease(buildLease(id)).catch(() => null)),
    );
    // After the views: a head that was read before them could lie behind them.
    const head = await withTimeout(headTimeoutMs, log.head(), () => new Timeout()).catch(
      () => null,
    );
    const reports = statuses?.map((status) => reportOn(status, head, meters));
    return {
      head,
      followers: held && new Map(held),
      projector,
      rebuilder: builders.find((held) => held) ?? null,
      views: reports ? await Promise.all(reports) : null,
    };
  };
}

async function reportOn(
  { id, building, ...status }: ViewStatus,
  head: Position | null,
  { countLag, measure }: Meters,
): Promise<ViewReport> {
  const { position, updatedAt } = status;
  const lag = head === null ? null : await countLag(position, head).catch(() => null);
  return {
    ...status,
    generation: id,
    lag: lag && {
      events: lag.events,
      isMore: lag.isMore,
      seconds: waitingSeconds(lag, updatedAt),
    },
    eventsPerSecond: measure(reachedBy({ ...status, id }, head)).eventsPerSecond,
    rebuild: building && reportRebuild(building, measure(reachedBy(building, head))),
  };
}

/** How long events have waited: since the last progress, or since the first of them happened if that is later. */
function waitingSeconds({ since }: Lag, updatedAt: string): number {
  if (since === null) return 0;
  const from = Math.max(Date.parse(since), Date.parse(updatedAt));
  return Math.max(0, Date.now() - from) / 1_000;
}

function reachedBy({ id, handled, position }: BuildStatus, end: Position | null): Reached {
  return { id, events: handled, position, end };
}

function reportRebuild(
  { version, state, position, handled, error }: BuildStatus,
  { share, eventsPerSecond, remainingSeconds }: Progress,
): RebuildReport {
  const build = { version, state, position, handled, error };
  const remaining = state === 'rebuilding' ? remainingSeconds : null;
  return { ...build, share, eventsPerSecond, remainingSeconds: remaining };
}

type Lag = {
  /** How many events are still to be folded; at most `maxCounted`. */
  readonly events: number;
  /** Whether there are more of them than were counted. */
  readonly isMore: boolean;
  /** ISO 8601, UTC: when the first of them happened; null when there is none. */
  readonly since: string | null;
};

type LagCounter = (position: Position, head: Position) => Promise<Lag>;

/** Positions are opaque, so events are counted by reading them; more than this makes no difference to an operator. */
export const maxCounted = 1_000;

const none: Lag = { events: 0, isMore: false, since: null };

/** Counts what follows a position, once for as long as neither it nor the head moves. @throws what the log throws */
function lagCounter(log: EventStore): LagCounter {
  let counted = new Map<string, Promise<Lag>>();
  let countedTo: Position | null = null;
  return (position, head) => {
    if (position >= head) return Promise.resolve(none);
    if (head !== countedTo) counted = new Map();
    countedTo = head;
    const known = counted.get(position) ?? count(log, position);
    counted.set(position, known);
    known.catch(() => counted.delete(position));
    return known;
  };
}

async function count(log: EventStore, after: Position): Promise<Lag> {
  const missing = await log.readAll({ after, limit: maxCounted + 1 });
  return {
    events: Math.min(missing.length, maxCounted),
    isMore: missing.length > maxCounted,
    since: missing[0]?.metadata.time ?? null,
  };
}
