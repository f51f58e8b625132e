import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetterSqlite3 } from './sqlite-driver.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plainEvent, someEvent, someEvents } from '../testing/events.ts';
import {
  OutOfOrder,
  startOfLog,
  type EventStore,
  type NewEvent,
  type OrderedEventStore,
} from './event-store.ts';
import { openEventStoreDb } from './eventstoredb/event-store-db.ts';
import { unavailable } from './eventstoredb/testing/faults.ts';
import {
  startGrpcCluster,
  startGrpcPeer,
  type GrpcPeer,
} from './eventstoredb/testing/grpc-peer.ts';
import type { ProposedEvent } from './eventstoredb/testing/memory-log.ts';
import { openLogExclusively, type ExclusiveLog } from './sqlite/log-reader.ts';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.ts';
import { compareLogs, copyLog, DamagedHistory, OtherEvents } from './log-copy.ts';

let folder: string;
let file: string;
let peer: GrpcPeer;
let target: OrderedEventStore;
const opened: ExclusiveLog[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moving-'));
  file = join(folder, 'events.db');
  peer = await startGrpcPeer();
  target = await openEventStoreDb({ url: peer.url });
});
afterEach(async () => {
  for (const log of opened.splice(0)) log.close();
  await target.close();
  peer.stop();
  await rm(folder, { recursive: true });
});

/** Streams that take turns, so that the order between them shows, and one with neighbours. */
async function fillSource(rounds: number): Promise<void> {
  const store = await openSqliteEventStore({ file });
  const turns = Array.from({ length: rounds }, () => ['business-1', 'visits-1', 'business-2']);
  // One after the other, as they wait in a queue, but with few commits.
  await Promise.all(
    turns
      .flat()
      .map((stream) =>
        store.append(stream, someEvents(stream === 'business-2' ? 3 : 1), { expected: 'any' }),
      ),
  );
  await store.close();
}

function source(): ExclusiveLog {
  const log = openLogExclusively({ file });
  opened.push(log);
  return log;
}

async function change(sql: string): Promise<void> {
  const db = new BetterSqlite3(file);
  db.exec(sql);
  db.close();
}

async function all(log: Pick<EventStore, 'readAll'>): Promise<readonly object[]> {
  const events = await log.readAll({ after: startOfLog, limit: 10_000 });
  return events.map((event) => ({ ...plainEvent(event), position: startOfLog }));
}

function outcomeOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}

function proposed({ id, type, data, metadata }: NewEvent): ProposedEvent {
  const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  const contentType = 'application/json';
  return { id, type, contentType, data: bytesOf(data), metadata: bytesOf(metadata) };
}

