import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** Below this, compressing costs more than it saves. */
const fewestBytes = 2_048;

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Answers with JSON that may be long: compressed off the event loop, for clients that take it so. */
export async function sendCompressed(ctx: Context, value: unknown): Promise<void> {
  const plain = Buffer.from(JSON.stringify(value));
  ctx.vary('Accept-Encoding');
  ctx.type = 'application/json';
  ctx.body = plain;
  if (plain.length < fewestBytes) return;
  if (ctx.acceptsEncodings('br')) {
    ctx.body = await promisify(brotliCompress)(plain, fastBrotli);
    ctx.set('Content-Encoding', 'br');
  } else if (ctx.acceptsEncodings('gzip')) {
    ctx.body = await promisify(gzip)(plain);
    ctx.set('Content-Encoding', 'gzip');
  }
}
