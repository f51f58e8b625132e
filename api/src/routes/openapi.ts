import Router from '@koa/router';
import type { ApiRouter, RequestState } from '../http.ts';
import { businessOperations } from '../openapi/business-operations.ts';
import { openApiDocument } from '../openapi/document.ts';
import { reviewOperations } from '../openapi/review-operations.ts';
import { siteOperations } from '../openapi/site-operations.ts';
import { viewOperations } from '../openapi/view-operations.ts';

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
