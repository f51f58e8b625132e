import type { RecordedEvent } from '@directory/domain/event-store';
import { directoryViews } from '@directory/projections';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  operationsResponse,
  viewReportResponse,
  type ViewReportResponse,
} from '../contracts/operations.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

const path = '/api/operations/views';
let site: TestSite;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  site = await startTestSite();
  admin = site.signIn('admin');
  owner = site.signIn('user');
  await publishListing(site, owner);
  await vi.waitUntil(async () => (await stateOf('listings')) === 'running', 15_000);
});
afterAll(() => site.stop());

async function reports(): Promise<readonly ViewReportResponse[]> {
  const answer = await site.get(path, { as: admin });
  expect(answer.status).toBe(200);
  return operationsResponse.strict().parse(answer.json).views;
}
const reportOf = async (name: string) => (await reports()).find((each) => each.name === name);
const stateOf = async (name: string) => (await reportOf(name))?.state;

const recorded = ({ stream, type, data, metadata }: RecordedEvent) => [
  stream,
  type,
  'view' in data && data.view,
  metadata.actor.id,
];

async function ask(name: string, what: 'pause' | 'resume' | 'rebuild') {
  const answer = await site.post(`${path}/${name}/${what}`, {}, { as: admin });
  return { status: answer.status, view: viewReportResponse.strict().parse(answer.json) };
}

test('GET /api/operations/views reports log, views and workers', async () => {
  const answer = await site.get(path, { as: admin });
  const report = operationsResponse.strict().parse(answer.json);
  const head = await site.site.stores.log.head();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(report).toMatchObject({
    log: { reachable: true, head },
    viewStore: { reachable: true },
    projector: { holder: expect.stringContaining(`:${process.pid}:`) as string },
    rebuilder: null,
  });
  expect(report.views.map(({ name }) => name)).toEqual([
    'listings',
    'approved-list',
    'owner-summary',
    'hourly-views',
    'reviews',
    'audit',
  ]);
  expect(report.views[0]).toMatchObject({
    version: directoryViews('Asia/Kuala_Lumpur').listings.version,
    state: 'running',
    position: head,
    handled: 2,
    lag: { events: 0, isMore: false, seconds: 0 },
    error: null,
    quarantinedCount: 0,
    quarantined: [],
    rebuild: null,
  });
});

test('a paused view stays unchanged until it is resumed, and each is recorded once', async () => {
  const appended = await site.appendedBy(async () => {
    expect(await ask('listings', 'pause')).toMatchObject({
      status: 200,
      view: { state: 'paused' },
    });
    expect(await ask('listings', 'pause')).toMatchObject({
      status: 200,
      view: { state: 'paused' },
    });
  });
  expect(appended.map(recorded)).toEqual([['operations', 'ViewPaused', 'listings', admin.id]]);

  const id = await submitListing(site, owner);
  expect((await site.get(`/api/businesses/${id}`, { as: owner })).status).toBe(404);
  expect(await reportOf('listings')).toMatchObject({ state: 'paused', lag: { events: 2 } });
  expect(await reportOf('owner-summary')).toMatchObject({ state: 'running', lag: { events: 0 } });

  const resumed = await site.appendedBy(async () => {
    // It may have caught up before the answer is read.
    const { status, view } = await ask('listings', 'resume');
    expect(status).toBe(200);
    expect(['rebuilding', 'running']).toContain(view.state);
    await expect.poll(() => reportOf('listings')).toMatchObject({ state: 'running' });
    await ask('listings', 'resume');
  });
  expect(resumed.map(recorded)).toEqual([['operations', 'ViewResumed', 'listings', admin.id]]);
  expect(await reportOf('listings')).toMatchObject({ lag: { events: 0 } });
  expect((await site.get(`/api/businesses/${id}`, { as: owner })).status).toBe(200);
});

test('a write does not wait for a paused view and answers with X-Stale', async () => {
  await ask('listings', 'pause');
  const id = await submitListing(site, owner);
  // So long that a slow machine cannot be taken for a wait.
  const { projector } = site.site;
  const wait = projector.waitUntilVisible;
  const waits = vi
    .spyOn(projector, 'waitUntilVisible')
    .mockImplementation((position) => wait(position, 40_000));
  onTestFinished(() => {
    waits.mockRestore();
  });
  const started = performance.now();
  const edit = { synopsis: 'Another.' };
  const answer = await site.put(`/api/businesses/update/${id}`, edit, { as: owner });
  expect(answer.headers.get('x-stale')).toBe('true');
  expect(waits).toHaveBeenCalledOnce();
  expect(performance.now() - started).toBeLessThan(30_000);
  waits.mockRestore();
  await ask('listings', 'resume');
  await expect.poll(() => reportOf('listings')).toMatchObject({ lag: { events: 0 } });
  const fresh = await site.put(
    `/api/businesses/update/${id}`,
    { synopsis: 'A third.' },
    { as: owner },
  );
  expect(fresh.headers.get('x-stale')).toBeNull();
});

