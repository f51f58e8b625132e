import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { LookForChanges, ViewChange, ViewReader } from '@directory/projections';
import type { Middleware, ParameterizedContext } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { batchPerTurn } from './batch-per-turn.ts';
import {
  requestIdOf,
  routeOf,
  type AnsweredRequest,
  type LogRequests,
} from './middleware/request-log.ts';
import { isHttps } from './middleware/security-headers.ts';
import type { RequestState } from './middleware/session.ts';
import {
  bytesOf,
  encodingOf,
  matches,
  type Encoding,
  type Snapshot,
  type Source,
} from './snapshot.ts';

type ResponseCacheOptions = {
  readonly reader: Pick<ViewReader, 'watch'>;
  readonly clock: Clock;
  readonly logRequests: LogRequests;
  /** Null if unknown: pages then contain the address that the client used. */
  readonly publicUrl: string | null;
  readonly trustedProxies: number;
  readonly maxEntries?: number;
};

const maxBytes = 64 * 1024 * 1024;
/** Responses follow the time, too: counts, the year, what is open now. Also after the clock was set back. */
const maxAgeMs = 1_000;
/** How long changes by other processes may stay unseen by clients that did not make them. */
const lookEveryMs = 25;
const lookEveryMsByNetwork = 250;

/** For two seconds after a write its client is answered by Koa, which sees all writes, whichever replica answers. */
const justWrote = 'just_wrote';
const justWroteCookie = `${justWrote}=1; Path=/; Max-Age=2; HttpOnly; SameSite=Strict`;

type Entry = {
  readonly snapshot: Snapshot;
  readonly sources: readonly Source[];
  readonly route: string;
  readonly madeAt: number;
  /** The header lines of each encoding, and those of a 304. */
  readonly lines: string;
  readonly notModified: string;
  /** Each is made when it is first asked for. */
  readonly bodies: Partial<Record<Encoding, Body | null>>;
};

type Hit = AnsweredRequest & {
  readonly response: ServerResponse;
  readonly lines: string;
  /** Null for a 304. */
  readonly body: Body | null;
};

type Body = {
  readonly length: string;
  readonly lines: string;
  /** A short body, a character for each byte, goes with the headers: sending it after them takes a tenth of the time of an answer. */
  readonly text: string;
  readonly bytes: Buffer | null;
};

/** Repeats Koa's responses, in front of it, until a source of theirs changes. */
export function responseCache(options: ResponseCacheOptions) {
  const { reader, clock, logRequests, publicUrl, maxEntries = 2_000 } = options;
  const writeCookie = isHttps(publicUrl) ? `${justWroteCookie}; Secure` : justWroteCookie;
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    // The headers and the entry itself take up to 10 kB.
    sizeCalculation: ({ snapshot }) => bytesOf(snapshot) + 10_000,
  });
  /** How often each view changed: a response that was being made meanwhile is not cached. */
  const changes = new Map<string, number>();
  const isCurrent = currentBy(
    reader.watch((change) => {
      changes.set(change.view, (changes.get(change.view) ?? 0) + 1);
      for (const [key, { sources }] of entries.entries())
        if (isMadeOf(sources, change)) entries.delete(key);
    }),
  );

  function find(request: IncomingMessage): Entry | undefined {
    const { method, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined)
      return undefined;
    if (headers.cookie?.includes(justWrote) || !isCurrent.now()) return undefined;
    const entry = entries.get(keyOf(request, options));
    return entry && Math.abs(clock().getTime() - entry.madeAt) < maxAgeMs ? entry : undefined;
  }

  const hits = batchPerTurn((answered: readonly Hit[]) => {
    for (const hit of answered) send(hit);
    logRequests(answered);
  });

  /** Sends the response and returns true, or leaves the request to Koa. */
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const hit = canComplete ? hitOf(request, response) : undefined;
    // Koa may take milliseconds of this turn.
    if (!hit) hits.flush();
    else hits.add(hit);
    return hit !== undefined;
  }

  function hitOf(request: IncomingMessage, response: ServerResponse): Hit | undefined {
    const started = performance.now();
    const { method = 'GET', headers } = request;
    const accepted = headers['accept-encoding'] ?? 'identity';
    const entry = plainList.test(accepted) ? find(request) : undefined;
    if (!entry) return undefined;
    const { snapshot, route, notModified, bodies } = entry;
    const encoding = encodingOf(snapshot, (name) => accepted.includes(name));
    const body = (bodies[encoding] ??= bodyOf(entry, encoding));
    if (!body) return undefined;
    const requestId = requestIdOf(headers['x-request-id']);
    const known = headers['if-none-match'];
    const isKnown = known !== undefined && matches(known, snapshot.etag);
    return isKnown
      ? { requestId, method, route, started, status: 304, response, lines: notModified, body: null }
      : { requestId, method, route, started, status: 200, response, lines: body.lines, body };
  }

  function store(ctx: Context, before: ReadonlyMap<string, number>): void {
    const { cacheable } = ctx.state;
    if (!cacheable || ctx.url !== cacheable.address || ctx.get('Authorization') !== '') return;
    if ((ctx.status !== 200 && ctx.status !== 304) || ctx.response.get('X-Stale')) return;
    const { snapshot, sources } = cacheable;
    if (sources.some(({ view }) => changes.get(view) !== before.get(view))) return;
    entries.set(keyOf(ctx.req, options), {
      snapshot,
      sources,
      route: routeOf(ctx),
      madeAt: clock().getTime(),
      ...linesOf(ctx),
      bodies: {},
    });
  }

  /** Caches the responses of Koa that routes declare cacheable. */
  const remember: Middleware<RequestState> = async (ctx, next) => {
    const before = new Map(changes);
    await next();
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      store(ctx, before);
      return;
    }
    isCurrent.askAgain();
    const isWrite = ctx.status < 400 && ctx.state.viewer.role !== 'visitor';
    if (isWrite) ctx.append('Set-Cookie', writeCookie);
  };

  return { answer, remember };
}

