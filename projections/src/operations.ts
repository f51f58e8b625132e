import type { Generation, ViewStore } from './view-store/view-store.ts';

/** Stops folding events into a view, which goes on answering. Stays so until somebody resumes it, also over a restart. */
export async function pauseView(store: ViewStore, view: string): Promise<void> {
  for (;;) {
    const { id, state } = await liveGeneration(store, view);
    if (state === 'paused') return;
    // Whoever takes over a paused view stays paused, and who took over just before is met in the next round.
    await store.changeState(id, { from: state, to: 'paused' });
  }
}

/** Lets a paused view catch up. */
export async function resumeView(store: ViewStore, view: string): Promise<void> {
  const { id } = await liveGeneration(store, view);
  await store.changeState(id, { from: 'paused', to: 'running' });
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
