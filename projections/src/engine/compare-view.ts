import { isDeepStrictEqual } from 'node:util';
import type { EventStore, Position } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import {
  liveGeneration,
  type Generation,
  type StoredDocument,
  type ViewStore,
} from '../view-store/view-store.ts';
import { GenerationFold } from './fold.ts';
import { CatchUp } from './catch-up.ts';
import { typesOf } from './fold-events.ts';
import type { AnyView } from './view.ts';

export type Stores = {
  readonly log: EventStore;
  readonly store: ViewStore;
  /** Empty and temporary: the log is folded into it. */
  readonly scratch: ViewStore;
};

type Difference = { readonly id: string; readonly problem: 'differs' | 'missing' | 'unexpected' };

export type ViewFindings = {
  readonly view: string;
  /** Why nothing was compared; null when it was. */
  readonly notCompared: string | null;
  readonly documents: number;
  readonly differing: readonly Difference[];
  /** Documents that were written so often meanwhile that they could not be caught between two events. */
  readonly unsettled: readonly string[];
};

const maxRounds = 5;

/**
 * Compares a view with a fold of the log up to where the view was when it began. Documents that took in later events since then
 * are compared again, up to where the view is then.
 */
export async function compareView(stores: Stores, view: AnyView): Promise<ViewFindings> {
  const found = { view: view.name, documents: 0, differing: [], unsettled: [] };
  const live = liveGeneration(await stores.store.generations(), view.name);
  if (!live) return { ...found, notCompared: 'it is not built yet' };
  if (live.version !== view.version)
    return { ...found, notCompared: `it is of version ${live.version}, not ${view.version}` };

  const { scratch } = stores;
  const begun = await scratch.begin(view, { live: true });
  const fold = new GenerationFold(view, begun, {
    quarantined: [],
    anchor: null,
    documents: 0,
    isBuild: true,
  });
  const comparison = new Comparison();
  await comparison.addAll(everything(stores, { fold, live }));
  for (let round = 1; comparison.moved.length > 0 && round < maxRounds; round += 1)
    await comparison.addAll(some(stores, { fold, live }, comparison.takeMoved()));
  if (liveGeneration(await stores.store.generations(), view.name)?.id !== live.id)
    return { ...found, notCompared: 'it was replaced meanwhile' };
  return { ...comparison.findings(), view: view.name, notCompared: null };
}

type Compared = { readonly fold: GenerationFold; readonly live: Generation };
type PairUpTo = Pair & { readonly upTo: Position };

async function* everything(
  { log, store, scratch }: Stores,
  { fold, live }: Compared,
): AsyncGenerator<PairUpTo, void> {
  const upTo = live.position;
  await foldUpTo({ log, scratch }, fold, upTo);
  const stored = { store, generation: live.id };
  for await (const pair of mergeJoinById(stored, { store: scratch, generation: fold.id }))
    yield { ...pair, upTo };
}

async function* some(
  { log, store, scratch }: Stores,
  { fold, live }: Compared,
  ids: readonly string[],
): AsyncGenerator<PairUpTo, void> {
  const generations = await store.generations();
  const upTo = generations.find(({ id }) => id === live.id)?.position ?? live.position;
  await foldUpTo({ log, scratch }, fold, upTo);
  const stored = await store.load(live.id, ids);
  const fresh = await scratch.load(fold.id, ids);
  for (const id of ids)
    yield { id, stored: stored.get(id) ?? null, fresh: fresh.get(id) ?? null, upTo };
}

function foldUpTo(
  { log, scratch }: Pick<Stores, 'log' | 'scratch'>,
  fold: GenerationFold,
  until: Position,
): Promise<void> {
  const loop = new CatchUp({
    store: scratch,
    folds: [fold],
    read: (after) => readPages(log, { after, until, types: typesOf([fold]) }),
    signal: new AbortController().signal,
  });
  return loop.run();
}

class Comparison {
  moved: string[] = [];
  #documents = 0;
  readonly #differing: Difference[] = [];

  async addAll(pairs: AsyncIterable<PairUpTo>): Promise<void> {
    for await (const pair of pairs) this.#add(pair);
  }

  takeMoved(): readonly string[] {
    const { moved } = this;
    this.moved = [];
    return moved;
  }

  findings(): Pick<ViewFindings, 'documents' | 'differing' | 'unsettled'> {
    return { documents: this.#documents, differing: this.#differing, unsettled: this.moved };
  }

  #add(pair: PairUpTo): void {
    if (pair.stored && pair.stored.position > pair.upTo) {
      this.moved.push(pair.id);
      return;
    }
    this.#documents += 1;
    const problem = problemOf(pair);
    if (problem) this.#differing.push({ id: pair.id, problem });
  }
}

function problemOf({ stored, fresh }: Pair): Difference['problem'] | null {
  if (!stored) return 'missing';
  if (!fresh) return 'unexpected';
  return isDeepStrictEqual(stored, fresh) ? null : 'differs';
}

/** What two stores hold under one id; at least one of them does. */
type Pair = {
  readonly id: string;
  readonly stored: StoredDocument | null;
  readonly fresh: StoredDocument | null;
};

type Documents = { readonly store: ViewStore; readonly generation: string };
type Found = StoredDocument & { readonly id: string };

/** Walks two generations side by side in the order of their ids, with one page of each in memory. */
async function* mergeJoinById(stored: Documents, fresh: Documents): AsyncGenerator<Pair, void> {
  const left = documentsOf(stored);
  const right = documentsOf(fresh);
  let a = await nextOf(left);
  let b = await nextOf(right);
  while (a ?? b) {
    const id = firstOf(a, b);
    const pair = { id, stored: a?.id === id ? a : null, fresh: b?.id === id ? b : null };
    yield pair;
    if (pair.stored) a = await nextOf(left);
    if (pair.fresh) b = await nextOf(right);
  }
}

const pageSize = 200;

async function* documentsOf({ store, generation }: Documents): AsyncGenerator<Found, void> {
  let after = '';
  for (;;) {
    const page = await store.scan(generation, { after, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function nextOf(documents: AsyncGenerator<Found, void>): Promise<Found | null> {
  const { done, value } = await documents.next();
  return done ? null : value;
}

function firstOf(a: Found | null, b: Found | null): string {
  if (a && b) return a.id < b.id ? a.id : b.id;
  return a?.id ?? b?.id ?? '';
}
