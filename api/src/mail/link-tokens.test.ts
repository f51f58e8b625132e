import { createSecretKey, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signToken } from '../accounts/sessions.ts';
import { verifyEmailRequest } from '../contracts/mail.ts';
import { linkTokens } from './link-tokens.ts';

const key = createSecretKey(Buffer.alloc(32));

test('the link that confirms the longest address is accepted', () => {
  const links = linkTokens(key, () => key);
  const claims = {
    account: randomUUID(),
    email: 'siti@example.org'.padStart(254, 's'),
    version: 9,
  };
  const sent = links.verification({ ...claims, replaces: 'penghulu@example.org' });
  const link = links.readVerification(verifyEmailRequest.parse({ token: sent }).token);
  expect(link).toMatchObject(claims);
  expect(link && links.isAsOf(link, 'penghulu@example.org')).toBe(true);
  expect(link && links.isAsOf(link, 'another@example.org')).toBe(false);
  expect(link && links.isAsOf(link, null)).toBe(false);
  expect(JSON.stringify(link)).not.toContain('penghulu');
});

test('a link to confirm an address holds for three days, one to unsubscribe for ever, and none is the other', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const dayMs = 86_400_000;
  const keys = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
  const [first, second] = keys.map((sessionKey) => linkTokens(key, () => sessionKey));
  const account = randomUUID();
  const claims = { account, email: 'siti@example.org', version: 0, replaces: null };
  const [confirm, unsubscribe] = [
    first?.verification(claims) ?? '',
    first?.unsubscription(account) ?? '',
  ];
  vi.setSystemTime(Date.now() + 3 * dayMs - 1_000);
  expect(first?.readVerification(confirm)).toMatchObject({ account });
  expect(second?.readVerification(confirm)).toBeNull();
  vi.setSystemTime(Date.now() + 1_000);
  expect(first?.readVerification(confirm)).toBeNull();
  vi.setSystemTime(Date.now() + 3_650 * dayMs);
  expect(second?.readUnsubscription(unsubscribe)).toEqual({ account });
  expect(second?.unsubscription(account)).toBe(unsubscribe);
  const links = linkTokens(key, () => key);
  expect(links.readUnsubscription(links.verification(claims))).toBeNull();
});

test('what the key of sessions signed is no link', () => {
  const links = linkTokens(key, () => key);
  const account = randomUUID();
  const claims = { account, email: 'siti@example.org', version: 0 };
  expect(
    links.readVerification(signToken(claims, key, { audience: 'verification', expiresIn: '3d' })),
  ).toBeNull();
  expect(
    links.readUnsubscription(signToken({ account }, key, { audience: 'unsubscription' })),
  ).toBeNull();
});
