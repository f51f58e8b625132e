import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBusinessId, parseBusinessId } from '@directory/domain';
import { createQueue } from '@directory/domain/shared/concurrency';
import type { DirectoryViews } from '@directory/projections';
import type { Clock } from '../clock.ts';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { gzipBlock, joinGzip, type GzipBlock } from '../http/gzip-blocks.ts';
import { etagOf, recompress, type Snapshot } from '../http/snapshot.ts';
import { changedDocuments, memoizeLatest, sharedFor, type ChangesReader } from './caching.ts';
import type { ListingQueries } from './listing-queries.ts';
import { toStatsResponse, type WireCounts } from './present-business.ts';
import type { PublicPlaces } from './public-places.ts';

type ApprovedListDeps = {
  readonly queries: Pick<
    ListingQueries,
    'publicToken' | 'visitsToken' | 'eachVisited' | 'getVisits'
  >;
  readonly readPlaces: () => Promise<Pick<PublicPlaces, 'places'>>;
  readonly reader: ChangesReader;
  readonly views: Pick<DirectoryViews, 'hourlyViews'>;
  readonly clock: Clock;
};

/** How old counts may be, so that not every visit makes a new list. */
const maxCountsAgeMs = 60_000;

/**
 * The list of all approved places, made once per change and shared by concurrent requests. It is never older than the view was at the
 * request. A change compresses only the blocks of the places that changed; the others stay as they are.
 */
export function approvedListSnapshots(deps: ApprovedListDeps): () => Promise<Snapshot> {
  const { queries, readPlaces } = deps;
  const readCounts = countsAtMostOnceAMinute(deps);
  const compressWhenQuiet = brotliWhenQuiet();
  let blocks: readonly Block[] = [];
  return memoizeLatest(
    async () => `${(await readCounts()).token} ${await queries.publicToken()}`,
    async () => {
      const { counts } = await readCounts();
      blocks = await makeBlocks((await readPlaces()).places, counts, blocks);
      const snapshot = listSnapshot(blocks);
      compressWhenQuiet(snapshot);
      return snapshot;
    },
  );
}

/** After this time without a change the list is compressed by Brotli, too. */
const quietMs = 250;

function brotliWhenQuiet(): (snapshot: ListSnapshot) => void {
  let timer: NodeJS.Timeout | undefined;
  let latest: ListSnapshot | undefined;
  const queue = createQueue();
  return (snapshot) => {
    latest = snapshot;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Until then, and if it fails, clients get it compressed by gzip.
      void queue(async () => {
        if (latest === snapshot) snapshot.br = await recompress(snapshot.gzip);
      }).catch(() => undefined);
    }, quietMs).unref();
  };
}

type CountsById = ReadonlyMap<string, WireCounts>;
type Counts = { readonly token: string; readonly counts: CountsById };

function countsAtMostOnceAMinute({ queries, reader, views, clock }: ApprovedListDeps) {
  const useChanges = changedDocuments(reader, views.hourlyViews);
  const queue = createQueue();
  let last: Counts | undefined;

  const readAll = async () => {
    const counts = new Map<string, WireCounts>();
    for await (const visits of queries.eachVisited())
      counts.set(visits.businessId, toStatsResponse(visits));
    return counts;
  };
  const read = async (): Promise<Counts> => {
    const token = await queries.visitsToken();
    const before = last;
    if (before?.token === token) return before;
    const counts = await useChanges(async (ids) => {
      if (!before || ids === null || ids.size === 0) return readAll();
      const next = new Map(before.counts);
      // The keys of documents of a month are no ids: the month follows the id.
      for (const id of [...ids].filter(isBusinessId))
        next.set(id, toStatsResponse(await queries.getVisits(parseBusinessId(id))));
      return next;
    });
    last = { token, counts };
    return last;
  };
  const now = () => clock().getTime();
  return sharedFor(maxCountsAgeMs, () => queue(read), now);
}

/** A run of places as JSON. */
type Block = {
  readonly places: readonly BusinessWithoutStats[];
  readonly counts: readonly WireCounts[];
  readonly json: GzipBlock;
};

const none: WireCounts = toStatsResponse(null);
/** How many blocks are compressed at once, so that the threads have work and requests get their turn. */
const atOnce = 8;

async function makeBlocks(
  places: readonly BusinessWithoutStats[],
  counts: CountsById,
  before: readonly Block[],
): Promise<readonly Block[]> {
  const known = new Map(before.map((block) => [block.places.at(-1), block]));
  const blocks: Promise<Block>[] = [];
  let made = 0;
  for (const run of runsOf(places)) {
    const countsOfRun = run.map(({ id }) => counts.get(id) ?? none);
    const same = known.get(run.at(-1));
    if (same && areSame(same.places, run) && areSame(same.counts, countsOfRun)) {
      blocks.push(Promise.resolve(same));
      continue;
    }
    const block = makeBlock(run, countsOfRun);
    blocks.push(block);
    made += 1;
    if (made % atOnce === 0) await block.then(() => nextTurn());
  }
  return Promise.all(blocks);
}

async function makeBlock(
  places: readonly BusinessWithoutStats[],
  counts: readonly WireCounts[],
): Promise<Block> {
  const items = places.map((place, index) => JSON.stringify({ ...place, ...counts[index] }));
  return { places, counts, json: await gzipBlock(items.join(',')) };
}

/** Runs end after certain ids, and not after a number of places, so that a new place changes one run only, and the same one everywhere. */
function runsOf(
  places: readonly BusinessWithoutStats[],
): readonly (readonly BusinessWithoutStats[])[] {
  const ends: number[] = [];
  // No array for each place, which is much garbage to collect for a long list.
  places.forEach(({ id }, index) => {
    if (endsRun(id)) ends.push(index + 1);
  });
  if (ends.at(-1) !== places.length) ends.push(places.length);
  return ends.map((end, index) => places.slice(ends[index - 1] ?? 0, end));
}

const zero = '0'.charCodeAt(0);

/** True for one id of 64, as the last characters are random or those of a digest. */
function endsRun(id: string): boolean {
  return id.charCodeAt(id.length - 1) === zero && id.charCodeAt(id.length - 2) % 2 === 0;
}

function areSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

const begin = await gzipBlock('[');
const comma = await gzipBlock(',');
const end = await gzipBlock(']');

type ListSnapshot = Snapshot & { readonly gzip: Buffer; br: Buffer | null };

function listSnapshot(blocks: readonly Block[]): ListSnapshot {
  const parts = blocks.flatMap(({ json }, index) => (index === 0 ? [json] : [comma, json]));
  const etag = etagOf(Buffer.concat(parts.map(({ digest }) => digest)));
  return { etag, plain: null, br: null, gzip: joinGzip([begin, ...parts, end]) };
}
