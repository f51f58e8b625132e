import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Context } from 'koa';
import { tokenClaims, tokenRules } from '../accounts/tokens.ts';
import type { Clock } from '../clock.ts';

const name = 'photos';
const maxAgeSeconds = 3600;
const claims = tokenClaims.pick({ id: true, role: true, version: true });
/** No token of a session, and sessions are no such cookie. */
const audience = `${tokenRules.audience}-photographs`;

export type PhotoClaims = {
  readonly id: string;
  readonly role: 'user' | 'admin';
  readonly version: number;
};

/**
 * Who looks at the photographs of hidden listings: an <img> sends no token. Each answer to an owner or admin renews the cookie for
 * an hour; browsers send it to /uploads/ only, no script reads it, and it is good for nothing else.
 */
export function photoCookie(key: () => KeyObject, clock: Clock) {
  const now = () => Math.floor(clock().getTime() / 1000);
  return {
    /** Not where a shared cache might repeat it to others. */
    set(ctx: Context, { id, role, version }: PhotoClaims): void {
      if (/\bpublic\b/.test(ctx.response.get('Cache-Control'))) return;
      const value = jwt.sign({ id, role, version, iat: now() }, key(), {
        algorithm: tokenRules.algorithms[0],
        audience,
        expiresIn: maxAgeSeconds,
      });
      const maxAge = maxAgeSeconds * 1000;
      ctx.cookies.set(name, value, {
        path: '/uploads/',
        httpOnly: true,
        sameSite: 'strict',
        maxAge,
      });
    },
    /** Null for all other paths. */
    read(ctx: Context): PhotoClaims | null {
      const value = ctx.path.startsWith('/uploads/') ? ctx.cookies.get(name) : undefined;
      if (value === undefined) return null;
      try {
        const algorithms = [...tokenRules.algorithms];
        return claims.parse(
          jwt.verify(value, key(), { algorithms, audience, clockTimestamp: now() }),
        );
      } catch {
        return null;
      }
    },
  };
}
