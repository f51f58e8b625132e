import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export type RequestMetrics = ReturnType<typeof requestMetrics>;

type Answered = {
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
};

/** Counts and times what the API answers, for Prometheus. */
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
