import { randomBytes } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnerKeysUnavailable } from '@directory/domain';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { expect, test, vi } from 'vitest';
import { UnusableAccountsFile } from './accounts-file.ts';
import { describeOwnerKeys } from './contract.suite.ts';
import { openSqliteOwnerKeys } from './sqlite-owner-keys.ts';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'owner-keys-'));
  return {
    folder,
    file: join(folder, 'accounts.db'),
    remove: async () => {
      rmSync(folder, { recursive: true });
    },
  };
}

describeOwnerKeys('SQLite', async () => {
  const { file, remove } = newFolder();
  return { open: async () => openSqliteOwnerKeys({ file }), remove };
});

test('the file is readable only by the owner of the process', async () => {
  const { file, remove } = newFolder();
  const keys = openSqliteOwnerKeys({ file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await keys.close();
  await remove();
});

test('eraseKey leaves the key in no file of the folder', async () => {
  const { file, folder, remove } = newFolder();
  const keys = openSqliteOwnerKeys({ file });
  const others = openSqliteOwnerKeys({ file });
  const key = randomBytes(32);
  const holders = () =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(key));
  await keys.add([{ owner: 'siti', key, erasure: null }]);
  await others.find(['siti']);
  expect(holders()).not.toEqual([]);
  await keys.beginErasure('siti', 'delete');
  await keys.eraseKey('siti');
  expect(holders()).toEqual([]);
  await keys.close();
  await others.close();
  expect(holders()).toEqual([]);
  await remove();
});

test('eraseKey fails while another connection keeps what was there in the files', async () => {
  const { file, remove } = newFolder();
  const keys = openSqliteOwnerKeys({ file });
  await keys.beginErasure('siti', 'delete');
  // As SQLite answers once it has waited for the other connection.
  const checkpoint = vi.spyOn(BetterSqlite3.prototype, 'pragma').mockReturnValueOnce(1);
  await expect(keys.eraseKey('siti')).rejects.toThrow('The keys of owners are in use.');
  checkpoint.mockRestore();
  await keys.eraseKey('siti');
  await keys.close();
  await remove();
});

test('openSqliteOwnerKeys throws UnusableAccountsFile for a damaged file', async () => {
  const { file, remove } = newFolder();
  writeFileSync(file, 'this is no database at all, '.repeat(100));
  const open = () => openSqliteOwnerKeys({ file });
  expect(open).toThrow(UnusableAccountsFile);
  expect(open).toThrow('it is damaged or not a database; restore it from a backup');
  await remove();
});

test('an error of the file names it and the reason', async () => {
  const { file, remove } = newFolder();
  const keys = openSqliteOwnerKeys({ file });
  await keys.close();
  await expect(keys.find(['siti'])).rejects.toThrow(
    `The keys of owners in ${file} cannot be used: The database connection is not open.`,
  );
  await remove();
});

test.skipIf(process.platform === 'win32')(
  'no key is added to a file that was removed or replaced',
  async () => {
    const { file, remove } = newFolder();
    const keys = openSqliteOwnerKeys({ file });
    const added = { owner: 'one', key: randomBytes(32), erasure: null };
    renameSync(file, `${file}.moved`);
    await expect(keys.add([added])).rejects.toThrow(OwnerKeysUnavailable);
    await expect(keys.ping()).rejects.toThrow('the file was removed or replaced');
    renameSync(`${file}.moved`, file);
    expect(await keys.all()).toEqual([]);
    await keys.close();
    await remove();
  },
);
