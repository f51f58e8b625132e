import { setTimeout } from 'node:timers/promises';
import { toPosition } from '@directory/domain/event-store';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { generateLog } from '../testing/generate-log.ts';
import { metadataAt } from '../testing/recorded.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';

const { stores, start, append, reported, expectAllRight } = useProjectionFixture();
const { listings } = definitions;
const { submitted, edited, deleted } = eventsOf(1);

describe('reading what was written', () => {
  test('every command is in the views once its position is reached', async () => {
    const projector = start();
    for (let number = 0; number < 30; number += 1) {
      const position = await append(eventsOf(number).submitted());
      expect(await projector.waitUntilVisible(position, soon)).toBe(true);
      expect(await stores().store.get(listings, businessIdOf(number))).not.toBeNull();
    }
  });

  test('it takes milliseconds', async () => {
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

  test('what is not there yet is not waited for longer than was said', async () => {
    const projector = start();
    const position = await append(submitted());
    await projector.waitUntilVisible(position, soon);
    const startedAt = performance.now();
    expect(await projector.waitUntilVisible(toPosition(Number(position) + 1), 50)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test('events that no view knows are passed over', async () => {
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

test('all views are the fold of a long log, and count what they handled', async () => {
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

test('a projector that is stopped has stored what it folded', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  const position = await append(visit(1), visit(1), visit(1));
  await projector.stop();
  const next = start();
  expect(await next.waitUntilVisible(position, soon)).toBe(true);
  await expectAllRight();
});

describe('two projectors on one store', () => {
  test('count nothing twice, and the one that came first takes over again', async () => {
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

  test('are one at work and one standing by, also while events keep coming', async () => {
    const first = start();
    await first.waitUntilVisible(await append(submitted()), soon);
    start({ store: await stores().reopen() });
    const standingBy = () => reported().filter(({ type }) => type === 'standing-by').length;
    for (const until = performance.now() + 5_000; performance.now() < until && !standingBy();) {
      await append(visit(1));
      await setTimeout(10);
    }
    for (let round = 0; round < 50; round += 1) {
      await append(visit(1));
      await setTimeout(10);
    }
    expect(standingBy()).toBe(1);
  });
});
