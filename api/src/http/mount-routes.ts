import Router from '@koa/router';
import type { Middleware } from 'koa';
import { multipartForm } from '../images/multipart.ts';
import { checkResponse } from './check-response.ts';
import { RequestProblem } from './errors.ts';
import { beaconBody, jsonBody } from './middleware/json-body.ts';
import type { ApiRouter, RequestState } from './middleware/session.ts';
import type { BodyReaders, Route } from './route.ts';

/** Of two routes that match a path the first one answers: fixed paths come before those with an id. */
export function mountRoutes(
  routes: readonly Route[],
  { checkResponses }: { readonly checkResponses: boolean },
): ApiRouter {
  const router = new Router<RequestState>();
  const form = multipartForm();
  const readers: BodyReaders = {
    json: jsonBody,
    beacon: beaconBody,
    form: async (ctx, next) => {
      await (ctx.is('multipart') ? form(ctx, next) : jsonBody(ctx, next));
    },
  };
  for (const route of routes)
    router.register(route.path, [route.method], async (ctx) => {
      await (checkResponses
        ? checkResponse(route, ctx, () => route.run(ctx, readers))
        : route.run(ctx, readers));
    });
  return router;
}

/** Answers 405 and OPTIONS by the first route that matches the path; unknown paths are passed on. */
export function methodNotAllowed(router: ApiRouter): Middleware {
  return async (ctx, next) => {
    const matching = router.match(ctx.path, ctx.method).path;
    const methods = matching
      .filter(({ path }) => path === matching[0]?.path)
      .flatMap((layer) => layer.methods);
    if (methods.length === 0 || methods.includes(ctx.method)) {
      await next();
      return;
    }
    ctx.set('Allow', methods.join(', '));
    if (ctx.method !== 'OPTIONS')
      throw new RequestProblem({
        status: 405,
        type: 'method-not-allowed',
        message: 'Method not allowed.',
      });
    ctx.status = 200;
    ctx.body = '';
  };
}
