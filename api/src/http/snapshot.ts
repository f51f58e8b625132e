import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGunzip, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { createYielder, inTurns, startingWith } from '@directory/domain/shared/concurrency';

/** A response for many clients, ready to be sent in each encoding; null for those that it is not sent in. */
export type Snapshot = {
  readonly etag: string;
  /** Null where it is unpacked from `gzip` for each client that wants it. */
  readonly plain: Buffer | null;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
};

export type Encoding = 'br' | 'gzip' | 'plain';

/** Declares that a response is the same for all visitors until one of its sources changes. */
export type Cacheable = {
  /** The path and query under which it is cached; under any other it is not. */
  readonly address: string;
  readonly sources: readonly Source[];
};

/** A document of a view; without an id, all of them. */
export type Source = { readonly view: string; readonly id?: string };

/** Compresses content off the event loop, once and not for each request. */
export async function snapshotOf(content: Buffer | string): Promise<Snapshot> {
  const plain = Buffer.from(content);
  const [br, gzipped] = await Promise.all([compressWell(plain), promisify(gzip)(plain)]);
  return { etag: etagOf(plain), plain, br, gzip: gzipped };
}

/** Chunks are large, as each takes a turn of the event loop. */
const chunkSize = 1024 * 1024;

/** Compresses by Brotli what is compressed by gzip. It takes long for a large response. */
export function recompress(gzip: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const compressor = createBrotliCompress({ chunkSize, params });
  return pipeline(Readable.from([gzip]), createGunzip({ chunkSize }), compressor, buffer);
}

/** A snapshot of content that is so short that compressing it saves little. */
export function uncompressed(plain: Buffer): Snapshot {
  return { etag: etagOf(plain), plain, br: null, gzip: null };
}

export function bytesOf({ plain, br, gzip }: Snapshot): number {
  return (plain?.length ?? 0) + (br?.length ?? 0) + (gzip?.length ?? 0);
}

export function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

type Head = {
  readonly type: string;
  readonly status?: 200 | 404 | 503;
  readonly cacheControl?: string;
  readonly cacheable?: Cacheable | undefined;
};

/** Sends a snapshot in an encoding that the client accepts, or 304 when the client has it already. */
export function sendSnapshot(
  ctx: Context,
  snapshot: Snapshot,
  { type, status = 200, cacheControl = 'no-cache', cacheable }: Head,
): void {
  ctx.set('Cache-Control', cacheControl);
  ctx.vary('Accept-Encoding');
  ctx.type = type;
  if (cacheable) Object.assign(ctx.state, { cacheable: { ...cacheable, snapshot } });
  if (status === 200 && isNotModified(ctx, snapshot.etag)) return;
  ctx.status = status;
  const encoding = encodingOf(snapshot, (name) => ctx.acceptsEncodings(name) !== false);
  if (encoding !== 'plain') ctx.set('Content-Encoding', encoding);
  ctx.body = snapshot[encoding] ?? Readable.from([snapshot.gzip]).pipe(createGunzip());
}

export function encodingOf(
  { br, gzip }: Snapshot,
  accepts: (encoding: 'br' | 'gzip') => boolean,
): Encoding {
  if (br && accepts('br')) return 'br';
  return gzip && accepts('gzip') ? 'gzip' : 'plain';
}

/**
 * Sets the ETag. Makes the response a 304, without a body, and returns true when the client has this version already. Koa's own check
 * obeys `Cache-Control: no-cache` of the request, which is meant for caches and which `fetch` adds by itself.
 */
export function isNotModified(ctx: Context, etag: string): boolean {
  ctx.set('ETag', etag);
  if (!matches(ctx.get('If-None-Match'), etag)) return false;
  ctx.status = 304;
  return true;
}

/** Quality 5 gives most of the gain in a tenth of the time of 11; the directory changes too often for more. */
function compressWell(plain: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** Compares as RFC 9110, section 13.1.2: `*` matches everything, and a tag matches whether it is weak or strong. */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const known: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return known.includes(etag.replace(/^W\//, ''));
}

/** Below this, compressing costs more than it saves. */
const minBytes = 2_048;

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The JSON of a list that may be long. */
export async function jsonList<Item>(
  items: readonly Item[],
  present: (item: Item) => object,
): Promise<Buffer> {
  const pause = createYielder();
  const parts: string[] = [];
  for (const item of items) {
    parts.push(JSON.stringify(present(item)));
    await pause();
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

/** Sends a text part by part. The first is made before anything is sent, so that an outage is answered as one. */
export async function sendParts(
  ctx: Context,
  parts: AsyncGenerator<string, void, void>,
): Promise<void> {
  const first = await parts.next();
  ctx.body = Readable.from(inTurns(startingWith(first.value ?? '', parts)));
}
