import { toPosition, type Position } from '@directory/domain/event-store';
import { describe, expect, test } from 'vitest';
import { appendEvents } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { expectedView, storedView } from '../testing/stored-view.ts';
import {
  definitions,
  expectHiddenAtOnce,
  soon,
  useProjectionFixture,
  visit,
  type StartedProjector,
} from '../testing/projection-fixture.ts';
import { openTemporaryStores } from '../testing/temporary-stores.ts';
import { ViewStoreUnavailable } from '../view-store/view-store.ts';
import { directoryViews } from '../views/directory-views.ts';
import { requestRebuild } from './rebuild.ts';
import type { AnyView } from './view.ts';

const { stores, start, append, reported } = useProjectionFixture();
const { listings, ownerSummary } = definitions;
const { submitted, approved, edited, deleted, ownerErased } = eventsOf(1);

describe('an event that cannot be folded', () => {
  /** Fails on edits of business 1. */
  const poisoned: AnyView = {
    ...listings,
    evolve: (doc, event, id) => {
      const view: AnyView = listings;
      if (event.type === 'BusinessEdited' && id === businessIdOf(1))
        throw new Error('no such field');
      return view.evolve(doc, event, id);
    },
  };
  const views = [poisoned, ownerSummary];

  test('quarantines its key, and other keys are folded', async () => {
    const projector = start({ views });
    const two = eventsOf(2);
    const events = [submitted(), two.submitted(), edited({ phone: '012-9' }), approved, deleted];
    const position = await append(...events, two.approved);
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({
      status: 'pending',
      revision: 0,
    });
    expect(await stores().store.get(listings, businessIdOf(2))).toMatchObject({
      status: 'approved',
    });
    expect(await storedView(stores().store, ownerSummary)).toEqual(
      await expectedView(stores().log, ownerSummary),
    );
    expect(await projector.status()).toMatchObject([
      { view: 'listings', state: 'running', quarantined: [{ key: businessIdOf(1) }], position },
      { view: 'owner-summary', quarantined: [] },
    ]);
    expect(reported()).toContainEqual(
      expect.objectContaining({
        type: 'key-quarantined',
        key: expect.objectContaining({
          view: 'listings',
          key: businessIdOf(1),
          error: 'BusinessEdited: no such field',
        }) as unknown,
      }),
    );
  });

  /** In the first of two views, which both go on. */
  const expectQuarantined = (projector: StartedProjector, position: Position) =>
    expect
      .poll(() => projector.status())
      .toMatchObject([
        { state: 'running', position, quarantined: [{ key: businessIdOf(1) }] },
        { state: 'running', position, quarantined: [] },
      ]);

  test('quarantines its key also in a view that is far behind', async () => {
    const projector = start({ views });
    await projector.waitUntilVisible(await append(submitted()), soon);
    await projector.stop();
    const visits = Array.from({ length: 1_100 }, () => visit(1));
    const position = await append(edited({ phone: '1' }), ...visits, eventsOf(2).submitted());
    await expectQuarantined(start({ views }), position);
  });

  test('quarantines its key also where the view of another log is replaced', async () => {
    const other = await openTemporaryStores();
    const earlier = start({ log: other.log, views });
    await earlier.waitUntilVisible(await appendEvents(other.log, [submitted()]), soon);
    await earlier.stop();
    const position = await append(eventsOf(2).submitted(), submitted(), edited({ phone: '1' }));
    const projector = start({ views });
    await expectQuarantined(projector, position);
    await projector.stop();
    await other.close();
  });

  test('stays quarantined after a restart', async () => {
    const projector = start({ views });
    await projector.waitUntilVisible(
      await append(submitted(), edited({ phone: '1' }), approved),
      soon,
    );
    await projector.stop();
    const next = start({ views });
    await next.waitUntilVisible(await append(deleted), soon);
    const [live] = await stores().store.generations();
    expect(await stores().store.quarantined(live?.id ?? '')).toMatchObject([
      { key: businessIdOf(1), position: toPosition(2) },
    ]);
  });

  test('removes its document from what visitors see', async () => {
    const { approvedList } = directoryViews('UTC');
    const list: AnyView = {
      ...approvedList,
      evolve: (doc, event, id) => {
        const view: AnyView = approvedList;
        if (event.type === 'BusinessEdited') throw new Error('no such field');
        return view.evolve(doc, event, id);
      },
    };
    const projector = start({ views: [list] });
    await projector.waitUntilVisible(await append(submitted(), approved), soon);
    expect(await stores().store.get(approvedList, businessIdOf(1))).not.toBeNull();
    await projector.waitUntilVisible(await append(edited({ phone: '1' })), soon);
    expect(await stores().store.get(approvedList, businessIdOf(1))).toBeNull();
  });

  test('removes its document from a public view, also one that was stored before', async () => {
    const list: AnyView = { ...poisoned, isPublic: true };
    const earlier = start({ views });
    await earlier.waitUntilVisible(await append(submitted(), edited({ phone: '1' })), soon);
    await earlier.stop();
    expect(await stores().store.get(listings, businessIdOf(1))).not.toBeNull();
    const projector = start({ views: [list] });
    await expect.poll(() => stores().store.get(listings, businessIdOf(1))).toBeNull();
    const two = eventsOf(2);
    await projector.waitUntilVisible(await append(two.submitted(), approved), soon);
    expect((await stores().store.find(listings, {})).map(({ id }) => id)).toEqual([
      businessIdOf(2),
    ]);
    await requestRebuild(stores().store, list);
    await expect.poll(() => reported().map(({ type }) => type)).toContain('rebuild-halted');
    expect(await stores().store.get(listings, businessIdOf(1))).toBeNull();
  });

  test('leaves no personal data in a quarantined document when the owner is erased', async () => {
    const projector = start({ views });
    await projector.waitUntilVisible(await append(submitted(), edited({ phone: '1' })), soon);
    await projector.stop();
    const next = start({ views });
    const position = await append(ownerErased(), eventsOf(1, null).approved);
    expect(await next.waitUntilVisible(position, soon)).toBe(true);
    expect(await stores().store.get(listings, businessIdOf(1))).toMatchObject({
      ...{ businessName: 'Erased listing', phone: null, email: null, ownerId: null },
      ...{ status: 'deleted', revision: 2 },
    });
    expect(await next.status()).toMatchObject([
      { quarantined: [{ key: businessIdOf(1), error: 'BusinessEdited: no such field' }] },
      { quarantined: [] },
    ]);
  });

  test.each([
    { what: 'of a quarantined listing', before: [edited({ phone: '1' })] },
    { what: 'of another listing', before: [] },
  ])('removes the document when it erases the owner $what', async ({ before }) => {
    const view: AnyView = {
      ...poisoned,
      evolve: (doc, event, id) => {
        if (event.type === 'OwnerErased') throw new Error('nothing remains');
        return poisoned.evolve(doc, event, id);
      },
    };
    const projector = start({ views: [view, ownerSummary] });
    await projector.waitUntilVisible(await append(submitted()), soon);
    const position = await append(...before, ownerErased(), approved);
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    expect(await stores().store.get(listings, businessIdOf(1))).toBeNull();
    expect(await projector.status()).toMatchObject([
      { state: 'running', quarantined: [{ key: businessIdOf(1) }] },
      { quarantined: [] },
    ]);
  });

  test('stops the view when more than 20 keys of few would be quarantined', async () => {
    const poisonous: AnyView = {
      ...listings,
      evolve: (doc, event, id) => {
        if (event.type === 'BusinessEdited') throw new Error('no such field');
        const view: AnyView = listings;
        return view.evolve(doc, event, id);
      },
    };
    const projector = start({ views: [poisonous, ownerSummary] });
    const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
    await append(...numbers.map((number) => eventsOf(number).submitted()));
    const edits = numbers.map((number) => eventsOf(number).edited({ phone: '1' }));
    const position = await append(...edits);
    await expectHiddenAtOnce(projector, position);
    expect(await projector.status()).toMatchObject([
      { state: 'failed', position: toPosition(41), quarantined: { length: 20 } },
      { state: 'running', position },
    ]);
  });

  test('quarantines a hundredth of the keys of many, and stops the view at one more', async () => {
    const ids = Array.from({ length: 2_100 }, (_, index) => `document-${index}`);
    const failing = new Map<string, number>([
      ['BusinessEdited', 21],
      ['BusinessApproved', 22],
    ]);
    const many: AnyView = {
      ...{ name: 'many', version: '1', indexes: [], key: () => ids },
      handles: ['BusinessSubmitted', 'BusinessEdited', 'BusinessApproved'],
      evolve: (_, { type }, id) => {
        if (ids.indexOf(id) < (failing.get(type) ?? 0)) throw new Error('no such field');
        return { type };
      },
    };
    const projector = start({ views: [many] });
    const position = await append(submitted(), edited({ phone: '1' }));
    expect(await projector.waitUntilVisible(position, soon)).toBe(true);
    expect(await projector.status()).toMatchObject([
      { state: 'running', quarantined: { length: 21 } },
    ]);
    await expectHiddenAtOnce(projector, await append(approved));
    expect(await projector.status()).toMatchObject([{ state: 'failed', position }]);
  });

  test('stops a view whose key function throws until it is mended, and other views continue', async () => {
    const keyless: AnyView = {
      ...listings,
      key: (event) => {
        if (event.type === 'BusinessApproved') throw new Error('no id');
        return ['businessId' in event.data ? event.data.businessId : ''];
      },
    };
    const projector = start({ views: [keyless, ownerSummary] });
    const position = await append(submitted(), approved, edited({ phone: '012-9' }));
    await expectHiddenAtOnce(projector, position);
    expect(await projector.status()).toMatchObject([
      {
        state: 'failed',
        position: toPosition(1),
        error: expect.stringContaining('no id') as string,
      },
      { state: 'running', position },
    ]);
    expect(reported().map(({ type }) => type)).toContain('view-failed');
    await projector.stop();
    const repaired = start({ views: [listings, ownerSummary] });
    await expect
      .poll(() => repaired.status())
      .toMatchObject([
        { state: 'running', position },
        { state: 'running', position },
      ]);
  });
});

