import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import {
  allViews,
  definitions,
  expectHiddenAtOnce,
  soon,
  useProjectionFixture,
  visit,
  type StartedProjector,
} from '../testing/projection-fixture.ts';
import { areViewsBuilt, pauseView, readStatus, resumeView, UnknownView } from './operations.ts';
import { rejectGeneration } from './assignment.ts';

const { stores, start, append, expectAllRight } = useProjectionFixture();
const { listings, ownerSummary } = definitions;
const { submitted, approved } = eventsOf(1);

const stateOf = async (projector: StartedProjector, name: string) =>
  (await projector.status()).find(({ view }) => view === name);

test('a paused view keeps its documents and waitUntilVisible does not wait for it', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  await expectHiddenAtOnce(projector, await append(approved));
  expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({ status: 'pending' });
  expect(await stores().store.get(ownerSummary, 'owner-1')).toMatchObject({ approved: 1 });
  expect(await stateOf(projector, 'listings')).toMatchObject({ state: 'paused' });
});

test('a paused view stays paused after a restart', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  await projector.stop();
  const next = start();
  await next.waitUntilVisible(await append(approved), soon);
  expect(await stateOf(next, 'listings')).toMatchObject({ state: 'paused' });
  expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({ status: 'pending' });
});

test('a resumed view catches up, and other views count no event twice', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  const position = await append(approved, visit(1), visit(1));
  await projector.waitUntilVisible(position, soon);
  await resumeView(stores().store, 'listings');
  await expect.poll(async () => (await stateOf(projector, 'listings'))?.position).toBe(position);
  await expectAllRight();
});

test('waitUntilVisible does not wait when all views are paused', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  for (const { name } of allViews) await pauseView(stores().store, name);
  await expectHiddenAtOnce(projector, await append(approved));
  for (const { name } of allViews) await resumeView(stores().store, name);
  await expect
    .poll(() => stores().store.get(listings, businessIdOf(1)))
    .toMatchObject({ status: 'approved' });
});

test('pauseView throws UnknownView for an unknown view', async () => {
  await expect(pauseView(stores().store, 'listing')).rejects.toThrow(UnknownView);
});

test('the first build of a view is shown as the view itself', async () => {
  const { store } = stores();
  const { id } = await store.begin(listings);
  expect(await readStatus(store, allViews)).toMatchObject([{ id, building: null }]);
});

test('views are built once each answers reads, until they are of another log', async () => {
  const { store } = stores();
  const areBuilt = () => areViewsBuilt(store, allViews);
  expect(await areBuilt()).toBe(false);
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await projector.stop();
  expect(await areBuilt()).toBe(true);
  const live = (await store.generations()).find(({ view }) => view === listings.name);
  if (!live) throw new Error('no listings');
  await rejectGeneration({ store, report: () => undefined }, live);
  expect(await areBuilt()).toBe(false);
});