describe('copyLog to EventStoreDB', () => {
  test('copies every event unchanged, in the order of the log', async () => {
    await fillSource(20);
    const from = source();
    expect(await copyLog({ from, to: target })).toEqual({
      alreadyThere: 0,
      copied: 100,
      isAhead: false,
    });
    expect(await all(target)).toEqual(await all(from));
    expect(peer.calls.append).toBe(100);
  });

  test('counts what it has copied in all, round by round', async () => {
    await fillSource(120);
    const counts: number[] = [];
    const onCopied = (events: number) => counts.push(events);
    const append = vi.spyOn(target, 'appendInOrder');
    expect(await copyLog({ from: source(), to: target, onCopied })).toMatchObject({ copied: 600 });
    expect(counts).toEqual([500, 600]);
    const [first, second] = append.mock.calls.map(([, { after }]) => after);
    expect(first).toBe(startOfLog);
    expect(second).toBe(await append.mock.results[0]?.value);
  });

  test('copies nothing when it is repeated', async () => {
    await fillSource(5);
    const from = source();
    await copyLog({ from, to: target });
    const { append } = peer.calls;
    expect(await copyLog({ from, to: target })).toEqual({
      alreadyThere: 25,
      copied: 0,
      isAhead: false,
    });
    expect(peer.calls.append).toBe(append);
  });

  test('continues after each of many outages, which leave the first events', async () => {
    await fillSource(150);
    const from = source();
    const expected = await all(from);
    const outcomes: string[] = [];
    while (outcomes.at(-1) !== 'complete') {
      const stored = peer.log.all.length;
      // In the middle of a round, or at the end of one, or after the last.
      const stopAt = stored + Math.ceil(Math.random() * 250);
      const unlisten = peer.log.listen(() => {
        if (peer.log.all.length === stopAt) peer.stop();
      });
      outcomes.push(
        await copyLog({ from, to: target }).then(({ alreadyThere, copied }) => {
          expect(alreadyThere + copied).toBe(expected.length);
          return 'complete';
        }, outcomeOf),
      );
      unlisten();
      peer.stop();
      await peer.start();
      await expect.poll(() => target.ping().then(() => 'there', String)).toBe('there');
      const there = await all(target);
      expect(there).toEqual(expected.slice(0, there.length));
    }
    expect(new Set(outcomes)).toEqual(new Set(['Unavailable', 'complete']));
    expect(await all(target)).toEqual(expected);
  });

  test('continues with the next leader of a cluster', async () => {
    const cluster = await startGrpcCluster({ electionMs: 200 });
    const to = await openEventStoreDb({ url: cluster.url, timeoutMs: 2_000 });
    await fillSource(150);
    const from = source();
    let kills = 0;
    const unlisten = cluster.log.listen(() => {
      if (cluster.log.all.length % 300 !== 0 || kills === 3) return;
      kills += 1;
      void cluster.killLeader();
    });
    const copy = () => copyLog({ from, to }).then(() => 'complete', outcomeOf);
    const outcomes: string[] = [];
    await expect
      .poll(
        async () => {
          outcomes.push(await copy());
          return outcomes.at(-1);
        },
        { timeout: 20_000 },
      )
      .toBe('complete');
    unlisten();
    expect(kills).toBeGreaterThan(1);
    expect(outcomes.length).toBeGreaterThan(kills);
    expect(['Unavailable', 'Timeout', 'complete']).toEqual(expect.arrayContaining(outcomes));
    expect(await all(to)).toEqual(await all(from));
    await to.close();
    cluster.stop();
  });

  test('stores an append once when its response was lost and it is repeated', async () => {
    await fillSource(2);
    const from = source();
    peer.faults.next('append', { kind: 'lose-answer' });
    const impatient = await openEventStoreDb({ url: peer.url, timeoutMs: 500 });
    await expect(copyLog({ from, to: impatient })).rejects.toThrow('did not respond in time');
    await impatient.close();
    expect(await copyLog({ from, to: target })).toMatchObject({ alreadyThere: 10, copied: 0 });
    expect(await all(target)).toEqual(await all(from));
  });

  test.each([0, 1, 500])(
    'stores every event once and in order when two copies run, the second after %s events',
    async (delayed) => {
      await fillSource(240);
      const from = source();
      const other = await openEventStoreDb({ url: peer.url });
      let second: Promise<unknown> | undefined;
      const startSecond = () => {
        second ??= copyLog({ from, to: other });
      };
      if (delayed === 0) startSecond();
      const unlisten = peer.log.listen(() => {
        if (peer.log.all.length >= delayed) startSecond();
      });
      await copyLog({ from, to: target });
      await second;
      unlisten();
      expect(await all(target)).toEqual(await all(from));
      await other.close();
    },
  );

  test('is not complete once the server refused an event and took later ones', async () => {
    await fillSource(2);
    const from = source();
    peer.faults.next('append', { kind: 'answer-late', ms: 0 }, unavailable);
    await expect(copyLog({ from, to: target })).rejects.toThrow(OutOfOrder);
    await expect(copyLog({ from, to: target })).rejects.toThrow(OtherEvents);
  });

  test('refuses a server with other events and leaves it unchanged', async () => {
    await fillSource(2);
    await target.append('business-9', [someEvent()], { expected: 'none' });
    await expect(copyLog({ from: source(), to: target })).rejects.toThrow(OtherEvents);
    expect(await all(target)).toHaveLength(1);
  });

  test('refuses a stream that another writer changes meanwhile', async () => {
    await fillSource(3);
    const from = source();
    const theirs = proposed(someEvent());
    let isTheirsNext = true;
    const unlisten = peer.log.listen(({ stream }) => {
      if (stream !== 'business-1' || !isTheirsNext) return;
      isTheirsNext = false;
      peer.log.append('business-1', [theirs], 'any');
    });
    const refused = { stream: 'business-1', revision: 1 };
    await expect(copyLog({ from, to: target })).rejects.toEqual(new OtherEvents(refused));
    unlisten();
    await expect(copyLog({ from, to: target })).rejects.toEqual(new OtherEvents(refused));
    expect(peer.log.all.filter(({ id }) => id === theirs.id)).toHaveLength(1);
  });

  test('leaves events appended after a copy unchanged', async () => {
    await fillSource(2);
    const from = source();
    await copyLog({ from, to: target });
    await target.append('business-1', [someEvent()], { expected: 'any' });
    expect(await copyLog({ from, to: target })).toEqual({
      alreadyThere: 10,
      copied: 0,
      isAhead: true,
    });
  });

  test('reports an event missing within a stream, and copies nothing', async () => {
    await fillSource(3);
    await change(`DELETE FROM events WHERE stream_id = 1 AND revision = 1`);
    await expect(copyLog({ from: source(), to: target })).rejects.toEqual(
      new DamagedHistory('business-1', 2),
    );
    expect(await all(target)).toEqual([]);
  });

  test('reports one that is missing behind what it has read twice', async () => {
    const store = await openSqliteEventStore({ file });
    for (let part = 0; part < 3; part += 1)
      await store.append('business-1', someEvents(1_700), { expected: 'any' });
    await store.close();
    await change('DELETE FROM events WHERE revision = 4500');
    const appendInOrder: OrderedEventStore['appendInOrder'] = async () => startOfLog;
    await expect(copyLog({ from: source(), to: { ...target, appendInOrder } })).rejects.toEqual(
      new DamagedHistory('business-1', 4_501),
    );
  });
});

