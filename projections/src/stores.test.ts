import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareDataFolder, UnusableDataFolder } from './stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a data folder is made with all the folders above it', () => {
  prepareDataFolder(join(folder, 'new', 'data'));
  expect(existsSync(join(folder, 'new', 'data'))).toBe(true);
});

test('a data folder below a file is refused by its name', () => {
  writeFileSync(join(folder, 'file'), '');
  const wanted = join(folder, 'file', 'data');
  expect(() => {
    prepareDataFolder(wanted);
  }).toThrow(new RegExp(`The data folder ${wanted} cannot be used`));
});

test.runIf(process.platform === 'linux')('a system folder that takes no others is refused', () => {
  expect(() => {
    prepareDataFolder('/proc/no/data');
  }).toThrow(UnusableDataFolder);
});
