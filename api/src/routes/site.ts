import Router from '@koa/router';
import type { SiteResponse } from '../contracts/site.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';

export function siteRoutes(describe: () => SiteResponse): ApiRouter {
  return new Router<RequestState>().get('/api/site', (ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = describe();
  });
}