describe('compareLogs', () => {
  test.each([
    [
      'data',
      `UPDATE events SET data = replace(data, 'Kampung Baru', 'Kampung Lama') WHERE position = 7`,
    ],
    [
      'metadata',
      `UPDATE events SET metadata = replace(metadata, '08:00:00', '08:00:01') WHERE position = 7`,
    ],
    [
      'a type',
      `INSERT INTO types (name) VALUES ('BusinessRejected');
       UPDATE events SET type_id = last_insert_rowid() WHERE position = 7`,
    ],
    ['an id', `UPDATE events SET event_id = randomblob(16) WHERE position = 7`],
    ['a revision', `UPDATE events SET revision = 9 WHERE position = 7`],
    [
      'a stream',
      `INSERT INTO streams (name) VALUES ('business-9');
       UPDATE events SET stream_id = last_insert_rowid() WHERE position = 7`,
    ],
  ])('finds a difference in %s', async (_what, sql) => {
    await fillSource(3);
    await copyLog({ from: source(), to: target });
    opened.pop()?.close();
    await change(sql);
    const { same, next } = await compareLogs(source(), target);
    expect(same).toBe(6);
    expect(next.first && next.second).not.toBeNull();
  });

  test('finds a different order between streams', async () => {
    const [one, two] = [someEvent(), someEvent()];
    const store = await openSqliteEventStore({ file });
    await store.append('business-1', [one], { expected: 'none' });
    await store.append('business-2', [two], { expected: 'none' });
    await store.close();
    await target.append('business-2', [two], { expected: 'none' });
    await target.append('business-1', [one], { expected: 'none' });
    expect((await compareLogs(source(), target)).same).toBe(0);
  });
});
