import { createSecretKey, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyEmailRequest } from '../contracts/mail.ts';
import { linkTokens } from './link-tokens.ts';

test('the link that confirms the longest address is accepted', () => {
  const key = createSecretKey(Buffer.alloc(32));
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
  expect(link && links.isAsOf(link, null)).toBe(false);
  expect(JSON.stringify(link)).not.toContain('penghulu');
});
