import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { someEvent, someEvents, someStream } from '../../testing/events.ts';
import {
  OutOfOrder,
  startOfLog,
  Timeout,
  Unavailable,
  WrongServerSetting,
  type OrderedEventStore,
  type PlacedEvent,
  type Position,
} from '../event-store.ts';
import { toLogError } from './connection.ts';
import { openEventStoreDb } from './event-store-db.ts';
import { unauthenticated, unavailable } from './testing/faults.ts';
import { startGrpcCluster, startGrpcPeer, type GrpcPeer } from './testing/grpc-peer.ts';

vi.setConfig({ testTimeout: 30_000 });

const timeoutMs = 1_000;

let peer: GrpcPeer;
let store: OrderedEventStore;
const rejections: unknown[] = [];
const keep = (reason: unknown) => void rejections.push(reason);
process.on('unhandledRejection', keep);
process.on('uncaughtException', keep);

beforeEach(async () => {
  peer = await startGrpcPeer();
  store = await openEventStoreDb({ url: peer.url, timeoutMs });
});
afterEach(async () => {
  peer.faults.none();
  await store.close();
  peer.stop();
  expect(rejections).toEqual([]);
});
afterAll(() => {
  process.off('unhandledRejection', keep);
  process.off('uncaughtException', keep);
});

/** For errors that are not the client's own limit, which a busy machine may reach before it reads a response. */
async function waitLonger(): Promise<void> {
  await store.close();
  store = await openEventStoreDb({ url: peer.url, timeoutMs: 20_000 });
}

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

/** The first events of new streams. */
function placedEvents(count: number): readonly PlacedEvent[] {
  return someEvents(count).map((event) => ({ ...event, stream: someStream(), revision: 0 }));
}

/** The ids that a subscription yields in its order, for as long as `until` is not met. */
function subscribed(after: Position = startOfLog) {
  const abort = new AbortController();
  const seen: string[] = [];
  const ended = (async () => {
    for await (const { events } of store.subscribe({ after, signal: abort.signal }))
      seen.push(...idsOf(events));
  })();
  ended.catch(() => undefined);
  return {
    seen,
    ended,
    async stop() {
      abort.abort();
      await ended;
    },
  };
}

describe('an unreachable server', () => {
  test('makes every call Unavailable until it is back', async () => {
    peer.stop();
    const stream = someStream();
    const calls = [
      () => store.ping(),
      () => store.head(),
      () => store.readStream(stream),
      () => store.readAll({ after: startOfLog, limit: 1 }),
      () => store.append(stream, someEvents(1), { expected: 'none' }),
      () => store.appendInOrder(placedEvents(2), { after: startOfLog }),
    ];
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(Unavailable);
    await peer.start();
    await expect.poll(() => store.ping().then(() => 'there', String)).toBe('there');
    await store.append(stream, someEvents(1), { expected: 'none' });
    expect(await store.readStream(stream)).toHaveLength(1);
  });

  test('is awaited by a subscription that started without it', async () => {
    const stream = someStream();
    const events = someEvents(3);
    await store.append(stream, events, { expected: 'none' });
    peer.stop();
    const subscription = subscribed();
    await expect(store.ping()).rejects.toBeInstanceOf(Unavailable);
    await peer.start();
    await expect.poll(() => subscription.seen).toEqual(idsOf(events));
    await subscription.stop();
  });

  test('is found again through cluster gossip', async () => {
    const other = await openEventStoreDb({ url: peer.discoverUrl, timeoutMs });
    await other.ping();
    peer.stop();
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => other.ping()));
    expect(calls.every(({ status }) => status === 'rejected')).toBe(true);
    await peer.start();
    await expect.poll(() => other.ping().then(() => 'there', String)).toBe('there');
    await other.close();
  });
});

