import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { alone } from './set-up.mjs';

const folder = mkdtempSync(join(tmpdir(), 'set-up-'));
const lock = join(folder, 'lock');
afterAll(() => rmSync(folder, { recursive: true }));

test('a set-up waits for another one that is running, and says so outside the standard output', async () => {
  const output = vi.spyOn(console, 'log').mockReturnValue();
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const steps: string[] = [];
  const first = alone(lock, async () => {
    steps.push('first begins');
    await setTimeout(300);
    steps.push('first ends');
  });
  await Promise.all([first, alone(lock, () => Promise.resolve(void steps.push('second')))]);
  expect(steps).toEqual(['first begins', 'first ends', 'second']);
  expect(printed).toHaveBeenCalledTimes(1);
  expect(output).not.toHaveBeenCalled();
  output.mockRestore();
  expect(existsSync(lock)).toBe(false);
  printed.mockRestore();
});

test('the lock of a process that has ended does not count', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(lock, String(pid));
  let holder = '';
  await alone(lock, () => {
    holder = readFileSync(lock, 'utf8');
    return Promise.resolve();
  });
  expect(holder).toBe(String(process.pid));
});

test('a set-up whose lock another process removed as left, and took itself, waits for that one', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const work = vi.fn(() => Promise.resolve());
  const working = alone(lock, work);
  writeFileSync(lock, String(process.ppid));
  await setTimeout(300);
  expect(work).not.toHaveBeenCalled();
  rmSync(lock);
  await working;
  expect(work).toHaveBeenCalledTimes(1);
  printed.mockRestore();
});

test('neither does that of an earlier process with the same id, nor one that nobody could write', async () => {
  for (const content of [String(process.pid), '', '\0\0\0\0']) {
    writeFileSync(lock, content);
    utimesSync(lock, 0, 0);
    await alone(lock, () => Promise.resolve());
    expect(existsSync(lock)).toBe(false);
  }
});

test('a set-up that fails releases the lock', async () => {
  await expect(alone(lock, () => Promise.reject(new Error('no network')))).rejects.toThrow(
    'no network',
  );
  expect(existsSync(lock)).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'packages are installed again for a newer Node, whose driver of SQLite an older one left out',
  () => {
    const checkout = join(folder, 'checkout');
    const program = join(checkout, 'api', 'launch', 'set-up.mjs');
    cpSync(join(import.meta.dirname, 'set-up.mjs'), program);
    mkdirSync(join(checkout, 'node_modules'));
    for (const lockfile of ['package-lock.json', 'node_modules/.package-lock.json'])
      writeFileSync(join(checkout, lockfile), '{}');
    const npm = join(checkout, 'npm');
    writeFileSync(npm, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const setUp = `
      const versions = { ...process.versions, node: '22.14.0', napi: '10' };
      Object.defineProperty(process, 'versions', { value: versions });
      const { setUp } = await import('${pathToFileURL(program).href}');
      await setUp();`;
    const args = ['--input-type=module', '--eval', setUp];
    const env = { ...process.env, PATH: `${checkout}:${process.env.PATH}` };
    const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(stderr).toContain('Set-up stopped: npm ci: ended with 1.');
  },
);
