import { createSecretKey, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { tokenIssuer, tokenRules } from './tokens.ts';

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
