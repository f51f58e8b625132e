import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startOfLog, type EventStore } from '@directory/domain/event-store';
import { OperatorError } from '../config.ts';
import { appendEvents } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
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
import { openTemporaryStores } from '../testing/temporary-stores.ts';
import { commitFolds, foldEvents } from './fold-events.ts';
import { pauseView } from './operations.ts';
import { openFold, type GenerationFold } from './fold.ts';
import { buildLease, leaseMs, Leases } from './leases.ts';
import {
  build,
  buildLeases,
  buildMissingViews,
  rebuildViews,
  restartBuilds,
  type Build,
} from './rebuild.ts';
import type { Progress } from './progress-meter.ts';
import { ViewStoreUnavailable, type Generation } from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

const { stores, start, append, expectAllRight } = useProjectionFixture();
const { listings, hourlyViews } = definitions;
const { submitted, approved, edited } = eventsOf(1);

const rebuild = (views: readonly AnyView[], onProgress?: (progress: Progress) => void) =>
  rebuildViews({ ...stores(), views, ...(onProgress && { onProgress }) });
async function open(view: AnyView, generation: Generation): Promise<GenerationFold> {
  const fold = await openFold(stores(), view, generation, { halts: true });
  if (!fold) throw new Error('it is of another log');
  return fold;
}
const generations = () => stores().store.generations();

test('a rebuild of the whole log gives the same views', async () => {
  await generateLog(stores().log, { events: 2_500, businesses: 30 });
  const projector = start();
  await projector.waitUntilVisible(await stores().log.head(), soon);
  const progress: Progress[] = [];
  await rebuild(allViews, (each) => progress.push(each));
  await expectAllRight();
  expect(progress.map(({ events }) => events).slice(0, 2)).toEqual([2_000, 2_500]);
  expect(progress.at(-1)).toMatchObject({ share: 1 });
});

test('a rebuild of a view that handles few events skips the others and is at the same place', async () => {
  await generateLog(stores().log, { events: 9_000, businesses: 100 });
  await append(submitted(), approved);
  await append(...Array.from({ length: 2_100 }, () => visit(1)));
  let read = 0;
  await rebuild([listings], ({ events }) => (read = events));
  const anchorOf = async () => (await generations()).find(({ live }) => live)?.anchor;
  const anchor = await anchorOf();
  expect(read).toBeLessThan(5_000);
  await rebuild(allViews);
  expect(anchor).toEqual(
    (await generations()).find(({ live, view }) => live && view === 'listings')?.anchor,
  );
  const projector = start();
  await projector.waitUntilVisible(await append(edited({ phone: '012-9' })), soon);
  await expectAllRight();
});

test('a rebuild of many documents stores them in parts and continues after a failure in between', async () => {
  await append(...Array.from({ length: 1_100 }, (_, index) => visit(index)));
  const { log, store } = stores();
  let commits = 0;
  const failing = withFault(store, (method) => {
    if (method === 'commit' && (commits += 1) === 2) throw new ViewStoreUnavailable('gone');
    return Promise.resolve();
  });
  await expect(rebuildViews({ log, store: failing, views: [hourlyViews] })).rejects.toThrow('gone');
  const [half] = await generations();
  expect(half).toMatchObject({ position: startOfLog, live: false });
  expect(await store.count(half?.id ?? '')).toBe(2_000);
  await rebuild([hourlyViews]);
  expect(await generations()).toMatchObject([{ id: half?.id, handled: 1_100, live: true }]);
  expect(await storedView(store, hourlyViews)).toEqual(await expectedView(log, hourlyViews));
});

test('a rebuild that takes up memory stores listings early and visits once', async () => {
  const ballast = new Array<number>(12_000_000).fill(1);
  const many = Array.from({ length: 4_100 }, (_, index) => eventsOf(index).submitted());
  await append(visit(1), ...many);
  const { log, store } = stores();
  const stored = new Set<string>();
  const watched = withFault(store, async (method) => {
    if (method !== 'commit') return;
    const begun = (await generations()).filter(({ position }) => position > startOfLog);
    stored.add(
      begun
        .map(({ view }) => view)
        .sort()
        .join(),
    );
  });
  const views = [hourlyViews, listings, definitions.audit];
  await rebuildViews({ log, store: watched, views });
  expect(ballast).toHaveLength(12_000_000);
  expect([...stored]).toEqual(['', 'audit,listings']);
  for (const view of views)
    expect(await storedView(store, view)).toEqual(await expectedView(log, view));
});

