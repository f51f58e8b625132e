import type { KeyObject } from 'node:crypto';
import type { VerifyOptions } from 'jsonwebtoken';
import jwt from 'koa-jwt';
import type { Middleware } from 'koa';
import * as z from 'zod';
import { tokenClaims, tokenRules } from '../../accounts/tokens.ts';
import type { Clock } from '../../clock.ts';
import { unauthorized } from '../errors.ts';
import type { RequestState, Viewer } from '../request-state.ts';

const visitor: Viewer = { role: 'visitor', id: null };

const verified = z.object({ claims: tokenClaims });

/** Says who is asking: the verified token, or a visitor where there is none. A bad token is an error, not a visitor. */
export function session(secret: KeyObject, clock: Clock): Middleware<RequestState> {
  const rules: jwt.Options & Pick<VerifyOptions, 'clockTimestamp'> = {
    // Its types lack KeyObject, with which verifying costs a fiftieth of what it costs with a text.
    secret: secret as unknown as Buffer,
    algorithms: [...tokenRules.algorithms],
    issuer: tokenRules.issuer,
    audience: tokenRules.audience,
    // Asked for with every token: tokens are issued and expire by one clock.
    get clockTimestamp() {
      return Math.floor(clock().getTime() / 1000);
    },
    key: 'claims',
    passthrough: true,
  };
  const verify = jwt(rules);
  return async (ctx, next) => {
    ctx.state.viewer = visitor;
    if (ctx.headers.authorization === undefined) {
      await next();
      return;
    }
    await verify(ctx, async () => {
      ctx.state.viewer = viewerOf(ctx.state);
      await next();
    });
  };
}

function viewerOf(state: unknown): Viewer {
  const result = verified.safeParse(state);
  if (!result.success) throw unauthorized('Your session has expired. Please log in again.');
  const { id, role, full_name: fullName } = result.data.claims;
  return { role, id, fullName };
}
