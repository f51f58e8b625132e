import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { validate as isUuid } from 'uuid';
import type { RequestState } from './session.ts';

/** Logs one line per request: route, status and time, without personal data. */
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

export type RequestMetrics = ReturnType<typeof requestMetrics>;

type Answered = {
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

/** Counts and times responses, for Prometheus. */
export function requestMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['route'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  return {
    registry,
    observe({ method, route, status, seconds }: Answered): void {
      answered.inc({ method, route, status });
      duration.observe({ route }, seconds);
    },
  };
}

/** The X-Request-Id of the client if it is a UUID, so that it cannot write text into the log. */
function correlationIdOf(given: string): string {
  return isUuid(given) ? given : randomUUID();
}

/** The pattern, as the path may contain ids and typed text. */
function routeOf(ctx: object): string {
  const route: unknown = Reflect.get(ctx, '_matchedRoute');
  return typeof route === 'string' ? route : 'other';
}
