import Router from '@koa/router';
import { UnusableLog, type EventStore } from '@directory/domain/event-store';
import type { Projector } from '@directory/projections';
import { Gauge, type Registry } from 'prom-client';
import type { ApiContext, ApiRouter, RequestState } from '../http.ts';
import { canReadMetrics } from '../permissions/metrics.ts';
import { notAllowed } from '../permissions/not-allowed.ts';

export type OperationsDeps = {
  readonly log: EventStore;
  readonly projector: Pick<Projector, 'status'>;
  /** What the site cannot do without, by name. */
  readonly stores: Readonly<Record<string, { readonly ping: () => Promise<void> }>>;
  readonly registry: Registry;
};

/** What tells those who run the site how it is. */
export function operationsRoutes({ log, projector, stores, registry }: OperationsDeps): ApiRouter {
  const measureViews = viewGauges(registry, log, projector);
  return new Router<RequestState>()
    .get('/healthz', (ctx) => {
      ctx.body = { status: 'ok' };
    })
    .get('/readyz', async (ctx) => {
      const standing = await pingAll(stores);
      const isReady = Object.values(standing).every((each) => each === 'ok');
      ctx.status = isReady ? 200 : 503;
      ctx.body = { status: isReady ? 'ready' : 'not ready', stores: standing };
    })
    .get('/metrics', async (ctx) => {
      if (!canReadMetrics(ctx.state.viewer, clientOf(ctx))) throw notAllowed(ctx.state.viewer);
      await measureViews();
      ctx.type = registry.contentType;
      ctx.body = await registry.metrics();
    });
}

type Standing = 'ok' | 'away' | 'damaged';

async function pingAll(stores: OperationsDeps['stores']): Promise<Record<string, Standing>> {
  const standing = Object.entries(stores).map(async ([name, store]) => {
    const found: Standing = await store.ping().then(
      () => 'ok',
      (error: unknown) => (error instanceof UnusableLog ? 'damaged' : 'away'),
    );
    return [name, found] as const;
  });
  return Object.fromEntries(await Promise.all(standing));
}

/** How far the views are behind the log. */
function viewGauges(registry: Registry, log: EventStore, projector: Pick<Projector, 'status'>) {
  const registers = [registry];
  const head = new Gauge({ name: 'log_position', help: 'Newest event of the log', registers });
  const position = new Gauge({
    name: 'view_position',
    help: 'Newest event that a view holds',
    labelNames: ['view', 'state'],
    registers,
  });
  const quarantined = new Gauge({
    name: 'view_quarantined_keys',
    help: 'Documents set aside because of an event that cannot be folded',
    labelNames: ['view'],
    registers,
  });
  return async () => {
    head.set(Number(await log.head()));
    position.reset();
    for (const status of await projector.status()) {
      position.set({ view: status.view, state: status.state }, Number(status.position));
      quarantined.set({ view: status.view }, status.quarantined);
    }
  };
}

function clientOf(ctx: ApiContext) {
  const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
  return {
    address: ctx.req.socket.remoteAddress,
    isForwarded: proxyHeaders.some((name) => ctx.headers[name] !== undefined),
  };
}
