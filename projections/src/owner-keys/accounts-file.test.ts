import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { openAccountsFile } from './accounts-file.ts';

/** Of Linux: the locks of all processes, each with the process and the inode. */
const locks = '/proc/locks';

function isLocked(file: string): boolean {
  const { ino } = statSync(file);
  const ours = new RegExp(` ${process.pid} \\S+:${ino} `);
  return readFileSync(locks, 'utf8')
    .split('\n')
    .some((line) => ours.test(line));
}

test.skipIf(!existsSync(locks))(
  'a file that is opened twice stays locked, so that no other program removes its WAL',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
    const file = join(folder, 'accounts.db');
    const open = () => openAccountsFile(file, 'CREATE TABLE IF NOT EXISTS t (name TEXT);');
    const first = open();
    expect(isLocked(file)).toBe(true);
    const second = open();
    onTestFinished(() => {
      first.close();
      second.close();
      rmSync(folder, { recursive: true });
    });
    expect(isLocked(file)).toBe(true);
  },
);

test('opening a file that has its tables writes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'accounts.db');
  const open = () => openAccountsFile(file, 'CREATE TABLE IF NOT EXISTS t (name TEXT);');
  const first = open();
  onTestFinished(() => void first.close());
  const { size } = statSync(`${file}-wal`);
  open().close();
  expect(statSync(`${file}-wal`).size).toBe(size);
});

test('what is deleted is overwritten', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'accounts.db');
  const db = openAccountsFile(file, 'CREATE TABLE IF NOT EXISTS t (name TEXT);');
  onTestFinished(() => void db.close());
  const holds = () => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return readFileSync(file).includes('Siti binti Osman');
  };
  db.exec(`INSERT INTO t (name) VALUES ('Siti binti Osman')`);
  expect(holds()).toBe(true);
  db.exec('DELETE FROM t');
  expect(holds()).toBe(false);
});

test.each([
  [1, 1, 'it is a database of another program'],
  [0x6b_62_61_63, 2, 'it has format 2, and this version supports formats up to 1'],
])(
  'a file of the application %s and format %s is refused and stays as it is',
  (id, format, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'accounts.db');
    const db = new BetterSqlite3(file);
    db.exec(
      `PRAGMA application_id = ${id}; PRAGMA user_version = ${format}; CREATE TABLE t (name)`,
    );
    db.close();
    const before = readFileSync(file);
    expect(() => openAccountsFile(file, 'CREATE TABLE other (name)')).toThrow(reason);
    expect(readFileSync(file)).toEqual(before);
  },
);
