import { isDeepStrictEqual } from 'node:util';
import type { EventStore, Position } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { liveGeneration, type StoredDocument, type ViewStore } from '../view-store/view-store.ts';
import { GenerationFold, reasonOf } from './fold.ts';
import { CatchUp } from './catch-up.ts';
import { typesOf } from './fold-events.ts';
import type { AnyView } from './view.ts';

export type Stores = {
  readonly log: EventStore;
  readonly store: ViewStore;
  /** Empty and temporary: the log is folded into it. */
  readonly scratch: ViewStore;
};

type Difference = {
  readonly id: string;
  readonly problem: 'differs' | 'missing' | 'unexpected' | 'quarantined';
};

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
  const { store, scratch } = stores;
  const found = { view: view.name, documents: 0, differing: [], unsettled: [] };
  const live = liveGeneration(await store.generations(), view.name);
  if (!live) return { ...found, notCompared: 'it is not built yet' };
  if (live.version !== view.version)
    return { ...found, notCompared: `it is of version ${live.version}, not ${view.version}` };

  const fold = new GenerationFold(view, await scratch.begin(view), {
    quarantined: [],
    anchor: null,
    documents: 0,
    isBuild: true,
  });
  const quarantined = (await store.quarantined(live.id)).map(({ key }) => key);
  const differing: Difference[] = quarantined.map((id) => ({ id, problem: 'quarantined' }));
  let documents = 0;
  /** Returns the ids of the documents that took in later events meanwhile. */
  const compare = async (ids: readonly string[], upTo: Position) => {
    const stored = await store.load(live.id, ids);
    const fresh = await scratch.load(fold.id, ids);
    const moved: string[] = [];
    for (const id of ids) {
      const now = stored.get(id);
      if (now && now.position > upTo) {
        moved.push(id);
        continue;
      }
      documents += 1;
      const problem = problemOf(now, fresh.get(id));
      if (problem && !quarantined.includes(id)) differing.push({ id, problem });
    }
    return moved;
  };
  await foldUpTo(stores, fold, live.position);
  let unsettled: string[] = [];
  for await (const ids of pagesOfIds(store, live.id))
    unsettled.push(...(await compare(ids, live.position)));
  for await (const ids of pagesOfIds(scratch, fold.id)) {
    const stored = await store.load(live.id, ids);
    const missing = ids.filter((id) => !stored.has(id));
    unsettled.push(...(await compare(missing, live.position)));
  }
  for (let round = 1; unsettled.length > 0 && round < maxRounds; round += 1) {
    const now = (await store.generations()).find(({ id }) => id === live.id) ?? live;
    await foldUpTo(stores, fold, now.position);
    unsettled = await compare(unsettled, now.position);
  }
  if (fold.failure) return { ...found, notCompared: reasonOf(fold.failure) };
  if (liveGeneration(await store.generations(), view.name)?.id !== live.id)
    return { ...found, notCompared: 'it was replaced meanwhile' };
  differing.sort((one, other) => (one.id < other.id ? -1 : 1));
  return { view: view.name, notCompared: null, documents, differing, unsettled };
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

function problemOf(
  stored: StoredDocument | undefined,
  fresh: StoredDocument | undefined,
): Difference['problem'] | null {
  if (!stored) return 'missing';
  if (!fresh) return 'unexpected';
  return isDeepStrictEqual(stored, fresh) ? null : 'differs';
}

const pageSize = 200;

/** With one page in memory at a time. */
async function* pagesOfIds(
  store: ViewStore,
  generation: string,
): AsyncGenerator<readonly string[], void> {
  let page = await store.scan(generation, { after: '', limit: pageSize });
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page.map(({ id }) => id);
    page = await store.scan(generation, { after: last.id, limit: pageSize });
  }
}
