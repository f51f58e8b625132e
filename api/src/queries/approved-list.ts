import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '../clock.ts';
import { jsonList } from '../json-list.ts';
import type { ListingQueries, VisitsById } from './listing-queries.ts';
import { publicBusiness } from './present-business.ts';
import { wireCounts } from './visit-counts.ts';

/** One state of the list, ready to be sent. */
export type ListSnapshot = {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
};

type ListQueries = Pick<
  ListingQueries,
  'publicToken' | 'visitsToken' | 'findVisits' | 'findPublic'
>;

/** Visits follow this much later, so that a visit does not make a new list. */
const countsMayBeOld = 60_000;

/**
 * The list of everything that is approved, serialised and compressed once per change and shared by all who ask meanwhile. Never
 * older than the view was when it was asked for.
 */
export function approvedListSnapshots(
  queries: ListQueries,
  clock: Clock,
): () => Promise<ListSnapshot> {
  const readCounts = countsAtMostOnceAMinute(queries, clock);
  let made: { readonly key: string; readonly snapshot: ListSnapshot } | undefined;

  const read = async () => {
    const { token, visits } = await readCounts();
    return { key: `${await queries.publicToken()} ${token}`, visits };
  };
  const refresh = sharedRuns(async () => {
    const { key, visits } = await read();
    if (made?.key !== key) made = { key, snapshot: await makeSnapshot(queries, visits) };
    return made.snapshot;
  });
  return async () => {
    const { key } = await read();
    return made?.key === key ? made.snapshot : refresh();
  };
}

/**
 * One run at a time. Who asks while one is under way shares the next, which begins after they asked: so nobody is told what is
 * older than their question, and a burst of changes makes no more than two lists.
 */
function sharedRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const run = work();
      running = run.catch(() => undefined);
      return run;
    });
    return next;
  };
}

type Counts = { readonly token: string; readonly visits: VisitsById };

function countsAtMostOnceAMinute(queries: ListQueries, clock: Clock): () => Promise<Counts> {
  let readAt = Number.NEGATIVE_INFINITY;
  let counts: Promise<Counts> | undefined;
  return () => {
    const now = clock().getTime();
    if (counts && now - readAt < countsMayBeOld) return counts;
    readAt = now;
    const before = counts;
    counts = readCounts(queries, before);
    counts.catch(() => {
      readAt = Number.NEGATIVE_INFINITY;
      counts = before;
    });
    return counts;
  };
}

async function readCounts(queries: ListQueries, before?: Promise<Counts>): Promise<Counts> {
  const token = await queries.visitsToken();
  const known = await before;
  if (known?.token === token) return known;
  return { token, visits: await queries.findVisits() };
}

async function makeSnapshot(queries: ListQueries, visits: VisitsById): Promise<ListSnapshot> {
  const plain = await jsonList(await queries.findPublic(), ({ listing, approved }) =>
    publicBusiness(listing, approved, wireCounts(visits.get(listing.id))),
  );
  const [br, gzipped] = await Promise.all([compressWell(plain), promisify(gzip)(plain)]);
  const digest = createHash('sha256').update(plain).digest('base64url');
  return { etag: `W/"${digest}"`, plain, br, gzip: gzipped };
}

/** Quality 5 gives most of the gain in a tenth of the time of 11; the list changes too often for more. */
function compressWell(plain: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}
