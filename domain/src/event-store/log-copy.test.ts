import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plainEvent, someEvent, someEvents } from '../testing/events.ts';
import { startOfLog, type EventStore } from './event-store.ts';
import { openEventStoreDb } from './eventstoredb/event-store-db.ts';
import { startGrpcPeer, type GrpcPeer } from './eventstoredb/testing/grpc-peer.ts';
import { openLogExclusively, type ExclusiveLog } from './sqlite/log-reader.ts';
import { openSqliteEventStore } from './sqlite/sqlite-event-store.ts';
import { compareLogs, copyLog, DamagedHistory, OtherEvents } from './log-copy.ts';

vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let file: string;
let peer: GrpcPeer;
let target: EventStore;
const opened: ExclusiveLog[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moving-'));
  file = join(folder, 'events.db');
  peer = await startGrpcPeer();
  target = await openEventStoreDb({ url: peer.url, timeoutMs: 2_000 });
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
  for (let round = 0; round < rounds; round += 1)
    for (const stream of ['business-1', 'visits-1', 'business-2'])
      await store.append(stream, someEvents(stream === 'business-2' ? 3 : 1), { expected: 'any' });
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
    expect(peer.calls.append).toBe(60);
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

  test('continues after an outage', async () => {
    await fillSource(10);
    const from = source();
    const stopAt = () => {
      if (peer.calls.append === 7) peer.stop();
    };
    await expect(copyLog({ from, to: target, onCopied: stopAt })).rejects.toThrow(
      'EventStoreDB cannot be reached',
    );
    await peer.start();
    const result = await copyLog({ from, to: target });
    expect(result.alreadyThere).toBeGreaterThan(0);
    expect(result.alreadyThere + result.copied).toBe(50);
    expect(await all(target)).toEqual(await all(from));
  });

  test('stores an append once when its response was lost and it is repeated', async () => {
    await fillSource(2);
    const from = source();
    peer.faults.next('append', { kind: 'lose-answer' });
    await expect(copyLog({ from, to: target })).rejects.toThrow('did not respond in time');
    expect(await copyLog({ from, to: target })).toMatchObject({ alreadyThere: 1, copied: 9 });
    expect(await all(target)).toEqual(await all(from));
  });

  test('stores every event once and in order when two copies run at once', async () => {
    await fillSource(10);
    const from = source();
    await Promise.allSettled([copyLog({ from, to: target }), copyLog({ from, to: target })]);
    await copyLog({ from, to: target });
    expect(await all(target)).toEqual(await all(from));
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
    const theirs = someEvent();
    const interfere = async (copied: number) => {
      if (copied === 1) await target.append('visits-1', [theirs], { expected: 'any' });
    };
    let interfered: Promise<void> | undefined;
    const to: EventStore = {
      ...target,
      append: async (...given) => {
        await interfered;
        return target.append(...given);
      },
    };
    const onCopied = (copied: number) => {
      interfered ??= interfere(copied);
    };
    await expect(copyLog({ from, to, onCopied })).rejects.toThrow(OtherEvents);
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

  test('reports an event missing within a stream', async () => {
    await fillSource(3);
    await change('DELETE FROM events WHERE position = 4');
    await expect(copyLog({ from: source(), to: target })).rejects.toThrow(DamagedHistory);
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
  ])('finds a difference in %s', async (_what, sql) => {
    await fillSource(3);
    await copyLog({ from: source(), to: target });
    opened.pop()?.close();
    await change(sql);
    const { same, next } = await compareLogs(source(), target);
    expect(same).toBe(6);
    expect(next.first?.stream).toBe(next.second?.stream);
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
