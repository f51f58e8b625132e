import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { validate as isUuid } from 'uuid';
import type { RequestState } from '../request-state.ts';
import type { RequestMetrics } from '../request-metrics.ts';

/** One line a request: what was asked and how it went, and nothing of who asked or what was typed. */
export function requestLog(logger: Logger, metrics: RequestMetrics): Middleware<RequestState> {
  return async (ctx, next) => {
    const started = performance.now();
    ctx.state.correlationId = correlationIdOf(ctx.get('X-Request-Id'));
    ctx.set('X-Request-Id', ctx.state.correlationId);
    await next();
    const { method, status } = ctx;
    const ms = Math.round((performance.now() - started) * 100) / 100;
    const route = routeOf(ctx);
    metrics.observe({ method, route, status, seconds: ms / 1000 });
    logger.info({ requestId: ctx.state.correlationId, method, route, status, ms }, 'request');
  };
}

/** A client that has an id for the request may keep it, as long as it cannot write anything else into the log by it. */
function correlationIdOf(given: string): string {
  return isUuid(given) ? given : randomUUID();
}

/** The pattern and not the path: ids and what people typed stay out. */
function routeOf(ctx: object): string {
  const route: unknown = Reflect.get(ctx, '_matchedRoute');
  return typeof route === 'string' ? route : 'other';
}
