import type { Context } from 'koa';
import type { Snapshot } from '../snapshot.ts';
import { isNotModified } from './conditional-get.ts';

type Head = { readonly type: 'json' | 'html'; readonly status?: 200 | 404 };

/** Answers with the bytes that suit the client, or with 304 when it has them. */
export function sendSnapshot(ctx: Context, snapshot: Snapshot, { type, status = 200 }: Head): void {
  const { etag, plain, br, gzip } = snapshot;
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Accept-Encoding');
  if (status === 200 && isNotModified(ctx, etag)) return;
  ctx.status = status;
  ctx.type = type;
  if (ctx.acceptsEncodings('br')) answer(ctx, 'br', br);
  else if (ctx.acceptsEncodings('gzip')) answer(ctx, 'gzip', gzip);
  else ctx.body = plain;
}

function answer(ctx: Context, encoding: 'br' | 'gzip', body: Buffer): void {
  ctx.set('Content-Encoding', encoding);
  ctx.body = body;
}
