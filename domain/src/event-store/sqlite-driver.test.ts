import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { driverFile, isFullDisk, SqliteError } from './sqlite-driver.ts';

test('closed databases are collected without ending the process', () => {
  const program = `
    const Database = require(${JSON.stringify(driverFile)});
    const open = () => {
      const db = new Database(':memory:');
      db.prepare('SELECT 1').get();
      db.close();
    };
    let rounds = 0;
    const timer = setInterval(() => {
      for (let count = 0; count < 200; count += 1) open();
      Array.from({ length: 100_000 }, (_, index) => ({ index }));
      rounds += 1;
      if (rounds === 20) clearInterval(timer);
    }, 1);
    process.on('exit', () => console.log('done'));`;
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('done\n');
});

test.each([
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_SHMSIZE', true],
  // As in folders that a virtual machine shares with its host.
  ['SQLITE_IOERR_SHMMAP', false],
])('%s means a full disk: %s', (code, isFull) => {
  expect(isFullDisk(new SqliteError('disk I/O error', code))).toBe(isFull);
});
