import { startOfLog } from '@directory/domain/event-store';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { withFault } from '../testing/faulty-store.ts';
import { generateLog } from '../testing/generate-log.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { pauseView } from './operations.ts';
import type { AnyView } from './view.ts';
import { rebuildViews, requestRebuild } from './rebuild.ts';

const { stores, start, append, reported, expectAllRight } = useProjectionFixture();
const { hourlyViews, listings } = definitions;
const { submitted, approved } = eventsOf(1);

const live = async (view: AnyView) =>
  (await stores().store.generations()).find((each) => each.live && each.view === view.name);

describe('requestRebuild', () => {
  test('builds a generation beside the live one, which continues until the takeover', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved, visit(1)), soon);
    const before = await live(hourlyViews);
    await requestRebuild(stores().store, hourlyViews);
    expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
    await expect.poll(async () => (await live(hourlyViews))?.id).not.toBe(before?.id);
    expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
    expect(await live(hourlyViews)).toMatchObject({ state: 'running', handled: 3 });
    await expectAllRight();
  });

  test('begins one build for repeated requests', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted()), soon);
    await projector.stop();
    const { store } = stores();
    const builds = async () =>
      (await store.generations()).flatMap(({ id, view }) => (view === 'listings' ? [id] : []));
    expect(await requestRebuild(store, listings)).toBe(true);
    const begun = await builds();
    expect(begun).toHaveLength(2);
    expect(await requestRebuild(store, listings)).toBe(false);
    expect(await builds()).toEqual(begun);
  });

  test('begins none where an older version answers reads, as the projector builds it anyway', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted()), soon);
    await projector.stop();
    const { store } = stores();
    const before = await store.generations();
    const newer: AnyView = { ...listings, version: 'next' };
    expect(await requestRebuild(store, newer)).toBe(false);
    expect(await store.generations()).toEqual(before);
  });

  test('continues an interrupted build after a restart', async () => {
    await generateLog(stores().log, { events: 3_000, businesses: 20 });
    const head = await stores().log.head();
    const first = start();
    await expect.poll(() => live(hourlyViews)).toMatchObject({ state: 'running', position: head });
    await first.stop();
    await requestRebuild(stores().store, hourlyViews);
    const asked = (await stores().store.generations()).findLast(
      ({ view }) => view === 'hourly-views',
    );
    const cut = start({
      store: withFault(stores().store, (method) => {
        if (method === 'takeOver') throw new Error('cut off');
      }),
    });
    const builtTo = async () =>
      (await stores().store.generations()).find(({ id }) => id === asked?.id)?.position;
    await expect.poll(builtTo).not.toBe(startOfLog);
    await cut.stop();
    start();
    await expect.poll(async () => (await live(hourlyViews))?.id).toBe(asked?.id);
    await expectAllRight();
  });

  test('leaves a paused view paused', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted()), soon);
    await pauseView(stores().store, 'listings');
    const before = await live(listings);
    await requestRebuild(stores().store, listings);
    await expect.poll(async () => (await live(listings))?.id).not.toBe(before?.id);
    expect(await live(listings)).toMatchObject({ state: 'paused' });
  });

  test('leaves the live view unchanged and reports an event that cannot be folded', async () => {
    const views = allViews.map((view) => (view.name === 'listings' ? failing(view) : view));
    const projector = start({ views });
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    const before = await live(listings);
    await requestRebuild(stores().store, listings);
    const halted = () => reported().find(({ type }) => type === 'rebuild-halted');
    await expect.poll(halted).toMatchObject({
      view: 'listings',
      reason: expect.stringContaining('no such case') as string,
    });
    expect(await live(listings)).toMatchObject({ id: before?.id, state: 'running' });
    const [status] = await projector.status();
    expect(status?.building).toMatchObject({ state: 'failed' });
  });

  test('is no request for ever: what failed is not built again after a restart', async () => {
    const views = allViews.map((view) => (view.name === 'listings' ? failing(view) : view));
    const projector = start({ views });
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    await requestRebuild(stores().store, listings);
    await expect.poll(() => reported().map(({ type }) => type)).toContain('rebuild-halted');
    await projector.stop();
    const builds = () => reported().filter(({ type }) => type === 'view-building').length;
    const before = builds();
    const next = start({ views });
    await next.waitUntilVisible(await append(visit(1)), soon);
    await next.stop();
    expect(builds()).toBe(before);
  });
});

test('a build that is paused in the moment in which it fails stays paused', async () => {
  await append(submitted(), approved);
  const { log, store } = stores();
  await rebuildViews({ log, store, views: [listings] });
  const pausing = withFault(store, async (method, [id, ...change]) => {
    const isFailure = JSON.stringify(change).includes('"failed"');
    if (method.endsWith('State') && isFailure)
      await store.changeState(String(id), { from: 'rebuilding', to: 'paused' });
  });
  const rebuild = rebuildViews({ log, store: pausing, views: [failing(listings)] });
  await expect(rebuild).rejects.toThrow('The rebuild of listings halted');
  const states = (await store.generations()).map((each) => [each.live, each.state]);
  expect(states.toSorted()).toEqual([
    [false, 'paused'],
    [true, 'running'],
  ]);
});

test('a failed build that is begun again stays paused where another process completed it meanwhile', async () => {
  await append(submitted(), approved);
  const { log, store } = stores();
  await rebuildViews({ log, store, views: [listings] });
  const { id } = await store.begin(listings);
  await store.changeState(id, { from: 'rebuilding', to: 'failed', error: 'it broke' });
  let isFirst = true;
  const late = withFault(store, async (method) => {
    if (!method.endsWith('State') || !isFirst) return;
    isFirst = false;
    await rebuildViews({ log, store, views: [listings] });
    await pauseView(store, 'listings');
  });
  await rebuildViews({ log, store: late, views: [listings] });
  expect(await live(listings)).toMatchObject({ id, state: 'paused' });
});

test('a replaced failed generation is not a build in progress', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await projector.stop();
  const { log, store } = stores();
  await store.changeState((await live(listings))?.id ?? '', {
    from: 'running',
    to: 'failed',
    error: 'it broke',
  });
  await rebuildViews({ log, store, views: [listings] });
  expect((await projector.status())[0]).toMatchObject({ state: 'running', building: null });
});

function failing(view: AnyView): AnyView {
  return {
    ...view,
    evolve: (doc, event, id) => {
      if (event.type === 'BusinessApproved') throw new Error('no such case');
      return view.evolve(doc, event, id);
    },
  };
}
