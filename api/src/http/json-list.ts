import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** Items serialised before other requests get their turn. */
const sliceLength = 250;

/** Below this, compressing costs more than it saves. */
const minBytes = 2_048;

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The JSON of a list that may be long. */
export async function jsonList<Item>(
  items: readonly Item[],
  present: (item: Item) => object,
): Promise<Buffer> {
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += sliceLength) {
    if (start > 0) await nextTurn();
    const slice = items.slice(start, start + sliceLength);
    parts.push(slice.map((item) => JSON.stringify(present(item))).join(','));
  }
  return Buffer.from(`[${parts.join(',')}]`);
}

/** Sends a list that may be long: serialised in slices, compressed off the event loop. */
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
