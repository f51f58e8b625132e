import { describe, expect, test } from 'vitest';
import {
  added,
  at,
  changed,
  commitTo,
  generationOf,
  note,
  quarantinedKey,
  someView,
  beginLive,
} from '../../testing/notes.ts';
import type { ViewStore } from '../view-store.ts';

export function committingContract(getStore: () => ViewStore): void {
  const begin = async () => {
    const store = getStore();
    const view = someView();
    return { store, view, generation: await beginLive(store, view) };
  };

  test('commit stores documents and checkpoint together', async () => {
    const { store, view, generation } = await begin();
    const documents = [added('a', 1), added('b', 2)];
    const outcome = await commitTo(store, generation, { documents, position: at(7), handled: 2 });
    expect(outcome).toBe('stored');
    expect(await store.get(view, 'a')).toEqual(note());
    expect(await store.load(generation.id, ['b', 'c'])).toEqual(
      new Map([['b', { position: at(2), doc: note() }]]),
    );
    expect(await generationOf(store, generation.id)).toMatchObject({ position: at(7), handled: 2 });
  });

  test('commit replaces a document that is unchanged since it was loaded', async () => {
    const { store, view, generation } = await begin();
    await commitTo(store, generation, { documents: [added('a', 1)] });
    const documents = [changed('a', [1, 2], note({ text: 'teh tarik', group: 'drinks' }))];
    expect(await commitTo(store, generation, { documents })).toBe('stored');
    expect(await store.find(view, { group: 'drinks' })).toEqual([
      note({ text: 'teh tarik', group: 'drinks' }),
    ]);
    expect(await store.find(view, { group: 'food' })).toEqual([]);
  });

  test.each([
    ['that is there already', added('a', 2)],
    ['that was changed since', changed('a', [1, 3])],
  ])('a document %s is lost, and the checkpoint does not move', async (_, change) => {
    const { store, generation } = await begin();
    await commitTo(store, generation, { documents: [added('a', 1)] });
    await commitTo(store, generation, { documents: [changed('a', [1, 2], note({ text: 'x' }))] });
    const outcome = await commitTo(store, generation, { documents: [change], position: at(9) });
    expect(outcome).toBe('lost');
    expect((await store.load(generation.id, ['a'])).get('a')).toEqual({
      position: at(2),
      doc: note({ text: 'x' }),
    });
    expect(await generationOf(store, generation.id)).toMatchObject({ position: at(2) });
  });

  test('of many concurrent commits of one document one succeeds', async () => {
    const { store, generation } = await begin();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => commitTo(store, generation, { documents: [added('a', 1)] })),
    );
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
  });

  test('the checkpoint never moves back', async () => {
    const { store, generation } = await begin();
    await commitTo(store, generation, { position: at(9), handled: 5 });
    await commitTo(store, generation, { position: at(4), handled: 2 });
    expect(await generationOf(store, generation.id)).toMatchObject({ position: at(9), handled: 5 });
  });

  test('the anchor is stored with the checkpoint, and null leaves it', async () => {
    const { store, generation } = await begin();
    expect(generation.anchor).toBeNull();
    const anchor = { log: 'first', after: at(2), position: at(3), eventId: 'third' };
    await commitTo(store, generation, { position: at(3), anchor });
    expect(await generationOf(store, generation.id)).toMatchObject({ anchor });
    await commitTo(store, generation, { position: at(4) });
    expect(await generationOf(store, generation.id)).toMatchObject({ position: at(4), anchor });
  });

  test('a removed document is hidden from readers and retains its position', async () => {
    const { store, view, generation } = await begin();
    await commitTo(store, generation, { documents: [added('a', 1)] });
    await commitTo(store, generation, { documents: [changed('a', [1, 2], null)] });
    expect(await store.get(view, 'a')).toBeNull();
    expect(await store.find(view, {})).toEqual([]);
    expect((await store.load(generation.id, ['a'])).get('a')).toEqual({
      position: at(2),
      doc: null,
    });
    const outcome = await commitTo(store, generation, { documents: [changed('a', [2, 3])] });
    expect(outcome).toBe('stored');
    expect(await store.find(view, { group: 'food' })).toEqual([note()]);
  });

  test('a commit of several views changes each view separately', async () => {
    const [one, other] = [await begin(), await begin()];
    const batch = [one, other].map(({ generation }, index) => ({
      generation: generation.id,
      documents: [added('a', 1, note({ text: `${index}` }))],
      quarantined: [],
      position: at(1),
      anchor: null,
      handled: 1,
    }));
    expect(await one.store.commit(batch)).toBe('stored');
    expect(await one.store.get(one.view, 'a')).toMatchObject({ text: '0' });
    expect(await one.store.get(other.view, 'a')).toMatchObject({ text: '1' });
  });

  test('scan returns documents in id order, page by page', async () => {
    const { store, generation } = await begin();
    const documents = [added('c', 3), added('a', 1), added('b', 2, null)];
    await commitTo(store, generation, { documents });
    const page = await store.scan(generation.id, { after: '', limit: 2 });
    expect(page).toEqual([
      { id: 'a', position: at(1), doc: note() },
      { id: 'b', position: at(2), doc: null },
    ]);
    expect(await store.scan(generation.id, { after: 'b', limit: 2 })).toMatchObject([{ id: 'c' }]);
  });

  test('count includes removed documents', async () => {
    const { store, generation } = await begin();
    expect(await store.count(generation.id)).toBe(0);
    await commitTo(store, generation, { documents: [added('a', 1), added('b', 2, null)] });
    expect(await store.count(generation.id)).toBe(2);
    expect(await store.count('0')).toBe(0);
  });

  test('any Unicode text is read back unchanged', async () => {
    const { store, view, generation } = await begin();
    const doc = note({ text: `'"; DROP TABLE — ☕ \u0000 \\ ${'x'.repeat(100_000)}`, group: null });
    await commitTo(store, generation, { documents: [added('ключ/a b', 1, doc)] });
    expect(await store.get(view, 'ключ/a b')).toEqual(doc);
  });

  describe('quarantine', () => {
    test('quarantined keys are stored with their errors', async () => {
      const { store, generation } = await begin();
      const quarantined = [quarantinedKey({ key: 'b' }), quarantinedKey({ key: 'a' })];
      await commitTo(store, generation, { quarantined, position: at(1) });
      expect(await store.quarantined(generation.id)).toEqual([quarantined[1], quarantined[0]]);
    });

    test('a key that is quarantined stays as it is', async () => {
      const { store, generation } = await begin();
      const key = quarantinedKey({ position: at(3) });
      await commitTo(store, generation, { quarantined: [key] });
      const again = quarantinedKey({ position: at(4), error: 'another' });
      await commitTo(store, generation, { quarantined: [again] });
      expect(await store.quarantined(generation.id)).toEqual([key]);
    });
  });
}
