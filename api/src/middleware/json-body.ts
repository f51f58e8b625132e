import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { badRequest, tooLarge, unsupportedType } from '../errors.ts';

const mostBytes = 256 * 1024;

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
    const bytes = await readBytes(ctx.req);
    if (bytes.length > 0 && !ctx.is(types)) throw unsupportedType('Please send JSON.');
    Reflect.set(ctx.request, 'body', bytes.length > 0 ? parse(bytes) : {});
    await next();
  };
}

/** What is left of a body that is refused is not read here: Node lets it pass once the answer is out. */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw bodyTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('That is not valid JSON.');
  }
}

function bodyTooLarge() {
  return tooLarge(`Please send at most ${mostBytes / 1024} kB.`);
}
