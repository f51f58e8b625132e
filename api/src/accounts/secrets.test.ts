import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSecrets, verifyKeyFingerprint, SecretsDamaged } from './secrets.ts';
import { openSqliteAccounts } from './sqlite/sqlite-accounts.ts';

let dataDir: string;
const file = () => join(dataDir, 'secrets.json');
const load = (appSecret: string | null = null) => loadSecrets({ dataDir, appSecret });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

test('the first start makes the keys and later ones find them', async () => {
  const first = await load();
  const second = await load();
  expect(second.tokenKey.equals(first.tokenKey)).toBe(true);
  expect(second.icNumberKey.equals(first.icNumberKey)).toBe(true);
  expect(first.icNumberKey.equals(first.tokenKey)).toBe(false);
  expect(first.tokenKey.symmetricKeySize).toBe(32);
});

test('only the owner of the process can read the file, and it stands alone', async () => {
  await load();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
});

test('processes that start at once end with the same keys', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load()));
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
  await load();
  const whole = readFileSync(file(), 'utf8');
  const damaged = damage(whole);
  writeFileSync(file(), damaged);
  const error: unknown = await load().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SecretsDamaged);
  expect(String(error)).toContain(file());
  expect(String(error)).not.toContain(whole.slice(20, 35));
  expect(readFileSync(file(), 'utf8')).toBe(damaged);
});

describe('a secret of the settings', () => {
  const secret = 'a secret that all processes of the site share';

  test('gives every process the same two keys, and leaves no file', async () => {
    const [one, other] = [await load(secret), await load(secret)];
    expect(one.tokenKey.equals(other.tokenKey)).toBe(true);
    expect(one.icNumberKey.equals(other.icNumberKey)).toBe(true);
    expect(one.tokenKey.equals(one.icNumberKey)).toBe(false);
    expect(one.tokenKey.symmetricKeySize).toBe(32);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('that is another gives other keys', async () => {
    const [one, other] = [await load(secret), await load(`${secret}!`)];
    expect(one.tokenKey.equals(other.tokenKey)).toBe(false);
    expect(one.icNumberKey.equals(other.icNumberKey)).toBe(false);
  });
});

test('accounts that were sealed with another key are refused', async () => {
  const accounts = openSqliteAccounts({ file: join(dataDir, 'accounts.db') });
  const secrets = await load();
  await verifyKeyFingerprint(accounts, secrets);
  await verifyKeyFingerprint(accounts, secrets);
  const others = await load('another secret, and no shorter than that');
  await expect(verifyKeyFingerprint(accounts, others)).rejects.toThrow('made with other keys');
  await accounts.close();
});
