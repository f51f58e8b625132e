import { describe, expect, test } from 'vitest';
import {
  added,
  at,
  beginLive,
  commitTo,
  generationOf,
  note,
  quarantinedKey,
  someView,
} from '../../testing/notes.ts';
import type { Generation, ViewState, ViewStore } from '../view-store.ts';

export function generationsContract(getStore: () => ViewStore): void {
  const someLive = async () => {
    const store = getStore();
    const view = someView();
    const live = await beginLive(store, view);
    await commitTo(store, live, { documents: [added('a', 5, note({ text: 'old' }))] });
    return { store, view, live };
  };
  const write = (store: ViewStore, generation: Generation, place: number) =>
    commitTo(store, generation, { documents: [added('a', place, note({ text: 'new' }))] });

  test('begin makes an empty generation at the start of the log', async () => {
    const store = getStore();
    const view = someView({ version: '7' });
    const begun = await store.begin(view);
    expect(begun).toMatchObject({
      view: view.name,
      version: '7',
      live: false,
      position: at(0),
      handled: 0,
      state: 'rebuilding',
      error: null,
    });
    expect(await generationOf(store, begun.id)).toEqual(begun);
    expect(await store.scan(begun.id, { after: '', limit: 1 })).toEqual([]);
    await store.takeOver(begun.id);
    expect(await store.find(view, {})).toEqual([]);
  });

  test('changeState stores a state and its error, only from the given state', async () => {
    const { store, live } = await someLive();
    expect(await store.changeState(live.id, { from: 'running', to: 'paused' })).toBe(true);
    expect(await store.changeState(live.id, { from: 'running', to: 'failed' })).toBe(false);
    expect(await generationOf(store, live.id)).toMatchObject({ state: 'paused', error: null });
    const failure = { from: 'paused', to: 'failed', error: 'it broke' } as const;
    expect(await store.changeState(live.id, failure)).toBe(true);
    expect(await generationOf(store, live.id)).toMatchObject({
      state: 'failed',
      error: 'it broke',
    });
    await store.changeState(live.id, { from: 'failed', to: 'running' });
    expect(await generationOf(store, live.id)).toMatchObject({ state: 'running', error: null });
    expect(await store.changeState('0', { from: 'running', to: 'paused' })).toBe(false);
  });

  test('of many concurrent changeState calls one succeeds', async () => {
    const { store, live } = await someLive();
    const changes = Array.from({ length: 5 }, () =>
      store.changeState(live.id, { from: 'running', to: 'paused' }),
    );
    expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
  });

  describe('a generation beside the live one', () => {
    test('is hidden from readers', async () => {
      const { store, view } = await someLive();
      const next = await store.begin(view);
      await write(store, next, 5);
      expect(await store.get(view, 'a')).toMatchObject({ text: 'old' });
    });

    test('takes over when it is not behind', async () => {
      const { store, view, live } = await someLive();
      const next = await store.begin(view);
      await write(store, next, 5);
      expect(await store.takeOver(next.id)).toBe(true);
      expect(await store.get(view, 'a')).toMatchObject({ text: 'new' });
      expect(await generationOf(store, next.id)).toMatchObject({ live: true, state: 'running' });
      expect(await generationOf(store, live.id)).toMatchObject({ live: false });
    });

    test.each<ViewState>(['running', 'paused'])(
      'does not take over while it is behind a live one that is %s',
      async (state) => {
        const { store, view, live } = await someLive();
        await store.changeState(live.id, { from: 'running', to: state });
        const next = await store.begin(view);
        await write(store, next, 4);
        expect(await store.takeOver(next.id)).toBe(false);
        expect(await store.get(view, 'a')).toMatchObject({ text: 'old' });
      },
    );

    test.each<ViewState>(['failed', 'rebuilding'])(
      'does not wait for a live one that is %s, and is to be purged before it is running',
      async (state) => {
        const { store, view, live } = await someLive();
        await store.changeState(live.id, { from: 'running', to: state });
        const next = await store.begin(view);
        expect(await store.takeOver(next.id)).toBe(true);
        const taken = await generationOf(store, next.id);
        expect(taken).toMatchObject({ live: true, state: 'rebuilding' });
      },
    );

    test('stays paused when the previous one was paused', async () => {
      const { store, view, live } = await someLive();
      await store.changeState(live.id, { from: 'running', to: 'paused' });
      const next = await store.begin(view);
      await write(store, next, 5);
      expect(await store.takeOver(next.id)).toBe(true);
      expect(await generationOf(store, next.id)).toMatchObject({ state: 'paused' });
    });

    test('takes over once', async () => {
      const { store, view } = await someLive();
      const next = await store.begin(view);
      await write(store, next, 5);
      expect(await store.takeOver(next.id)).toBe(true);
      expect(await store.takeOver(next.id)).toBe(false);
      expect(await store.takeOver('0')).toBe(false);
    });
  });

  test('the previous generation stays until the next one begins', async () => {
    const { store, view, live } = await someLive();
    const next = await store.begin(view);
    await write(store, next, 5);
    await store.takeOver(next.id);
    expect((await store.load(live.id, ['a'])).size).toBe(1);
    await store.begin(view);
    expect(await generationOf(store, live.id)).toBeUndefined();
    expect((await store.load(live.id, ['a'])).size).toBe(0);
    expect(await store.scan(live.id, { after: '', limit: 1 })).toEqual([]);
    expect(await store.get(view, 'a')).toMatchObject({ text: 'new' });
  });

  test.each<ViewState>(['running', 'rebuilding'])(
    'purge drops what was replaced while %s, and what failed, with their quarantined keys',
    async (state) => {
      const { store, view, live: before } = await someLive();
      await commitTo(store, before, { quarantined: [quarantinedKey()] });
      await store.changeState(before.id, { from: 'running', to: state });
      const live = await store.begin(view);
      await write(store, live, 6);
      await store.takeOver(live.id);
      const building = await store.begin(someView());
      const failed = await store.begin(someView());
      await store.changeState(failed.id, { from: 'rebuilding', to: 'failed', error: 'it broke' });
      await store.purge();
      for (const { id } of [before, failed]) expect(await generationOf(store, id)).toBeUndefined();
      expect((await store.load(before.id, ['a'])).size).toBe(0);
      expect(await store.quarantined(before.id)).toEqual([]);
      expect(await store.get(view, 'a')).toMatchObject({ text: 'new' });
      await write(store, building, 7);
      expect((await store.load(building.id, ['a'])).size).toBe(1);
    },
  );

  describe('commit refuses a generation that is', () => {
    test.each<ViewState>(['paused', 'failed'])('%s', async (state) => {
      const { store, live } = await someLive();
      await store.changeState(live.id, { from: 'running', to: state });
      const outcome = await commitTo(store, live, { documents: [added('b', 6)] });
      expect(outcome).toBe('refused');
      expect((await store.load(live.id, ['b'])).size).toBe(0);
      expect(await generationOf(store, live.id)).toMatchObject({ position: at(5) });
    });

    test('replaced', async () => {
      const { store, view, live } = await someLive();
      const next = await store.begin(view);
      await write(store, next, 6);
      await store.takeOver(next.id);
      const outcome = await commitTo(store, live, { documents: [added('b', 6)] });
      expect(outcome).toBe('refused');
    });

    test('dropped', async () => {
      const { store, view } = await someLive();
      const dropped = await store.begin(view);
      await store.begin(view);
      const outcome = await commitTo(store, dropped, { documents: [added('b', 6)] });
      expect(outcome).toBe('refused');
    });
  });
}
