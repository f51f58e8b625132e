import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecrets, SecretsDamaged } from './secrets.ts';

let dataDir: string;
const file = () => join(dataDir, 'secrets.json');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

test('the first start makes the keys and later ones find them', async () => {
  const first = await loadSecrets(dataDir);
  const second = await loadSecrets(dataDir);
  expect(second.tokenKey.equals(first.tokenKey)).toBe(true);
  expect(second.icNumberKey.equals(first.icNumberKey)).toBe(true);
  expect(first.icNumberKey.equals(first.tokenKey)).toBe(false);
  expect(first.tokenKey.symmetricKeySize).toBe(32);
});

test('only the owner of the process can read the file, and it stands alone', async () => {
  await loadSecrets(dataDir);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
});

test('processes that start at once end with the same keys', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(dataDir)));
  const [first] = all;
  for (const secrets of all)
    expect(first && secrets.icNumberKey.equals(first.icNumberKey)).toBe(true);
});

test.each([
  ['cut off', (text: string) => text.slice(0, 40)],
  ['empty', () => ''],
  ['without a key', () => '{"tokenKey":"c2VjcmV0"}'],
  ['with a key too short', (text: string) => text.replace(/"[^"]{30}/, '"')],
])('a file that is %s is one clear error and stays as it is', async (_, damage) => {
  await loadSecrets(dataDir);
  const whole = readFileSync(file(), 'utf8');
  const damaged = damage(whole);
  writeFileSync(file(), damaged);
  const error: unknown = await loadSecrets(dataDir).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SecretsDamaged);
  expect(String(error)).toContain(file());
  expect(String(error)).not.toContain(whole.slice(20, 35));
  expect(readFileSync(file(), 'utf8')).toBe(damaged);
});
