import { describe, expect, test } from 'vitest';
import { added, at, changed, commitTo, note, someView } from '../../testing/notes.ts';
import type { ViewStore } from '../view-store.ts';

export function readingContract(getStore: () => ViewStore): void {
  const withNotes = async () => {
    const store = getStore();
    const view = someView();
    const generation = await store.begin(view, { live: true });
    const documents = [
      added('c', 1, note({ text: 'c' })),
      added('a', 2, note({ text: 'a', group: 'drinks' })),
      added('b', 3, note({ text: 'b', kind: 'closed' })),
      added('d', 4, note({ text: 'd', group: null })),
    ];
    await commitTo(store, generation, { documents });
    return { store, view, generation };
  };

  test('get returns a document by id', async () => {
    const { store, view } = await withNotes();
    expect(await store.get(view, 'a')).toEqual(note({ text: 'a', group: 'drinks' }));
    expect(await store.get(view, 'A')).toBeNull();
  });

  test.each([
    [{}, ['a', 'b', 'c', 'd']],
    [{ group: 'food' }, ['b', 'c']],
    [{ group: 'food', kind: 'open' }, ['c']],
    [{ kind: 'open' }, ['a', 'c', 'd']],
    [{ group: 'FOOD' }, []],
    [{ group: '' }, []],
  ])('find with %j returns documents in id order', async (where, texts) => {
    const { store, view } = await withNotes();
    expect((await store.find(view, where)).map(({ text }) => text)).toEqual(texts);
  });

  test('find searches a field that only a newer definition indexes', async () => {
    const { store, view } = await withNotes();
    const newer = { ...view, version: '2', indexes: ['group', 'kind', 'text'] as const };
    expect(await store.find(newer, { text: 'b', kind: 'closed' })).toHaveLength(1);
  });

  test.each([
    [{}, { limit: 3 }, ['d', 'c', 'b']],
    [{}, { limit: 9, before: 'c' }, ['b', 'a']],
    [{}, { limit: 9, before: 'd', from: 'b' }, ['c', 'b']],
    [{ kind: 'open' }, { limit: 2 }, ['d', 'c']],
    [{ kind: 'open' }, { limit: 1, before: 'd', from: 'a' }, ['c']],
    [{ group: 'food', kind: 'open' }, { limit: 9 }, ['c']],
    [{ kind: 'open' }, { limit: 9, before: 'a' }, []],
  ])('findLast with %j and %j returns documents from the last id', async (where, range, texts) => {
    const { store, view } = await withNotes();
    expect((await store.findLast(view, where, range)).map(({ text }) => text)).toEqual(texts);
  });

  test('a missing view reads as empty', async () => {
    const store = getStore();
    expect(await store.get(someView(), 'a')).toBeNull();
    expect(await store.find(someView(), {})).toEqual([]);
    expect(await store.findLast(someView(), {}, { limit: 1 })).toEqual([]);
  });

  describe('the change token', () => {
    test('is stable while nothing changes', async () => {
      const { store, view, generation } = await withNotes();
      const before = await store.changeToken(view);
      await commitTo(store, generation, { position: at(99) });
      expect(await store.changeToken(view)).toBe(before);
    });

    test('changes with every change of a document', async () => {
      const { store, view, generation } = await withNotes();
      const tokens = [await store.changeToken(view)];
      for (const change of [changed('a', [2, 5]), changed('a', [5, 6], null), added('e', 7)]) {
        await commitTo(store, generation, { documents: [change] });
        tokens.push(await store.changeToken(view));
      }
      expect(new Set(tokens).size).toBe(tokens.length);
    });

    test('is stable when another view changes', async () => {
      const [one, other] = [await withNotes(), await withNotes()];
      const before = await one.store.changeToken(one.view);
      await commitTo(other.store, other.generation, { documents: [added('e', 5)] });
      expect(await one.store.changeToken(one.view)).toBe(before);
    });

    test('changes with a takeover', async () => {
      const { store, view } = await withNotes();
      const before = await store.changeToken(view);
      const next = await store.begin(view, { live: false });
      expect(await store.changeToken(view)).toBe(before);
      await store.takeOver(next.id);
      expect(await store.changeToken(view)).not.toBe(before);
    });

    test('changes when the view is created', async () => {
      const store = getStore();
      const view = someView();
      const before = await store.changeToken(view);
      await store.begin(view, { live: true });
      expect(await store.changeToken(view)).not.toBe(before);
    });
  });
}
