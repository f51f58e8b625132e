import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { someEvents } from '../../testing/events.ts';
import { encodeEvent, type ExpectedRevision } from '../event-store.ts';
import { driverFile, type Database } from '../sqlite-driver.ts';
import { groupCommit, type AppendRequest } from './group-commit.ts';
import { openLogFile } from './log-file.ts';
import { logReader } from './log-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'group-commit-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let db: Database;
let other: Database;
let files = 0;
beforeEach(() => {
  const file = join(folder, `${(files += 1)}.db`);
  db = openLogFile(file);
  other = openLogFile(file);
});
afterEach(() => {
  db.close();
  other.close();
});

function request(stream: string, expected: ExpectedRevision, count = 1): AppendRequest {
  const events = someEvents(count).map(encodeEvent);
  return { stream, expected, events, bytes: 0 };
}

const stored = () => db.prepare('SELECT count(*) FROM events').pluck().get();

describe('group commit', () => {
  test('an append sees the appends before it in the group', () => {
    const outcomes = groupCommit(db)([
      request('business-1', 'none', 2),
      request('business-1', 'none'),
      request('business-1', 1),
      request('business-1', 1),
      request('business-2', 'any'),
    ]);
    expect(outcomes).toMatchObject([
      { kind: 'appended', revision: 1 },
      { kind: 'wrong-revision', actual: 1 },
      { kind: 'appended', revision: 2 },
      { kind: 'wrong-revision', actual: 2 },
      { kind: 'appended', revision: 0 },
    ]);
    expect(stored()).toBe(4);
  });

  test('a repeat in the same group gets the first result', () => {
    const once = request('business-1', 'none', 2);
    const [first, second] = groupCommit(db)([once, once]);
    expect(first).toMatchObject({ kind: 'appended' });
    expect(second).toEqual(first);
    expect(stored()).toBe(2);
  });

  test('an event id of another stream counts as new', () => {
    const one = request('business-1', 'none');
    const [first, second] = groupCommit(db)([one, { ...one, stream: 'business-2' }]);
    expect([first, second]).toMatchObject([{ kind: 'appended' }, { kind: 'appended' }]);
    expect(stored()).toBe(2);
  });

  test('a locked file fails every append of the group and stores nothing', () => {
    const commit = groupCommit(db, 20);
    other.exec('BEGIN IMMEDIATE');
    const outcomes = commit([request('business-1', 'none'), request('business-2', 'none')]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['locked', 'locked']);
    other.exec('ROLLBACK');
    expect(stored()).toBe(0);
    expect(commit([request('business-1', 'none')])).toMatchObject([{ kind: 'appended' }]);
  });

  test('an append gets its turn beside a program that writes nine tenths of the time', async () => {
    const busy = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const db = new (require(workerData.driver))(workerData.file);
       const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
       for (;;) {
         db.exec('BEGIN IMMEDIATE');
         parentPort.postMessage('begun');
         wait(90);
         db.exec('COMMIT');
         wait(10);
       }`,
      { eval: true, workerData: { driver: driverFile, file: db.name } },
    );
    await once(busy, 'message');
    const outcomes = groupCommit(db)([request('business-1', 'none')]);
    await busy.terminate();
    expect(outcomes).toMatchObject([{ kind: 'appended' }]);
  });

  test('a full disk fails every append of the group and stores nothing', () => {
    const commit = groupCommit(db);
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${pages + 10}`);
    const outcomes = commit(Array.from({ length: 500 }, () => request('visits-1', 'any')));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['failed']));
    expect(stored()).toBe(0);

    db.pragma('max_page_count = 1000000');
    expect(commit([request('visits-1', 'none')])).toMatchObject([
      { kind: 'appended', revision: 0 },
    ]);
    expect(logReader(db).stream('visits-1', 0)).toHaveLength(1);
  });

  test('an error that SQLite does not roll back itself leaves nothing of its group behind', () => {
    const commit = groupCommit(db);
    db.exec(`CREATE TEMP TRIGGER fault BEFORE INSERT ON events WHEN NEW.revision = 1
             BEGIN SELECT RAISE(ABORT, 'a fault'); END`);
    const outcomes = commit([request('business-1', 'none'), request('business-2', 'none', 2)]);
    expect(outcomes).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
    db.exec('DROP TRIGGER fault');
    expect(commit([request('business-2', 'none', 2)])).toMatchObject([{ kind: 'appended' }]);
    expect(stored()).toBe(2);
  });

  test('a stream created by another process meanwhile is found', () => {
    const [mine, theirs] = [groupCommit(db), groupCommit(other)];
    mine([request('business-1', 'none')]);
    theirs([request('business-2', 'none')]);
    expect(mine([request('business-2', 0), request('business-1', 0)])).toMatchObject([
      { kind: 'appended', revision: 1 },
      { kind: 'appended', revision: 1 },
    ]);
  });
});
