import {
  startOfLog,
  UnusableLog,
  type EventStore,
  type Position,
} from '@directory/domain/event-store';
import { directoryLog } from '@directory/domain';
import { keysInMemory } from '@directory/domain/testing';
import { sleep } from '@directory/domain/shared/timers';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import {
  allViews,
  definitions,
  expectHiddenAtOnce,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { ConcurrencyConflict } from './fold-events.ts';
import { pauseView } from './operations.ts';
import {
  ViewStoreUnavailable,
  type GenerationChanges,
  type ViewStore,
} from '../view-store/view-store.ts';

const { stores, start, append, reported, expectAllRight } = useProjectionFixture();
const { hourlyViews } = definitions;
const { submitted, approved } = eventsOf(1);

describe('when the store fails', () => {
  test('the projector retries until the store is back', async () => {
    let failures = 4;
    const store = withFault(stores().store, () => {
      if ((failures -= 1) >= 0) throw new ViewStoreUnavailable('away');
    });
    const projector = start({ store });
    const position = await append(submitted(), visit(1));
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    expect(reported().map(({ type }) => type)).toContain('projection-interrupted');
    await expectAllRight();
  });

  test('the projector waits longer after each failure, until one attempt succeeds', async () => {
    const first = start();
    await first.waitUntilVisible(await append(submitted()), soon);
    await first.stop();
    let failures = 3;
    const store = withFault(stores().store, (method) => {
      if (method === 'commit' && (failures -= 1) >= 0) throw new ViewStoreUnavailable('away');
    });
    const projector = start({ store });
    expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
    failures = 1;
    expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
    const waits = reported().flatMap((event) =>
      event.type === 'projection-interrupted' ? event.retryInMs : [],
    );
    expect(waits).toHaveLength(4);
    expect(waits.at(2)).toBeGreaterThanOrEqual(400);
    expect(waits.at(3)).toBeLessThanOrEqual(200);
  });

  test('conflicts that do not end are reported, and a few are not', async () => {
    let conflicts = 20;
    const store = withFault(stores().store, (method) => {
      if (method === 'commit' && (conflicts -= 1) >= 0) throw new ConcurrencyConflict('1 lost');
    });
    const projector = start({ store });
    const interruptions = () =>
      reported().filter(({ type }) => type === 'projection-interrupted').length;
    expect(await projector.waitUntilVisible(await append(submitted()), soon)).toBe(true);
    expect(interruptions()).toBe(0);
    conflicts = 21;
    expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
    expect(interruptions()).toBe(1);
    await expectAllRight();
  });

  test('waitUntilVisible of a standby projector returns false without an error', async () => {
    let isAway = false;
    const store = withFault(stores().store, (method) => {
      if (isAway && method === 'generations') throw new ViewStoreUnavailable('away');
    });
    const first = start({ store });
    await first.waitUntilVisible(await append(submitted()), soon);
    start({ store: await stores().reopen() });
    await expect.poll(() => reported().map(({ type }) => type)).toContain('standing-by');
    isAway = true;
    expect(await first.waitUntilVisible(await append(visit(1)), 300)).toBe(false);
  });

  test('a crash between documents and checkpoint counts no event twice', async () => {
    let deaths = 3;
    const store = withFault(stores().store, async (method, args) => {
      if (method !== 'commit' || deaths === 0) return;
      deaths -= 1;
      const [batch] = args as [readonly GenerationChanges[]];
      await stores().store.commit(
        batch.map((changes) => ({ ...changes, position: startOfLog, handled: 0 })),
      );
      throw new ViewStoreUnavailable('died');
    });
    const projector = start({ store });
    const position = await append(submitted(), visit(1), visit(1), approved, visit(2));
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    expect(deaths).toBe(0);
    await expectAllRight();
    expect(await stores().store.get(hourlyViews, businessIdOf(1))).toMatchObject({ views: 2 });
  });
});

test('the projector waits for a missing key of an owner with its reason, and folds nothing as erased', async () => {
  const { log, store } = stores();
  const keys = keysInMemory();
  const first = start();
  await first.waitUntilVisible(await append(visit(1)), soon);
  await first.stop();
  const projector = start({ log: directoryLog(log.stored, keys) });
  const position = await append(submitted());
  await expect.poll(reported).toContainEqual(
    expect.objectContaining({
      type: 'projection-interrupted',
      error: expect.objectContaining({
        name: 'OwnerKeysUnavailable',
        message: expect.stringContaining('The key of the owner owner-1 is missing') as unknown,
      }) as unknown,
    }),
  );
  expect(await store.get(definitions.listings, businessIdOf(1))).toBeNull();
  await keys.add(await log.ownerKeys.all());
  expect(await projector.waitUntilVisible(position, soon)).toBe(true);
  await expectAllRight();
});

test('a store that counts no documents, as MongoDB may after a crash, holds up no view', async () => {
  const first = start();
  await first.waitUntilVisible(await append(submitted(), visit(1)), soon);
  await first.stop();
  const store: ViewStore = new Proxy(
    withFault(stores().store, () => undefined),
    {
      get: (target, name): unknown =>
        name === 'count' ? () => Promise.resolve(0) : Reflect.get(target, name),
    },
  );
  const projector = start({ store });
  const position = await append(approved, visit(1));
  expect(await projector.waitUntilVisible(position, 10_000)).toBe(true);
  await expectAllRight();
});

describe('when the log is damaged', () => {
  /** Reads up to an event and not beyond it, as a file does that is broken behind it. */
  function brokenAfter(log: EventStore, last: Position) {
    let looks = 0;
    const broken: EventStore = {
      ...log,
      readAll: async (options) => {
        const events = await log.readAll(options);
        if (events.every(({ position }) => position <= last)) return events;
        looks += 1;
        throw new UnusableLog('events.db', 'it is damaged');
      },
    };
    return { log: broken, looks: () => looks };
  }

  test('views fail with the reason, hold earlier events, and waitUntilVisible does not wait for them', async () => {
    const first = start();
    const before = await append(submitted(), visit(1));
    await first.waitUntilVisible(before, soon);
    await first.stop();
    const after = await append(approved, visit(1));
    const { log, looks } = brokenAfter(stores().log, before);
    const projector = start({ log });
    await expect
      .poll(async () => (await projector.status()).map(({ state }) => state))
      .toEqual(allViews.map(() => 'failed'));
    for (const { position, error } of await projector.status()) {
      expect(position).toBe(before);
      expect(error).toBe('The event log events.db cannot be used: it is damaged.');
    }
    await expectHiddenAtOnce(projector, after);
    expect(looks()).toBe(1);
    expect(reported()).toContainEqual(
      expect.objectContaining({ type: 'projection-interrupted', retryInMs: 30_000 }),
    );
  });

  test('a store that cannot be written does not make the projector try all the time', async () => {
    const first = start();
    const before = await append(submitted());
    await first.waitUntilVisible(before, soon);
    await first.stop();
    await append(approved);
    const store = withFault(stores().store, (method) => {
      if (method === 'changeState') throw new ViewStoreUnavailable('the disk is full');
    });
    const { log, looks } = brokenAfter(stores().log, before);
    start({ log, store });
    await expect.poll(looks).toBeGreaterThan(0);
    await sleep(300);
    expect(looks()).toBeLessThan(10);
  });

  test('a paused view stays paused', async () => {
    const first = start();
    const position = await append(submitted());
    await first.waitUntilVisible(position, soon);
    await first.stop();
    const generations = await stores().store.generations();
    const paused = generations.find(({ view }) => view === hourlyViews.name);
    await stores().store.changeState(paused?.id ?? '', { from: 'running', to: 'paused' });
    await append(approved);
    const projector = start({ log: brokenAfter(stores().log, position).log });
    const stateOf = async (name: string) =>
      (await projector.status()).find(({ view }) => view === name)?.state;
    await expect.poll(() => stateOf('listings')).toBe('failed');
    expect(await stateOf(hourlyViews.name)).toBe('paused');
  });

  /** Hourly views that are built again, with an event after `position` that they lack. */
  const buildAgain = async () => {
    const first = start();
    const position = await append(submitted());
    await first.waitUntilVisible(position, soon);
    await first.stop();
    const { store } = stores();
    const behind = (await store.generations()).find(({ view }) => view === hourlyViews.name);
    await store.changeState(behind?.id ?? '', { from: 'running', to: 'rebuilding' });
    await append(approved);
    return { position, id: behind?.id };
  };

  test('a view that is being built fails with the reason', async () => {
    const { position } = await buildAgain();
    const projector = start({ views: [hourlyViews], log: brokenAfter(stores().log, position).log });
    const error = 'The event log events.db cannot be used: it is damaged.';
    await expect.poll(() => projector.status()).toMatchObject([{ state: 'failed', error }]);
  });

  test('a view that is paused while its build reads the log stays paused', async () => {
    const { position, id: built } = await buildAgain();
    const { store, log } = stores();
    const broken = brokenAfter(log, position);
    const readAll: EventStore['readAll'] = async (options) => {
      if (broken.looks() === 0) await pauseView(store, hourlyViews.name);
      return broken.log.readAll(options);
    };
    const projector = start({ log: { ...broken.log, readAll } });
    await expect.poll(broken.looks).toBeGreaterThan(0);
    await projector.stop();
    const after = (await store.generations()).find(({ id }) => id === built);
    expect(after?.state).toBe('paused');
  });
});
