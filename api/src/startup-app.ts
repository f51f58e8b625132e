import { pingAll } from '@directory/projections';
import Koa from 'koa';
import { unavailable } from './http/errors.ts';
import type { RequestState } from './http/request-state.ts';
import { problems } from './http/middleware/problems.ts';
import { answerReadiness, type Pingable } from './http/readiness.ts';

/** Answers while the site waits for its stores: that it lives, what is missing, and that it is to be tried again. */
export function waitingApp(stores: Pingable): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.use(problems(() => undefined));
  app.use(async (ctx) => {
    if (ctx.path === '/healthz') ctx.body = { status: 'ok' };
    else if (ctx.path === '/readyz') answerReadiness(ctx, await pingAll(stores), false);
    else throw unavailable();
  });
  return app;
}
