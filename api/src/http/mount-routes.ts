import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { Middleware, Context } from 'koa';
import * as z from 'zod';
import { NamedError } from '@directory/domain/shared/unknown';
import { multipartForm } from '../images/multipart.ts';
import { RequestProblem } from './errors.ts';
import { beaconBody, jsonBody } from './middleware/json-body.ts';
import { toProblem } from './middleware/problems.ts';
import type { ApiRouter, RequestState } from './middleware/session.ts';
import { type BodyReaders, type Route, problemStatuses, type Described } from './route.ts';

/** Of two routes that match a path the first answers, so fixed paths come before those with an id. */
export function mountRoutes(
  routes: readonly Route[],
  { checkResponses }: { readonly checkResponses: boolean },
): ApiRouter {
  // No path in capitals or with a slash at its end: rules of proxies, such as one that refuses /metrics, would not know it.
  const router = new Router<RequestState>({ sensitive: true, strict: true });
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
      throw new RequestProblem(405, 'method-not-allowed', 'Method not allowed.');
    ctx.status = 200;
    ctx.body = '';
  };
}

/** A route answered with a status or a body that it does not declare: a bug, which becomes a 500. */
class UndeclaredResponse extends NamedError {}

/** Runs a route and compares its response with its declaration. For tests and development, as it is slow for large lists. */
async function checkResponse(
  route: Described,
  ctx: Context,
  run: () => Promise<void>,
): Promise<void> {
  const call = `${route.method.toUpperCase()} ${route.path}`;
  try {
    await run();
  } catch (error) {
    const { status } = toProblem(error);
    if (problemStatuses(route).includes(status)) throw error;
    throw new UndeclaredResponse(`${call} does not declare ${status}`, { cause: error });
  }
  const { response, otherResponses = {} } = route;
  const declared = ctx.status === response.status ? response : otherResponses[ctx.status];
  const fault = declared ? faultOf(declared.schema, ctx) : `does not declare ${ctx.status}`;
  if (fault === null) return;
  ctx.remove('Content-Encoding');
  throw new UndeclaredResponse(`${call} ${fault}`);
}

function faultOf(schema: z.ZodType | undefined, ctx: Context): string | null {
  // A body is only a stream for clients without compression; it is checked where it is sent compressed.
  if (!schema || ctx.body instanceof Readable) return null;
  const body = jsonOf(ctx);
  const { data, error } = schema.safeParse(body);
  if (error) return `answers ${z.prettifyError(error)}`;
  return isDeepStrictEqual(data, body) ? null : 'answers with fields that its schema lacks';
}

/** The body as the client receives it, parsed from what is sent. */
function jsonOf(ctx: Context): unknown {
  const body: unknown = ctx.body;
  if (body instanceof Uint8Array) return JSON.parse(decoded(ctx, body).toString());
  return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body));
}

function decoded(ctx: Context, body: Uint8Array): Buffer {
  const encoding = ctx.response.get('Content-Encoding');
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : Buffer.from(body);
}
