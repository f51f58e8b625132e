import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Context } from 'koa';
import * as z from 'zod';
import { toProblem } from './middleware/problems.ts';
import { problemStatuses, type Described } from './route.ts';

/** A route answered with a status or a body that it does not declare: a bug, which becomes a 500. */
class UndeclaredResponse extends Error {
  override readonly name = 'UndeclaredResponse';
}

/** Runs a route and compares its response with its declaration. For tests and development, as it is slow for large lists. */
export async function checkResponse(
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
  // What is sent as a stream is sent compressed to others.
  if (!schema || ctx.body instanceof Readable) return null;
  const body = jsonOf(ctx);
  const { data, error } = schema.safeParse(body);
  if (error) return `answers ${z.prettifyError(error)}`;
  return isDeepStrictEqual(data, body) ? null : 'answers with fields that its schema lacks';
}

/** As the client receives it: parsed from what is sent. */
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
