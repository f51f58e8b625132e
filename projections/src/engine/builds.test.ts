import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toPosition, type EventStore } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/timers';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { generateLog } from '../testing/generate-log.ts';
import {
  allViews,
  definitions,
  expectHiddenAtOnce,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { buildLease, leaseMs } from './leases.ts';
import { pauseView, readStatus, resumeView } from './operations.ts';
import { lookEveryMs, type Projector } from './projector.ts';
import { rebuildViews, requestRebuild, type build } from './rebuild.ts';
import { ViewStoreUnavailable, type ViewState } from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

const { stores, start, append, reported, expectAllRight } = useProjectionFixture();
const { listings, ownerSummary, hourlyViews } = definitions;
const { submitted, approved, edited, deleted, ownerErased } = eventsOf(1);

const next: AnyView = { ...listings, version: 'next' };
const statusOf = async (name: string) =>
  (await readStatus(stores().store, allViews)).find(({ view }) => view === name);

/** A log whose pages, as builds read them, do not arrive before `open` is called. */
function gatedPages(log: EventStore) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let waiting = 0;
  const gated: EventStore = {
    ...log,
    readAll: async (page) => {
      if (page.limit === 2_000) {
        waiting += 1;
        await opened;
      }
      return log.readAll(page);
    },
  };
  return { log: gated, open, isWaiting: () => waiting > 0 };
}

async function buildAll(): Promise<void> {
  const projector = start();
  expect(await projector.waitUntilVisible(await stores().log.head(), soon)).toBe(true);
  await projector.stop();
}

test('a build of a long log holds up no live view', async () => {
  await generateLog(stores().log, { events: 3_000, businesses: 20 });
  await buildAll();
  const gate = gatedPages(stores().log);
  const projector = start({ log: gate.log, views: [next, ownerSummary, hourlyViews] });
  await expect.poll(gate.isWaiting).toBe(true);
  const position = await append(visit(1), visit(2));
  await expect.poll(async () => (await statusOf('hourly-views'))?.position).toBe(position);
  expect(await statusOf('owner-summary')).toMatchObject({ state: 'running', position });
  await expectHiddenAtOnce(projector, position);
  gate.open();
  await expect.poll(async () => (await statusOf('listings'))?.version).toBe('next');
  expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
});

test('a build that is stopped stores what it has folded', async () => {
  await generateLog(stores().log, { events: 4_100, businesses: 20 });
  const gate = gatedPages(stores().log);
  const projector = start({ log: gate.log });
  await expect.poll(gate.isWaiting).toBe(true);
  const stopped = projector.stop();
  gate.open();
  await stopped;
  const positions = (await stores().store.generations()).map(({ position }) => position);
  expect(positions).toEqual(allViews.map(() => toPosition(2_000)));
});

test('a build that fails every time holds up no live view', async () => {
  await append(submitted(), visit(1));
  await buildAll();
  const broken: AnyView = {
    ...next,
    evolve: () => {
      throw new Error('no such case');
    },
  };
  const projector = start({ views: [broken, ownerSummary, hourlyViews] });
  const halts = () => reported().filter(({ type }) => type === 'rebuild-halted').length;
  await expect.poll(halts).toBe(1);
  const generations = await stores().store.generations();
  for (let round = 0; round < 5; round += 1) {
    const position = await append(visit(1), approved);
    await expect.poll(async () => (await statusOf('hourly-views'))?.position).toBe(position);
  }
  await projector.stop();
  expect(halts()).toBe(1);
  expect((await stores().store.generations()).map(({ id }) => id)).toEqual(
    generations.map(({ id }) => id),
  );
});

test('the old version of a view goes on while its successor is built by a newer release', async () => {
  await generateLog(stores().log, { events: 3_000, businesses: 20 });
  await append(submitted());
  const older = start();
  await older.waitUntilVisible(await stores().log.head(), soon);
  const gate = gatedPages(stores().log);
  const newer = start({
    log: gate.log,
    store: await stores().reopen(),
    views: [next, ownerSummary, hourlyViews],
  });
  await expect.poll(gate.isWaiting).toBe(true);
  const position = await append(edited({ phone: '012-9' }));
  await expect.poll(async () => (await statusOf('listings'))?.position).toBe(position);
  expect(await statusOf('listings')).toMatchObject({ version: listings.version });
  gate.open();
  await expect.poll(async () => (await statusOf('listings'))?.version).toBe('next');
  expect(await newer.waitUntilVisible(await append(deleted), soon)).toBe(true);
  const after = await append(approved);
  await expect.poll(async () => (await statusOf('listings'))?.position).toBe(after);
  // The older release does not take over again.
  expect((await statusOf('listings'))?.version).toBe('next');
  await newer.stop();
  await older.stop();
});

test.each([
  ['an erasure purged the views', () => stores().store.purge()],
  ['a rebuild of the newer one was requested', () => requestRebuild(stores().store, next)],
  [
    'its process restarted on standby',
    async (older: Projector) => {
      await older.stop();
      start({ store: await stores().reopen(), standby: true });
    },
  ],
])('a replaced version does not take over again after %s', async (_, dropReplaced) => {
  await append(submitted());
  const older = start();
  await older.waitUntilVisible(await stores().log.head(), soon);
  const newer = start({ store: await stores().reopen(), views: [next, ownerSummary, hourlyViews] });
  await expect.poll(async () => (await statusOf('listings'))?.version).toBe('next');
  await dropReplaced(older);
  await sleep(3 * lookEveryMs);
  const position = await append(approved);
  await expect.poll(async () => (await statusOf('listings'))?.position).toBe(position);
  const readyVersions = reported().flatMap((event) =>
    event.type === 'view-ready' && event.view === 'listings' ? event.version : [],
  );
  expect(readyVersions.filter((version) => version === listings.version)).toHaveLength(1);
  await newer.stop();
  await older.stop();
});

