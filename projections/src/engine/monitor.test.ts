import { Registry } from 'prom-client';
import { toPosition } from '@directory/domain/event-store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { buildLease, followLease } from './leases.ts';
import { viewMetrics } from './metrics.ts';
import { pauseView } from './operations.ts';
import { requestRebuild } from './rebuild.ts';
import { maxCounted, viewMonitor } from './monitor.ts';
import { beginLive } from '../testing/notes.ts';
import { minute } from '../testing/recorded.ts';
import type { ViewState } from '../view-store/view-store.ts';

const { stores, start, append } = useProjectionFixture();
const { submitted, approved } = eventsOf(1);
const monitor = () => viewMonitor({ log: stores().log, store: stores().store, views: allViews });
const reportOf = async (name: string, read = monitor()) =>
  (await read()).views?.find(({ view }) => view === name);

test('a view at the head has a lag of zero', async () => {
  const position = await append(submitted(), visit(1));
  await start().waitUntilVisible(position, soon);
  await expect.poll(() => reportOf('listings')).toMatchObject({ state: 'running' });
  const { head, projector, views } = await monitor()();
  expect(head).toBe(position);
  expect(projector?.holder).toContain(`:${process.pid}:`);
  expect(views?.map(({ view }) => view)).toEqual(allViews.map(({ name }) => name));
  expect(views?.[0]).toMatchObject({
    state: 'running',
    position,
    lag: { events: 0, isMore: false, seconds: 0 },
    quarantined: [],
    rebuild: null,
  });
});

test('the lag of a paused view grows with each append', async () => {
  await start().waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  await append(approved, visit(1));
  const read = monitor();
  const report = await reportOf('listings', read);
  expect(report).toMatchObject({ state: 'paused', lag: { events: 2, isMore: false } });
  expect(report?.lag?.seconds).toBeGreaterThanOrEqual(0);
  expect(report?.lag?.seconds).toBeLessThan(60);
  await append(visit(1));
  expect(await reportOf('listings', read)).toMatchObject({ lag: { events: 3 } });
});

test('a lag above the maximum is reported as more than the maximum', async () => {
  await start().waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'hourly-views');
  await append(...Array.from({ length: maxCounted }, () => visit(1)));
  const lag = async () => (await reportOf('hourly-views'))?.lag;
  expect(await lag()).toMatchObject({ events: maxCounted, isMore: false });
  await append(visit(1));
  expect(await lag()).toMatchObject({ events: maxCounted, isMore: true });
});

test('a rebuild beside the live view reports its progress', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted(), approved), soon);
  await expect.poll(() => reportOf('listings')).toMatchObject({ state: 'running' });
  await projector.stop();
  const read = monitor();
  expect(await reportOf('listings', read)).toMatchObject({ rebuild: null });
  await requestRebuild(stores().store, definitions.listings);
  expect(await reportOf('listings', read)).toMatchObject({
    state: 'running',
    rebuild: { state: 'rebuilding', share: 0, handled: 0, remainingSeconds: null },
  });
});

test('the holders of leases are named, whichever view they are of', async () => {
  const { store } = stores();
  for (const view of allViews) await beginLive(store, view);
  const last = (await store.generations()).at(-1);
  await store.changeState(last?.id ?? '', { from: 'running', to: 'rebuilding' });
  const hold = (name: string, holder: string) => store.lease({ name, holder, ttlMs: 600_000 });
  expect(await monitor()()).toMatchObject({ projector: null, rebuilder: null });
  await hold(followLease(definitions.ownerSummary), 'projector');
  await hold(buildLease(last?.id ?? ''), 'rebuilder');
  const { projector, rebuilder, followers } = await monitor()();
  expect([projector?.holder, rebuilder?.holder]).toEqual(['projector', 'rebuilder']);
  expect(followers?.get('owner-summary')?.holder).toBe('projector');
  expect(followers?.get('listings')).toBeNull();
  const { id } = await store.begin(definitions.listings);
  expect((await monitor()()).rebuilder?.holder).toBe('rebuilder');
  await hold(buildLease(id), 'rebuilder of listings');
  expect((await monitor()()).rebuilder?.holder).toBe('rebuilder of listings');
});

test.each([
  { since: 'the event, if the view moved before it', updatedAt: -10, now: 1, seconds: 60 },
  { since: 'the last progress, if that was later', updatedAt: 0.5, now: 1, seconds: 30 },
  { since: 'an event of a clock that was ahead', updatedAt: -10, now: -1, seconds: 0 },
])('the seconds of a lag are those since $since', async ({ updatedAt, now, seconds }) => {
  const { log, store } = stores();
  await beginLive(store, definitions.listings);
  await append(submitted());
  const generations = async () =>
    (await store.generations()).map((each) => ({ ...each, updatedAt: minute(updatedAt) }));
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(minute(now)));
  onTestFinished(() => clock.mockRestore());
  const read = viewMonitor({ log, store: { ...store, generations }, views: allViews });
  expect(await reportOf('listings', read)).toMatchObject({ lag: { events: 1, seconds } });
});

