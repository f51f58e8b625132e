import type { EventStore, Position } from '@directory/domain/event-store';
import { liveGeneration, type Generation, type ViewStore } from '../view-store/view-store.ts';
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
  const { log, store, views } = deps;
  // In this order: a head that was read first could be passed by another worker's checkpoint.
  const generations = await store.generations();
  const head = await log.head();
  const folds: GenerationFold[] = [];
  const live: Generation[] = [];
  for (const view of views) {
    const own = generations.filter((generation) => generation.view === view.name);
    const choice = await choose(deps, view, { own, head });
    live.push(choice.live);
    if (choice.target) folds.push(await openFold(store, view, choice.target));
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
  store: ViewStore,
  view: AnyView,
  generation: Generation,
): Promise<GenerationFold> {
  return new GenerationFold(view, generation, await store.quarantined(generation.id));
}

type Found = { readonly own: readonly Generation[]; readonly head: Position };
/** No target for a paused view: nothing is folded into it. */
type Choice = { readonly live: Generation; readonly target: Generation | null };

async function choose(
  { store, report }: ProjectorDeps,
  view: AnyView,
  { own, head }: Found,
): Promise<Choice> {
  const live = liveGeneration(own, view.name);
  if (live && live.position > head) report({ type: 'view-ahead-of-log', view: view.name });
  if (!live || live.position > head) {
    report({ type: 'view-building', view: view.name, version: view.version });
    const target = await ready(store, await store.begin(view, { live: true }), head);
    return { live: target, target };
  }
  if (live.version !== view.version)
    return { live, target: await build({ store, report }, view, { own, head }) };
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
  { store, report }: Pick<ProjectorDeps, 'store' | 'report'>,
  view: AnyView,
  { own, head }: Found,
): Promise<Generation> {
  const begun = own.findLast(
    ({ live, version, position }) => !live && version === view.version && position <= head,
  );
  report({ type: 'view-building', view: view.name, version: view.version });
  if (!begun) return store.begin(view, { live: false });
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
  | { readonly type: 'view-ahead-of-log'; readonly view: string }
  | {
      readonly type: 'view-failed';
      readonly view: string;
      readonly eventId: string;
      readonly error: unknown;
    }
  | { readonly type: 'key-quarantined'; readonly key: QuarantinedKeyOfView };

export type Report = (event: ProjectorEvent) => void;
