import type { Generation, ViewStore } from './view-store/view-store.ts';

/** Stops folding events into a view, which goes on answering. Stays so until somebody resumes it, also over a restart. */
export async function pauseView(store: ViewStore, view: string): Promise<void> {
  await store.setState((await liveGeneration(store, view)).id, 'paused');
}

/** Lets a paused view catch up. */
export async function resumeView(store: ViewStore, view: string): Promise<void> {
  const { id, state } = await liveGeneration(store, view);
  if (state === 'paused') await store.setState(id, 'running');
}

/** There is no view of this name in the store. */
export class UnknownView extends Error {
  override readonly name = 'UnknownView';
}

async function liveGeneration(store: ViewStore, name: string): Promise<Generation> {
  const generations = await store.generations();
  const live = generations.find((generation) => generation.live && generation.view === name);
  if (!live) throw new UnknownView(`There is no view named "${name}".`);
  return live;
}
