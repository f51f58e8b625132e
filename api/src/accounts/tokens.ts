import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod';
import { systemClock, type Clock } from '../clock.ts';

/** Algorithm, issuer and audience that a valid token must have. */
export const tokenRules = {
  algorithms: ['HS256'],
  issuer: 'kampong-bharu-directory',
  audience: 'kampong-bharu-directory',
} as const;

export const tokenClaims = z.object({
  id: z.string(),
  role: z.enum(['user', 'admin']),
  full_name: z.string(),
  /** Of the account's sessions; tokens of the first one lack it. */
  version: z.int().min(0).default(0),
  /** The token is for changing the password only. */
  mustChangePassword: z.literal(true).optional(),
  /** The token is for setting up the second factor only. */
  mustSetUpSecondFactor: z.literal(true).optional(),
});
type TokenClaims = z.input<typeof tokenClaims>;

const day = 86_400;
const lifetimeSeconds = { user: 7 * day, admin: day / 2 };
export const maxTokenSeconds = lifetimeSeconds.user;

/** Signs a token: valid for 7 days for owners, for 12 hours for admins. */
export type IssueToken = (claims: TokenClaims) => string;

export function tokenIssuer(key: () => KeyObject, now: Clock = systemClock): IssueToken {
  return ({ id, role, full_name, version = 0, ...duties }) => {
    const state = {
      ...(version > 0 && { version }),
      ...(duties.mustChangePassword && { mustChangePassword: true }),
      ...(duties.mustSetUpSecondFactor && { mustSetUpSecondFactor: true }),
    };
    const claims = { id, role, full_name, ...state };
    return jwt.sign({ ...claims, iat: Math.floor(now().getTime() / 1000) }, key(), {
      algorithm: tokenRules.algorithms[0],
      issuer: tokenRules.issuer,
      audience: tokenRules.audience,
      expiresIn: lifetimeSeconds[role],
    });
  };
}
