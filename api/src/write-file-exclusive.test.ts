import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { readFileIfExists, writeFileExclusive } from './write-file-exclusive.ts';

const folder = mkdtempSync(join(tmpdir(), 'write-file-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('writeFileExclusive writes the file with its mode and leaves no other file', async () => {
  expect(await writeFileExclusive(join(folder, 'a'), 'first', 0o600)).toBe(true);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('first');
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a']);
});

test('writeFileExclusive leaves an existing file unchanged and returns false', async () => {
  await writeFileExclusive(join(folder, 'b'), 'first', 0o600);
  expect(await writeFileExclusive(join(folder, 'b'), 'second', 0o600)).toBe(false);
  expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('first');
});

test('exactly one of many concurrent writers writes the file', async () => {
  const file = join(folder, 'c');
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, index) => writeFileExclusive(file, `writer ${index}`, 0o600)),
  );
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe(`writer ${written.indexOf(true)}`);
});

test('writeFileExclusive throws the error of the file system', async () => {
  await expect(writeFileExclusive(join(folder, 'missing', 'd'), 'x', 0o600)).rejects.toThrow(
    'ENOENT',
  );
});

test('an error of reading what is open names the file', async () => {
  await expect(readFileIfExists(folder)).rejects.toThrow(
    `EISDIR: illegal operation on a directory, read '${folder}'`,
  );
});

test('an error of writing what is open, as on a full disk, names the file', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const content = new Readable({ read: () => content.destroy(full) });
  const file = join(folder, 'e');
  await expect(writeFileExclusive(file, content, 0o600)).rejects.toThrow(
    `ENOSPC: no space left on device, write '${file}'`,
  );
});