test('an older release that is started beside a newer one takes over', async () => {
  await append(submitted());
  await buildAll();
  start({ store: await stores().reopen(), views: [next, ownerSummary, hourlyViews] });
  await expect.poll(async () => (await statusOf('listings'))?.version).toBe('next');
  start();
  await expect.poll(async () => (await statusOf('listings'))?.version).toBe(listings.version);
});

test('a view that is resumed from far behind is waited for only once it has caught up', async () => {
  await append(submitted());
  await buildAll();
  const gate = gatedPages(stores().log);
  const projector = start({ log: gate.log });
  await pauseView(stores().store, 'hourly-views');
  await append(...Array.from({ length: 1_200 }, () => visit(1)));
  const purge = vi.spyOn(stores().store, 'purge');
  await expectHiddenAtOnce(projector, await stores().log.head());
  await resumeView(stores().store, 'hourly-views');
  await expect.poll(gate.isWaiting).toBe(true);
  await expectHiddenAtOnce(projector, await append(visit(1)));
  expect(await statusOf('hourly-views')).toMatchObject({ state: 'rebuilding' });
  expect(await statusOf('listings')).toMatchObject({ state: 'running' });
  gate.open();
  await expect.poll(async () => (await statusOf('hourly-views'))?.state).toBe('running');
  expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
  expect(await stores().store.get(hourlyViews, businessIdOf(1))).toMatchObject({ views: 1_202 });
  // Nobody was erased.
  expect(purge).not.toHaveBeenCalled();
  await expectAllRight();
});

test('the projector that starts last continues the build of a process that died', async () => {
  const position = await append(submitted());
  const begun = await stores().store.begin(listings);
  const lease = { name: buildLease(begun.id), holder: 'died', ttlMs: 600_000 };
  await stores().store.lease(lease);
  const projector = start();
  expect(await projector.waitUntilVisible(position, soon)).toBe(true);
  expect(await statusOf('listings')).toMatchObject({ id: begun.id, state: 'running' });
});

test('a build that another process does is not begun again at every look', async () => {
  await generateLog(stores().log, { events: 1_100, businesses: 20 });
  let looks = 0;
  const store = withFault(stores().store, (method) => {
    if (method === 'generations') looks += 1;
  });
  const buildFar = vi.fn<typeof build>(async () => ({ finished: 0, failures: new Map() }));
  start({ store, buildFar });
  await expect.poll(() => looks).toBeGreaterThan(3);
  expect(buildFar).toHaveBeenCalledOnce();
});

test('a build of a process that died with its clock ahead is continued in time', async () => {
  await append(submitted());
  const { id } = await stores().store.begin(listings);
  await stores().store.lease({ name: buildLease(id), holder: 'died', ttlMs: 86_400_000 });
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => clock.mockRestore());
  start({ standby: true });
  await expect
    .poll(async () => {
      ahead += leaseMs / 20;
      return statusOf('listings');
    })
    .toMatchObject({ id, state: 'running' });
});

async function rebuildFrom(state: ViewState): Promise<void> {
  await stores().store.changeState((await statusOf('listings'))?.id ?? '', {
    from: 'paused',
    to: state,
  });
  await rebuildViews({ log: stores().log, store: failingStore(), views: [listings] });
}

/** The methods of the store that fail once. */
const failing = new Set<string>();
const failingStore = () =>
  withFault(stores().store, (method) => {
    if (failing.delete(method)) throw new ViewStoreUnavailable('away');
  });

test.each([
  ['resumed', () => Promise.resolve(true)],
  ['rebuilt and resumed', () => requestRebuild(stores().store, listings)],
  [
    'rebuilt after it failed',
    async (projector: Projector) => {
      await projector.stop();
      await rebuildFrom('failed');
    },
  ],
  [
    'rebuilt before it has caught up',
    async (projector: Projector) => {
      await projector.stop();
      await rebuildFrom('rebuilding');
    },
  ],
  [
    'rebuilt after it failed while its files cannot be rewritten at first',
    async (projector: Projector) => {
      await projector.stop();
      failing.add('purge');
      await expect(rebuildFrom('failed')).rejects.toThrow(ViewStoreUnavailable);
      start();
    },
  ],
  ['resumed by a build that is interrupted', async () => failing.add('changeState')],
  ['resumed while its files cannot be rewritten at first', async () => failing.add('purge')],
])(
  'a view that was paused during an erasure leaves nothing in files when it is %s',
  async (_, prepare) => {
    const projector = start({ store: failingStore() });
    const typed = edited({ synopsis: 'nasi rahsia '.repeat(2_000) });
    await projector.waitUntilVisible(await append(submitted(), typed), soon);
    await pauseView(stores().store, 'listings');
    const erasure = await append(ownerErased());
    await projector.waitUntilVisible(erasure, soon);
    await stores().store.purge();
    const { dataDir } = stores();
    const holders = () =>
      readdirSync(dataDir).filter(
        (name) =>
          name.startsWith('views.db') && readFileSync(join(dataDir, name)).includes('nasi rahsia'),
      );
    expect(holders()).not.toEqual([]);
    await prepare(projector);
    await expect.poll(async () => (await statusOf('listings'))?.building).toBeNull();
    await resumeView(stores().store, 'listings');
    await expect.poll(holders).toEqual([]);
    await expect
      .poll(() => statusOf('listings'))
      .toMatchObject({ state: 'running', position: erasure });
    expect(failing).toEqual(new Set());
  },
);
