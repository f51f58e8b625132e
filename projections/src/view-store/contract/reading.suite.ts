import { describe, expect, test } from 'vitest';
import { added, at, changed, commitTo, note, someView, beginLive } from '../../testing/notes.ts';
import { ViewStoreUnavailable, type ViewStore } from '../view-store.ts';

export function readingContract(getStore: () => ViewStore): void {
  const withNotes = async () => {
    const store = getStore();
    const view = someView();
    const generation = await beginLive(store, view);
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

  describe.each([
    ['in its definition', ['kind', 'group', 'text', 'year', 'isNew'] as const],
    ['that only a newer definition has', undefined],
  ])('pages by fields %s', (_, pageFields) => {
    const withMany = async () => {
      const store = getStore();
      const view = someView({ ...(pageFields && { pageFields }) });
      const generation = await beginLive(store, view);
      const documents = [
        added('a', 1, note({ text: 'Teh Tarik', group: 'drinks', year: 1998, isNew: true })),
        added('b', 2, note({ text: 'satay', kind: 'closed', year: 900 })),
        added('c', 3, note({ text: 'Bandung', group: 'drinks', kind: 'moved' })),
        added('d', 4, note({ text: 'teh o', group: null, year: 2001 })),
        added('e', 5, note({ text: '', group: '', isNew: true })),
        added('f', 6, note({ text: 'rojak' })),
      ];
      await commitTo(store, generation, { documents });
      await commitTo(store, generation, { documents: [changed('f', [6, 7], null)] });
      return { store, view, generation };
    };
    const all = { skip: 0, limit: 9 };

    test.each([
      [[], ['Teh Tarik', 'satay', 'Bandung', 'teh o', '']],
      [[{ field: 'text' }], ['Bandung', 'Teh Tarik', 'satay', 'teh o', '']],
      [[{ field: 'text', ignoreCase: true }], ['Bandung', 'satay', 'teh o', 'Teh Tarik', '']],
      [
        [{ field: 'text', ignoreCase: true, isDescending: true }],
        ['Teh Tarik', 'teh o', 'satay', 'Bandung', ''],
      ],
      [[{ field: 'year' }], ['satay', 'Teh Tarik', 'teh o', 'Bandung', '']],
      [[{ field: 'year', isDescending: true }], ['teh o', 'Teh Tarik', 'satay', 'Bandung', '']],
      [[{ field: 'group' }], ['Teh Tarik', 'Bandung', 'satay', 'teh o', '']],
      [[{ field: 'group', isDescending: true }], ['satay', 'Teh Tarik', 'Bandung', 'teh o', '']],
      [
        [{ field: 'isNew', isDescending: true }, { field: 'text' }],
        ['Teh Tarik', '', 'Bandung', 'satay', 'teh o'],
      ],
    ] as const)('findPage orders by %j', async (order, texts) => {
      const { store, view } = await withMany();
      const found = await store.findPage(view, { where: {} }, { order, ...all });
      expect(found.map(({ text }) => text)).toEqual(texts);
    });

    test.each([
      [{ kind: ['open'] }, undefined, ['Teh Tarik', 'teh o', '']],
      [{ kind: ['closed', 'moved'] }, undefined, ['satay', 'Bandung']],
      [{ kind: ['open'], group: ['drinks'] }, undefined, ['Teh Tarik']],
      [{ isNew: [true] }, undefined, ['Teh Tarik', '']],
      [{ kind: [] }, undefined, []],
      [{}, 'TEH', ['Teh Tarik', 'teh o']],
      [{ group: ['drinks'] }, 'n', ['Bandung']],
      [{}, '%', []],
      [{}, '$text', []],
    ] as const)('findPage with %j and %j finds %j', async (where, text, texts) => {
      const { store, view } = await withMany();
      const contains = text === undefined ? undefined : ({ field: 'text', text } as const);
      const found = await store.findPage(view, { where, contains }, { order: [], ...all });
      expect(found.map((each) => each.text)).toEqual(texts);
    });

    test('findPage skips and limits', async () => {
      const { store, view } = await withMany();
      const order = [{ field: 'text', isDescending: true }] as const;
      const page = (skip: number, limit: number) =>
        store.findPage(view, { where: {} }, { order, skip, limit });
      expect((await page(1, 2)).map(({ text }) => text)).toEqual(['satay', 'Teh Tarik']);
      expect(await page(5, 2)).toEqual([]);
    });

    test('countBy counts each value', async () => {
      const { store, view } = await withMany();
      const contains = { field: 'text', text: 'a' } as const;
      expect(await store.countBy(view, 'kind', { where: {} })).toEqual(
        new Map([
          ['closed', 1],
          ['moved', 1],
          ['open', 3],
        ]),
      );
      expect(await store.countBy(view, 'group', { where: {}, contains })).toEqual(
        new Map([
          ['drinks', 2],
          ['food', 1],
        ]),
      );
      expect(await store.countBy(view, 'kind', { where: { kind: ['gone'] } })).toEqual(new Map());
    });

    test('findPage and countBy follow a change of a document', async () => {
      const { store, view, generation } = await withMany();
      const doc = note({ text: 'Air', group: 'new', year: 5, isNew: true });
      await commitTo(store, generation, { documents: [changed('b', [2, 8], doc)] });
      const order = [{ field: 'year' }] as const;
      const [first] = await store.findPage(view, { where: {} }, { order, ...all });
      expect(first).toEqual(doc);
      expect((await store.countBy(view, 'group', { where: {} })).get('new')).toBe(1);
    });
  });

  test('a view that is not built yet throws ViewStoreUnavailable', async () => {
    const store = getStore();
    const building = someView();
    await store.begin(building);
    const page = { order: [], skip: 0, limit: 1 };
    for (const view of [someView(), building])
      for (const read of [
        store.get(view, 'a'),
        store.find(view, {}),
        store.findLast(view, {}, { limit: 1 }),
        store.findPage(view, { where: {} }, page),
        store.countBy(view, 'kind', { where: {} }),
      ])
        await expect(read).rejects.toThrow(ViewStoreUnavailable);
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
      const next = await store.begin(view);
      await commitTo(store, next, { position: at(9) });
      expect(await store.changeToken(view)).toBe(before);
      expect(await store.takeOver(next.id)).toBe(true);
      expect(await store.changeToken(view)).not.toBe(before);
    });

    test('changes when the view is created', async () => {
      const store = getStore();
      const view = someView();
      const before = await store.changeToken(view);
      await beginLive(store, view);
      expect(await store.changeToken(view)).not.toBe(before);
    });
  });
}
