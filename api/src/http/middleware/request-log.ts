import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { validate as isUuid } from 'uuid';
import type { AppLogger } from '../../logger.ts';
import type { RequestState } from './session.ts';

export type AnsweredRequest = {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the path. */
  readonly route: string;
  readonly status: number;
  /** When the request came, by `performance.now()`. */
  readonly started: number;
};

export type LogRequests = (answered: readonly AnsweredRequest[]) => void;

/** Logs one line per request, without personal data, and counts it. */
export function requestLogger(
  logger: Pick<AppLogger, 'infoLines'>,
  metrics: RequestMetrics,
): LogRequests {
  return (answered) => {
    const now = performance.now();
    const lines = answered.map((request) => {
      const { requestId, method, route, status, started } = request;
      const ms = Math.round((now - started) * 100) / 100;
      metrics.observe(request, ms / 1000);
      // The id is a UUID, the method one that Node knows and the route one of ours, so that none needs escaping.
      return `"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"msg":"request"`;
    });
    logger.infoLines(lines);
  };
}

/** Logs what Koa answers. */
export function requestLog(logRequests: LogRequests): Middleware<RequestState> {
  return async (ctx, next) => {
    const started = performance.now();
    const requestId = requestIdOf(ctx.get('X-Request-Id'));
    ctx.state.correlationId = requestId;
    ctx.set('X-Request-Id', requestId);
    await next();
    const { method, status } = ctx;
    logRequests([{ requestId, method, route: routeOf(ctx), status, started }]);
  };
}

export type RequestMetrics = ReturnType<typeof requestMetrics>;

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
    observe({ method, route, status }: AnsweredRequest, seconds: number): void {
      answered.inc({ method, route, status });
      duration.observe({ route }, seconds);
    },
  };
}

/** The X-Request-Id of the client if it is a UUID, so that it cannot write text into the log. */
export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && isUuid(given) ? given : randomUUID();
}

/** The pattern, as the path may contain ids and typed text. */
export function routeOf(ctx: object): string {
  const route: unknown = Reflect.get(ctx, '_matchedRoute');
  return typeof route === 'string' ? route : 'other';
}
