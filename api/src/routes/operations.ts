import Router from '@koa/router';
import { pingAll, storeMetrics, viewMetrics, type ViewMonitor } from '@directory/projections';
import type { Registry } from 'prom-client';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { canReadMetrics } from '../http/permissions/metrics.ts';
import { notPermitted } from '../http/permissions/require-permission.ts';
import { answerReadiness, type Pingable } from '../http/readiness.ts';

export type OperationsDeps = {
  readonly monitor: ViewMonitor;
  readonly stores: Pingable;
  readonly registry: Registry;
};

/** What tells machines how the site is. */
export function operationsRoutes({ monitor, stores, registry }: OperationsDeps): ApiRouter {
  const measurements = [
    viewMetrics(registry, monitor),
    storeMetrics(registry, () => pingAll(stores)),
  ];
  return new Router<RequestState>()
    .get('/healthz', (ctx) => {
      ctx.body = { status: 'ok' };
    })
    .get('/readyz', async (ctx) => {
      answerReadiness(ctx, await pingAll(stores));
    })
    .get('/metrics', async (ctx) => {
      if (!canReadMetrics(ctx.state.viewer, clientOf(ctx))) throw notPermitted(ctx.state.viewer);
      await Promise.all(measurements.map((measure) => measure()));
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    });
}

function clientOf(ctx: ApiContext) {
  const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
  return {
    address: ctx.req.socket.remoteAddress,
    isForwarded: proxyHeaders.some((name) => ctx.headers[name] !== undefined),
  };
}
