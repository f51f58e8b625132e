import { expect, test } from 'vitest';
import {
  added,
  at,
  changed as changedNote,
  commitTo,
  generationOf,
  note,
  quarantinedKey,
  someView,
  beginLive,
} from '../../testing/notes.ts';
import { ViewStoreUnavailable, type ViewChange, type ViewStore } from '../view-store.ts';

/** Several programs work with one store. */
export function sharingContract(open: () => Promise<ViewStore>): void {
  const both = async () => {
    const [one, other] = [await open(), await open()];
    const close = async () => {
      await one.close();
      await other.close();
    };
    return { one, other, close };
  };

  test('one store reads what another wrote and sees a new change token', async () => {
    const { one, other, close } = await both();
    const view = someView();
    const generation = await beginLive(one, view);
    const before = await other.changeToken(view);
    await commitTo(one, generation, { documents: [added('a', 1)] });
    expect(await other.get(view, 'a')).toEqual(note());
    expect(await other.changeToken(view)).not.toBe(before);
    await close();
  });

  test('one store follows a takeover by another', async () => {
    const { one, other, close } = await both();
    const view = someView();
    await beginLive(one, view);
    expect(await other.find(view, {})).toEqual([]);
    const next = await one.begin(view);
    await commitTo(one, next, { documents: [added('a', 1)] });
    await one.takeOver(next.id);
    expect(await other.find(view, {})).toHaveLength(1);
    await close();
  });

  test('of builds that several programs begin at once one stays', async () => {
    const { one, other, close } = await both();
    const view = someView();
    const live = await beginLive(one, view);
    const stores = Array.from({ length: 10 }, () => [one, other]).flat();
    const begun = await Promise.all(stores.map((store) => store.begin(view)));
    const [, stays, ...more] = (await one.generations()).filter((each) => each.view === view.name);
    expect(more).toEqual([]);
    expect(begun).toContainEqual(stays);
    expect(await generationOf(one, live.id)).toEqual(live);
    await close();
  });

  /** A view that a store watches; `changed` returns what was reported since the last call. */
  const watched = async (store: ViewStore) => {
    const view = someView();
    const generation = await beginLive(store, view);
    const reported: ViewChange[] = [];
    const look = store.watch((change) => reported.push(change));
    const changed = async () => {
      await look();
      return reported.splice(0).filter((change) => change.view === view.name);
    };
    await changed();
    return { view, generation, changed };
  };

  const idsIn = async (store: ViewStore, [change]: readonly ViewChange[]) =>
    change?.after ? store.findChanged({ name: change.view }, change.after, 10) : change?.ids;

  test.each(['one', 'other'] as const)(
    'a store reports the document that %s of two programs committed',
    async (writer) => {
      const { one, other, close } = await both();
      const { generation, changed } = await watched(one);
      expect(await changed()).toEqual([]);
      await commitTo({ one, other }[writer], generation, { documents: [added('a', 1)] });
      const changes = await changed();
      expect(await idsIn(one, changes)).toEqual(['a']);
      expect(await changed()).toEqual([]);
      await close();
    },
  );

  test('a store finds what another program changed and removed after what it reported, up to a limit', async () => {
    const { one, other, close } = await both();
    const { view, generation, changed } = await watched(one);
    const first = ['a', 'b', 'c'].map((id, index) => added(id, index + 1));
    await commitTo(other, generation, { documents: first });
    await changed();
    const second = [changedNote('b', [2, 4]), changedNote('c', [3, 5], null)];
    await commitTo(other, generation, { documents: second });
    const [change] = await changed();
    expect(change).toEqual({ view: view.name, ids: null, after: at(3) });
    expect((await one.findChanged(view, at(3), 2))?.toSorted()).toEqual(['b', 'c']);
    expect(await one.findChanged(view, at(3), 1)).toBeNull();
    await close();
  });

  test.each([
    { then: 'at once', later: [], found: ['a'] },
    { then: 'after a later event', later: [added('c', 3)], found: ['a', 'c'] },
  ])('a store finds $then what another program hid in quarantine', async ({ later, found }) => {
    const { one, other, close } = await both();
    const { view, generation, changed } = await watched(one);
    await commitTo(other, generation, {
      documents: [added('a', 1), added('b', 2)],
      quarantined: [quarantinedKey({ key: 'a', position: at(1) })],
    });
    await changed();
    // As `hide` of the fold does: that is no event, so the positions stay.
    await commitTo(other, generation, {
      documents: [changedNote('a', [1, 1], null), ...later],
      position: at(2 + later.length),
    });
    expect(await one.get(view, 'a')).toBeNull();
    const ids = await idsIn(one, await changed());
    expect(ids?.toSorted()).toEqual(found);
    await close();
  });

  test('a store reports a build when it answers reads and not before', async () => {
    const { one, close } = await both();
    const { view, changed } = await watched(one);
    const next = await one.begin(view);
    await commitTo(one, next, { documents: [added('a', 1)] });
    expect(await changed()).toEqual([]);
    await one.takeOver(next.id);
    expect(await changed()).toEqual([{ view: view.name, ids: null }]);
    await close();
  });

  test('of two stores that commit one document one succeeds', async () => {
    const { one, other, close } = await both();
    const generation = await beginLive(one, someView());
    const documents = [added('a', 1)];
    const outcomes = await Promise.all([
      commitTo(one, generation, { documents, position: at(1) }),
      commitTo(other, generation, { documents, position: at(1) }),
    ]);
    expect(outcomes.toSorted()).toEqual(['lost', 'stored']);
    await close();
  });

  test('a reopened store holds everything', async () => {
    const view = someView();
    const first = await open();
    const generation = await beginLive(first, view);
    await commitTo(first, generation, { documents: [added('a', 1)], handled: 1 });
    const token = await first.changeToken(view);
    await first.close();
    const second = await open();
    expect(await second.get(view, 'a')).toEqual(note());
    expect(await second.changeToken(view)).toBe(token);
    await second.close();
  });

  test('a closed store throws ViewStoreUnavailable', async () => {
    const store = await open();
    const view = someView();
    await store.ping();
    await store.close();
    await store.close();
    await expect(store.ping()).rejects.toThrow(ViewStoreUnavailable);
    await expect(store.get(view, 'a')).rejects.toThrow(ViewStoreUnavailable);
    await expect(beginLive(store, view)).rejects.toThrow(ViewStoreUnavailable);
    await expect(store.commit([])).rejects.toThrow(ViewStoreUnavailable);
  });
}
