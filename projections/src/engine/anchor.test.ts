import { join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { startOfLog, toPosition, type EventStore } from '@directory/domain/event-store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appendEvents } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { withFault } from '../testing/faulty-store.ts';
import { generateLog } from '../testing/generate-log.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { expectedView, storedView } from '../testing/stored-view.ts';
import { anchorAt, findAnchor, ofAnotherLog } from './anchor.ts';
import { pauseView, resumeView } from './operations.ts';
import { rebuildViews } from './rebuild.ts';
import { openTemporaryStores, type TemporaryStores } from '../testing/temporary-stores.ts';

const { stores, start, append, reported } = useProjectionFixture();
const { listings } = definitions;
const { submitted, approved, edited, deleted } = eventsOf(1);

let other: TemporaryStores;
beforeEach(async () => {
  other = await openTemporaryStores();
});
afterEach(() => other.close());

/** Follows a log to its end, as a start of the program does, and stops. */
async function follow(log: EventStore): Promise<void> {
  const projector = start({ log });
  expect(await projector.waitUntilVisible(await log.head(), soon)).toBe(true);
  await projector.stop();
}

async function expectFoldOf(log: EventStore): Promise<void> {
  for (const view of allViews)
    expect(await storedView(stores().store, view)).toEqual(await expectedView(log, view));
}

async function restoreBackup(from: EventStore, to: EventStore, count: number): Promise<void> {
  for (const event of await from.readAll({ after: startOfLog, limit: count })) {
    const { id, type, data, metadata, stream } = event;
    await to.append(stream, [{ id, type, data, metadata }], { expected: 'any' });
  }
}

const reportedOtherLog = () =>
  reported().flatMap((event) => (event.type === 'view-of-another-log' ? [event.view] : []));

test('a log that was restored from an older backup and grew again is folded from its beginning', async () => {
  await append(submitted(), visit(1), approved, visit(1), visit(1));
  await follow(stores().log);
  await restoreBackup(stores().log, other.log, 2);
  await appendEvents(other.log, [edited({ phone: '1' }), visit(1), deleted, visit(2), visit(2)]);
  await follow(other.log);
  await expectFoldOf(other.log);
  expect(reportedOtherLog()).toEqual(allViews.map(({ name }) => name));
});

test('a switch to another log and back counts no event twice', async () => {
  await append(submitted(), visit(1), visit(1));
  await follow(stores().log);
  await appendEvents(other.log, [eventsOf(2).submitted(), visit(2), visit(2), visit(2), visit(2)]);
  await follow(other.log);
  await expectFoldOf(other.log);
  await append(approved, visit(1), visit(1), visit(1));
  await follow(stores().log);
  await expectFoldOf(stores().log);
});

test('a rebuild takes over from the views of another, longer log', async () => {
  await append(submitted(), visit(1), visit(1));
  await follow(stores().log);
  await appendEvents(other.log, [eventsOf(2).submitted()]);
  await rebuildViews({ log: other.log, store: stores().store, views: allViews });
  await expectFoldOf(other.log);
});

/** The views of the test, of which an operator pauses the listings when the first state is changed. */
function pausedMeanwhile() {
  const { store } = stores();
  const pause = vi.fn(async () => void (await pauseView(store, listings.name)));
  const paused = withFault(store, async (method) => {
    if (method === 'changeState' && pause.mock.calls.length === 0) await pause();
  });
  return { store: paused, pause };
}

test('a view that is paused while it is found to be of another log stays paused', async () => {
  await append(submitted());
  await follow(stores().log);
  await appendEvents(other.log, [eventsOf(2).submitted()]);
  const { store, pause } = pausedMeanwhile();
  const projector = start({ log: other.log, store, views: [listings] });
  await expect.poll(() => pause.mock.settledResults).toHaveLength(1);
  await projector.stop();
  expect(await projector.status()).toMatchObject([{ state: 'paused', position: toPosition(1) }]);
  expect(reportedOtherLog()).toEqual([]);
});

test('a rebuild takes over from a view of another log that is paused meanwhile', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  await appendEvents(other.log, [eventsOf(2).submitted()]);
  const { store } = pausedMeanwhile();
  await rebuildViews({ log: other.log, store, views: [listings] });
  expect(await storedView(store, listings)).toEqual(await expectedView(other.log, listings));
});

