import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
