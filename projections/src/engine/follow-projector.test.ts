import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import {
  allViews,
  definitions,
  expectHiddenAtOnce,
  soon,
  useProjectionFixture,
} from '../testing/projection-fixture.ts';
import { ofAnotherLog } from './anchor.ts';
import { followProjector } from './projector.ts';
import { pauseView } from './operations.ts';
import { Visibility } from './visibility.ts';

const { stores, start, append } = useProjectionFixture();
const { submitted, approved } = eventsOf(1);
const follow = async () => followProjector({ store: await stores().reopen(), views: allViews });

test('waitUntilVisible waits for what another process stores', async () => {
  start();
  const follower = await follow();
  const position = await append(submitted());
  expect(await follower.waitUntilVisible(position, soon)).toBe(true);
  expect(await stores().store.get(definitions.listings, businessIdOf(1))).not.toBeNull();
});

test('waitUntilVisible returns false after the timeout when no projector runs', async () => {
  const first = start();
  await first.waitUntilVisible(await append(submitted()), soon);
  await first.stop();
  const follower = await follow();
  const position = await append(approved);
  const startedAt = performance.now();
  expect(await follower.waitUntilVisible(position, 80)).toBe(false);
  expect(performance.now() - startedAt).toBeGreaterThan(75);
});

test('waitUntilVisible returns false after the timeout while the store does not answer', async () => {
  const silent = { ...stores().store, generations: () => new Promise<never>(() => undefined) };
  const follower = followProjector({ store: silent, views: allViews });
  const startedAt = performance.now();
  expect(await follower.waitUntilVisible(await append(submitted()), 80)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('waitUntilVisible returns false at once for a paused view, after waiting for the others', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  const position = await append(approved);
  for (const each of [projector, await follow()]) {
    await expectHiddenAtOnce(each, position);
    expect(await stores().store.get(definitions.ownerSummary, 'owner-1')).toMatchObject({
      approved: 1,
    });
  }
});

test('waitUntilVisible does not take a view of another log for one that holds the position', async () => {
  const first = start();
  const position = await append(submitted());
  await first.waitUntilVisible(position, soon);
  await first.stop();
  const follower = await follow();
  expect(await follower.waitUntilVisible(position, 0)).toBe(true);
  const [generation] = await stores().store.generations();
  await stores().store.changeState(generation?.id ?? '', {
    from: 'running',
    to: 'failed',
    error: ofAnotherLog,
  });
  expect(await follower.waitUntilVisible(position, 0)).toBe(false);
});

test('waitUntilVisible returns false when the store is unreachable', async () => {
  const projector = start();
  const store = await stores().reopen();
  const follower = followProjector({ store, views: allViews });
  const position = await append(submitted());
  await projector.waitUntilVisible(position, soon);
  await store.close();
  expect(await follower.waitUntilVisible(position, 80)).toBe(false);
});

test('stop ends every waitUntilVisible', async () => {
  const follower = await follow();
  await start().waitUntilVisible(await append(submitted()), soon);
  const far = follower.waitUntilVisible(
    (await stores().log.head()).replace('0', '1') as never,
    60_000,
  );
  await follower.stop();
  expect(await far).toBe(false);
});

test('a position is awaited while a call waits for it, and no longer', async () => {
  const visibility = new Visibility({ store: stores().store, views: allViews });
  visibility.changed();
  const position = toPosition(2);
  const waiting = visibility.wait(position, soon);
  const awaited = () => [1, 2, 3].map((folded) => visibility.isAwaited(toPosition(folded)));
  expect(awaited()).toEqual([false, true, true]);
  visibility.end();
  expect(await waiting).toBe(false);
  expect(awaited()).toEqual([false, false, false]);
});
