import type { Position } from '@directory/domain/event-store';
import {
  liveGeneration,
  type Generation,
  type QuarantinedKey,
  type ViewState,
  type ViewStore,
} from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

/** Stops folding events into a view, which still answers reads. It stays paused until it is resumed, also after a restart. */
export async function pauseView(store: ViewStore, view: string): Promise<void> {
  for (;;) {
    const { id, state } = await requireLive(store, view);
    if (state === 'paused') return;
    // A generation that takes over a paused view stays paused; one that took over just before is found in the next round.
    await store.changeState(id, { from: state, to: 'paused' });
  }
}

/** Lets a paused view catch up. */
export async function resumeView(store: ViewStore, view: string): Promise<void> {
  const { id } = await requireLive(store, view);
  await store.changeState(id, { from: 'paused', to: 'running' });
}

/** There is no view of this name in the store. */
export class UnknownView extends Error {
  override readonly name = 'UnknownView';
}

async function requireLive(store: ViewStore, name: string): Promise<Generation> {
  const live = liveGeneration(await store.generations(), name);
  if (!live) throw new UnknownView(`There is no view named "${name}".`);
  return live;
}

export type BuildStatus = {
  /** Of the generation. */
  readonly id: string;
  readonly version: string;
  readonly state: ViewState;
  /** Every event up to here is in the documents. */
  readonly position: Position;
  /** How many events the view took in. */
  readonly handled: number;
  readonly error: string | null;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
};

/** Of the generation that answers reads, and of the one that is being built beside it. */
export type ViewStatus = BuildStatus & {
  readonly view: string;
  /** The keys that are quarantined because of an event that cannot be folded. */
  readonly quarantined: readonly QuarantinedKey[];
  readonly building: BuildStatus | null;
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
    const live = liveGeneration(own, name);
    if (!live) continue;
    const building = buildBeside(own, view);
    const quarantined = await store.quarantined(live.id);
    statuses.push({
      ...statusOf(live),
      view: name,
      quarantined,
      building: building ? statusOf(building) : null,
    });
  }
  return statuses;
}

/**
 * The generation before the live one stays, too, but nothing is folded into it. Only where a program of an older version came back
 * is one from before continued.
 */
function buildBeside(own: readonly Generation[], { version }: AnyView): Generation | undefined {
  const live = own.findIndex((generation) => generation.live);
  const isOther = own[live]?.version !== version;
  return own.findLast(
    (generation, index) =>
      !generation.live &&
      generation.version === version &&
      (isOther || index > live) &&
      (generation.state === 'rebuilding' || generation.state === 'failed'),
  );
}

function statusOf(generation: Generation): BuildStatus {
  const { id, version, state, position, handled, error, updatedAt } = generation;
  return { id, version, state, position, handled, error, updatedAt };
}
