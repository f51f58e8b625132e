import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { someEvents } from '../testing/events.ts';
import { startOfLog, type EventStore, type EventBatch } from './event-store.ts';
import { readPages } from './read-pages.ts';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.ts';

let folder: string;
let log: EventStore;
/** Of every event, in the order of the log: 100 rare ones among 9,000. */
const types: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  log = await openSqliteEventStore({ file: join(folder, 'events.db') });
  for (let round = 0; round < 100; round += 1) {
    const events = someEvents(90).map((event, index) => ({
      ...event,
      type: index === 40 ? 'Rare' : 'Common',
    }));
    types.push(...events.map(({ type }) => type));
    await log.append(`visits-${round}`, events, { expected: 'none' });
  }
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

async function read(options: Partial<Parameters<typeof readPages>[1]> = {}) {
  const pages: EventBatch[] = [];
  for await (const page of readPages(log, { after: startOfLog, ...options })) pages.push(page);
  return pages;
}

const typesIn = (pages: readonly EventBatch[]) =>
  pages.flatMap(({ events }) => events.map(({ type }) => type));

test('pages without types are the whole log, and only the last is at the head', async () => {
  const pages = await read();
  expect(typesIn(pages)).toEqual(types);
  expect(pages.map(({ isAtHead }) => isAtHead)).toEqual([false, false, false, false, true]);
  expect(pages.at(-1)?.upTo).toBe(await log.head());
});

test('pages of a rare type skip most of the log, but neither its start nor its end', async () => {
  const pages = await read({ types: ['Rare'] });
  expect(pages.map(({ isPartial = false }) => isPartial)).toEqual([false, true, false, false]);
  expect(pages.map(({ isAtHead }) => isAtHead)).toEqual([false, false, false, true]);
  expect(typesIn(pages).filter((type) => type === 'Rare')).toHaveLength(100);
  expect(typesIn(pages).length).toBeLessThan(4_200);
  expect(typesIn(pages).slice(-2_000)).toEqual(types.slice(-2_000));
  expect(pages.at(-1)).toMatchObject({ isAtHead: true, upTo: await log.head() });
});

test('pages of a rare type skip twice as much each time, with one whole page between', async () => {
  const pages = await read({ types: ['Rare'], pageSize: 5 });
  const form = pages.map(({ isPartial }) => (isPartial ? '-' : 'W')).join('');
  expect(form.startsWith('W-W--W----W--------W')).toBe(true);
  expect(typesIn(pages).filter((type) => type === 'Rare')).toHaveLength(100);
  expect(pages.at(-1)).toMatchObject({ isAtHead: true, upTo: await log.head() });
});

test('pages of a rare type have no event twice where the end of the log is near', async () => {
  const after = (await log.readAll({ after: startOfLog, limit: 6_000 })).at(-1)?.position;
  expect(typesIn(await read({ after: after ?? startOfLog, types: ['Rare'] }))).toEqual(
    types.slice(6_000),
  );
});

test('pages of a type that most events have are whole', async () => {
  expect(typesIn(await read({ types: ['Common'] }))).toEqual(types);
});

test('pages of a type that never occurs end at the head', async () => {
  const pages = await read({ types: ['Never'] });
  expect(pages.at(-1)).toMatchObject({ isAtHead: true, upTo: await log.head() });
});

test('pages are whole again where most events are of the type', async () => {
  const first = await log.readAll({ after: startOfLog, limit: 60 });
  const rare = types.indexOf('Rare');
  const pages = await read({
    types: ['Common'],
    pageSize: 1,
    after: first[rare - 1]?.position ?? startOfLog,
    until: first.at(-1)?.position,
  });
  expect(typesIn(pages)).toEqual(types.slice(rare, 60));
  expect(pages.map(({ isPartial = false }) => isPartial).lastIndexOf(true)).toBe(1);
});

test('pages end at a position, with types and without', async () => {
  const until = (await log.readAll({ after: startOfLog, limit: 5_000 })).at(-1)?.position;
  expect(typesIn(await read({ until }))).toEqual(types.slice(0, 5_000));
  const pages = await read({ until, types: ['Rare'] });
  const rare = types.slice(0, 5_000).filter((type) => type === 'Rare');
  expect(typesIn(pages).filter((type) => type === 'Rare')).toHaveLength(rare.length);
  expect(pages.at(-1)).toMatchObject({ isAtHead: true, upTo: until });
  // It reads nothing behind the position but the end of the log.
  expect(pages.every(({ events, isAtHead }) => isAtHead || events.length > 0)).toBe(true);
});

test('an error of a page that is read ahead is none for a caller who stops before', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const readAll: EventStore['readAll'] = (page) =>
    page.after === startOfLog ? log.readAll(page) : Promise.reject(new Error('away'));
  const pages = readPages({ ...log, readAll }, { after: startOfLog });
  await pages.next();
  await pages.return();
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});
