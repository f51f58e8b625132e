import type { Position } from '@directory/domain/event-store';
import type { AnyView } from '../view.ts';
import type { Generation, ViewState, ViewStore } from '../view-store/view-store.ts';

export type BuildStatus = {
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
  /** How many keys are set aside because of an event that cannot be folded. */
  readonly quarantined: number;
  readonly building: BuildStatus | null;
};

export async function readStatus(
  store: ViewStore,
  views: readonly AnyView[],
): Promise<readonly ViewStatus[]> {
  const generations = await store.generations();
  const statuses: ViewStatus[] = [];
  for (const { name } of views) {
    const own = generations.filter(({ view }) => view === name);
    const live = own.find((generation) => generation.live);
    if (!live) continue;
    const building = own.findLast((generation) => !generation.live && isBuilding(generation));
    const { length: quarantined } = await store.quarantined(live.id);
    statuses.push({
      ...statusOf(live),
      view: name,
      quarantined,
      building: building ? statusOf(building) : null,
    });
  }
  return statuses;
}

/** The generation before the live one stays, too, but nothing is folded into it. */
function isBuilding({ state }: Generation): boolean {
  return state === 'rebuilding' || state === 'failed';
}

function statusOf(generation: Generation): BuildStatus {
  const { version, state, position, handled, error, updatedAt } = generation;
  return { version, state, position, handled, error, updatedAt };
}