function send({ requestId, method, status, response, lines, body }: Hit): void {
  const sent = method === 'HEAD' ? null : body;
  response.writeHead(status, body ? ['Content-Length', body.length] : []);
  complete(response, `X-Request-Id: ${requestId}\r\n${lines}`, sent?.text);
  response.end(sent?.bytes);
}

type Context = ParameterizedContext<RequestState>;

/** Knows whether the cache is up to date, by looking for changes every few milliseconds. While a look takes time, Koa answers. */
function currentBy(look: LookForChanges) {
  let nextLook = 0;
  let isLooking = false;
  let wasAsked = false;
  const lookLater = (delayMs: number) => {
    nextLook = wasAsked ? 0 : performance.now() + delayMs;
  };
  const lookNow = (): boolean => {
    wasAsked = false;
    const looking = look();
    if (looking === undefined) {
      lookLater(lookEveryMs);
      return true;
    }
    isLooking = true;
    const seen = () => lookLater(lookEveryMsByNetwork);
    void looking.then(seen, () => undefined).finally(() => (isLooking = false));
    return false;
  };
  return {
    now(): boolean {
      if (performance.now() < nextLook) return true;
      if (isLooking) return false;
      try {
        return lookNow();
      } catch {
        // Koa's attempt to read reports it.
        return false;
      }
    },
    /** Makes the next request look again, even if a look is under way: that may have begun before the write. */
    askAgain() {
      wasAsked = true;
      nextLook = 0;
    },
  };
}

function isMadeOf(sources: readonly Source[], { view, ids }: ViewChange): boolean {
  return sources.some(
    (source) =>
      source.view === view && (ids === null || source.id === undefined || ids.includes(source.id)),
  );
}

/** The address and, where no public address is set, the host, which is then part of the content of pages. */
function keyOf(
  { url = '', headers }: IncomingMessage,
  { publicUrl, trustedProxies }: Pick<ResponseCacheOptions, 'publicUrl' | 'trustedProxies'>,
): string {
  if (publicUrl !== null) return url;
  const { host = '', 'x-forwarded-host': forwarded, 'x-forwarded-proto': protocol } = headers;
  if (trustedProxies === 0) return `${host} ${url}`;
  return JSON.stringify([host, forwarded, protocol, url]);
}

/** Accept-Encoding as a plain list of names; Koa weighs any other. */
const plainList = /^(?:br|gzip|deflate|zstd|identity)(?:, ?(?:br|gzip|deflate|zstd|identity))*$/;

/**
 * Node checks and joins the headers of each response, which took a third of the time of an answer from memory, although these were
 * checked when Koa set them. No public way avoids it; `_header` is what Node sends, in all versions so far.
 */
function complete(response: ServerResponse, lines: string, body = ''): void {
  Reflect.set(response, '_header', `${headOf(response).slice(0, -2)}${lines}\r\n${body}`);
}

function headOf(response: ServerResponse): string {
  return String(Reflect.get(response, '_header'));
}

/** Koa answers everything in a version of Node that does without `_header`. */
const canComplete = headOf(
  new ServerResponse(new IncomingMessage(new Socket())).writeHead(200),
).endsWith('\r\n\r\n');

const perResponse: readonly string[] = ['x-request-id', 'content-length', 'content-encoding'];
const maxText = 16_384;

function linesOf(ctx: Context): Pick<Entry, 'lines' | 'notModified'> {
  const headers = Object.entries(ctx.response.headers).filter(
    ([name]) => !perResponse.includes(name),
  );
  const join = (some: typeof headers) =>
    some.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  return {
    lines: join(headers),
    notModified: join(headers.filter(([name]) => name !== 'content-type')),
  };
}

function bodyOf({ snapshot, lines }: Entry, encoding: Encoding): Body | null {
  const bytes = snapshot[encoding];
  if (!bytes) return null;
  const isShort = bytes.length <= maxText;
  return {
    length: String(bytes.length),
    lines: lines + (encoding === 'plain' ? '' : `content-encoding: ${encoding}\r\n`),
    text: isShort ? bytes.toString('latin1') : '',
    bytes: isShort ? null : bytes,
  };
}
