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

/** Visits follow this much later, so that a visit does not make a new list. */
const countsMayBeOld = 60_000;

/**
 * The list of everything that is approved, serialised and compressed once per change and shared by all who ask meanwhile. Never
 * older than the view was when it was asked for.
 */
export function approvedListSnapshots(
  queries: ListingQueries,
  clock: Clock,
): () => Promise<ListSnapshot> {
  const readCounts = countsAtMostOnceAMinute(queries, clock);
  let current: { key: string; snapshot: Promise<ListSnapshot> } | undefined;

  return async () => {
    const { token, visits } = await readCounts();
    const key = `${await queries.publicToken()} ${token}`;
    if (current?.key === key) return current.snapshot;
    const snapshot = makeSnapshot(queries, visits);
    current = { key, snapshot };
    snapshot.catch(() => {
      if (current?.snapshot === snapshot) current = undefined;
    });
    return snapshot;
  };
}

type Counts = { readonly token: string; readonly visits: VisitsById };

function countsAtMostOnceAMinute(queries: ListingQueries, clock: Clock): () => Promise<Counts> {
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

async function readCounts(queries: ListingQueries, before?: Promise<Counts>): Promise<Counts> {
  const token = await queries.visitsToken();
  const known = await before;
  if (known?.token === token) return known;
  return { token, visits: await queries.findVisits() };
}

async function makeSnapshot(queries: ListingQueries, visits: VisitsById): Promise<ListSnapshot> {
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
