import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { badRequest, tooLarge, unsupportedType } from '../errors.ts';
import { isCode } from '../../write-file-exclusive.ts';

const maxBytes = 256 * 1024;

/** Leaves the parsed body for `bodyOf`; an empty one is an empty object. */
export const jsonBody: Middleware = readBody(['application/json']);

/** `navigator.sendBeacon` sends a text as text/plain, because of any other type the browser would first ask the server. */
export const beaconBody: Middleware = readBody(['application/json', 'text/plain']);

/** What a body reader left: JSON, or the text fields of a form. */
export function bodyOf(ctx: { readonly request: object }): unknown {
  return Reflect.get(ctx.request, 'body');
}

function readBody(types: string[]): Middleware {
  return async (ctx, next) => {
    const bytes = await readBytes(ctx.req).catch(unlessCutOff);
    if (bytes.length > 0 && !ctx.is(types)) throw unsupportedType('Please send JSON.');
    Reflect.set(ctx.request, 'body', bytes.length > 0 ? parse(bytes) : {});
    await next();
  };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) break;
    chunks.push(chunk);
  }
  if (length <= maxBytes) return Buffer.concat(chunks);
  // Node lets a body pass that nobody began to read; of this one, the rest would block the connection for good.
  request.resume();
  throw bodyTooLarge();
}

/** A client that went away in the middle is no fault of ours. */
function unlessCutOff(error: unknown): never {
  if (isCode(error, 'ECONNRESET')) throw badRequest('The request arrived incomplete.');
  throw error;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('That is not valid JSON.');
  }
}

function bodyTooLarge() {
  return tooLarge(`Please send at most ${maxBytes / 1024} kB.`);
}
