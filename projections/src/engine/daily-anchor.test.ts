import { expect, onTestFinished, test, vi } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { generateLog } from '../testing/generate-log.ts';
import { useProjectionFixture } from '../testing/projection-fixture.ts';
import { checkLog, type LogDigest } from './check-log.ts';
import { startDailyAnchor } from './daily-anchor.ts';

const { stores, append } = useProjectionFixture();
const hourMs = 3_600_000;

function anchorsOf(holder: string) {
  const anchors: LogDigest[] = [];
  const failures: unknown[] = [];
  const { log, store } = stores();
  const { stop } = startDailyAnchor({
    log: log.stored,
    store,
    holder,
    onAnchor: (anchor) => anchors.push(anchor),
    onFailure: (error) => failures.push(error),
    delayMs: 0,
  });
  return { anchors, failures, stop };
}

test('the daily anchor is that of verify', async () => {
  await generateLog(stores().log, { events: 300, businesses: 20 });
  const { anchors, stop } = anchorsOf('one');
  await vi.waitUntil(() => anchors.length > 0, 20_000);
  await stop();
  const { events, digest } = await checkLog(stores().log.stored);
  expect(anchors).toEqual([{ events, digest }]);
});

test('only one of several processes hands it out that day, also after it stopped', async () => {
  await append(eventsOf(1).submitted());
  const one = anchorsOf('one');
  await vi.waitUntil(() => one.anchors.length > 0, 20_000);
  await one.stop();
  const held = await stores().store.heldLease('daily anchor');
  expect(Date.parse(held?.expiresAt ?? '') - Date.now()).toBeGreaterThan(23 * hourMs);
  const two = anchorsOf('two');
  const asked = vi.spyOn(stores().store, 'lease');
  await vi.waitUntil(() => asked.mock.settledResults.length > 0, 20_000);
  await two.stop();
  expect(asked.mock.settledResults[0]).toEqual({ type: 'fulfilled', value: false });
  expect(two.anchors).toEqual([]);
});

test('a log that cannot be read is reported', async () => {
  await stores().log.stored.close();
  const { anchors, failures, stop } = anchorsOf('one');
  await vi.waitUntil(() => failures.length > 0, 20_000);
  await stop();
  expect(failures[0]).toMatchObject({ name: 'Unavailable' });
  expect(anchors).toEqual([]);
});

test('stop ends it after the page that is being read, without an anchor', async () => {
  await generateLog(stores().log, { events: 300, businesses: 20 });
  const { stored } = stores().log;
  const readAll = stored.readAll.bind(stored);
  let isRead = false;
  let wasReadFirst: Promise<boolean> | undefined;
  vi.spyOn(stored, 'readAll').mockImplementationOnce(async (page) => {
    wasReadFirst = stop().then(() => isRead);
    await new Promise(setImmediate);
    const events = await readAll(page);
    isRead = true;
    return events;
  });
  const { anchors, failures, stop } = anchorsOf('one');
  await vi.waitUntil(() => wasReadFirst, 20_000);
  expect(await wasReadFirst).toBe(true);
  expect(anchors).toEqual([]);
  expect(failures).toEqual([]);
});

/** Timers that only pass by the function returned, which also waits until a list has so many items. */
function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return async (ms: number, list: readonly unknown[], length: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    while (list.length < length) {
      await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(1);
    }
  };
}

test('a process looks again after an hour whether another still has the lease', async () => {
  const { store } = stores();
  await append(eventsOf(1).submitted());
  const other = { name: 'daily anchor', holder: 'other', ttlMs: hourMs };
  await store.lease(other);
  const { settledResults } = vi.spyOn(store, 'lease').mock;
  const after = fakeTimers();
  const { anchors, stop } = anchorsOf('one');
  await after(0, settledResults, 1);
  await store.release(other.name, other.holder);
  await after(hourMs, anchors, 1);
  await stop();
  expect(settledResults[0]).toEqual({ type: 'fulfilled', value: false });
});

test('an hour after a failure it is tried again, and the next day it is that of the grown log', async () => {
  const { log, store } = stores();
  const leases: boolean[] = [];
  const lease = store.lease.bind(store);
  vi.spyOn(store, 'lease').mockImplementation(async (...asked) => {
    const isHeld = await lease(...asked);
    leases.push(isHeld);
    return isHeld;
  });
  const after = fakeTimers();
  await append(eventsOf(1).submitted());
  vi.spyOn(log.stored, 'readAll').mockRejectedValueOnce(new Error('away'));
  const { anchors, failures, stop } = anchorsOf('one');
  await after(0, failures, 1);
  // The lease of the failed attempt, and those before and after the anchor, which the pause of a day follows.
  await after(hourMs, leases, 3);
  expect(anchors).toHaveLength(1);
  await append(eventsOf(2).submitted());
  await vi.advanceTimersByTimeAsync(23 * hourMs);
  expect(leases).toHaveLength(3);
  await after(hourMs, anchors, 2);
  await stop();
  const { events, digest } = await checkLog(log.stored);
  expect(anchors[1]).toEqual({ events, digest });
  expect(anchors.map((anchor) => anchor.events)).toEqual([1, 2]);
});
