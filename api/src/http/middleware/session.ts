import type { KeyObject } from 'node:crypto';
import type { VerifyOptions } from 'jsonwebtoken';
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import jwt from 'koa-jwt';
import type { Middleware } from 'koa';
import * as z from 'zod';
import { tokenClaims, tokenRules } from '../../accounts/tokens.ts';
import type { Clock } from '../../clock.ts';
import { unauthorized } from '../errors.ts';

/** The sender of a request by its verified token; without one, a visitor. */
export type Viewer = { readonly role: 'visitor'; readonly id: null } | SignedIn;
export type SignedIn = {
  readonly role: 'user' | 'admin';
  readonly id: string;
  readonly fullName: string;
};

/** The `ctx.state` of the routes. */
export type RequestState = {
  viewer: Viewer;
  /** Ties log lines and events to the request; a UUID. */
  correlationId: string;
};

export type ApiRouter = Router<RequestState>;
export type ApiContext = RouterContext<RequestState>;

const visitor: Viewer = { role: 'visitor', id: null };

const verified = z.object({ claims: tokenClaims });

/**
 * Sets the viewer of a request. An invalid token, and one of an owner who was erased, is answered 401; another scheme is ignored.
 */
export function session(
  secret: KeyObject,
  clock: Clock,
  isErased: (ownerId: string) => Promise<boolean>,
): Middleware<RequestState> {
  const rules: jwt.Options & Pick<VerifyOptions, 'clockTimestamp'> = {
    // Its types lack KeyObject, with which verifying costs a fiftieth of what it costs with a text.
    secret: secret as unknown as Buffer,
    algorithms: [...tokenRules.algorithms],
    issuer: tokenRules.issuer,
    audience: tokenRules.audience,
    // Read for every token: tokens are issued and expire by one clock.
    get clockTimestamp() {
      return Math.floor(clock().getTime() / 1000);
    },
    key: 'claims',
    passthrough: true,
  };
  const verify = jwt(rules);
  return async (ctx, next) => {
    ctx.state.viewer = visitor;
    if (!/^Bearer\b/i.test(ctx.get('Authorization'))) {
      await next();
      return;
    }
    await verify(ctx, async () => {
      const viewer = viewerOf(ctx.state);
      if (viewer.role === 'user' && (await isErased(viewer.id))) throw sessionExpired();
      ctx.state.viewer = viewer;
      await next();
    });
  };
}

function viewerOf(state: unknown): SignedIn {
  const result = verified.safeParse(state);
  if (!result.success) throw sessionExpired();
  const { id, role, full_name: fullName } = result.data.claims;
  return { role, id, fullName };
}

function sessionExpired(): Error {
  return unauthorized('Your session has expired. Please log in again.');
}