test('a second rebuild gives the same view and keeps one previous generation', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted(), approved, visit(1)), soon);
  await rebuild([listings]);
  await rebuild([listings]);
  await expectAllRight();
  const own = (await generations()).filter(({ view }) => view === 'listings');
  expect(own.map(({ live }) => live)).toEqual([false, true]);
});

test('a rebuild of an empty log makes live views', async () => {
  await rebuild(allViews);
  expect(await generations()).toMatchObject(
    allViews.map(({ name }) => ({ view: name, live: true })),
  );
});

test('the projector continues after a takeover and counts no event twice', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  const ended = new AbortController();
  const visits = (async () => {
    while (!ended.signal.aborted) {
      const position = await append(visit(1), visit(2));
      expect(await projector.waitUntilVisible(position, soon)).toBe(true);
      expect(await stores().store.get(hourlyViews, businessIdOf(2))).not.toBeNull();
    }
  })();
  // As another program would do it, with connections of its own.
  const store = await stores().reopen();
  for (let round = 0; round < 5; round += 1)
    await rebuildViews({ log: stores().log, store, views: allViews });
  ended.abort();
  await visits;
  expect(await projector.waitUntilVisible(await append(edited({ phone: '012-9' })), soon)).toBe(
    true,
  );
  await expectAllRight();
});

test('two concurrent rebuilds of the same view both finish', async () => {
  await generateLog(stores().log, { events: 3_000, businesses: 20 });
  const store = await stores().reopen();
  await Promise.all([
    rebuild([hourlyViews]),
    rebuildViews({ log: stores().log, store, views: [hourlyViews] }),
  ]);
  start();
  const projector = start();
  await expect
    .poll(async () => (await projector.status()).map(({ state }) => state))
    .toEqual(allViews.map(() => 'running'));
  await expectAllRight();
});

test('a rebuild that conflicts with another writer takes over only at the end of the log', async () => {
  const head = await append(submitted(), approved, visit(1), visit(1), visit(1));
  const { log, store } = stores();
  let commits = 0;
  const contested = withFault(store, async (method) => {
    if (method !== 'commit' || (commits += 1) > 1) return;
    const building = (await store.generations()).find(({ view }) => view === hourlyViews.name);
    if (!building) throw new Error('nothing is being built');
    const other = await open(hourlyViews, building);
    const events = await log.readAll({ after: startOfLog, limit: 3 });
    await foldEvents(store, [other], { events, upTo: events.at(-1)?.position ?? startOfLog });
    await commitFolds(store, [other]);
  });
  await rebuildViews({ log, store: contested, views: [hourlyViews] });
  expect(commits).toBe(2);
  expect(await generations()).toMatchObject([{ view: 'hourly-views', live: true, position: head }]);
  expect(await storedView(store, hourlyViews)).toEqual(await expectedView(log, hourlyViews));
});

test('an interrupted rebuild continues from its checkpoint', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted(), approved, visit(1), visit(1)), soon);
  // It would take the build up by itself.
  await projector.stop();
  const { log, store } = stores();
  const interrupted = await open(listings, await store.begin(listings));
  const events = await log.readAll({ after: startOfLog, limit: 3 });
  const upTo = events.at(-1)?.position ?? startOfLog;
  await foldEvents(store, [interrupted], { events, upTo });
  await commitFolds(store, [interrupted]);

  const progress: Progress[] = [];
  await rebuild([listings], (each) => progress.push(each));
  expect(progress.map((each) => each.events)).toEqual([1]);
  const live = (await generations()).find((each) => each.live && each.view === 'listings');
  expect(live).toMatchObject({ id: interrupted.id, handled: 2 });
  await expectAllRight();
});

test('a rebuild leaves a paused view paused', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  await append(approved);
  await rebuild([listings]);
  expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({ status: 'approved' });
  expect((await projector.status())[0]).toMatchObject({ view: 'listings', state: 'paused' });
});

