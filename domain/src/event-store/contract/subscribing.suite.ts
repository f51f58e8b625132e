import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { someEvents, someStream } from '../../testing/events.ts';
import type { EventStore, Position, RecordedEvent, EventBatch } from '../event-store.ts';

export function subscribingContract(getStore: () => EventStore): void {
  /** What a subscription yields up to and including the batch that reaches `until`. */
  async function collect(after: Position, until: Position) {
    const batches: EventBatch[] = [];
    const { signal } = new AbortController();
    for await (const batch of getStore().subscribe({ after, signal })) {
      batches.push(batch);
      if (batch.upTo >= until) break;
    }
    return batches;
  }

  async function appendSome(streams: readonly string[], count: number) {
    const positions: Position[] = [];
    for (let index = 0; index < count; index += 1) {
      const stream = streams[index % streams.length] ?? '';
      const { position } = await getStore().append(stream, someEvents(1), { expected: 'any' });
      positions.push(position);
    }
    return positions;
  }

  const eventsOf = (batches: readonly EventBatch[]) =>
    batches.flatMap(({ events }): readonly RecordedEvent[] => events);

  test('a subscription yields the events of the log in order', async () => {
    const start = await getStore().head();
    const positions = await appendSome([someStream(), someStream()], 20);
    const end = positions.at(-1) ?? start;
    const seen = eventsOf(await collect(start, end)).filter(({ position }) => position <= end);
    const read = await getStore().readAll({ after: start, limit: 100_000 });
    expect(seen).toEqual(read.filter(({ position }) => position <= end));
  });

  test('a subscription from a position yields only later events', async () => {
    const stream = someStream();
    const positions = await appendSome([stream], 10);
    const [middle, end] = [positions[5], positions[9]];
    if (!middle || !end) throw new Error('too few appends');
    const seen = eventsOf(await collect(middle, end)).filter((event) => event.stream === stream);
    expect(seen.map(({ revision }) => revision)).toEqual([6, 7, 8, 9]);
  });

  test('a subscription yields events appended after its start without delay', async () => {
    const start = await getStore().head();
    const stream = someStream();
    const abort = new AbortController();
    const seen: number[] = [];
    let wasAtHead = false;
    const subscription = (async () => {
      for await (const { events, isAtHead } of getStore().subscribe({
        after: start,
        signal: abort.signal,
      })) {
        wasAtHead ||= isAtHead;
        seen.push(...events.filter((e) => e.stream === stream).map(({ revision }) => revision));
        if (seen.length === 5) abort.abort();
      }
    })();
    await expect.poll(() => wasAtHead).toBe(true);
    for (let round = 0; round < 5; round += 1) {
      await getStore().append(stream, someEvents(1), { expected: 'any' });
      await expect.poll(() => seen.length, { interval: 5 }).toBe(round + 1);
    }
    await subscription;
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  test('upTo never decreases, and a new subscription can continue from it', async () => {
    const start = await getStore().head();
    const streams = [someStream(), someStream()];
    const end = (await appendSome(streams, 12)).at(-1) ?? start;
    const whole = eventsOf(await collect(start, end));
    const resumed: RecordedEvent[] = [];
    for (let upTo = start; upTo < end;) {
      const { signal } = new AbortController();
      for await (const batch of getStore().subscribe({ after: upTo, signal })) {
        expect(batch.upTo >= (batch.events.at(-1)?.position ?? upTo)).toBe(true);
        resumed.push(...batch.events);
        upTo = batch.upTo;
        if (batch.events.length > 0) break;
      }
    }
    const ours = (events: readonly RecordedEvent[]) =>
      events.filter(({ stream }) => streams.includes(stream)).map(({ id }) => id);
    expect(ours(resumed)).toEqual(ours(whole));
  });

  test('the head is never before a position that a subscription yielded', async () => {
    const start = await getStore().head();
    const end = (await appendSome([someStream(), someStream()], 6)).at(-1) ?? start;
    const { signal } = new AbortController();
    for await (const { upTo } of getStore().subscribe({ after: start, signal })) {
      expect((await getStore().head()) >= upTo).toBe(true);
      if (upTo >= end) break;
    }
  });

  test('a subscription at the head yields a batch at the head at once, without events', async () => {
    const start = await getStore().head();
    const [first] = await collect(start, start);
    expect((first?.upTo ?? '') >= start).toBe(true);
    expect(first?.isAtHead).toBe(true);
  });

  test('a long log is yielded in batches of which only the last are at the head', async () => {
    const start = await getStore().head();
    const stream = someStream();
    let end = start;
    for (let round = 0; round < 6; round += 1)
      end = (await getStore().append(stream, someEvents(500), { expected: 'any' })).position;
    const batches = await collect(start, end);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches[0]?.isAtHead).toBe(false);
    const seen = eventsOf(batches).filter((event) => event.stream === stream);
    expect(seen.map(({ revision }) => revision)).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  });

  test('several subscriptions each yield every event at their own speed', async () => {
    const start = await getStore().head();
    const stream = someStream();
    const end = (await appendSome([stream], 10)).at(-1) ?? start;
    const all = await Promise.all([collect(start, end), collect(start, end), collect(start, end)]);
    for (const batches of all)
      expect(eventsOf(batches).filter((event) => event.stream === stream)).toHaveLength(10);
  });

  test('appends during the processing of a batch are in the next', async () => {
    const start = await getStore().head();
    const stream = someStream();
    await appendSome([stream], 1);
    const { signal } = new AbortController();
    const seen: number[] = [];
    for await (const { events } of getStore().subscribe({ after: start, signal })) {
      const ours = events.filter((event) => event.stream === stream);
      seen.push(...ours.map(({ revision }) => revision));
      if (seen.length >= 3) break;
      if (ours.length > 0) await appendSome([stream], 1);
    }
    expect(seen).toEqual([0, 1, 2]);
  });

  test('the signal ends a waiting subscription without an error and removes its listener', async () => {
    const abort = new AbortController();
    const start = await getStore().head();
    let ended = false;
    let isWaiting = false;
    let upTo = start;
    const subscription = (async () => {
      for await (const batch of getStore().subscribe({ after: start, signal: abort.signal })) {
        upTo = batch.upTo;
        isWaiting = batch.isAtHead;
      }
      ended = true;
    })();
    await expect.poll(() => isWaiting).toBe(true);
    expect(ended).toBe(false);
    abort.abort();
    await subscription;
    expect(upTo >= start).toBe(true);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  test('the signal ends a subscription in the middle of the log', async () => {
    const start = await getStore().head();
    for (let round = 0; round < 6; round += 1)
      await getStore().append(someStream(), someEvents(500), { expected: 'none' });
    const abort = new AbortController();
    let batches = 0;
    for await (const batch of getStore().subscribe({ after: start, signal: abort.signal })) {
      batches += batch.events.length > 0 ? 1 : 0;
      abort.abort();
    }
    expect(batches).toBe(1);
  });

  test('a subscription with an aborted signal yields nothing', async () => {
    const after = await getStore().head();
    const subscription = getStore().subscribe({ after, signal: AbortSignal.abort() });
    for await (const batch of subscription) throw new Error(`unexpected ${batch.upTo}`);
  });
}
