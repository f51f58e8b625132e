import { join } from 'node:path';
import type { DomainEvent } from '@directory/domain';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import {
  startOfLog,
  UnusableLog,
  type Position,
  type RecordedEvent,
} from '@directory/domain/event-store';
import { describe, expect, test, vi } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { definitions, useProjectionFixture, visit } from '../testing/projection-fixture.ts';
import { expectedView, storedView } from '../testing/stored-view.ts';
import type { GenerationChanges } from '../view-store/view-store.ts';
import { commitFolds, ConcurrencyConflict, foldEvents } from './fold-events.ts';
import { openFold, type GenerationFold } from './fold.ts';
import type { AnyView } from './view.ts';
import { beginLive, generationOf } from '../testing/notes.ts';

const { stores, append } = useProjectionFixture();
const { audit, hourlyViews, listings } = definitions;
const { submitted, approved, deleted, edited, ownerErased } = eventsOf(1);

/** A fold of what is stored of a view; a new generation where nothing is. */
async function open(view: AnyView, given = { isBuild: false }): Promise<GenerationFold> {
  const { store } = stores();
  const [stored = await beginLive(store, view)] = await store.generations();
  const fold = await openFold(stores(), view, stored, given);
  if (!fold) throw new Error('the generation is of another log');
  return fold;
}

const eventsOfLog = () => stores().log.readAll({ after: startOfLog, limit: 100 });

const take = (fold: GenerationFold, events: readonly RecordedEvent[], isPartial = false) => {
  const upTo = events.at(-1)?.position ?? startOfLog;
  return foldEvents(stores().store, [fold], { events, upTo, isPartial });
};

const commit = (fold: GenerationFold) => commitFolds(stores().store, [fold]);

/** Makes the data of an event no JSON, which shows when they are read. */
function damage(position: Position): void {
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.prepare(`UPDATE events SET data = '{"businessId":' WHERE position = ?`).run(Number(position));
  db.close();
}

test.each<readonly [string, AnyView, DomainEvent]>([
  ['key', hourlyViews, visit(1)],
  ['evolve', audit, deleted],
])(
  'a damaged event that %s reads is no fault of the view, which keeps what came before',
  async (_, view, event) => {
    await append(event);
    const fold = await open(view);
    await take(fold, await eventsOfLog());
    await commit(fold);
    await append(event);
    const expected = await expectedView(stores().log, view);
    damage(await append(event));
    const next = await open(view);
    await expect(take(next, await eventsOfLog())).rejects.toThrow(UnusableLog);
    expect(next.failure).toBeNull();
    await commit(next);
    expect(await stores().store.quarantined(fold.id)).toEqual([]);
    expect(await storedView(stores().store, view)).toEqual(expected);
  },
);

test('an event that key fails on stops the view, which keeps what came before', async () => {
  await append(submitted());
  const keyless: AnyView = {
    ...listings,
    key: (event) => {
      if (event.type === 'BusinessEdited') throw new Error('no id');
      return [businessIdOf(1)];
    },
  };
  const fold = await open(keyless);
  await take(fold, await eventsOfLog());
  await commit(fold);
  const approval = await append(approved);
  const expected = await expectedView(stores().log, listings);
  await append(edited({ phone: '1' }));
  const next = await open(keyless);
  await take(next, await eventsOfLog());
  expect(next.failure).toMatchObject({ event: { type: 'BusinessEdited' } });
  await commit(next);
  expect(await generationOf(stores().store, next.id)).toMatchObject({ position: approval });
  expect(await storedView(stores().store, listings)).toEqual(expected);
});

test('a document that the store does not count is loaded once events were stored', async () => {
  await append(submitted());
  const first = await open(listings);
  await take(first, await eventsOfLog());
  await commit(first);
  await append(approved);
  vi.spyOn(stores().store, 'count').mockResolvedValue(0);
  const next = await open(listings);
  await take(next, (await eventsOfLog()).slice(1));
  await commit(next);
  const expected = await expectedView(stores().log, listings);
  expect(await storedView(stores().store, listings)).toEqual(expected);
});