describe('an event that cannot be folded', () => {
  const broken: AnyView = {
    ...listings,
    evolve: (doc, event, id) => {
      if (event.type === 'BusinessApproved') throw new Error('no such case');
      const view: AnyView = listings;
      return view.evolve(doc, event, id);
    },
  };

  test('halts the rebuild, and the live view continues', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    await expect(rebuild([broken])).rejects.toThrow(OperatorError);
    await expect(rebuild([broken])).rejects.toThrow('(BusinessApproved) cannot be folded');
    const position = await append(edited({ phone: '012-9' }));
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    await expectAllRight();
    expect((await projector.status())[0]).toMatchObject({
      state: 'running',
      position,
      building: { state: 'failed', error: expect.stringContaining('no such case') as string },
    });
  });

  test('halts the rebuild of each view that cannot fold it', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    const other: AnyView = { ...definitions.approvedList, evolve: broken.evolve };
    await expect(rebuild([broken, other, hourlyViews])).rejects.toThrow(
      /^The rebuild of listings halted.*\nThe rebuild of approved-list halted.*$/,
    );
  });

  test('no longer halts the rebuild when the view can fold it', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    await expect(rebuild([broken])).rejects.toThrow('The rebuild of listings halted');
    await rebuild([listings]);
    await expectAllRight();
    expect((await projector.status())[0]).toMatchObject({ state: 'running', building: null });
  });
});

describe('a build beside another process', () => {
  /** One that is begun, and the lease with which another process builds it. */
  async function begin() {
    await append(submitted(), approved);
    const { store } = stores();
    const generation = await store.begin(listings);
    const lease = { name: buildLease(generation.id), holder: 'other', ttlMs: 60_000 };
    const report = vi.fn<Build['report']>();
    const targets = [{ view: listings, generation }];
    const { signal } = new AbortController();
    const holding = (log: EventStore, force: boolean) =>
      new Leases(store, 'one').whileHeld(buildLeases(targets), { signal, force }, (held) =>
        build({ log, store, targets, report, signal: held }),
      );
    return { holding, lease, report };
  }

  test('is left to the one that has its lease, unless it takes it by force', async () => {
    const { holding, lease, report } = await begin();
    const { log, store } = stores();
    await store.lease(lease);
    expect(await holding(log, false)).toBeUndefined();
    expect(report).not.toHaveBeenCalled();
    expect(await store.heldLease(lease.name)).toMatchObject({ holder: 'other' });
    expect(await holding(log, true)).toMatchObject({ finished: 1 });
    expect(await store.heldLease(lease.name)).toBeNull();
  });

  test.each([
    ['ends', false],
    ['goes on where it took the lease by force itself', true],
  ])('renews its lease, and once that is taken from it %s', async (_, force) => {
    const { holding, lease } = await begin();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const now = performance.now.bind(performance);
    let ahead = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    onTestFinished(() => {
      clock.mockRestore();
      vi.useRealTimers();
    });
    const { log, store } = stores();
    const asked = vi.spyOn(store, 'lease');
    const isRenewed = async () => {
      asked.mockClear();
      ahead += leaseMs / 2;
      await vi.advanceTimersByTimeAsync(leaseMs / 2);
      const isHeld: unknown = await asked.mock.results[0]?.value;
      await new Promise(setImmediate);
      return isHeld;
    };
    const readAll: EventStore['readAll'] = async (page) => {
      if (page.limit === 2_000) {
        expect(await isRenewed()).toBe(true);
        await store.lease({ ...lease, force: true });
        expect(await isRenewed()).toBe(false);
      }
      return log.readAll(page);
    };
    const built = await holding({ ...log, readAll }, force);
    expect(built).toEqual({ finished: force ? 1 : 0, failures: new Map() });
    const state = force ? 'running' : 'rebuilding';
    expect(await generations()).toMatchObject([{ live: force, state }]);
    expect(await store.heldLease(lease.name)).toMatchObject({ holder: 'other' });
  });
});

