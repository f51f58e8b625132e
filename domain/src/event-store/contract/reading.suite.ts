import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  plainEvent,
  someEvent,
  someEvents,
  someMetadata,
  someStream,
} from '../../testing/events.ts';
import {
  isPosition,
  startOfLog,
  type EventFields,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../event-store.ts';

export function readingContract(getStore: () => EventStore): void {
  /** Three streams written in turns; on a shared server others may write in between. */
  async function writeInTurns() {
    const store = getStore();
    const start = await store.head();
    const streams = [someStream(), someStream(), someStream()];
    const written: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const stream = streams[round % 3] ?? '';
      const events = someEvents(1 + (round % 2));
      await store.append(stream, events, { expected: 'any' });
      written.push(...events.map(({ id }) => id));
    }
    return { store, start, streams, written };
  }

  async function readInPages(after: Position, limit: number) {
    const pages = [];
    for (let from = after; ;) {
      const page = await getStore().readAll({ after: from, limit });
      pages.push(page);
      const last = page.at(-1);
      if (!last || page.length < limit) return pages;
      from = last.position;
    }
  }

  test('a stream that does not exist is empty', async () => {
    expect(await getStore().readStream(someStream())).toEqual([]);
  });

  test('readStream returns events from a revision, in order', async () => {
    const store = getStore();
    const stream = someStream();
    const ids = someEvents(5);
    await store.append(stream, ids, { expected: 'none' });
    for (const from of [0, 3, 4, 5, 99]) {
      const events = await store.readStream(stream, { from });
      expect(events.map(({ id }) => id)).toEqual(ids.slice(from).map(({ id }) => id));
      expect(events[0]?.revision).toBe(from < 5 ? from : undefined);
    }
  });

  test('readStream returns at most the given number of events', async () => {
    const store = getStore();
    const stream = someStream();
    const ids = someEvents(5);
    await store.append(stream, ids, { expected: 'none' });
    for (const [from, limit] of [
      [0, 1],
      [3, 2],
      [3, 9],
      [99, 1],
    ] as const) {
      const events = await store.readStream(stream, { from, limit });
      expect(events.map(({ id }) => id)).toEqual(ids.slice(from, from + limit).map(({ id }) => id));
    }
  });

  test('readStream returns no events of other streams', async () => {
    const { store, streams } = await writeInTurns();
    for (const stream of streams) {
      const events = await store.readStream(stream);
      expect(events).toHaveLength(6);
      expect(new Set(events.map((event) => event.stream))).toEqual(new Set([stream]));
    }
  });

  test('an append can be read as soon as it is acknowledged', async () => {
    const store = getStore();
    for (let round = 0; round < 20; round += 1) {
      const stream = someStream();
      const { position } = await store.append(stream, someEvents(1), { expected: 'none' });
      expect(await store.readStream(stream)).toHaveLength(1);
      expect((await store.head()) >= position).toBe(true);
    }
  });

  test('readAll returns the events of all streams in the order of their appends', async () => {
    const { start, streams, written } = await writeInTurns();
    const log = (await readInPages(start, 1000)).flat();
    const ours = log.filter(({ stream }) => streams.includes(stream));
    expect(ours.map(({ id }) => id)).toEqual(written);
  });

  test('positions have a fixed length and increase in text order', async () => {
    const { start } = await writeInTurns();
    const positions = [start, ...(await readInPages(start, 1000)).flat().map((e) => e.position)];
    expect(positions.every(isPosition)).toBe(true);
    expect(positions).toEqual(positions.toSorted());
    expect(new Set(positions).size).toBe(positions.length);
  });

  test.each([1, 2, 5, 18, 1000])(
    'pages of %d give the same log as one large page, and only the last is partial',
    async (limit) => {
      const { start, store, written } = await writeInTurns();
      const whole = await store.readAll({ after: start, limit: 100_000 });
      const pages = await readInPages(start, limit);
      expect(pages.flat().slice(0, written.length).map(plainEvent)).toEqual(
        whole.slice(0, written.length).map(plainEvent),
      );
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    },
  );

  test('readAll and readStream return the same for an event', async () => {
    const { start, store, streams } = await writeInTurns();
    const log = await store.readAll({ after: start, limit: 100_000 });
    for (const stream of streams)
      expect(log.filter((event) => event.stream === stream).map(plainEvent)).toEqual(
        (await store.readStream(stream)).map(plainEvent),
      );
  });

  test('readAll starts after the given position', async () => {
    const { start, store } = await writeInTurns();
    const [first, second] = await store.readAll({ after: start, limit: 2 });
    const next = await store.readAll({ after: first?.position ?? start, limit: 1 });
    expect(next.map(plainEvent)).toEqual([second].flatMap((event) => event ?? []).map(plainEvent));
    expect(next).toHaveLength(1);
  });

  test.each([1, 3, 1000])(
    'readAll returns events of the given types only, in pages of %d',
    async (limit) => {
      const store = getStore();
      const start = await store.head();
      const types = ['One', 'Other', 'Unwanted'].map((name) => `${name}${randomUUID()}`);
      const events = Array.from({ length: 30 }, (_, index) =>
        someEvent({ type: types[index % 3] ?? 'One' }),
      );
      const streams = [someStream(), someStream()];
      for (const [index, event] of events.entries())
        await store.append(streams[index % 2] ?? '', [event], { expected: 'any' });
      const wanted = [...types.slice(0, 2), 'NeverAppended'];
      const found: RecordedEvent[] = [];
      for (let after = start; ;) {
        const page = await store.readAll({ after, limit, types: wanted });
        expect(page.length).toBeLessThanOrEqual(limit);
        found.push(...page);
        after = page.at(-1)?.position ?? after;
        if (page.length < limit) break;
      }
      expect(found.map(({ id }) => id)).toEqual(
        events.filter(({ type }) => wanted.includes(type)).map(({ id }) => id),
      );
      expect(await store.readAll({ after: start, limit, types: ['NeverAppended'] })).toEqual([]);
    },
  );

  const fieldsIn = (event: EventFields) => ({
    type: event.type,
    stream: event.stream,
    data: ['text', 'flag', 'number', 'nothing', 'inner', 'absent'].map((name) => event.data(name)),
    metadata: ['time', 'id', 'demonstration'].map((name) => event.metadata(name)),
  });

  test('readFields returns the same fields as the whole events have, page by page', async () => {
    const store = getStore();
    const start = await store.head();
    const stream = someStream();
    const contents = [
      { text: 'plain', flag: true, number: 7, nothing: null },
      { text: 'a "quoted": "text":"no"', flag: false },
      { note: '"text":"not this one"', text: 'Kampung Baru \\' },
      { inner: { text: 'of an inner object', flag: true } },
      { inner: [{ number: 1 }], text: '', number: -1.5 },
      { flag: false, text: 'first line\nsecond "line"' },
      {},
    ];
    const events = contents.map((data, index) =>
      someEvent({ data, metadata: someMetadata(index === 1 ? { demonstration: true } : {}) }),
    );
    await store.append(stream, events, { expected: 'none' });
    const until = await store.head();
    await store.append(stream, someEvents(1), { expected: 'any' });
    const found: unknown[] = [];
    for (let after = start; after < until;) {
      const page = await store.readFields({ after, until, limit: 4 });
      const events = page.events.filter((event) => event.stream === stream);
      const backwards = events.toReversed().map(fieldsIn);
      found.push(...events.map(fieldsIn));
      expect(found.slice(-events.length)).toEqual(backwards.reverse());
      after = page.upTo;
    }
    const whole = (await store.readStream(stream)).slice(0, contents.length);
    expect(found).toEqual(
      whole.map(({ type, data, metadata }) =>
        fieldsIn({
          type,
          stream,
          data: (name) => new Map<string, unknown>(Object.entries(data)).get(name),
          metadata: (name) => new Map<string, unknown>(Object.entries(metadata)).get(name),
        }),
      ),
    );
    expect(found).toHaveLength(contents.length);
  });

  test('readFields returns events of the given types only', async () => {
    const store = getStore();
    const start = await store.head();
    const stream = someStream();
    const events = ['FieldsOne', 'FieldsTwo', 'FieldsOne'].map((type) => someEvent({ type }));
    await store.append(stream, events, { expected: 'none' });
    const until = await store.head();
    const page = await store.readFields({ after: start, until, limit: 2, types: ['FieldsOne'] });
    expect(page.events.map(({ type }) => type)).toEqual(['FieldsOne', 'FieldsOne']);
    const rest = await store.readFields({ after: start, until, limit: 9, types: ['FieldsTwo'] });
    expect(rest.events.map(({ type }) => type)).toEqual(['FieldsTwo']);
    expect(rest.upTo).toBe(until);
  });

  test.each([1, 5, 100_000])(
    'readLast returns the newest %d events, the newest last',
    async (limit) => {
      const { start, store, written } = await writeInTurns();
      const newest = await store.readLast(limit);
      const ids = (await store.readAll({ after: start, limit: 100_000 })).map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(written));
      expect(newest.map(({ id }) => id).slice(-ids.length)).toEqual(ids.slice(-limit));
      expect(newest.length).toBeLessThanOrEqual(limit);
    },
  );

  test('head is the position of the newest event', async () => {
    const { start, store } = await writeInTurns();
    const { position } = await store.append(someStream(), someEvents(3), { expected: 'none' });
    const head = await store.head();
    // Others may write to a server meanwhile.
    expect(head >= position).toBe(true);
    const events = await store.readAll({ after: start, limit: 100_000 });
    expect(events.map((event) => event.position)).toContain(head);
  });

  test('the start of the log comes before every event', async () => {
    await writeInTurns();
    const [first] = await getStore().readAll({ after: startOfLog, limit: 1 });
    expect((first?.position ?? '') > startOfLog).toBe(true);
  });

  test('a log that can be reached answers a ping', async () => {
    await expect(getStore().ping()).resolves.toBeUndefined();
  });
}
