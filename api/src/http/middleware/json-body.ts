import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { withTimeout } from '@directory/domain/shared/timers';
import { hasCode } from '@directory/domain/shared/unknown';
import { badRequest, tooLarge, tooSlow, unsupportedType } from '../errors.ts';
import type { RequestState } from './session.ts';

const maxBytes = 256 * 1024;
/** More than any request without a session needs: bodies that arrive slowly take memory, and visitors have 5,000 connections. */
const maxBytesOfVisitor = 16 * 1024;
/** Enough for the longest body over a telephone line. */
const maxMs = 30_000;

/** Parses the body for `bodyOf`; an empty one is an empty object. */
export const jsonBody = readBody(['application/json']);

/**
 * `navigator.sendBeacon` sends text/plain, as any other type needs a preflight request. A session allows no longer body: visits are
 * not limited before theirs is read, and anybody can register.
 */
export const beaconBody = readBody(['application/json', 'text/plain'], maxMs, maxBytesOfVisitor);

/** The body that was read: JSON, or the text fields of a form. */
export function bodyOf(ctx: { readonly request: object }): unknown {
  return Reflect.get(ctx.request, 'body');
}

export function readBody(
  types: string[],
  timeoutMs = maxMs,
  maxSignedIn = maxBytes,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const max = ctx.state.viewer.role === 'visitor' ? maxBytesOfVisitor : maxSignedIn;
    const reading = readBytes(ctx.req, max);
    const bytes = await withTimeout(timeoutMs, reading, requestTooSlow).catch(unlessCutOff);
    if (bytes.length > 0 && !ctx.is(types)) throw unsupportedType('Please send JSON.');
    Reflect.set(ctx.request, 'body', bytes.length > 0 ? parse(bytes) : {});
    await next();
  };
}

async function readBytes(request: IncomingMessage, max: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > max) throw bodyTooLarge(max);
  const chunks: Buffer[] = [];
  let length = 0;
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    length += chunk.length;
    if (length > max) break;
    chunks.push(chunk);
  }
  if (length <= max) return Buffer.concat(chunks);
  // Node discards a body that was never read; the rest of this one would block the connection.
  request.resume();
  throw bodyTooLarge(max);
}

/** A client that disconnects while it sends the body is no error of the site. */
function unlessCutOff(error: unknown): never {
  if (hasCode(error, 'ECONNRESET')) throw badRequest('The request arrived incomplete.');
  throw error;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The request is not valid JSON.');
  }
}

const requestTooSlow = () =>
  tooSlow('request-too-slow', 'The request was too slow. Please try again.');

function bodyTooLarge(max: number) {
  return tooLarge(`Please send at most ${max / 1024} kB.`);
}