describe('a subscription', () => {
  test('that loses the server yields every event once and in order', async () => {
    const stream = someStream();
    const written: string[] = [];
    const subscription = subscribed();
    for (let round = 0; round < 6; round += 1) {
      const events = someEvents(5);
      await store.append(stream, events, { expected: 'any' });
      written.push(...idsOf(events));
      if (round % 2 === 0) continue;
      peer.stop();
      await peer.start();
      await expect.poll(() => store.ping().then(() => 'there', String)).toBe('there');
    }
    await expect.poll(() => subscription.seen).toEqual(written);
    await subscription.stop();
  });

  test('whose reads fail, end early or are slow yields every event once and in order', async () => {
    const events = someEvents(40);
    await store.append(someStream(), events, { expected: 'none' });
    peer.faults.next('read', { kind: 'break-off', events: 7 }, { kind: 'end-early', events: 9 });
    peer.faults.next('read', { kind: 'end-early', events: 0 }, { kind: 'answer-late', ms: 1_500 });
    const subscription = subscribed();
    await expect.poll(() => subscription.seen).toEqual(idsOf(events));
    await subscription.stop();
  });

  test('does not yield system events of an idle server', async () => {
    const events = someEvents(1);
    await store.append(someStream(), events, { expected: 'none' });
    const head = await store.head();
    const subscription = subscribed();
    await expect.poll(() => subscription.seen).toEqual(idsOf(events));
    for (let count = 0; count < 100; count += 1) peer.log.addSystemEvent();
    expect(await store.head()).toBe(head);
    expect(subscription.seen).toEqual(idsOf(events));
    await subscription.stop();
  });

  test('ends at once by its signal while the server is silent', async () => {
    peer.faults.always('read', { kind: 'silence' });
    const slowTimeout = await openEventStoreDb({ url: peer.url, timeoutMs: 60_000 });
    const abort = new AbortController();
    const subscription = slowTimeout.subscribe({ after: startOfLog, signal: abort.signal });
    const next = subscription[Symbol.asyncIterator]().next();
    await expect.poll(() => peer.calls.read).toBeGreaterThan(0);
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    await slowTimeout.close();
  });
});

describe('a silent server', () => {
  test('makes calls fail with Timeout in time', async () => {
    for (const kind of ['read', 'append'] as const) peer.faults.always(kind, { kind: 'silence' });
    const stream = someStream();
    const calls = [
      store.ping(),
      store.head(),
      store.readStream(stream),
      store.readAll({ after: startOfLog, limit: 1 }),
      store.append(stream, someEvents(1), { expected: 'none' }),
      store.appendInOrder(placedEvents(2), { after: startOfLog }),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Timeout) as unknown });
  });

  test('does not delay queued calls beyond their own timeout', async () => {
    peer.faults.always('append', { kind: 'silence' });
    const stream = someStream();
    const started = performance.now();
    const calls = Array.from({ length: 20 }, () =>
      store.append(stream, someEvents(1), { expected: 'any' }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - started).toBeLessThan(timeoutMs * 10);
  });
});

