import { createHmac, randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { normalizeForLookup } from '../../accounts/account-store.ts';
import { networkOf } from '../../network-address.ts';
import type { RequestState } from './session.ts';

type Outcome = 'succeeded' | 'refused' | 'throttled' | 'failed';

/**
 * Logs a line for each security event, and counts it: the events of routes, and refused requests (403) and tokens (401). Accounts are
 * named by id, entered names and networks by a hash under a key of this process, which shows that lines belong to one attack.
 */
export function securityLog(
  logger: Pick<Logger, 'info' | 'warn'>,
  registry: Registry,
): Middleware<RequestState> {
  const key = randomBytes(32);
  const hashOf = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 16);
  const counted = new Counter({
    name: 'security_events_total',
    help: 'Log-ins, refused requests and tokens, and what people did with their accounts',
    labelNames: ['event', 'outcome'],
    registers: [registry],
  });
  return async (ctx, next) => {
    await next();
    const { state, status } = ctx;
    const event = state.securityEvent ?? refusalOf(status, ctx.get('Authorization'));
    if (event === null) return;
    const outcome = outcomeOf(status);
    counted.inc({ event, outcome });
    const { account = state.viewer.id, name, role = state.viewer.role } = state.subject ?? {};
    logger[outcome === 'succeeded' ? 'info' : 'warn'](
      {
        event,
        outcome,
        status,
        role,
        account,
        ...(name !== undefined && { name: hashOf(normalizeForLookup(name)) }),
        network: hashOf(networkOf(ctx.ip)),
        requestId: state.correlationId,
      },
      'security event',
    );
  };
}

function refusalOf(status: number, authorization: string): 'forbidden' | 'token' | null {
  if (status === 403) return 'forbidden';
  return status === 401 && /^Bearer\b/i.test(authorization) ? 'token' : null;
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'succeeded';
  if (status === 429) return 'throttled';
  return status < 500 ? 'refused' : 'failed';
}
