import { once } from 'node:events';
import { currentSchema } from '@directory/domain';
import { startOfLog, toPosition } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/timers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { appendAt } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { generateLog } from '../testing/generate-log.ts';
import { metadataAt, minute } from '../testing/recorded.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { leaseMs } from './leases.ts';
import { lookEveryMs, readEveryMs } from './projector.ts';

const { stores, start, append, reported, expectAllRight } = useProjectionFixture();
const { listings } = definitions;
const { submitted, edited, deleted } = eventsOf(1);

/** With an event to fold, of a log that sends it as if more followed, and then nothing. */
async function startStalled() {
  const { log } = stores();
  const first = start();
  await first.waitUntilVisible(await log.head(), soon);
  await first.stop();
  const position = await append(submitted());
  let setFolded: () => void = () => undefined;
  const folded = new Promise<void>((resolve) => (setFolded = resolve));
  async function* subscribe({ after, signal }: Parameters<typeof log.subscribe>[0]) {
    yield { events: await log.readAll({ after, limit: 10 }), upTo: position, isAtHead: false };
    setFolded();
    if (!signal.aborted) await once(signal, 'abort');
  }
  return { projector: start({ log: { ...log, subscribe } }), position, folded };
}

describe('waitUntilVisible', () => {
  test('resolves when the event can be read from the views', async () => {
    const projector = start();
    for (let number = 0; number < 30; number += 1) {
      const position = await append(eventsOf(number).submitted());
      expect(await projector.waitUntilVisible(position, soon)).toBe(true);
      expect(await stores().store.get(listings, businessIdOf(number))).not.toBeNull();
    }
  });

  test('resolves within 50 ms', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted()), soon);
    const times: number[] = [];
    for (let number = 2; number < 12; number += 1) {
      const position = await append(eventsOf(number).submitted());
      const startedAt = performance.now();
      await projector.waitUntilVisible(position, soon);
      times.push(performance.now() - startedAt);
    }
    expect(Math.min(...times)).toBeLessThan(50);
  });

  test('is not needed for what was read before the log became unreachable', async () => {
    const { store } = stores();
    await startStalled();
    await expect.poll(() => store.get(listings, businessIdOf(1))).not.toBeNull();
  });

  test.each(['before', 'after'])(
    'resolves at once for an event with others behind it, called %s it was folded',
    async (when) => {
      const { projector, position, folded } = await startStalled();
      if (when === 'after') await folded;
      expect(await projector.waitUntilVisible(position, 1_000)).toBe(true);
    },
  );

  test('is not needed for visits, which are read together', async () => {
    const { log } = stores();
    let batches = 0;
    async function* subscribe(from: Parameters<typeof log.subscribe>[0]) {
      for await (const batch of log.subscribe(from)) {
        batches += 1;
        yield batch;
      }
    }
    const projector = start({ log: { ...log, subscribe } });
    await projector.waitUntilVisible(await append(submitted()), soon);
    const before = batches;
    const startedAt = performance.now();
    let last = startOfLog;
    for (let count = 0; count < 100; count += 1) last = await append(visit(1));
    const intervals = Math.ceil((performance.now() - startedAt) / readEveryMs);
    expect(batches - before).toBeLessThanOrEqual(intervals + 1);
    await projector.waitUntilVisible(last, soon);
    await expectAllRight();
  });

  test('returns false after its timeout for a position beyond the log', async () => {
    const projector = start();
    const position = await append(submitted());
    await projector.waitUntilVisible(position, soon);
    const startedAt = performance.now();
    expect(await projector.waitUntilVisible(toPosition(Number(position) + 1), 50)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test('resolves for an event that no view handles', async () => {
    const projector = start();
    await append(submitted());
    const foreign = {
      id: '00000000-0000-4000-8000-000000000001',
      type: 'SomethingNew',
      data: {},
      metadata: metadataAt('2026-11-21T10:00:00.000Z'),
    };
    const { position } = await stores().log.append('other-1', [foreign], { expected: 'none' });
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    expect(await projector.status()).toMatchObject(allViews.map(() => ({ position })));
  });
});

test('views are the fold of a long log and count the events they handled', async () => {
  await generateLog(stores().log, { events: 3_000, businesses: 40, days: 45 });
  const projector = start();
  await expect
    .poll(async () => (await projector.status()).map(({ state }) => state))
    .toEqual(allViews.map(() => 'running'));
  expect(await projector.waitUntilVisible(await stores().log.head(), soon)).toBe(true);
  await expectAllRight();
  const handled = (await projector.status()).map((status) => status.handled);
  expect(handled[0]).toBe(handled[1]);
  expect(Number(handled[0]) + Number(handled[3])).toBe(3_000);
});

test('an event in a schema of a newer release leaves the documents of views as they are', async () => {
  const { log, store } = stores();
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  const before = await store.get(listings, businessIdOf(1));
  const newer = edited({ operatingHours: '24jam' });
  const position = await appendAt(log, minute(1), newer, { schema: currentSchema + 1 });
  expect(await projector.waitUntilVisible(position, soon)).toBe(true);
  expect(await store.get(listings, businessIdOf(1))).toEqual(before);
  expect(before).toMatchObject({ status: 'pending', revision: 0 });
});

test('stop stores the folded events', async () => {
  const { projector, position, folded } = await startStalled();
  await folded;
  await projector.stop();
  expect(await projector.status()).toMatchObject(allViews.map(() => ({ position })));
});

test('stop ends the calls that wait', async () => {
  const projector = start();
  const beyond = toPosition(Number(await append(submitted())) + 1);
  const startedAt = performance.now();
  const call = projector.waitUntilVisible(beyond, soon);
  await projector.stop();
  expect(await call).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(soon / 3);
});

describe('an idle projector', () => {
  test('makes no signals, which would stay in memory as long as it runs', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted()), soon);
    await sleep(lookEveryMs);
    const any = vi.spyOn(AbortSignal, 'any');
    onTestFinished(() => {
      any.mockRestore();
    });
    await sleep(3 * lookEveryMs);
    expect(any).not.toHaveBeenCalled();
  });

  test('stops at once', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted()), soon);
    const startedAt = performance.now();
    await projector.stop();
    expect(performance.now() - startedAt).toBeLessThan(lookEveryMs / 2);
  });
});