test('a rebuild runs beside the live view and replaces it', async () => {
  const before = await reportOf('hourly-views');
  const appended = await site.appendedBy(async () => {
    expect(await ask('hourly-views', 'rebuild')).toMatchObject({
      status: 202,
      view: { name: 'hourly-views', state: 'running' },
    });
  });
  expect(appended.map(recorded)).toEqual([
    ['operations', 'ViewRebuildRequested', 'hourly-views', admin.id],
  ]);
  await expect
    .poll(async () => (await reportOf('hourly-views'))?.generation)
    .not.toBe(before?.generation);
  expect(await reportOf('hourly-views')).toMatchObject({
    state: 'running',
    handled: before?.handled,
    rebuild: null,
  });
});

test('a rebuild under way is not begun or recorded again, and a view that is not stored yet answers 503', async () => {
  const stopped = await startTestSite();
  const as = stopped.signIn('admin');
  await stopped.caughtUp();
  const { projector, stores } = stopped.site;
  await projector.stop();
  const rebuild = () => stopped.post(`${path}/listings/rebuild`, {}, { as });
  const before = await stores.log.head();
  expect((await rebuild()).status).toBe(202);
  const generations = await stores.views.generations();
  const once = await stores.log.head();
  expect(once).not.toBe(before);
  expect((await rebuild()).status).toBe(202);
  expect(await stores.log.head()).toBe(once);
  expect(await stores.views.generations()).toEqual(generations);
  vi.spyOn(stores.views, 'generations').mockResolvedValueOnce([]);
  const pause = await stopped.post(`${path}/listings/pause`, {}, { as });
  expect(pause).toMatchObject({ status: 503, json: { type: 'unavailable' } });
  await stopped.stop();
});

test('a quarantined key is reported with its event', async () => {
  const { views } = site.site.stores;
  const live = (await views.generations()).find(({ live, view }) => live && view === 'listings');
  if (!live) throw new Error('there is no live generation');
  const { position, handled, id: generation } = live;
  const poison = {
    key: 'a-listing',
    position,
    eventId: '0b0e7a52-6a3c-4a53-9b36-0d6a8f3c2e74',
    error: 'no such case',
    at: '2026-11-21T10:00:00.000Z',
  };
  const unchanged = { documents: [], anchor: null, position, handled };
  await views.commit([{ ...unchanged, generation, quarantined: [poison] }]);
  expect(await reportOf('listings')).toMatchObject({ quarantinedCount: 1, quarantined: [poison] });
});

describe('a caller who is no admin', () => {
  test.each(['pause', 'resume', 'rebuild'])('may not %s a view', async (what) => {
    const before = await site.site.stores.views.generations();
    const address = `${path}/listings/${what}`;
    expect((await site.post(address, {})).status).toBe(401);
    expect((await site.post(address, {}, { as: owner })).status).toBe(403);
    expect(await site.site.stores.views.generations()).toEqual(before);
  });

  test('may not see the views', async () => {
    expect((await site.get(path)).status).toBe(401);
    expect((await site.get(path, { as: owner })).status).toBe(403);
  });
});

test.each(['pause', 'resume', 'rebuild'])(
  'POST %s of an unknown view answers 404',
  async (what) => {
    const answer = await site.post(`${path}/listing/${what}`, {}, { as: admin });
    expect(answer.status).toBe(404);
  },
);

test('an operation is carried out and logged when the event log cannot record it', async () => {
  const failing = await startTestSite();
  const as = failing.signIn('admin');
  await failing.caughtUp();
  await failing.site.stores.log.stored.close();
  expect((await failing.post(`${path}/listings/pause`, {}, { as })).status).toBe(200);
  const generations = await failing.site.stores.views.generations();
  expect(generations.find(({ view }) => view === 'listings')?.state).toBe('paused');
  const line = failing.logged.find((each) => each.includes('operation-not-recorded'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    event: { type: 'ViewPaused', data: { view: 'listings' } },
    actor: as.id,
    err: { type: 'Unavailable' },
  });
  await failing.stop();
});

test('an unreachable view store is reported, and commands to it are answered 503', async () => {
  const failing = await startTestSite();
  const as = failing.signIn('admin');
  await failing.site.stores.views.close();
  const answer = await failing.get(path, { as });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ viewStore: { reachable: false }, views: [] });
  expect((await failing.post(`${path}/listings/pause`, {}, { as })).status).toBe(503);
  await failing.stop();
});
