import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetterSqlite3 } from '../sqlite-driver.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { someEvents } from '../../testing/events.ts';
import { startOfLog, UnusableLog } from '../event-store.ts';
import { openLogExclusively } from './log-reader.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alone-'));
  file = join(folder, 'events.db');
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => openLogExclusively({ file });

async function openFilled() {
  const store = await openSqliteEventStore({ file });
  await store.append('business-1', someEvents(3), { expected: 'none' });
  return store;
}

test('a log that an idle program has open is refused', async () => {
  const program = await openFilled();
  expect(open).toThrow(UnusableLog);
  expect(open).toThrow('a program that is running has it open; stop it first');
  await program.close();
  const log = open();
  expect(await log.readAll({ after: startOfLog, limit: 10 })).toHaveLength(3);
  log.close();
});

test('an exclusively open log refuses other programs until it is closed', async () => {
  await (await openFilled()).close();
  const other = () => {
    const db = new BetterSqlite3(file, { timeout: 50 });
    try {
      return db.prepare('SELECT count(*) FROM events').pluck().get();
    } finally {
      db.close();
    }
  };
  const log = open();
  expect(other).toThrow('database is locked');
  log.close();
  expect(other()).toBe(3);
});

test('a missing log is an error and is not created', () => {
  expect(open).toThrow('there is no such file');
  expect(existsSync(file)).toBe(false);
});

test('a damaged log is an error', async () => {
  await writeFile(file, 'this is no database at all, '.repeat(100));
  expect(open).toThrow('it is damaged or not a database');
});

test('a database of another application is an error', () => {
  const db = new BetterSqlite3(file);
  db.exec('CREATE TABLE t (x)');
  db.close();
  expect(open).toThrow('it is a database of something else');
});

test('an empty file is an error', async () => {
  await writeFile(file, '');
  expect(open).toThrow('it is empty');
});