test('stop waits for a look at the views that is under way', async () => {
  const order: string[] = [];
  let open: (() => void) | undefined;
  let isGated = false;
  const store = withFault(stores().store, async (method) => {
    if (!isGated) return;
    if (method === 'release') order.push('release');
    if (method !== 'generations') return;
    await new Promise<void>((resolve) => (open ??= resolve));
    order.push('look');
  });
  const projector = start({ store });
  await projector.waitUntilVisible(await append(submitted()), soon);
  isGated = true;
  await expect.poll(() => open).toBeDefined();
  const stopped = projector.stop();
  setTimeout(() => open?.(), 50);
  await stopped;
  expect(order).toEqual(['look', ...allViews.map(() => 'release')]);
});

test.each([0, 1, 5, 20])('stop %i ms after the start ends the projector', async (ms) => {
  const projector = start();
  await sleep(ms);
  await projector.stop();
});

describe('two projectors on one store', () => {
  test('count no event twice, and the first takes over when the second stops', async () => {
    const first = start();
    await first.waitUntilVisible(await append(submitted()), soon);
    const second = start({ store: await stores().reopen() });
    for (let round = 0; round < 20; round += 1) {
      const position = await append(visit(1), visit(2), edited({ phone: `012-${round}` }));
      expect(await first.waitUntilVisible(position, soon)).toBe(true);
      expect(await second.waitUntilVisible(position, soon)).toBe(true);
    }
    await expectAllRight();
    await expect.poll(() => reported().map(({ type }) => type)).toContain('standing-by');
    const position = await append(visit(1));
    expect(await first.waitUntilVisible(position, soon)).toBe(true);
    await second.stop();
    expect(await first.waitUntilVisible(await append(visit(1), deleted), soon)).toBe(true);
    await expectAllRight();
  });

  test('are no wait for the second where the first has stopped', async () => {
    const first = start();
    await first.waitUntilVisible(await append(submitted()), soon);
    await first.stop();
    const startedAt = performance.now();
    const second = start({ store: await stores().reopen(), standby: true });
    const position = await append(visit(1));
    expect(await second.waitUntilVisible(position, soon)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(leaseMs / 2);
  });

  test('leave the calls that wait for the first to the second', async () => {
    const { projector, position } = await startStalled();
    const startedAt = performance.now();
    const call = projector.waitUntilVisible(await append(visit(1)), soon);
    await projector.waitUntilVisible(position, soon);
    start({ store: await stores().reopen() });
    expect(await call).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(soon / 3);
  });

  test('are one active and one standby while events arrive', async () => {
    const first = start();
    await first.waitUntilVisible(await append(submitted()), soon);
    start({ store: await stores().reopen() });
    const standbys = () => reported().filter(({ type }) => type === 'standing-by').length;
    const nextVisit = async () => first.waitUntilVisible(await append(visit(1)), soon);
    for (const until = performance.now() + 5_000; performance.now() < until && !standbys();)
      await nextVisit();
    for (let round = 0; round < 50; round += 1) await nextVisit();
    expect(standbys()).toBe(1);
  });
});
