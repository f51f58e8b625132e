import { join } from 'node:path';
import type { DomainEvent } from '@directory/domain';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import {
  startOfLog,
  UnusableLog,
  type Position,
  type RecordedEvent,
} from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { definitions, useProjectionFixture, visit } from '../testing/projection-fixture.ts';
import { expectedView, storedView } from '../testing/stored-view.ts';
import { commitFolds, foldEvents } from './fold-events.ts';
import { openFold, type GenerationFold } from './fold.ts';
import type { AnyView } from './view.ts';

const { stores, append } = useProjectionFixture();
const { audit, hourlyViews, listings } = definitions;
const { submitted, approved, deleted, edited } = eventsOf(1);

/** A fold of what is stored of a view; a new generation where nothing is. */
async function open(view: AnyView): Promise<GenerationFold> {
  const { store } = stores();
  const [stored = await store.begin(view, { live: true })] = await store.generations();
  const fold = await openFold(stores(), view, { generation: stored });
  if (!fold) throw new Error('the generation is of another log');
  return fold;
}

const eventsOfLog = () => stores().log.readAll({ after: startOfLog, limit: 100 });

const take = (fold: GenerationFold, events: readonly RecordedEvent[]) => {
  const upTo = events.at(-1)?.position ?? startOfLog;
  return foldEvents(stores().store, [fold], { events, upTo });
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
  expect(next.committed).toBe(approval);
  expect(await storedView(stores().store, listings)).toEqual(expected);
});