describe('a store that fails between the parts of a large commit', () => {
  /** So many documents that a commit of all has two parts. */
  const ids = Array.from({ length: 2_100 }, (_, index) => `document-${index + 1_000}`);
  const first = 'document-1000';
  const last = 'document-3099';

  test.each([
    { what: 'hides a public document of the first part', isPublic: true, poisoned: first },
    { what: 'hides a public document of the second part', isPublic: true, poisoned: last },
    { what: 'leaves a document of the first part', isPublic: false, poisoned: first },
    { what: 'leaves a document of the second part', isPublic: false, poisoned: last },
  ])('$what with its quarantine', async ({ isPublic, poisoned }) => {
    const view: AnyView = {
      ...{ name: 'many', version: '1', indexes: [], isPublic, key: () => ids },
      handles: ['BusinessSubmitted', 'BusinessEdited'],
      evolve: (_, { type }, id) => {
        if (id === poisoned && type === 'BusinessEdited') throw new Error('no such field');
        return { type };
      },
    };
    let commits = 0;
    const store = withFault(stores().store, (method) => {
      if (method === 'commit' && (commits += 1) === 2) throw new ViewStoreUnavailable('away');
    });
    const position = await append(submitted(), edited({ phone: '1' }));
    const projector = start({ store, views: [view] });
    await expect.poll(() => projector.waitUntilVisible(position, soon)).toBe(true);
    expect(await projector.status()).toMatchObject([{ quarantined: [{ key: poisoned }] }]);
    const stored = await storedView(stores().store, view);
    expect(stored.get(poisoned)).toEqual(isPublic ? undefined : { type: 'BusinessSubmitted' });
    expect(stored.size).toBe(ids.length - (isPublic ? 1 : 0));
  });
});
