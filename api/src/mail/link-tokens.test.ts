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
  const { token } = verifyEmailRequest.parse({ token: links.verification(claims) });
  expect(links.readVerification(token)).toEqual(claims);
  const ofAdmin = links.verification({ ...claims, replaces: 'penghulu@example.org' });
  const link = links.readVerification(verifyEmailRequest.parse({ token: ofAdmin }).token);
  expect(link && links.isAsOf(link, 'penghulu@example.org')).toBe(true);
  expect(link && links.isAsOf(link, null)).toBe(false);
  expect(JSON.stringify(link)).not.toContain('penghulu');
});
