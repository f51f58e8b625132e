import { decodeEvent, type DomainEvent, type Recorded } from '@directory/domain';
import type { Position, RecordedEvent } from '@directory/domain/event-store';
import { createYielder } from '../pacer.ts';
import type { ViewStore } from '../view-store/view-store.ts';
import type { GenerationFold } from './generation-fold.ts';

type Step = {
  readonly fold: GenerationFold;
  readonly event: Recorded<DomainEvent>;
  readonly keys: readonly string[];
  /** What `key` threw. */
  readonly error?: unknown;
};

/** Few enough to be folded without keeping others from the event loop, many enough to load documents together. */
const chunkSize = 500;

/** Folds a batch of the log, which ends at `upTo`, into every generation that has not seen it. */
export async function foldEvents(
  store: ViewStore,
  folds: readonly GenerationFold[],
  { events, upTo }: { readonly events: readonly RecordedEvent[]; readonly upTo: Position },
): Promise<void> {
  const pause = createYielder();
  for (let start = 0; start < events.length; start += chunkSize) {
    const steps = plan(folds, events.slice(start, start + chunkSize));
    await pause();
    await loadMissing(store, steps);
    for (const step of steps) {
      carryOut(step);
      await pause();
    }
  }
  for (const fold of folds) fold.advance(upTo);
}

function plan(folds: readonly GenerationFold[], events: readonly RecordedEvent[]): Step[] {
  const steps: Step[] = [];
  for (const recorded of events) {
    const event = decodeEvent(recorded);
    if (!event) continue;
    for (const fold of folds) {
      if (fold.failure || event.position <= fold.position || !fold.handles(event.type)) continue;
      steps.push(stepOf(fold, event));
    }
  }
  return steps;
}

function stepOf(fold: GenerationFold, event: Recorded<DomainEvent>): Step {
  try {
    return { fold, event, keys: fold.view.key(event) };
  } catch (error) {
    return { fold, event, keys: [], error };
  }
}

/** An event whose documents are not known can be set aside nowhere, so the view stops before it. */
function carryOut({ fold, event, keys, error }: Step): void {
  if (error === undefined) fold.apply(event, keys);
  else fold.fail(event, error);
}

async function loadMissing(store: ViewStore, steps: readonly Step[]): Promise<void> {
  const missing = new Map<GenerationFold, Set<string>>();
  for (const { fold, keys } of steps)
    for (const key of keys) if (!fold.hasLoaded(key)) idsOf(missing, fold).add(key);
  const pause = createYielder();
  for (const [fold, ids] of missing) {
    await fold.load(store, [...ids]);
    await pause();
  }
}

function idsOf(missing: Map<GenerationFold, Set<string>>, fold: GenerationFold): Set<string> {
  const ids = missing.get(fold) ?? new Set();
  missing.set(fold, ids);
  return ids;
}
