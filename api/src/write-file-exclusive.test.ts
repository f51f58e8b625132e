import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeOnce } from './write-file-exclusive.ts';

const folder = mkdtempSync(join(tmpdir(), 'write-once-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a file is written with its mode, and nothing else stays behind', async () => {
  expect(await writeOnce(join(folder, 'a'), 'first', 0o600)).toBe(true);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('first');
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a']);
});

test('a file that is there is left as it was', async () => {
  await writeOnce(join(folder, 'b'), 'first', 0o600);
  expect(await writeOnce(join(folder, 'b'), 'second', 0o600)).toBe(false);
  expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('first');
});

test('of many who write at once exactly one does', async () => {
  const file = join(folder, 'c');
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, index) => writeOnce(file, `writer ${index}`, 0o600)),
  );
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe(`writer ${written.indexOf(true)}`);
});

test('where nothing can be written the error says so', async () => {
  await expect(writeOnce(join(folder, 'missing', 'd'), 'x', 0o600)).rejects.toThrow('ENOENT');
});