describe('an append', () => {
  test.each([
    { what: 'is lost', fault: { kind: 'lose-answer' } },
    { what: 'is lost with the connection', fault: { kind: 'break-off', events: 0 } },
    { what: 'comes after our time', fault: { kind: 'answer-late', ms: timeoutMs * 2 } },
  ] as const)('whose answer $what is stored once when it is repeated', async ({ fault }) => {
    const stream = someStream();
    const events = someEvents(2);
    peer.faults.next('append', fault);
    const first = store.append(stream, events, { expected: 'none' });
    await expect(first).rejects.toSatisfy(
      (error) => error instanceof Timeout || error instanceof Unavailable,
    );
    const again = await store.append(stream, events, { expected: 'none' });
    expect(again).toMatchObject({ revision: 1 });
    const stored = await store.readStream(stream);
    expect(idsOf(stored)).toEqual(idsOf(events));
    expect(stored.at(-1)?.position).toBe(again.position);
  });

  test('that never reached the server is stored by its repeat', async () => {
    const stream = someStream();
    peer.faults.next('append', { kind: 'silence' }, unavailable);
    const events = someEvents(1);
    const repeat = () => store.append(stream, events, { expected: 'none' });
    await expect(repeat()).rejects.toBeInstanceOf(Timeout);
    await expect(repeat()).rejects.toBeInstanceOf(Unavailable);
    expect(await repeat()).toMatchObject({ revision: 0 });
  });

  test('that fails does not affect other appends', async () => {
    peer.faults.next('append', unavailable);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        store.append(someStream(), someEvents(1), { expected: 'none' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await expect(
      store.append(someStream(), someEvents(1), { expected: 'none' }),
    ).resolves.toMatchObject({ revision: 0 });
  });
});

describe('appends in order', () => {
  const append = (events: readonly PlacedEvent[]) =>
    store.appendInOrder(events, { after: startOfLog });
  const stored = async () => idsOf(await store.readAll({ after: startOfLog, limit: 100 }));

  test.each([
    { what: 'is lost', fault: { kind: 'lose-answer' }, error: Timeout, there: 9 },
    {
      what: 'comes after our time',
      fault: { kind: 'answer-late', ms: timeoutMs * 1.5 },
      error: Timeout,
      there: 9,
    },
    {
      what: 'is lost with the connection',
      fault: { kind: 'break-off', events: 0 },
      error: Unavailable,
      there: 4,
    },
  ] as const)(
    'of which one response $what are stored once and in order when they are repeated',
    async ({ fault, error, there }) => {
      const events = placedEvents(9);
      if (error === Unavailable) await waitLonger();
      const ordinary = { kind: 'answer-late', ms: 0 } as const;
      peer.faults.next('append', ordinary, ordinary, ordinary, fault);
      await expect(append(events)).rejects.toBeInstanceOf(error);
      expect(await stored()).toEqual(idsOf(events.slice(0, there)));
      if (fault.kind === 'answer-late') await delay(timeoutMs);
      await append(events);
      expect(await stored()).toEqual(idsOf(events));
    },
  );

  test('of which the server refuses one are OutOfOrder once later ones are in the log', async () => {
    await waitLonger();
    const events = placedEvents(5);
    peer.faults.next('append', { kind: 'answer-late', ms: 0 }, unavailable);
    await expect(append(events)).rejects.toBeInstanceOf(OutOfOrder);
    expect(await stored()).toEqual(idsOf(events.filter((_, index) => index !== 1)));
  });

  test('that the server refuses from one on are Unavailable, and stored when they are repeated', async () => {
    await waitLonger();
    const events = placedEvents(5);
    peer.faults.next('append', { kind: 'answer-late', ms: 0 });
    peer.faults.always('append', unavailable);
    await expect(append(events)).rejects.toBeInstanceOf(Unavailable);
    expect(await stored()).toEqual(idsOf(events.slice(0, 1)));
    peer.faults.none();
    await append(events);
    expect(await stored()).toEqual(idsOf(events));
  });

  test('end when the log is closed', async () => {
    peer.faults.always('append', { kind: 'silence' });
    const other = await openEventStoreDb({ url: peer.url, timeoutMs: 60_000 });
    const appended = other.appendInOrder(placedEvents(2), { after: startOfLog });
    appended.catch(() => undefined);
    await expect.poll(() => peer.calls.append).toBe(2);
    await other.close();
    await expect(appended).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('appends to one stream', () => {
  const visit = (stream: string) => {
    const event = someEvent();
    return { event, appended: store.append(stream, [event], { expected: 'any' }) };
  };

  test('that wait for the same call are sent together, each with its own revision', async () => {
    const stream = someStream();
    const visits = Array.from({ length: 100 }, () => visit(stream));
    const appended = await Promise.all(visits.map((each) => each.appended));
    expect(appended.map(({ revision }) => revision)).toEqual(visits.map((_, index) => index));
    expect(peer.calls.append).toBe(2);
    const stored = await store.readStream(stream);
    expect(idsOf(stored)).toEqual(visits.map(({ event }) => event.id));
    for (const [index, { position }] of appended.entries())
      expect(position >= (stored[index]?.position ?? '')).toBe(true);
  });

  test('are stored once when they are repeated among others after a lost answer', async () => {
    const stream = someStream();
    peer.faults.next('append', { kind: 'answer-late', ms: 100 }, { kind: 'lose-answer' });
    const visits = Array.from({ length: 5 }, () => visit(stream));
    const outcomes = await Promise.allSettled(visits.map((each) => each.appended));
    expect(outcomes.map(({ status }) => status)).toContain('rejected');
    const others = Array.from({ length: 3 }, () => visit(stream));
    const repeats = visits.map(({ event }) => store.append(stream, [event], { expected: 'any' }));
    const revisions = (await Promise.all(repeats)).map(({ revision }) => revision);
    expect(revisions).toEqual([0, 1, 2, 3, 4]);
    await Promise.all(others.map((each) => each.appended));
    const ids = [...visits, ...others].map(({ event }) => event.id);
    expect(idsOf(await store.readStream(stream))).toEqual(ids);
  });

  test('that are sent together after a silent call have the time of the last of them', async () => {
    const stream = someStream();
    peer.faults.next('append', { kind: 'silence' }, { kind: 'answer-late', ms: timeoutMs / 3 });
    const first = visit(stream);
    first.appended.catch(() => undefined);
    await delay(timeoutMs / 10);
    const second = visit(stream);
    second.appended.catch(() => undefined);
    await delay(timeoutMs * 0.7);
    const last = visit(stream);
    await expect(last.appended).resolves.toMatchObject({ position: expect.any(String) as unknown });
    await expect(first.appended).rejects.toBeInstanceOf(Timeout);
    await expect(second.appended).rejects.toBeInstanceOf(Timeout);
  });

  test('of other kinds are sent one by one, in their order', async () => {
    const stream = someStream();
    const outcomes = await Promise.all([
      store.append(stream, someEvents(1), { expected: 'none' }),
      store.append(stream, someEvents(2), { expected: 'any' }),
      store.append(stream, someEvents(1), { expected: 2 }),
    ]);
    expect(outcomes.map(({ revision }) => revision)).toEqual([0, 2, 3]);
    expect(peer.calls.append).toBe(3);
  });
});

describe('a cluster whose leader is killed', () => {
  test('loses no acknowledged append, and the client finds each new leader', async () => {
    const cluster = await startGrpcCluster({ electionMs: 1_500 });
    const other = await openEventStoreDb({ url: cluster.url });
    const acknowledged: string[] = [];
    let isLoaded = true;
    const load = async (lane: number) => {
      while (isLoaded) {
        const event = someEvent();
        const appended = other.append(`visits-${lane}`, [event], { expected: 'any' });
        await appended.then(
          () => acknowledged.push(event.id),
          () => delay(20),
        );
      }
    };
    const read = async () => {
      while (isLoaded) await other.head().catch(() => delay(20));
    };
    const lanes = Promise.all([load(1), load(2), load(3), read(), read()]);
    for (let kill = 0; kill < 3; kill += 1) {
      const before = acknowledged.length;
      await cluster.killLeader();
      await expect
        .poll(() => acknowledged.length, { timeout: 20_000 })
        .toBeGreaterThan(before + 20);
    }
    isLoaded = false;
    await lanes;
    const stored = idsOf(await other.readAll({ after: startOfLog, limit: 1_000_000 }));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    await other.close();
    cluster.stop();
  });
});

describe('a read', () => {
  test('that the server truncates is read to the end of the stream', async () => {
    const stream = someStream();
    const events = someEvents(30);
    await store.append(stream, events, { expected: 'none' });
    peer.faults.next('read', { kind: 'answer-late', ms: 0 }, { kind: 'end-early', events: 11 });
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
    peer.faults.next('read', { kind: 'end-early', events: 12 });
    expect(idsOf(await store.readAll({ after: startOfLog, limit: 100 }))).toEqual(idsOf(events));
  });

  test('of a stream whose last event the server leaves out, too, is read to the end', async () => {
    const stream = someStream();
    const events = someEvents(30);
    await store.append(stream, events, { expected: 'none' });
    const nothing = { kind: 'end-early', events: 0 } as const;
    peer.faults.next('read', nothing, { kind: 'end-early', events: 11 }, nothing, nothing);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
    peer.faults.always('read', nothing);
    await expect(store.readStream(stream)).rejects.toBeInstanceOf(Unavailable);
  });

  test.each([
    ['readAll', () => store.readAll({ after: startOfLog, limit: 100 })],
    ['readLast', () => store.readLast(100)],
    ['head', () => store.head()],
  ])('of the log that the server truncates to nothing makes %s Unavailable', async (_, call) => {
    await store.append(someStream(), someEvents(30), { expected: 'none' });
    await store.ping();
    peer.faults.always('read', { kind: 'end-early', events: 0 });
    await expect(call()).rejects.toBeInstanceOf(Unavailable);
  });

  test.each([
    ['readLast', () => store.readLast(100)],
    ['head', () => store.head()],
  ])('whose first page the server leaves out makes the first %s Unavailable', async (_, call) => {
    await store.append(someStream(), someEvents(5), { expected: 'none' });
    peer.faults.next('read', { kind: 'end-early', events: 0 });
    await expect(call()).rejects.toBeInstanceOf(Unavailable);
  });

  test.each([
    ['readLast', () => store.readLast(100)],
    ['head', () => store.head()],
  ])('backwards whose second page the server leaves out makes %s Unavailable', async (_, call) => {
    await store.append(someStream(), someEvents(120), { expected: 'none' });
    const complete = await call();
    await store.close();
    for (let count = 0; count < 101; count += 1) peer.log.addSystemEvent();
    store = await openEventStoreDb({ url: peer.url, timeoutMs });
    const nothing = { kind: 'end-early', events: 0 } as const;
    peer.faults.next('read', { kind: 'answer-late', ms: 0 }, nothing);
    await expect(call()).rejects.toBeInstanceOf(Unavailable);
    expect(await call()).toEqual(complete);
  });

  test('that fails midway is Unavailable and returns no partial result', async () => {
    const stream = someStream();
    await store.append(stream, someEvents(5), { expected: 'none' });
    peer.faults.next('read', { kind: 'answer-late', ms: 0 }, { kind: 'break-off', events: 2 });
    await expect(store.readStream(stream)).rejects.toBeInstanceOf(Unavailable);
  });
});

test('refused credentials are an error of calls and subscriptions, not an outage', async () => {
  for (const kind of ['append', 'read'] as const) peer.faults.always(kind, unauthenticated);
  await expect(store.ping()).rejects.toBeInstanceOf(WrongServerSetting);
  await expect(
    store.append(someStream(), someEvents(1), { expected: 'none' }),
  ).rejects.toBeInstanceOf(WrongServerSetting);
  await expect(store.appendInOrder(placedEvents(2), { after: startOfLog })).rejects.toBeInstanceOf(
    WrongServerSetting,
  );
  await expect(subscribed().ended).rejects.toBeInstanceOf(WrongServerSetting);
});

test.each([
  {
    kind: 'a plain error, as the client throws them while the server is unreachable',
    error: new Error('cancelled'),
    isOutage: true,
  },
  {
    kind: 'a mistake in the program',
    error: new TypeError('x is not a function'),
    isOutage: false,
  },
])('$kind is an outage: $isOutage', ({ error, isOutage }) => {
  expect(toLogError(error) instanceof Unavailable).toBe(isOutage);
  if (!isOutage) expect(toLogError(error)).toBe(error);
});
