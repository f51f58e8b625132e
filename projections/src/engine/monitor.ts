import { Timeout, type EventStore, type Position } from '@directory/domain/event-store';
import { memoize } from '@directory/domain/shared/collections';
import { withTimeout } from '@directory/domain/shared/timers';
import type { Generation, HeldLease, QuarantinedKey } from '../view-store/view-store.ts';
import { buildLease, followLease } from './leases.ts';
import { readStatus } from './operations.ts';
import { progressMeter, type Progress } from './progress-meter.ts';
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

type BuildReport = Pick<Generation, 'version' | 'state' | 'position' | 'handled' | 'error'>;

/** Reports on the generation that answers reads, and on the build beside it, under way or failed. */
export type ViewReport = BuildReport & {
  readonly view: string;
  readonly generation: string;
  readonly updatedAt: string;
  readonly quarantined: readonly QuarantinedKey[];
  /** Null while the log cannot be reached. */
  readonly lag: Lag | null;
  /** Null until it was looked at twice. */
  readonly eventsPerSecond: number | null;
  readonly rebuild: (BuildReport & Omit<Progress, 'events'>) | null;
};

type Lag = {
  /** How many events are still to be folded; at most `maxCounted`. */
  readonly events: number;
  /** Whether there are more of them than were counted. */
  readonly isMore: boolean;
  /** How long events have been waiting without progress. */
  readonly seconds: number;
};

export type ViewMonitor = () => Promise<ViewsReport>;

/** Prometheus gives up after ten seconds, and then has no metric of any store. */
const headTimeoutMs = 3_000;

/** Reports how far every view is, whichever process works on it. Never throws: what cannot be reached is null. */
export function viewMonitor({ log, store, views }: FoldedViews): ViewMonitor {
  const meter = progressMeter();
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
    const builders = await Promise.all(
      (builds ?? []).map((id) => store.heldLease(buildLease(id)).catch(() => null)),
    );
    // After the views: a head that was read before them could lie behind them.
    const head = await withTimeout(headTimeoutMs, log.head(), () => new Timeout()).catch(
      () => null,
    );
    const measure = ({ id, handled: events, position }: Generation) =>
      meter({ id, events, position, end: head });
    /** Views are often at the same position. */
    const missingAfter = memoize(Infinity, (position: Position) =>
      readMissing(log, position, head),
    );
    const reports = statuses?.map(async ({ building, ...live }): Promise<ViewReport> => {
      const { view, id, updatedAt, quarantined } = live;
      const missing = await missingAfter(live.position);
      return {
        view,
        generation: id,
        ...buildReport(live),
        updatedAt,
        quarantined,
        lag: missing && lagOf(missing, updatedAt),
        eventsPerSecond: measure(live).eventsPerSecond,
        rebuild: building && rebuildReport(building, measure(building)),
      };
    });
    return {
      head,
      followers: held && new Map(held),
      projector: held?.find(([, holder]) => holder)?.[1] ?? null,
      rebuilder: builders.find((holder) => holder) ?? null,
      views: reports ? await Promise.all(reports) : null,
    };
  };
}

function buildReport({ version, state, position, handled, error }: Generation): BuildReport {
  return { version, state, position, handled, error };
}

function rebuildReport(
  building: Generation,
  { share, eventsPerSecond, remainingSeconds }: Progress,
): ViewReport['rebuild'] {
  const remaining = building.state === 'rebuilding' ? remainingSeconds : null;
  return { ...buildReport(building), share, eventsPerSecond, remainingSeconds: remaining };
}

/** Positions are opaque, so events are counted by reading them; more than this makes no difference to an operator. */
export const maxCounted = 1_000;

type Missing = { readonly events: number; readonly since: string | undefined };

/** Counts what follows a position, up to one more than `maxCounted`; null where the log cannot be read. */
async function readMissing(
  log: EventStore,
  position: Position,
  head: Position | null,
): Promise<Missing | null> {
  if (head === null) return null;
  if (position >= head) return { events: 0, since: undefined };
  const missing = await log.readAll({ after: position, limit: maxCounted + 1 }).catch(() => null);
  return missing && { events: missing.length, since: missing[0]?.metadata.time };
}

/** Events have waited since the last progress, or since the first of them happened if that is later. */
function lagOf({ events, since }: Missing, updatedAt: string): Lag {
  const from = since === undefined ? Infinity : Math.max(Date.parse(since), Date.parse(updatedAt));
  return {
    events: Math.min(events, maxCounted),
    isMore: events > maxCounted,
    seconds: Math.max(0, Date.now() - from) / 1_000,
  };
}
