import type { EventStore } from '@directory/domain/event-store';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
import { findAnchor, ofAnotherLog } from './anchor.ts';
import type { QuarantinedKeyOfView } from './fold-events.ts';
import type { AnyView } from './view.ts';

/** What a projector with this definition of a view has to do for it. */
export type Assignment = {
  /** The generation that answers reads and is kept at the head of the log; null while there is none. */
  readonly follow: Generation | null;
  /** What is brought to the head beside it: the live generation if it is far behind or failed, and one that is to replace it. */
  readonly build: readonly Generation[];
  /** Whether this version answers no reads, so that `beginBuild` has to begin or continue one that will. */
  readonly isMissing: boolean;
};

export function assignmentOf(view: AnyView, generations: readonly Generation[]): Assignment {
  const live = liveGeneration(generations, view.name);
  if (!live || !isCurrent(view, live)) return { follow: null, build: [], isMissing: true };
  const begun = begunBuild(view, generations);
  const isBehind = live.state === 'rebuilding' || live.state === 'failed';
  return {
    follow: live.state === 'running' ? live : null,
    build: [...(isBehind ? [live] : []), ...(begun?.state === 'rebuilding' ? [begun] : [])],
    isMissing: false,
  };
}

/**
 * The generation of this version that takes over next. Where the live one is of another version or another log, it may also be one
 * that was live before that.
 */
export function begunBuild(
  view: AnyView,
  generations: readonly Generation[],
): Generation | undefined {
  const own = generations.filter((generation) => generation.view === view.name);
  const live = own.findIndex((generation) => generation.live);
  const isLiveCurrent = own[live] !== undefined && isCurrent(view, own[live]);
  return own.findLast(
    (generation, index) =>
      !generation.live && generation.version === view.version && (!isLiveCurrent || index > live),
  );
}

export function isUnfinished({ state }: Generation): boolean {
  return state === 'rebuilding' || state === 'failed';
}

export function isCurrent({ version }: AnyView, live: Generation): boolean {
  return live.version === version && !isOfAnotherLog(live);
}

/** A generation of another log answers reads until a build takes over, but nothing more is folded into it. */
export function isOfAnotherLog({ state, error }: Pick<Generation, 'state' | 'error'>): boolean {
  return state === 'failed' && error === ofAnotherLog;
}

export type ProjectorDeps = {
  readonly log: EventStore;
  readonly store: ViewStore;
  readonly report: Report;
};

/** Begins a generation that will take over, or continues one, which may have failed. */
export async function beginBuild(
  deps: ProjectorDeps,
  view: AnyView,
  generations: readonly Generation[],
): Promise<Generation> {
  const { log, store } = deps;
  const live = liveGeneration(generations, view.name);
  const isForeign = live && !isOfAnotherLog(live) && (await findAnchor(log, live)) === ofAnotherLog;
  if (isForeign && !(await rejectGeneration(deps, live)))
    return beginBuild(deps, view, await store.generations());
  const begun = begunBuild(view, generations);
  if (!begun || (await findAnchor(log, begun)) === ofAnotherLog) return store.begin(view);
  if (begun.state !== 'rebuilding')
    await store.changeState(begun.id, { from: begun.state, to: 'rebuilding' });
  return { ...begun, state: 'rebuilding' };
}

/** Nothing more is folded into a generation whose events are not those of the log. False where it was paused or changed otherwise meanwhile. */
export async function rejectGeneration(
  { store, report }: Pick<ProjectorDeps, 'store' | 'report'>,
  { id, view, state }: Generation,
): Promise<boolean> {
  const change = { from: state, to: 'failed', error: ofAnotherLog } as const;
  const isRejected = await store.changeState(id, change);
  if (isRejected) report({ type: ofAnotherLog, view });
  return isRejected;
}

/** What a projector reports to the log of its program, which is not the event log. */
export type ProjectorEvent =
  | { readonly type: 'projection-interrupted'; readonly error: unknown; readonly retryInMs: number }
  | { readonly type: 'standing-by' }
  | { readonly type: 'view-building'; readonly view: string; readonly version: string }
  | { readonly type: 'view-ready'; readonly view: string; readonly version: string }
  | { readonly type: 'rebuild-halted'; readonly view: string; readonly reason: string }
  | { readonly type: typeof ofAnotherLog; readonly view: string }
  | { readonly type: 'view-failed'; readonly view: string; readonly reason: string }
  | { readonly type: 'key-quarantined'; readonly key: QuarantinedKeyOfView };

export type Report = (event: ProjectorEvent) => void;

/** Events of normal operation: all others need the attention of an operator. */
export const usualEvents: readonly ProjectorEvent['type'][] = [
  'view-building',
  'view-ready',
  'standing-by',
];
