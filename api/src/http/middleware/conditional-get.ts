import type { Context } from 'koa';

/**
 * Names the state of what is sent. When the client has that state already, the answer is made a 304 and the result is true: then
 * it needs no body. Koa's own check would give in to `Cache-Control: no-cache`, which is meant for caches and which `fetch` adds
 * by itself.
 */
export function isNotModified(ctx: Context, etag: string): boolean {
  ctx.set('ETag', etag);
  if (!matches(ctx.get('If-None-Match'), etag)) return false;
  ctx.status = 304;
  return true;
}

/** By RFC 9110, section 13.1.2: `*` is whatever there is, and a tag is the same whether it is weak or strong. */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const known: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return known.includes(etag.replace(/^W\//, ''));
}
