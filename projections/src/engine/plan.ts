import type { EventStore, Position } from '@directory/domain/event-store';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
import { findAnchor, ofAnotherLog } from './anchor.ts';
import { ConcurrencyConflict, type QuarantinedKeyOfView } from './catch-up.ts';
import { GenerationFold } from './fold.ts';
import type { AnyView } from './view.ts';

export type ProjectorDeps = {
  readonly log: EventStore;
  readonly store: ViewStore;
  readonly views: readonly AnyView[];
  readonly report: Report;
};

export type Plan = {
  readonly folds: readonly GenerationFold[];
  /** Differs from `assignmentKeyOf` once a view is paused, resumed or replaced. */
  readonly assignmentKey: string;
};

/** Looks up, and where needed begins, the generation of each view that this definition of it is to be folded into. */
export async function planFolds(deps: ProjectorDeps): Promise<Plan> {
  const { store, views } = deps;
  const generations = await store.generations();
  const folds: GenerationFold[] = [];
  const live: Generation[] = [];
  for (const view of views) {
    const own = generations.filter((generation) => generation.view === view.name);
    const choice = await choose(deps, view, own);
    live.push(choice.live);
    if (choice.target) folds.push(await openFold(deps, view, choice.target));
  }
  return { folds, assignmentKey: assignmentKeyOf(views, live) };
}

export function assignmentKeyOf(
  views: readonly AnyView[],
  generations: readonly Generation[],
): string {
  const parts = views.map(({ name }) => {
    const found = liveGeneration(generations, name);
    return found && `${found.id}${found.state === 'paused' ? ' paused' : ''}`;
  });
  return parts.join();
}

export async function openFold(
  { log, store }: Pick<ProjectorDeps, 'log' | 'store'>,
  view: AnyView,
  generation: Generation,
): Promise<GenerationFold> {
  const anchor = await findAnchor(log, generation);
  if (anchor === ofAnotherLog) throw new ConcurrencyConflict(`${generation.id} is of another log`);
  const quarantined = await store.quarantined(generation.id);
  const documents = await store.count(generation.id);
  const fold = new GenerationFold(view, generation, { quarantined, anchor, documents });
  if (view.isPublic && quarantined.length > 0) {
    const keys = quarantined.map(({ key }) => key);
    await fold.load(store, keys);
    for (const key of keys) fold.hide(key);
  }
  return fold;
}

/** No target for a paused view: nothing is folded into it. */
type Choice = { readonly live: Generation; readonly target: Generation | null };

async function choose(
  deps: ProjectorDeps,
  view: AnyView,
  own: readonly Generation[],
): Promise<Choice> {
  const { log, store, report } = deps;
  const found = liveGeneration(own, view.name);
  const isOther = found !== undefined && (await findAnchor(log, found)) === ofAnotherLog;
  const live = isOther ? undefined : found;
  if (isOther) report({ type: ofAnotherLog, view: view.name });
  // After the generations: a head that was read first could be passed by another worker's checkpoint.
  const head = await log.head();
  if (!live) {
    report({ type: 'view-building', view: view.name, version: view.version });
    const target = await ready(store, await store.begin(view, { live: true }), head);
    return { live: target, target };
  }
  if (live.version !== view.version) return { live, target: await build(deps, view, own) };
  if (live.state === 'paused') return { live, target: null };
  return { live, target: await ready(store, live, head) };
}

/** A live generation at the head is no longer rebuilding, and a failed one is retried. */
async function ready(store: ViewStore, live: Generation, head: Position): Promise<Generation> {
  const { id, state: from } = live;
  const to = from === 'rebuilding' && live.position < head ? 'rebuilding' : 'running';
  if (from !== to && !(await store.changeState(id, { from, to })))
    throw new ConcurrencyConflict(`generation ${id} is no longer ${from}`);
  return { ...live, state: to };
}

/** Builds beside the older version, which still answers reads. Continues a build of this version, also one from before a rollback. */
async function build(
  { log, store, report }: ProjectorDeps,
  view: AnyView,
  own: readonly Generation[],
): Promise<Generation> {
  report({ type: 'view-building', view: view.name, version: view.version });
  const begun = own.findLast(({ live, version }) => !live && version === view.version);
  if (!begun || (await findAnchor(log, begun)) === ofAnotherLog)
    return store.begin(view, { live: false });
  if (begun.state !== 'rebuilding') await store.setState(begun.id, 'rebuilding');
  return { ...begun, state: 'rebuilding' };
}

/** Events for the log of the program. */
export type ProjectorEvent =
  | { readonly type: 'projection-interrupted'; readonly error: unknown; readonly retryInMs: number }
  | { readonly type: 'standing-by' }
  | { readonly type: 'view-building'; readonly view: string; readonly version: string }
  | { readonly type: 'view-ready'; readonly view: string; readonly version: string }
  | { readonly type: 'rebuild-halted'; readonly view: string; readonly reason: string }
  | { readonly type: typeof ofAnotherLog; readonly view: string }
  | {
      readonly type: 'view-failed';
      readonly view: string;
      readonly eventId: string;
      readonly error: unknown;
    }
  | { readonly type: 'key-quarantined'; readonly key: QuarantinedKeyOfView };

export type Report = (event: ProjectorEvent) => void;
