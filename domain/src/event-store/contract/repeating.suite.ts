import { expect, test } from 'vitest';
import { someEvent, someEvents, someStream } from '../../testing/events.ts';
import {
  WrongRevision,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';

/** What a caller relies on who repeats an append because it never heard how the first one ended. */
export function repeatingContract(getStore: () => EventStore): void {
  const cases: readonly (readonly [expected: ExpectedRevision, before: number])[] = [
    ['none', 0],
    [1, 2],
    ['any', 0],
    ['any', 2],
  ];

  /** Appends three events, then `later` others, then the three again. */
  async function appendTwice(expected: ExpectedRevision, before: number, later: number) {
    const store = getStore();
    const stream = someStream();
    if (before > 0) await store.append(stream, someEvents(before), { expected: 'none' });
    const events = someEvents(3);
    const first = await store.append(stream, events, { expected });
    if (later > 0) await store.append(stream, someEvents(later), { expected: first.revision });
    const again = await store.append(stream, events, { expected });
    return { first, again, stored: await store.readStream(stream) };
  }

  test.each(cases)(
    'the same append after %s to a stream of %s succeeds again with the first result',
    async (expected, before) => {
      const { first, again, stored } = await appendTwice(expected, before, 0);
      expect(again).toEqual(first);
      expect(stored).toHaveLength(before + 3);
    },
  );

  test.each(cases)(
    'the same append after %s to a stream of %s succeeds again when the stream has grown since',
    async (expected, before) => {
      const { first, again, stored } = await appendTwice(expected, before, 2);
      expect(again).toEqual(first);
      expect(stored).toHaveLength(before + 5);
    },
  );

  test('the same append repeated concurrently is stored once', async () => {
    const store = getStore();
    const stream = someStream();
    const events = someEvents(2);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => store.append(stream, events, { expected: 'none' })),
    );
    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
    expect((await store.readStream(stream)).map(({ id }) => id)).toEqual(
      events.map(({ id }) => id),
    );
  });

  test('a repeat with the same id and other data does not change the stored event', async () => {
    const store = getStore();
    const stream = someStream();
    const event = someEvent({ data: { said: 'first' } });
    await store.append(stream, [event], { expected: 'none' });
    await store.append(stream, [{ ...event, data: { said: 'second' } }], { expected: 'none' });
    expect(await store.readStream(stream)).toMatchObject([{ data: { said: 'first' } }]);
  });

  test('the same id in another stream is another event', async () => {
    const store = getStore();
    const event = someEvent();
    const streams = [someStream(), someStream()];
    for (const stream of streams) {
      const appended = await store.append(stream, [event], { expected: 'none' });
      expect(appended).toMatchObject({ revision: 0 });
    }
  });

  test('repeating the first events of an append succeeds with their revision and position', async () => {
    const store = getStore();
    const stream = someStream();
    const events = someEvents(3);
    await store.append(stream, events, { expected: 'none' });
    const again = await store.append(stream, events.slice(0, 2), { expected: 'none' });
    expect(again).toMatchObject({ revision: 1 });
  });

  test.each<{ what: string; expected: ExpectedRevision; repeat: Repeat }>([
    { what: 'one event more', expected: 'none', repeat: (first) => [...first, someEvent()] },
    { what: 'one event more', expected: 'any', repeat: (first) => [...first, someEvent()] },
    { what: 'another order', expected: 'none', repeat: (first) => first.toReversed() },
    {
      what: 'another order of the last events',
      expected: 'none',
      repeat: ([first, ...rest]) => [first, ...rest.toReversed()],
    },
    {
      what: 'another first event',
      expected: 'none',
      repeat: ([, ...rest]) => [someEvent(), ...rest],
    },
    { what: 'another last event', expected: 'none', repeat: ([first]) => [first, someEvent()] },
    { what: 'another last event', expected: 'any', repeat: ([first]) => [first, someEvent()] },
    {
      what: 'another event in between',
      expected: 'any',
      repeat: ([first, last]) => [first, someEvent(), last],
    },
    { what: 'other events', expected: 'none', repeat: () => someEvents(2) },
  ])(
    'repeating with $what after $expected is WrongRevision and appends nothing',
    async ({ expected, repeat }) => {
      const store = getStore();
      const stream = someStream();
      const first = [someEvent(), someEvent(), someEvent()] as const;
      await store.append(stream, first, { expected });
      const again = store.append(stream, repeat(first), { expected });
      await expect(again).rejects.toBeInstanceOf(WrongRevision);
      expect((await store.readStream(stream)).map(({ id }) => id)).toEqual(
        first.map(({ id }) => id),
      );
    },
  );

  test('the same events after another revision than the first time are WrongRevision', async () => {
    const store = getStore();
    const stream = someStream();
    await store.append(stream, someEvents(2), { expected: 'none' });
    const events = someEvents(2);
    await store.append(stream, events, { expected: 1 });
    for (const expected of ['none', 0, 2] as const)
      await expect(store.append(stream, events, { expected })).rejects.toMatchObject({
        name: 'WrongRevision',
        actual: 3,
      });
  });
}

type Repeat = (first: readonly [NewEvent, NewEvent, NewEvent]) => readonly NewEvent[];