test('the time that a build still takes is estimated while it is under way', async () => {
  const { log, store } = stores();
  await beginLive(store, definitions.listings);
  const { id } = await store.begin(definitions.listings);
  await append(submitted(), approved, visit(1), visit(1));
  let build = { handled: 1, position: toPosition(1), state: 'rebuilding' as ViewState };
  const generations = async () =>
    (await store.generations()).map((each) => (each.id === id ? { ...each, ...build } : each));
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const read = viewMonitor({ log, store: { ...store, generations }, views: allViews });
  expect(await reportOf('listings', read)).toMatchObject({ rebuild: { remainingSeconds: null } });
  now.mockReturnValue(1_000);
  build = { ...build, handled: 2, position: toPosition(2) };
  const moved = { share: 0.5, eventsPerSecond: 1 };
  expect(await reportOf('listings', read)).toMatchObject({
    rebuild: { ...moved, remainingSeconds: 2 },
  });
  build = { ...build, state: 'failed' };
  expect(await reportOf('listings', read)).toMatchObject({
    rebuild: { ...moved, remainingSeconds: null },
  });
});

test('a lag that could not be counted is counted at the next look', async () => {
  await start().waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  await append(approved);
  vi.spyOn(stores().log, 'readAll').mockRejectedValueOnce(new Error('away'));
  const read = monitor();
  expect(await reportOf('listings', read)).toMatchObject({ state: 'paused', lag: null });
  expect(await reportOf('listings', read)).toMatchObject({ lag: { events: 1 } });
});

test('unreachable stores are reported as null without an error', async () => {
  await start().waitUntilVisible(await append(submitted()), soon);
  const { log, store } = stores();
  const other = await stores().reopen();
  const read = viewMonitor({ log, store: other, views: allViews });
  await other.close();
  expect(await read()).toMatchObject({ views: null, projector: null });
  expect((await read()).head).not.toBeNull();
  const away = { ...log, head: () => Promise.reject(new Error('away')) };
  const { head, views } = await viewMonitor({ log: away, store, views: allViews })();
  expect(head).toBeNull();
  expect(views?.[0]).toMatchObject({ view: 'listings', lag: null });
});

test('metrics leave out what a store that is unreachable now said before', async () => {
  const { log, store } = stores();
  await start().waitUntilVisible(await append(submitted()), soon);
  const away = { log: false, views: false };
  const reach = <Result>(name: keyof typeof away, read: () => Promise<Result>) =>
    away[name] ? Promise.reject(new Error('away')) : read();
  const watched = {
    log: { ...log, head: () => reach('log', () => log.head()) },
    store: {
      ...store,
      generations: () => reach('views', () => store.generations()),
      heldLease: (lease: string) => reach('views', () => store.heldLease(lease)),
    },
    views: allViews,
  };
  const registry = new Registry();
  const measure = viewMetrics(registry, viewMonitor(watched));
  const measured = async (name: string) => {
    await measure();
    return new RegExp(`^${name}\\S* `, 'm').test(await registry.metrics());
  };
  expect(await measured('log_position')).toBe(true);
  expect(await measured('projector_lease_held')).toBe(true);
  away.log = true;
  expect(await measured('log_position')).toBe(false);
  expect(await measured('projector_lease_held')).toBe(true);
  away.views = true;
  expect(await measured('projector_lease_held')).toBe(false);
});

test('a log that does not answer is waited for no longer than scrapers wait', async () => {
  const { log, store } = stores();
  const silent = { ...log, head: () => new Promise<never>(() => undefined) };
  const began = performance.now();
  expect(await viewMonitor({ log: silent, store, views: allViews })()).toMatchObject({
    head: null,
    views: [],
  });
  expect(performance.now() - began).toBeLessThan(5_000);
}, 10_000);

test('a store that does not answer is waited for once, not once a view', async () => {
  const { log, store } = stores();
  const fail: ((error: Error) => void)[] = [];
  const never = () => new Promise<never>((_resolve, reject) => fail.push(reject));
  const silent = { ...store, generations: never, heldLease: never };
  const report = viewMonitor({ log, store: silent, views: allViews })();
  await expect.poll(() => fail.length).toBe(1 + allViews.length);
  for (const reject of fail) reject(new Error('away'));
  expect(await report).toMatchObject({ views: null, projector: null });
});
