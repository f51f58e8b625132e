import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { jsonList } from '../json-list.ts';

/** Below this, compressing costs more than it saves. */
const minBytes = 2_048;

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Answers with a list that may be long: made in slices and compressed off the event loop, for clients that take it so. */
export async function sendList<Item>(
  ctx: Context,
  items: readonly Item[],
  present: (item: Item) => object,
): Promise<void> {
  const plain = await jsonList(items, present);
  ctx.vary('Accept-Encoding');
  ctx.type = 'application/json';
  ctx.body = plain;
  if (plain.length < minBytes) return;
  if (ctx.acceptsEncodings('br')) {
    ctx.body = await promisify(brotliCompress)(plain, fastBrotli);
    ctx.set('Content-Encoding', 'br');
  } else if (ctx.acceptsEncodings('gzip')) {
    ctx.body = await promisify(gzip)(plain);
    ctx.set('Content-Encoding', 'gzip');
  }
}
