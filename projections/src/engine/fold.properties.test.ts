import { randomUUID } from 'node:crypto';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldedRecorded } from '../testing/folded.ts';
import { someHistory } from '../testing/histories.ts';
import { recorded } from '../testing/recorded.ts';
import { storedView } from '../testing/stored-view.ts';
import { openTemporaryStores, type TemporaryStores } from '../testing/temporary-stores.ts';
import { generationOf, beginLive } from '../testing/notes.ts';
import { directoryViews } from '../views/directory-views.ts';
import type { AnyView } from './view.ts';
import { commitFolds, ConcurrencyConflict, foldEvents } from './fold-events.ts';
import { GenerationFold } from './fold.ts';

let stores: TemporaryStores;
beforeAll(async () => {
  stores = await openTemporaryStores();
});
afterAll(() => stores.close());

/** What a worker does next: take in some events, starting at or before where it is; store; or die and be started again. */
type Turn =
  | { readonly kind: 'take'; readonly count: number; readonly again: number }
  | { readonly kind: 'store' }
  | { readonly kind: 'store-some-documents-and-die'; readonly count: number }
  | { readonly kind: 'die' };

const turn: fc.Arbitrary<Turn> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      count: fc.integer({ min: 1, max: 25 }),
      again: fc.integer({ min: 0, max: 10 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'store' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('store-some-documents-and-die' as const),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'die' as const }) },
);

/** Of two workers who know nothing of each other. */
const schedule = fc.array(fc.tuple(fc.constantFrom(0, 1), turn), { maxLength: 30 });

const names = [
  'listings',
  'approvedList',
  'ownerSummary',
  'hourlyViews',
  'reviews',
  'audit',
] as const;

test.each(names)(
  'with any batches, repeats, crashes and two workers, %s is the fold of the log',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(someHistory, schedule, async (history, turns) => {
        const defined: AnyView = directoryViews('Asia/Kuala_Lumpur')[name];
        const view = { ...defined, name: randomUUID() };
        const log = recorded(history);
        const { id } = await beginLive(stores.store, view);
        const one = await startWorker(view, log, id);
        const other = await startWorker(view, log, id);
        for (const [number, next] of turns) await (number === 0 ? one : other)(next);
        await finish(one, log.length);
        expect(await storedView(stores.store, view)).toEqual(foldedRecorded(view, log));
        expect(await generationOf(stores.store, id)).toMatchObject({
          position: log.at(-1)?.position,
          handled: log.filter(({ type }) => view.handles.some((each) => each === type)).length,
        });
      }),
      { numRuns: 40 },
    );
  },
);

type Worker = (next: Turn) => Promise<void>;
type Log = ReturnType<typeof recorded>;

async function startWorker(view: AnyView, log: Log, id: string): Promise<Worker> {
  const { store } = stores;
  const open = async () => {
    const generation = await generationOf(store, id);
    if (!generation) throw new Error('the generation is gone');
    const quarantined = await store.quarantined(id);
    const { anchor } = generation;
    const documents = await store.count(id);
    return new GenerationFold(view, generation, { quarantined, anchor, documents });
  };
  let fold = await open();
  return async (next) => {
    if (next.kind === 'take') {
      await foldEvents(store, [fold], batchFor(fold, log, next));
    } else if (next.kind === 'store') {
      if (!(await isStored(fold))) fold = await open();
    } else {
      if (next.kind === 'store-some-documents-and-die') await storeSome(fold, next.count);
      fold = await open();
    }
  };
}

function batchFor(
  { position }: GenerationFold,
  log: Log,
  { count, again }: Extract<Turn, { kind: 'take' }>,
): { events: readonly RecordedEvent[]; upTo: GenerationFold['position'] } {
  const seen = log.filter((event) => event.position <= position).length;
  const events = log.slice(Math.max(0, seen - again), seen + count);
  return { events, upTo: events.at(-1)?.position ?? position };
}

async function isStored(fold: GenerationFold): Promise<boolean> {
  try {
    await commitFolds(stores.store, [fold]);
    return true;
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return false;
    throw error;
  }
}

/** As a store without transactions leaves it: some documents are written and the checkpoint is not. */
async function storeSome(fold: GenerationFold, count: number): Promise<void> {
  const changes = fold.changes();
  if (!changes) return;
  const documents = changes.documents.slice(0, count);
  await stores.store.commit([{ ...changes, documents, position: startOfLog, handled: 0 }]);
}

async function finish(work: Worker, events: number): Promise<void> {
  // The second time for the case that the other worker was first with something.
  for (let time = 0; time < 2; time += 1) {
    await work({ kind: 'take', count: events, again: 0 });
    await work({ kind: 'store' });
  }
}
