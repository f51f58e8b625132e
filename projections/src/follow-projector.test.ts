import { expect, test } from 'vitest';
import { followProjector } from './follow-projector.ts';
import { pauseView } from './operations.ts';
import { eventsOf } from './testing/business-events.ts';
import { allViews, soon, useProjectionFixture } from './testing/projection-fixture.ts';

const { stores, start, append } = useProjectionFixture();
const { submitted, approved } = eventsOf(1);
const follow = async () => followProjector({ store: await stores().reopen(), views: allViews });

test('what another process stores is waited for', async () => {
  start();
  const follower = await follow();
  const position = await append(submitted());
  expect(await follower.reached(position, soon)).toBe(true);
  expect(await follower.shows(position)).toBe(true);
});

test('while nobody works, the wait ends in time', async () => {
  const first = start();
  await first.reached(await append(submitted()), soon);
  await first.stop();
  const follower = await follow();
  const position = await append(approved);
  expect(await follower.reached(position, { timeoutMs: 80 })).toBe(false);
  expect(await follower.shows(position)).toBe(false);
});

test('a paused view is not waited for, and does not show what came after', async () => {
  const projector = start();
  await projector.reached(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  const position = await append(approved);
  for (const each of [projector, await follow()]) {
    expect(await each.reached(position, soon)).toBe(true);
    expect(await each.shows(position)).toBe(false);
  }
});

test('a store that went away shows nothing', async () => {
  const projector = start();
  const store = await stores().reopen();
  const follower = followProjector({ store, views: allViews });
  const position = await append(submitted());
  await projector.reached(position, soon);
  await store.close();
  expect(await follower.shows(position)).toBe(false);
});

test('stopping ends every wait', async () => {
  const follower = await follow();
  await start().reached(await append(submitted()), soon);
  const [first] = await stores().store.generations();
  await stores().store.setState(first?.id ?? '', 'running');
  const far = follower.reached((await stores().log.head()).replace('0', '1') as never, {
    timeoutMs: 60_000,
  });
  await follower.stop();
  expect(await far).toBe(false);
});
