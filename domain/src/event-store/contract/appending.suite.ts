import { expect, test } from 'vitest';
import {
  plainEvent,
  someEvent,
  someEvents,
  someMetadata,
  someStream,
} from '../../testing/events.ts';
import { TooLarge, WrongRevision, type EventStore, type ExpectedRevision } from '../event-store.ts';

const kilobytes = (count: number) => 'x'.repeat(count * 1024);

export function appendingContract(getStore: () => EventStore): void {
  test('the first append to a stream gets revision 0', async () => {
    const appended = await getStore().append(someStream(), [someEvent()], { expected: 'none' });
    expect(appended).toMatchObject({ revision: 0 });
  });

  test('an append reports the revision and position of its last event', async () => {
    const store = getStore();
    const stream = someStream();
    const appended = await store.append(stream, someEvents(3), { expected: 'none' });
    const last = (await store.readStream(stream)).at(-1);
    expect(appended).toEqual({ revision: 2, position: last?.position });
  });

  test('revisions count from 0 without gaps over several appends', async () => {
    const store = getStore();
    const stream = someStream();
    await store.append(stream, someEvents(2), { expected: 'none' });
    await store.append(stream, someEvents(1), { expected: 1 });
    await store.append(stream, someEvents(3), { expected: 'any' });
    const events = await store.readStream(stream);
    expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test.each<[expected: ExpectedRevision, actual: number | 'none']>([
    ['none', 0],
    ['none', 2],
    [0, 'none'],
    [0, 1],
    [2, 1],
    [7, 0],
  ])(
    'expecting %s of a stream that is at %s is WrongRevision and appends nothing',
    async (expected, actual) => {
      const before = actual === 'none' ? 0 : actual + 1;
      const store = getStore();
      const stream = someStream();
      if (before > 0) await store.append(stream, someEvents(before), { expected: 'none' });
      const refused = store.append(stream, someEvents(2), { expected });
      await expect(refused).rejects.toBeInstanceOf(WrongRevision);
      await expect(refused).rejects.toMatchObject({ stream, expected, actual });
      expect(await store.readStream(stream)).toHaveLength(before);
    },
  );

  test('any appends to a new stream and to one that exists', async () => {
    const store = getStore();
    const stream = someStream();
    expect(await store.append(stream, someEvents(1), { expected: 'any' })).toMatchObject({
      revision: 0,
    });
    expect(await store.append(stream, someEvents(1), { expected: 'any' })).toMatchObject({
      revision: 1,
    });
  });

  test('of many concurrent appends after the same revision exactly one succeeds', async () => {
    const store = getStore();
    const stream = someStream();
    for (let round = 0; round < 5; round += 1) {
      const expected = round === 0 ? 'none' : round - 1;
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => store.append(stream, [someEvent()], { expected })),
      );
      const lost = outcomes.filter(({ status }) => status === 'rejected');
      expect(lost).toHaveLength(7);
      for (const outcome of lost)
        expect(outcome).toMatchObject({ reason: { name: 'WrongRevision', actual: round } });
    }
    expect(await store.readStream(stream)).toHaveLength(5);
  });

  test('a refused append does not affect concurrent appends', async () => {
    const store = getStore();
    const streams = Array.from({ length: 20 }, () => someStream());
    const outcomes = await Promise.allSettled(
      streams.map((stream, index) =>
        store.append(stream, someEvents(2), { expected: index % 2 === 0 ? 'none' : 5 }),
      ),
    );
    for (const [index, stream] of streams.entries()) {
      const isFine = index % 2 === 0;
      expect(outcomes[index]?.status).toBe(isFine ? 'fulfilled' : 'rejected');
      expect(await store.readStream(stream)).toHaveLength(isFine ? 2 : 0);
    }
  });

  test('the events of one append are contiguous in the log', async () => {
    const store = getStore();
    const start = await store.head();
    const streams = Array.from({ length: 10 }, () => someStream());
    await Promise.all(
      streams.map((stream) => store.append(stream, someEvents(5), { expected: 'none' })),
    );
    const log = await store.readAll({ after: start, limit: 1000 });
    const order = log.map(({ stream }) => stream).filter((stream) => streams.includes(stream));
    const changes = order.filter((stream, index) => stream !== order[index - 1]);
    expect(changes.toSorted()).toEqual(streams.toSorted());
  });

  test('data and metadata are read back exactly as they were appended', async () => {
    const store = getStore();
    const stream = someStream();
    const event = someEvent({
      type: 'BusinessEdited',
      data: {
        text: 'Nasi Lemak Kampung Baharu — ñ, 漢字, 🍛, "quoted", back\\slash,\nnew line, \u0000, \u2028',
        'key with spaces and ü': null,
        nested: { list: [1, -0.5, 1e21, true, false, null, [], {}], empty: '' },
      },
      metadata: someMetadata({
        actor: { id: '0190b5b4-1f2e-7c55-8a77-3d0f2f0c9a11', role: 'admin' },
        previous: 'a'.repeat(64),
        demonstration: true,
        schema: 3,
      }),
    });
    await store.append(stream, [event], { expected: 'none' });
    const [stored] = await store.readStream(stream);
    expect(stored && plainEvent(stored)).toEqual({
      ...event,
      stream,
      revision: 0,
      position: stored?.position,
    });
  });

  test('an append of 900 KiB is stored whole', async () => {
    const store = getStore();
    const stream = someStream();
    const events = Array.from({ length: 9 }, () => someEvent({ data: { text: kilobytes(100) } }));
    await store.append(stream, events, { expected: 'none' });
    expect((await store.readStream(stream)).map(({ data }) => data)).toEqual(
      events.map(({ data }) => data),
    );
  });

  test('an append of more than 1 MiB is TooLarge, counted in bytes, and appends nothing', async () => {
    const store = getStore();
    const stream = someStream();
    const tooLarge = [
      [someEvent({ data: { text: kilobytes(1100) } })],
      Array.from({ length: 11 }, () => someEvent({ data: { text: kilobytes(100) } })),
      [someEvent({ data: { text: '漢'.repeat(400 * 1024) } })],
    ];
    for (const events of tooLarge)
      await expect(store.append(stream, events, { expected: 'none' })).rejects.toBeInstanceOf(
        TooLarge,
      );
    expect(await store.readStream(stream)).toEqual([]);
  });

  test('data, metadata and 256 bytes for each event are exactly 1 MiB in the largest append', async () => {
    const store = getStore();
    const stream = someStream();
    const event = someEvent({ type: 'T'.repeat(60) });
    const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
    const left = 1024 * 1024 - 512 - 2 * bytesOf(event.metadata) - 2 * bytesOf({ text: '' });
    const append = (length: number) => {
      const texts = ['漢', 'x'.repeat(length - 3)];
      const events = texts.map((text) => ({ ...event, id: someEvent().id, data: { text } }));
      return store.append(stream, events, { expected: 'none' });
    };
    await expect(append(left + 1)).rejects.toBeInstanceOf(TooLarge);
    await append(left);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  test.each([
    { mistake: 'no events', events: [] },
    { mistake: 'an id that is no UUID', events: [someEvent({ id: 'first' })] },
    {
      mistake: 'an id twice',
      events: [someEvent(), someEvent()].map((event) => ({
        ...event,
        id: '0190b5b4-1f2e-7c55-8a77-3d0f2f0c9a11',
      })),
    },
  ])('$mistake in an append is a RangeError and appends nothing', async ({ events }) => {
    const store = getStore();
    const stream = someStream();
    await expect(store.append(stream, events, { expected: 'any' })).rejects.toBeInstanceOf(
      RangeError,
    );
    expect(await store.readStream(stream)).toEqual([]);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])(
    'expecting the invalid revision %d is a RangeError',
    async (expected) => {
      const append = getStore().append(someStream(), [someEvent()], { expected });
      await expect(append).rejects.toBeInstanceOf(RangeError);
    },
  );
}
