import Router from '@koa/router';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { businessOperations } from '../http/openapi/business-operations.ts';
import { openApiDocument } from '../http/openapi/document.ts';
import { reviewOperations } from '../http/openapi/review-operations.ts';
import { siteOperations } from '../http/openapi/site-operations.ts';
import { viewOperations } from '../http/openapi/view-operations.ts';

/** The description of this API, made of the schemas that its requests are checked with. */
export function openApiRoutes(): ApiRouter {
  let document: string | undefined;
  return new Router<RequestState>().get('/api/openapi.json', (ctx) => {
    document ??= openApiDocument([
      ...businessOperations,
      ...reviewOperations,
      ...siteOperations,
      ...viewOperations,
    ]);
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'application/json';
    ctx.body = document;
  });
}
