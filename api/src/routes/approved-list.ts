import Router from '@koa/router';
import type { ApiContext, ApiRouter, RequestState } from '../http.ts';
import { isKnownState } from '../middleware/known-state.ts';
import type { ListSnapshot } from '../queries/approved-list.ts';

/** The whole list for the home page, which filters it by itself. */
export function approvedListRoutes(snapshot: () => Promise<ListSnapshot>): ApiRouter {
  const router = new Router<RequestState>();
  router.get('/api/businesses/approved', async (ctx) => {
    send(ctx, await snapshot());
  });
  return router;
}

function send(ctx: ApiContext, { etag, plain, br, gzip }: ListSnapshot): void {
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Accept-Encoding');
  if (isKnownState(ctx, etag)) return;
  ctx.type = 'application/json';
  if (ctx.acceptsEncodings('br')) answer(ctx, 'br', br);
  else if (ctx.acceptsEncodings('gzip')) answer(ctx, 'gzip', gzip);
  else ctx.body = plain;
}

function answer(ctx: ApiContext, encoding: 'br' | 'gzip', body: Buffer): void {
  ctx.set('Content-Encoding', encoding);
  ctx.body = body;
}
