import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import jwt from 'jsonwebtoken';
import type { AccountStore } from './account-store.ts';
import {
  followSessions,
  rotateTokenKey,
  type Sessions,
  tokenIssuer,
  tokenRules,
} from './sessions.ts';
import { openSqliteAccounts } from './sqlite/sqlite-accounts.ts';

const key = createSecretKey(randomBytes(32));
const issuedAt = new Date('2026-11-21T08:00:00Z');
const issue = tokenIssuer(
  () => key,
  () => issuedAt,
);
const owner = { id: 'an-id', role: 'user', full_name: 'Siti Aminah' } as const;

function read(token: string, clockTimestamp: number) {
  return jwt.verify(token, key, {
    algorithms: [...tokenRules.algorithms],
    issuer: tokenRules.issuer,
    audience: tokenRules.audience,
    clockTimestamp,
  });
}
const seconds = issuedAt.getTime() / 1000;

test('a token carries id, role and full name, and nothing else of the account', () => {
  expect(read(issue(owner), seconds)).toEqual({
    ...owner,
    iat: seconds,
    exp: seconds + 7 * 86_400,
    iss: tokenRules.issuer,
    aud: tokenRules.audience,
  });
});

test.each([
  ['user', 7 * 86_400],
  ['admin', 12 * 3600],
] as const)('the token of a %s holds for %d seconds', (role, lifetime) => {
  const token = issue({ ...owner, role });
  expect(() => read(token, seconds + lifetime - 1)).not.toThrow();
  expect(() => read(token, seconds + lifetime)).toThrow('jwt expired');
});

test('tokens are signed with HS256', () => {
  expect(jwt.decode(issue(owner), { complete: true })?.header.alg).toBe('HS256');
});

describe('sessions', () => {
  const tokenKey = createSecretKey(randomBytes(32));
  const account = randomUUID();

  let folder: string;
  let accounts: AccountStore;
  let outages: unknown[];
  let sessions: Sessions;
  const open = () => openSqliteAccounts({ file: join(folder, 'accounts.db') });
  const follow = (store: AccountStore) =>
    followSessions({ accounts: store, tokenKey, onOutage: (error) => void outages.push(error) });

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    folder = mkdtempSync(join(tmpdir(), 'sessions-'));
    outages = [];
    accounts = open();
    sessions = await follow(accounts);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await sessions.stop();
    await accounts.close();
    rmSync(folder, { recursive: true });
  });

  test('end makes tokens of earlier versions invalid at once, and later ones valid', async () => {
    expect(sessions.isEnded(account, 0)).toBe(false);
    await sessions.end(account);
    expect(sessions.isEnded(account, 0)).toBe(true);
    expect(sessions.isEnded(account, 1)).toBe(false);
    expect(sessions.isEnded(randomUUID(), 0)).toBe(false);
  });

  test('another process refuses the tokens within ten seconds', async () => {
    const replica = open();
    const others = await follow(replica);
    await others.refresh();
    await sessions.end(account);
    expect(others.isEnded(account, 0)).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(others.isEnded(account, 0)).toBe(true);
    await others.stop();
    await replica.close();
  });

  test('a process that starts later refuses the tokens from the start', async () => {
    await sessions.end(account);
    const restarted = await follow(accounts);
    expect(restarted.isEnded(account, 0)).toBe(true);
    await restarted.stop();
  });

  test('a process that saw no change for a week refuses the tokens, which are valid as long', async () => {
    const others = await follow(accounts);
    await others.refresh();
    await sessions.end(account);
    const later = Date.now() + 7 * 86_400_000;
    const now = vi.spyOn(Date, 'now').mockReturnValue(later);
    await others.refresh();
    now.mockRestore();
    expect(others.isEnded(account, 0)).toBe(true);
    await others.stop();
  });

  test('sessions that were ended while the clock was behind stay ended once it is right, also after a restart', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 30 * 86_400_000);
    await sessions.end(account);
    now.mockRestore();
    await sessions.refresh();
    expect(sessions.isEnded(account, 0)).toBe(true);
    const restarted = await follow(accounts);
    expect(restarted.isEnded(account, 0)).toBe(true);
    await restarted.stop();
  });

  test('the last known sessions count while the accounts are unreachable, which is reported once', async () => {
    await sessions.end(account);
    await accounts.close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sessions.isEnded(account, 0)).toBe(true);
    expect(sessions.isEnded(randomUUID(), 0)).toBe(false);
    expect(outages).toHaveLength(1);
  });

  test('each outage of the accounts is reported', async () => {
    const find = vi.spyOn(accounts, 'findSessionVersions');
    for (let outage = 1; outage <= 2; outage += 1) {
      find.mockRejectedValueOnce(new Error('away'));
      await sessions.refresh();
      await sessions.refresh();
      expect(outages).toHaveLength(outage);
    }
  });

  test('an answer that was read before the sessions were ended does not come after it', async () => {
    const earlier = await accounts.findSessionVersions(new Date(0));
    let answer: (versions: typeof earlier) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      vi.spyOn(accounts, 'findSessionVersions').mockImplementationOnce(() => {
        resolve();
        return new Promise((found) => (answer = found));
      });
    });
    const slow = sessions.refresh();
    await asked;
    const end = sessions.end(account);
    await new Promise(setImmediate);
    answer(earlier);
    await Promise.all([slow, end]);
    expect(sessions.isEnded(account, 0)).toBe(true);
  });

  test('a rotation replaces the token key in all processes within ten seconds', async () => {
    const replica = open();
    const others = await follow(replica);
    expect(sessions.tokenKey().equals(tokenKey)).toBe(true);
    await rotateTokenKey(replica);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sessions.tokenKey().equals(tokenKey)).toBe(false);
    expect(sessions.tokenKey().equals(others.tokenKey())).toBe(true);
    const first = sessions.tokenKey();
    await rotateTokenKey(accounts);
    await sessions.refresh();
    expect(sessions.tokenKey().equals(first)).toBe(false);
    await others.stop();
    await replica.close();
  });
});