test('a rebuild that another process restarts is finished all the same', async () => {
  await append(submitted(), approved);
  await rebuild([listings]);
  let wasRestarted = false;
  await rebuild([listings], () => {
    if (!wasRestarted) void restartBuilds(stores().store, [listings]);
    wasRestarted = true;
  });
  expect(await generations()).toMatchObject([
    { live: false, state: 'running' },
    { live: true, position: await stores().log.head() },
  ]);
});

test('a build that is restarted has nothing of what was folded before', async () => {
  await append(submitted(), approved);
  await rebuild([listings]);
  const { store } = stores();
  const { id } = await store.begin(listings);
  const before = await generations();
  await restartBuilds(store, [hourlyViews]);
  expect(await generations()).toEqual(before);
  await restartBuilds(store, [listings, hourlyViews]);
  const after = await generations();
  expect(after).toHaveLength(before.length);
  expect(after.map((generation) => generation.id)).not.toContain(id);
});

test('views of which no build is under way are not built again when builds are restarted', async () => {
  await append(submitted(), approved);
  for (let round = 0; round < 2; round += 1) await rebuild([listings]);
  const { store } = stores();
  const behind = (await generations()).find(({ live }) => live);
  await store.changeState(behind?.id ?? '', { from: 'running', to: 'rebuilding' });
  const before = await generations();
  await restartBuilds(store, [listings]);
  expect(await generations()).toEqual(before);
});

test('a view that is paused again before it has caught up is not reported as ready', async () => {
  await append(submitted(), approved);
  await rebuild([listings]);
  const { store } = stores();
  const [live] = await generations();
  if (!live) throw new Error('it is built');
  await store.changeState(live.id, { from: 'running', to: 'rebuilding' });
  const paused = withFault(store, async (method) => {
    if (method === 'changeState') await pauseView(store, listings.name);
  });
  const report = vi.fn<Build['report']>();
  const targets = [{ view: listings, generation: live }];
  const { signal } = new AbortController();
  const built = await build({ ...stores(), store: paused, targets, report, signal });
  expect(built.finished).toBe(0);
  expect(report.mock.calls).toMatchObject([[{ type: 'view-building' }]]);
});

test('what is missing is built where there is nothing, events are missing, or it is of an older version or another log', async () => {
  const views = [listings, hourlyViews];
  const { log, store } = stores();
  const other = await openTemporaryStores();
  onTestFinished(other.close);
  await rebuild([listings]);
  await append(submitted(), visit(1));
  expect(await buildMissingViews({ log, store, views })).toEqual(['listings', 'hourly-views']);
  await expect(storedView(store, listings)).resolves.toHaveProperty('size', 1);
  expect(await buildMissingViews({ log, store, views })).toEqual([]);
  await append(visit(1));
  expect(await buildMissingViews({ log, store, views })).toEqual(['listings', 'hourly-views']);
  expect(await buildMissingViews({ log, store, views })).toEqual([]);
  await pauseView(store, listings.name);
  await append(visit(1));
  expect(await buildMissingViews({ log, store, views })).toEqual(['hourly-views']);
  const newer: AnyView = { ...listings, version: 'next' };
  expect(await buildMissingViews({ log, store, views: [newer] })).toEqual(['listings']);
  await appendEvents(other.log, [submitted(), approved]);
  expect(await buildMissingViews({ log: other.log, store, views })).toEqual([
    'listings',
    'hourly-views',
  ]);
});

test('what is missing is built also where a view of another log is paused meanwhile', async () => {
  const { store } = stores();
  const other = await openTemporaryStores();
  onTestFinished(other.close);
  await append(submitted());
  await rebuild([listings]);
  await appendEvents(other.log, [submitted(), approved]);
  let calls = 0;
  const paused = withFault(store, async (method) => {
    if (method === 'changeState' && (calls += 1) === 1) await pauseView(store, listings.name);
  });
  const given = { log: other.log, store: paused, views: [listings] };
  expect(await buildMissingViews(given)).toEqual(['listings']);
  expect(calls).toBeGreaterThan(1);
  expect(await generations()).toMatchObject([
    { state: 'failed', error: 'view-of-another-log', live: false },
    { state: 'running', live: true },
  ]);
});