test('what a paused view refuses is not taken for stored', async () => {
  await append(submitted());
  const fold = await open(listings);
  await take(fold, await eventsOfLog());
  await stores().store.changeState(fold.id, { from: 'running', to: 'paused' });
  await expect(commit(fold)).rejects.toThrow(ConcurrencyConflict);
  expect(fold.changes()?.documents).toHaveLength(1);
  expect(await storedView(stores().store, listings)).toEqual(new Map());
});

describe('the anchor', () => {
  test('is the last event of a page, after the one before, also where that is not stored yet', async () => {
    const before = await append(submitted());
    const position = await append(approved);
    const fold = await open(listings);
    for (const event of await eventsOfLog()) await take(fold, [event]);
    expect(fold.changes()?.anchor).toMatchObject({ after: before, position });
  });

  test('stays where it is over a page without the events of other types', async () => {
    const before = await append(submitted());
    await append(visit(1));
    const position = await append(approved);
    const [first, , last] = await eventsOfLog();
    const fold = await open(listings);
    if (first) await take(fold, [first]);
    if (last) await take(fold, [last], true);
    expect(fold.changes()).toMatchObject({ position, anchor: { position: before } });
  });

  test('does not move back with events that are read once more', async () => {
    await append(submitted(), approved);
    const events = await eventsOfLog();
    const fold = await open(listings);
    await take(fold, events);
    await commit(fold);
    await take(fold, events.slice(0, 1));
    expect(fold.changes()).toBeNull();
  });
});

test('a view that was empty loads what it has stored since', async () => {
  const numbers = [eventsOf(2), eventsOf(3)];
  await append(submitted(), ...numbers.map((each) => each.submitted()), approved);
  const fold = await open(listings, { isBuild: true });
  for (const event of await eventsOfLog()) {
    await take(fold, [event]);
    await commit(fold);
  }
  expect(await storedView(stores().store, listings)).toEqual(
    await expectedView(stores().log, listings),
  );
});

test('a key is reported as quarantined once, also where the erasure of its owner fails', async () => {
  const poisoned: AnyView = {
    ...listings,
    evolve: (doc, event, id) => {
      if (event.type !== 'BusinessSubmitted') throw new Error('no such field');
      return (listings as AnyView).evolve(doc, event, id);
    },
  };
  await append(submitted(), approved, ownerErased());
  const fold = await open(poisoned);
  const [first, second, erasure] = await eventsOfLog();
  if (!first || !second || !erasure) throw new Error('the log is too short');
  await take(fold, [first, second]);
  expect(await commit(fold)).toMatchObject([{ view: 'listings', key: businessIdOf(1) }]);
  await take(fold, [erasure]);
  expect(await commit(fold)).toEqual([]);
  expect(await generationOf(stores().store, fold.id)).toMatchObject({ position: erasure.position });
});

test('many documents are committed in parts, of which only the last moves the checkpoint', async () => {
  const ids = Array.from({ length: 2_100 }, (_, index) => `document-${index}`);
  const many: AnyView = {
    ...{ name: 'many', version: '1', indexes: [], key: () => ids },
    handles: ['BusinessSubmitted'],
    evolve: (_, { type }) => ({ type }),
  };
  const position = await append(submitted());
  const fold = await open(many);
  await take(fold, await eventsOfLog());
  const committed: GenerationChanges[] = [];
  const store = withFault(stores().store, (method, [changes]) => {
    if (method === 'commit') committed.push(...(changes as readonly GenerationChanges[]));
  });
  await commitFolds(store, [fold]);
  expect(committed).toMatchObject([
    { position: startOfLog, handled: 0, anchor: null, documents: { length: 2_000 } },
    { position, handled: 1, anchor: { position }, documents: { length: 100 } },
  ]);
});