test('a view that was resumed before the log was replaced is folded from its beginning', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  await pauseView(stores().store, 'listings');
  await resumeView(stores().store, 'listings');
  const position = await appendEvents(other.log, [eventsOf(2).submitted(), visit(2)]);
  const projector = start({ log: other.log });
  const running = allViews.map(() => ({ state: 'running', position }));
  await expect.poll(() => projector.status()).toMatchObject(running);
  await projector.stop();
  await expectFoldOf(other.log);
  expect(reportedOtherLog()).toContain('listings');
});

test('views beside the longer log of another folder are folded from its beginning', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  await generateLog(other.log, { events: 200, businesses: 10 });
  await follow(other.log);
  await expectFoldOf(other.log);
});

test('a log with events of the same ids at other times is folded from its beginning', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  for (const event of await stores().log.readAll({ after: startOfLog, limit: 9 })) {
    const { id, type, data, stream } = event;
    const metadata = { ...event.metadata, time: '2026-01-01T00:00:00.000Z' };
    await other.log.append(stream, [{ id, type, data, metadata }], { expected: 'any' });
  }
  await follow(other.log);
  await expectFoldOf(other.log);
  expect(reportedOtherLog()).toEqual(allViews.map(({ name }) => name));
});

test('a generation of a release whose anchors had no time, or had it in the name, is continued', async () => {
  await append(submitted(), visit(1));
  const [first] = await stores().log.readAll({ after: startOfLog, limit: 1 });
  if (!first) throw new Error('the log is empty');
  const { position, metadata } = first;
  const log = `${first.id}@${position}`;
  const found = (stored: string) =>
    findAnchor(stores().log, { position, anchor: anchorAt(first, startOfLog, { log: stored }) });
  expect(await found(log)).toEqual(anchorAt(first, startOfLog, { log }));
  expect(await found(`${log} ${metadata.time}`)).toEqual(anchorAt(first, startOfLog));
});

test('an anchor names its log as releases before anchors had a time do, which else build the view again', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  const [first] = await stores().log.readAll({ after: startOfLog, limit: 1 });
  const generations = await stores().store.generations();
  for (const { anchor } of generations) expect(anchor?.log).toBe(`${first?.id}@${first?.position}`);
});

test('a log that only grew is continued from the checkpoint', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  const before = await generationIds();
  await append(approved, visit(1));
  await follow(stores().log);
  await expectFoldOf(stores().log);
  expect(await generationIds()).toEqual(before);
  expect(reportedOtherLog()).toEqual([]);
});

test('a generation of a release without anchors is continued and gets one', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  const before = await generationIds();
  const db = new BetterSqlite3(join(stores().dataDir, 'views.db'));
  db.exec('UPDATE generations SET anchor = NULL');
  db.close();
  await follow(stores().log);
  expect(await generationIds()).toEqual(before);
  const generations = await stores().store.generations();
  expect(generations.map(({ anchor }) => anchor?.after)).toEqual(allViews.map(() => startOfLog));
  await append(approved);
  await follow(stores().log);
  await expectFoldOf(stores().log);
  expect(reportedOtherLog()).toEqual([]);
});

test('a generation of a release without anchors that is beyond the log is of another one', async () => {
  await append(submitted(), visit(1), visit(1));
  const position = await stores().log.head();
  await appendEvents(other.log, [submitted(), visit(1)]);
  expect(await findAnchor(other.log, { position, anchor: null })).toBe(ofAnotherLog);
  expect(await findAnchor(stores().log, { position, anchor: null })).not.toBe(ofAnotherLog);
});

test('a generation of a release without anchors that ends before the log begins is of another one', async () => {
  await append(submitted(), visit(1));
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.exec('UPDATE events SET position = position + 10');
  db.close();
  const found = (position: number) =>
    findAnchor(stores().log, { position: toPosition(position), anchor: null });
  expect(await found(2)).toBe(ofAnotherLog);
  expect(await found(11)).not.toBe(ofAnotherLog);
});

test('a log without events is another one than that of a generation with events', async () => {
  const position = await append(submitted());
  const [first] = await stores().log.readAll({ after: startOfLog, limit: 1 });
  const anchor = first ? anchorAt(first, startOfLog) : null;
  expect(await findAnchor(other.log, { position, anchor })).toBe(ofAnotherLog);
});

test('a log that has the same events at other positions is another one', async () => {
  await append(submitted(), visit(1));
  await follow(stores().log);
  const generations = await stores().store.generations();
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.exec('UPDATE events SET position = 3 WHERE position = 2');
  db.close();
  for (const generation of generations)
    expect(await findAnchor(stores().log, generation)).toBe(ofAnotherLog);
});

const generationIds = async () => (await stores().store.generations()).map(({ id }) => id);
