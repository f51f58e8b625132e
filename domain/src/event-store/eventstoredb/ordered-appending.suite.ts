import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainEvent, someEvent, someStream } from '../../testing/events.ts';
import {
  OutOfOrder,
  startOfLog,
  TooLarge,
  Unavailable,
  WrongRevision,
  type OrderedEventStore,
  type PlacedEvent,
} from '../event-store.ts';

/** Every promise of `appendInOrder`. Nobody else should be busy writing to the log meanwhile. */
export function orderedAppendingContract(name: string, open: () => Promise<OrderedEventStore>) {
  describe(`ordered event store: ${name}`, () => {
    let store: OrderedEventStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const storedAfter = async (after: Parameters<typeof store.readAll>[0]['after']) => {
      const events = await store.readAll({ after, limit: 1_000 });
      return events.map(plainEvent);
    };

    test('events of several streams are stored in the order given', async () => {
      const after = await store.head();
      const events = inTurn(3, 40);
      const last = await store.appendInOrder(events, { after });
      expect(await storedAfter(after)).toMatchObject(events);
      expect(last).toBe(await store.head());
    });

    test('a repeat stores nothing twice, and adds what was missing', async () => {
      const after = await store.head();
      const events = inTurn(2, 10);
      const early = await store.appendInOrder(events.slice(0, 7), { after });
      expect(await store.appendInOrder(events.slice(0, 7), { after })).toBe(early);
      const last = await store.appendInOrder(events, { after });
      expect(last > early).toBe(true);
      expect(await storedAfter(after)).toMatchObject(events);
    });

    test('nothing to append ends where it began', async () => {
      const after = await store.head();
      expect(await store.appendInOrder([], { after })).toBe(after);
      expect(await store.head()).toBe(after);
    });

    test.each([
      ['is longer', 0, 1],
      ['is shorter', 3, 1],
      ['does not exist', 2, 'none'],
    ] as const)(
      'an event for a stream that %s is WrongRevision',
      async (_what, revision, actual) => {
        const stream = someStream();
        if (actual !== 'none')
          await store.append(stream, [someEvent(), someEvent()], { expected: 'none' });
        const appended = store.appendInOrder(
          [{ ...someEvent(), stream, revision }, ...inTurn(1, 3)],
          { after: startOfLog },
        );
        const expected = revision === 0 ? 'none' : revision - 1;
        await expect(appended).rejects.toEqual(new WrongRevision(stream, expected, actual));
        expect(await store.readStream(stream)).toHaveLength(actual === 'none' ? 0 : 2);
      },
    );

    test('an event above the limit is TooLarge, and none is appended', async () => {
      const after = await store.head();
      const [first, second] = inTurn(2, 1);
      const large = { ...second, data: { note: 'x'.repeat(1024 * 1024) } };
      const appended = store.appendInOrder([first, large], { after });
      await expect(appended).rejects.toBeInstanceOf(TooLarge);
      expect(await store.head()).toBe(after);
    });

    test('events that are in the log in another order, or too early, are OutOfOrder', async () => {
      const [first, second] = inTurn(2, 1);
      const early = await store.appendInOrder([first], { after: startOfLog });
      const late = await store.appendInOrder([second], { after: early });
      const swapped = store.appendInOrder([second, first], { after: startOfLog });
      await expect(swapped).rejects.toBeInstanceOf(OutOfOrder);
      const tooEarly = store.appendInOrder([first], { after: late });
      await expect(tooEarly).rejects.toBeInstanceOf(OutOfOrder);
    });

    test('a closed log is Unavailable', async () => {
      const other = await open();
      await other.close();
      const appended = other.appendInOrder(inTurn(1, 1), { after: startOfLog });
      await expect(appended).rejects.toBeInstanceOf(Unavailable);
    });
  });
}

type Several = [PlacedEvent, PlacedEvent, ...PlacedEvent[]];

/** Events of new streams that take turns. */
function inTurn(streams: number, rounds: number): Several {
  const names = Array.from({ length: streams }, someStream);
  return Array.from({ length: rounds }, (_, revision) =>
    names.map((stream) => ({ ...someEvent(), stream, revision })),
  ).flat() as Several;
}
