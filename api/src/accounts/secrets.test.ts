import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '@directory/projections/config';
import { loadMatchingSecrets, loadSecrets, verifyKeyFingerprint } from './secrets.ts';
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

test('loadSecrets generates keys once and loads them later', async () => {
  const first = await load();
  const second = await load();
  expect(second.tokenKey.equals(first.tokenKey)).toBe(true);
  expect(second.icNumberKey.equals(first.icNumberKey)).toBe(true);
  expect(first.icNumberKey.equals(first.tokenKey)).toBe(false);
  expect(first.tokenKey.symmetricKeySize).toBe(32);
});

test('the file is readable only by the owner of the process, and is the only one', async () => {
  await load();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
});

test('a file that was restored becomes readable only by the owner of the process', async () => {
  await load();
  chmodSync(file(), 0o644);
  await load();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('concurrent processes load the same keys', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load()));
  const [first] = all;
  for (const secrets of all)
    expect(first && secrets.icNumberKey.equals(first.icNumberKey)).toBe(true);
});

test.each([
  ['cut off', (text: string) => text.slice(0, 40)],
  ['empty', () => ''],
  ['without a key', () => '{"tokenKey":"c2VjcmV0"}'],
  ['with a key too short', (text: string) => text.replace(/"[^"]{32}/, '"')],
])('a file that is %s is refused and stays unchanged', async (_, damage) => {
  await load();
  const whole = readFileSync(file(), 'utf8');
  const damaged = damage(whole);
  writeFileSync(file(), damaged);
  const error: unknown = await load().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OperatorError);
  expect(String(error)).toContain(`The keys in ${file()} are damaged`);
  expect(String(error)).not.toContain(whole.slice(20, 35));
  expect(readFileSync(file(), 'utf8')).toBe(damaged);
});

describe('APP_SECRET', () => {
  const secret = 'a secret that all processes of the site share';

  test('gives every process the same two keys, and leaves no file', async () => {
    const [one, other] = [await load(secret), await load(secret)];
    expect(one.tokenKey.equals(other.tokenKey)).toBe(true);
    expect(one.icNumberKey.equals(other.icNumberKey)).toBe(true);
    expect(one.tokenKey.equals(one.icNumberKey)).toBe(false);
    expect(one.tokenKey.symmetricKeySize).toBe(32);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('gives other keys for another secret', async () => {
    const [one, other] = [await load(secret), await load(`${secret}!`)];
    expect(one.tokenKey.equals(other.tokenKey)).toBe(false);
    expect(one.icNumberKey.equals(other.icNumberKey)).toBe(false);
  });
});

test('verifyKeyFingerprint throws for accounts that were encrypted with another key', async () => {
  const accounts = openSqliteAccounts({ file: join(dataDir, 'accounts.db') });
  const secrets = await load();
  await verifyKeyFingerprint(accounts, secrets);
  await verifyKeyFingerprint(accounts, secrets);
  const others = await load('another secret, and no shorter than that');
  await expect(verifyKeyFingerprint(accounts, others)).rejects.toThrow('created with other keys');
  await accounts.close();
});

test('loadMatchingSecrets leaves no new keys beside accounts that have others', async () => {
  const accounts = openSqliteAccounts({ file: join(dataDir, 'accounts.db') });
  const loadMatching = () => loadMatchingSecrets({ dataDir, appSecret: null }, accounts);
  const first = await loadMatching();
  expect((await loadMatching()).icNumberKey.equals(first.icNumberKey)).toBe(true);
  rmSync(file());
  await expect(loadMatching()).rejects.toThrow('created with other keys');
  expect(existsSync(file())).toBe(false);
  await load();
  const foreign = readFileSync(file(), 'utf8');
  await expect(loadMatching()).rejects.toThrow('created with other keys');
  expect(readFileSync(file(), 'utf8')).toBe(foreign);
  await accounts.close();
});
