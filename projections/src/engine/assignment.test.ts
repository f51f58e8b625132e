import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPosition } from '@directory/domain/event-store';
import { describe, expect, test } from 'vitest';
import { appendEvents } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { expectedView, storedView } from '../testing/stored-view.ts';
import { openTemporaryStores } from '../testing/temporary-stores.ts';
import {
  definitions,
  expectHiddenAtOnce,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { directoryViews } from '../views/directory-views.ts';
import type { Generation, ViewState } from '../view-store/view-store.ts';
import { ofAnotherLog } from './anchor.ts';
import { assignmentOf, begunBuild } from './assignment.ts';
import type { AnyView } from './view.ts';

const { stores, start, append, reported } = useProjectionFixture();
const { listings, ownerSummary, hourlyViews } = definitions;
const { submitted, approved, edited, deleted } = eventsOf(1);

describe('what a projector has to do for a view', () => {
  const { name, version } = listings;
  let made = 0;
  const generation = (given: Partial<Generation>): Generation => ({
    ...{ id: String((made += 1)), view: name, version, live: false, state: 'running' },
    ...{ position: toPosition(1), handled: 1, anchor: null, error: null, updatedAt: '' },
    ...given,
  });
  const live = generation({ live: true });
  const building = generation({ state: 'rebuilding' });

  test.each<{ what: string; given: readonly Generation[]; build?: readonly Generation[] }>([
    { what: 'the live generation is followed', given: [live] },
    { what: 'a build beside it is continued', given: [live, building], build: [building] },
    { what: 'one that failed beside it is not', given: [live, generation({ state: 'failed' })] },
    { what: 'one that it replaced is not', given: [building, live] },
    { what: 'that of another version is not', given: [live, { ...building, version: 'next' }] },
    { what: 'that of another view is not', given: [live, { ...building, view: 'audit' }] },
  ])('$what', ({ given, build = [] }) => {
    expect(assignmentOf(listings, given)).toEqual({ follow: live, build, isMissing: false });
  });

  test.each<ViewState>(['rebuilding', 'failed', 'paused'])(
    'a live generation that is %s is not followed, and is built unless it is paused',
    (state) => {
      const stopped = { ...live, state };
      expect(assignmentOf(listings, [stopped, building])).toEqual({
        follow: null,
        build: state === 'paused' ? [building] : [stopped, building],
        isMissing: false,
      });
    },
  );

  test.each([
    { what: 'there is none', others: [] },
    { what: 'it is of another version', others: [{ ...live, version: 'next' }] },
    {
      what: 'it is of another log',
      others: [{ ...live, state: 'failed' as const, error: ofAnotherLog }],
    },
  ])('a live generation is missing where $what, also if one was live before', ({ others }) => {
    const before = generation({});
    for (const given of [others, [before, ...others]])
      expect(assignmentOf(listings, given)).toEqual({ follow: null, build: [], isMissing: true });
    expect(begunBuild(listings, [before, ...others])).toBe(before);
    expect(begunBuild(listings, [before, ...others, building])).toBe(building);
  });
});

describe('a view of another version', () => {
  const newer: AnyView = {
    ...listings,
    version: `${listings.version} next`,
    evolve: (doc, event, id) => {
      const view: AnyView = listings;
      const next = view.evolve(doc, event, id);
      return next && { ...next, isNewer: true };
    },
  };

  test('is rebuilt and takes over', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    await projector.stop();
    const next = start({ views: [newer, ownerSummary] });
    await expect
      .poll(() => stores().store.get(listings, businessIdOf(1)))
      .toMatchObject({ status: 'approved', isNewer: true });
    const position = await append(edited({ phone: '012-9' }));
    expect(await next.waitUntilVisible(position, soon)).toBe(true);
    expect(await storedView(stores().store, newer)).toEqual(
      await expectedView(stores().log, newer),
    );
    expect(reported().map(({ type }) => type)).toContain('view-ready');
  });

  test('that cannot be rebuilt leaves the older version live', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    await projector.stop();
    const broken: AnyView = {
      ...newer,
      evolve: (doc, event, id) => {
        if (event.type === 'BusinessApproved') throw new Error('no such case');
        return newer.evolve(doc, event, id);
      },
    };
    const next = start({ views: [broken, ownerSummary] });
    await expect
      .poll(async () => (await next.status())[0])
      .toMatchObject({
        version: listings.version,
        state: 'running',
        building: { version: newer.version, state: 'failed', position: toPosition(1) },
      });
    expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({
      status: 'approved',
    });
    await expectHiddenAtOnce(next, await append(deleted));
  });

  test('is what another time zone makes of hourly views', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(visit(1)), soon);
    await projector.stop();
    const inUtc = directoryViews('UTC').hourlyViews;
    start({ views: [inUtc] });
    await expect
      .poll(async () => (await stores().store.get(inUtc, businessIdOf(1)))?.hours[10])
      .toBe(1);
  });

  test('takes over at once when an older version is still stored', async () => {
    for (const views of [[listings], [newer], [listings]] as const) {
      const projector = start({ views });
      await append(edited({ phone: `012-${views[0].version}` }));
      const [{ version }] = views;
      await expect.poll(async () => (await projector.status())[0]?.version).toBe(version);
      await projector.stop();
    }
    const generations = await stores().store.generations();
    expect(generations.map(({ version, live }) => [version, live])).toEqual([
      [listings.version, true],
      [newer.version, false],
    ]);
  });
});

describe('views that do not match the log', () => {
  test('are rebuilt when they are ahead of the log', async () => {
    const projector = start();
    await projector.waitUntilVisible(await append(submitted(), approved, visit(1)), soon);
    await projector.stop();
    const older = await openTemporaryStores();
    const position = await appendEvents(older.log, [submitted(), visit(1)]);
    const next = start({ log: older.log });
    expect(await next.waitUntilVisible(position, soon)).toBe(true);
    expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({
      status: 'pending',
    });
    expect(reported()).toContainEqual({ type: 'view-of-another-log', view: 'listings' });
    await next.stop();
    await older.close();
  });

  test('are built from the begin when a build of another log was cut off', async () => {
    const other = await openTemporaryStores();
    await appendEvents(other.log, [eventsOf(2).submitted(), submitted()]);
    const cut = withFault(stores().store, (method) => {
      if (method === 'takeOver') throw new Error('cut off');
    });
    const first = start({ log: other.log, store: cut });
    const positions = async () =>
      (await stores().store.generations()).map(({ position }) => position);
    await expect.poll(positions).toContain(toPosition(2));
    await first.stop();
    const position = await append(submitted(), approved);
    expect(await start().waitUntilVisible(position, soon)).toBe(true);
    expect(await stores().store.find(listings, {})).toMatchObject([{ status: 'approved' }]);
    await other.close();
  });

  test('are rebuilt when their file is damaged', async () => {
    const projector = start();
    const position = await append(submitted(), approved, visit(1), visit(1));
    await projector.waitUntilVisible(position, soon);
    await projector.stop();
    const { dataDir, store, reopen, quarantinedFiles } = stores();
    await store.close();
    writeFileSync(join(dataDir, 'views.db'), 'spoilt'.repeat(2_000));
    const opened = await reopen();
    expect(quarantinedFiles).toMatchObject([{ type: 'view-store-set-aside' }]);
    expect(await start({ store: opened }).waitUntilVisible(position, soon)).toBe(true);
    expect(await opened.get(listings, businessIdOf(1))).toMatchObject({ status: 'approved' });
    expect(await opened.get(hourlyViews, businessIdOf(1))).toMatchObject({ views: 2 });
  });
});
