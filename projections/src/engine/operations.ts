import { NamedError } from '@directory/domain/shared/unknown';
import {
  liveGeneration,
  type Generation,
  type QuarantinedKey,
  type ViewStore,
} from '../view-store/view-store.ts';
import { begunBuild, isOfAnotherLog, isUnfinished } from './assignment.ts';
import type { AnyView } from './view.ts';

/** Stops folding events into a view, also after a restart, until it is resumed. It still answers reads. False if it was paused already. */
export async function pauseView(store: ViewStore, view: string): Promise<boolean> {
  for (let isChanged = false; ;) {
    const { id, state } = await requireLive(store, view);
    if (state === 'paused') return isChanged;
    // A generation that takes over a paused view stays paused; one that took over just before is found in the next round.
    isChanged = (await store.changeState(id, { from: state, to: 'paused' })) || isChanged;
  }
}

/** Lets a paused view catch up; commands wait for it again once it has. False if it was not paused. */
export async function resumeView(store: ViewStore, view: string): Promise<boolean> {
  const { id } = await requireLive(store, view);
  return store.changeState(id, { from: 'paused', to: 'rebuilding' });
}

/** There is no view of this name in the store. */
export class UnknownView extends NamedError {}

async function requireLive(store: ViewStore, name: string): Promise<Generation> {
  const live = liveGeneration(await store.generations(), name);
  if (!live) throw new UnknownView(`There is no view named "${name}".`);
  return live;
}

/** The generation that answers reads, with the keys that it has quarantined, and the one that is being built beside it. */
export type ViewStatus = Generation & {
  readonly quarantined: readonly QuarantinedKey[];
  readonly building: Generation | null;
};

export async function readStatus(
  store: ViewStore,
  views: readonly AnyView[],
): Promise<readonly ViewStatus[]> {
  const generations = await store.generations();
  const statuses: ViewStatus[] = [];
  for (const view of views) {
    const { name } = view;
    const own = generations.filter((generation) => generation.view === name);
    const begun = begunBuild(view, own);
    // The first build of a view is shown as the view itself.
    const shown = liveGeneration(own, name) ?? begun;
    if (!shown) continue;
    const building = begun && begun !== shown && isUnfinished(begun) ? begun : null;
    statuses.push({ ...shown, quarantined: await store.quarantined(shown.id), building });
  }
  return statuses;
}

/** The quarantined keys of the generations of some views that answer reads. */
export async function quarantinedKeys(
  store: ViewStore,
  views: readonly AnyView[],
): Promise<ReadonlySet<string>> {
  const read = (await store.generations()).filter(
    ({ live, view }) => live && views.some(({ name }) => name === view),
  );
  const found = await Promise.all(read.map(({ id }) => store.quarantined(id)));
  return new Set(found.flat().map(({ key }) => key));
}

/** Whether every view can be read as a whole: each was built once, and from this log. */
export async function areViewsBuilt(store: ViewStore, views: readonly AnyView[]): Promise<boolean> {
  const generations = await store.generations();
  return views.every(({ name }) => {
    const live = liveGeneration(generations, name);
    return live !== undefined && !isOfAnotherLog(live);
  });
}
