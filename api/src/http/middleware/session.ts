import type { KeyObject } from 'node:crypto';
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { VerifyOptions } from 'jsonwebtoken';
import type { Middleware, Context } from 'koa';
import koaJwt from 'koa-jwt';
import * as z from 'zod';
import {
  readToken,
  secondsOf,
  type Sessions,
  signToken,
  tokenClaims,
  tokenRules,
} from '../../accounts/sessions.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { sessionExpired } from '../errors.ts';
import type { Cacheable, Snapshot } from '../snapshot.ts';
import { isHttps } from './security-headers.ts';

/** The sender of a request by its verified token; without one, a visitor. */
export type Viewer = { readonly role: 'visitor'; readonly id: null } | SignedIn;
export type SignedIn = {
  readonly role: 'user' | 'admin';
  readonly id: string;
  readonly fullName: string;
  /** What the account has to do before anything else is allowed. */
  readonly mustChangePassword?: true | undefined;
  readonly mustSetUpSecondFactor?: true | undefined;
};

/** What happens at a route that operators look for after an attack. */
export type SecurityEvent =
  | 'login'
  | 'registration'
  | 'password-change'
  | 'password-reset-request'
  | 'password-reset'
  | 'address-change'
  | 'profile-change'
  | 'email-verification'
  | 'second-factor-change'
  | 'sessions-end'
  | 'export'
  | 'erasure'
  | 'mail-operation'
  | 'view-operation';

/** The `ctx.state` of the routes. */
export type RequestState = {
  viewer: Viewer;
  /** Throws once the sessions of the viewer were ended. */
  requireSession?: () => void;
  /** The event of the route, if it has one. */
  securityEvent?: SecurityEvent;
  /** Whom the security event concerns, if not the viewer: the name that was entered, or the account once it is known. */
  subject?: {
    readonly role: 'user' | 'admin';
    readonly name?: string;
    readonly account?: string;
  };
  /** Set where the response cache may send the same response to others. */
  cacheable?: Cacheable & { readonly snapshot: Snapshot };
  /** Ties log lines and events to the request; a UUID. */
  correlationId: string;
};

export type ApiRouter = Router<RequestState>;
export type ApiContext = RouterContext<RequestState>;

export const visitor: Viewer = { role: 'visitor', id: null };

const issuedClaims = tokenClaims.extend({ iat: z.int() });
const verified = z.object({ claims: issuedClaims });

const maxAheadSeconds = 86_400;

/** A token from further ahead was issued while the clock was wrong, and would be valid long after. Clocks of processes differ, too. */
function isFromAhead(iat: number, clock: Clock): boolean {
  return iat > secondsOf(clock) + maxAheadSeconds;
}

type SessionDeps = {
  readonly sessions: Pick<Sessions, 'tokenKey' | 'isEnded'>;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly clock: Clock;
  /** Whether the erasure of an owner has begun. */
  readonly isErased: (ownerId: string) => Promise<boolean>;
};

/**
 * Sets the viewer of a request. An invalid token or one of an ended session is answered 401; another scheme is ignored. Erased owners
 * can only repeat their erasure, as its response may have been lost.
 */
export function session({
  sessions: { tokenKey, isEnded },
  config: { publicUrl },
  clock,
  isErased,
}: SessionDeps): Middleware<RequestState> {
  const rules: koaJwt.Options & Pick<VerifyOptions, 'clockTimestamp'> = {
    // Read for every token. The types lack KeyObject, with which verifying takes a fiftieth of the time that it takes with a text.
    get secret() {
      return tokenKey() as unknown as Buffer;
    },
    algorithms: [...tokenRules.algorithms],
    issuer: tokenRules.issuer,
    audience: tokenRules.audience,
    // Read for every token: tokens are issued and expire by one clock.
    get clockTimestamp() {
      return secondsOf(clock);
    },
    key: 'claims',
    passthrough: true,
  };
  const verify = koaJwt(rules);
  const photos = photoCookie(tokenKey, clock, isHttps(publicUrl));
  return async (ctx, next) => {
    ctx.state.viewer = visitor;
    if (!/^Bearer\b/i.test(ctx.get('Authorization'))) {
      const looking = photos.read(ctx);
      if (looking && !isEnded(looking.id, looking.version))
        ctx.state.viewer = { role: looking.role, id: looking.id, fullName: '' };
      await next();
      return;
    }
    await verify(ctx, async () => {
      const { success, data } = verified.safeParse(ctx.state);
      if (!success) throw sessionExpired();
      const { full_name: fullName, version, iat, ...claims } = data.claims;
      if (isFromAhead(iat, clock)) throw sessionExpired();
      const { id, role, mustChangePassword, mustSetUpSecondFactor } = claims;
      const isRepeat = ctx.method === 'DELETE' && ctx.path === '/api/user/me';
      if (!isRepeat || !(await isErased(id)))
        ctx.state.requireSession = () => {
          if (isEnded(id, version)) throw sessionExpired();
        };
      ctx.state.requireSession?.();
      ctx.state.viewer = { ...claims, fullName };
      await next();
      if (!mustChangePassword && !mustSetUpSecondFactor) photos.set(ctx, { id, role, version });
    });
  };
}

const photoCookieName = 'photos';
const maxAgeSeconds = 3600;
const photoClaims = issuedClaims.pick({ id: true, role: true, version: true, iat: true });
/** An audience of its own, so that neither the cookie nor a session token is accepted as the other. */
const photoAudience = `${tokenRules.audience}-photographs`;

type PhotoClaims = z.output<typeof photoClaims>;

/**
 * The cookie that tells who looks at photographs of hidden listings, as an <img> sends no token. Each answer to an owner or admin renews
 * it for an hour; browsers send it to /uploads/ only, no script can read it, and it is good for nothing else.
 */
function photoCookie(key: () => KeyObject, clock: Clock, isSecure: boolean) {
  return {
    /** Sets none where a shared cache may store the answer: it would send the cookie to others. */
    set(ctx: Context, { id, role, version }: Omit<PhotoClaims, 'iat'>): void {
      if (!/\bno-store\b/.test(ctx.response.get('Cache-Control'))) return;
      const value = signToken({ id, role, version, iat: secondsOf(clock) }, key(), {
        audience: photoAudience,
        expiresIn: maxAgeSeconds,
      });
      // The proxy may not pass on that it was asked by HTTPS.
      if (isSecure) ctx.cookies.secure = true;
      ctx.cookies.set(photoCookieName, value, {
        path: '/uploads/',
        httpOnly: true,
        sameSite: 'strict',
        maxAge: maxAgeSeconds * 1000,
      });
    },
    /** The claims of the cookie at /uploads/; null elsewhere, and without a valid cookie. */
    read(ctx: Context): PhotoClaims | null {
      const value = ctx.path.startsWith('/uploads/') ? ctx.cookies.get(photoCookieName) : undefined;
      if (value === undefined) return null;
      const clockTimestamp = secondsOf(clock);
      const options = { audience: photoAudience, clockTimestamp };
      const claims = readToken(photoClaims, value, key(), options);
      return claims && !isFromAhead(claims.iat, clock) ? claims : null;
    },
  };
}
