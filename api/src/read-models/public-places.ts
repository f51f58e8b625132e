import type { DirectoryViews, ViewReader } from '@directory/projections';
import { parseBusinessId } from '@directory/domain';
import {
  carryOver,
  fromVillage,
  insertionIndex,
  metresFromVillage,
  type TextSearch,
} from '@directory/domain/search';
import { textSearch } from '@directory/domain/search/text';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { changedDocuments } from './changed-documents.ts';
import type { ListingQueries } from './listing-queries.ts';
import { memoizeLatest } from './memoize-latest.ts';
import { uncountedBusiness } from './present-business.ts';

/** What visitors may see, the newest approval first, and its search. */
export type PublicPlaces = {
  readonly places: readonly BusinessWithoutStats[];
  /** The same from the middle of the village outwards. */
  readonly outward: readonly BusinessWithoutStats[];
  readonly search: TextSearch<BusinessWithoutStats>;
};

type PublicPlacesDeps = {
  readonly queries: Pick<ListingQueries, 'eachPublic' | 'getPublic' | 'publicToken'>;
  readonly reader: Pick<ViewReader, 'watch'>;
  readonly views: Pick<DirectoryViews, 'approvedList'>;
};

/** Made once per change of the list, for pages and API alike; a place that did not change stays the same object. */
export function publicPlaces({
  queries,
  reader,
  views,
}: PublicPlacesDeps): () => Promise<PublicPlaces> {
  const useChanges = changedDocuments(reader, views.approvedList);
  let places: readonly BusinessWithoutStats[] = [];
  let outward: readonly BusinessWithoutStats[] = [];

  async function readAll(): Promise<void> {
    const found: BusinessWithoutStats[] = [];
    for await (const { listing, approved } of queries.eachPublic())
      found.push(uncountedBusiness(listing, approved));
    places = found.sort(newestApprovalFirst);
    outward = fromVillage(places);
  }

  async function readChanged(ids: ReadonlySet<string>): Promise<void> {
    const added: BusinessWithoutStats[] = [];
    for (const id of ids) {
      const shown = await queries.getPublic(parseBusinessId(id));
      if (shown) added.push(uncountedBusiness(shown.listing, shown.approved));
    }
    places = replaced(places, { ids, added, order: newestApprovalFirst }).next;
    const { next, removed } = replaced(outward, { ids, added, order: nearestFirst });
    carryOver(outward, next, { removed, added });
    outward = next;
  }

  return memoizeLatest(
    async () => ({ key: await queries.publicToken() }),
    () =>
      useChanges(async (ids) => {
        if (ids === null || ids.size === 0) await readAll();
        else await readChanged(ids);
        return { places, outward, search: textSearch(places) };
      }),
  );
}

type Change = {
  readonly ids: ReadonlySet<string>;
  readonly added: readonly BusinessWithoutStats[];
  readonly order: typeof newestApprovalFirst;
};

/** Costs a copy of the list, and sorts nothing again. */
function replaced(
  places: readonly BusinessWithoutStats[],
  { ids, added, order }: Change,
): { readonly next: readonly BusinessWithoutStats[]; readonly removed: BusinessWithoutStats[] } {
  const removed: BusinessWithoutStats[] = [];
  const next = places.filter((place) => {
    if (!ids.has(place.id)) return true;
    removed.push(place);
    return false;
  });
  for (const place of added)
    next.splice(
      insertionIndex(next, (other) => order(other, place) > 0),
      0,
      place,
    );
  return { next, removed };
}

function nearestFirst(a: BusinessWithoutStats, b: BusinessWithoutStats): number {
  return metresFromVillage(a) - metresFromVillage(b) || newestApprovalFirst(a, b);
}

function newestApprovalFirst(a: BusinessWithoutStats, b: BusinessWithoutStats): number {
  return compare(b.approvedAt ?? '', a.approvedAt ?? '') || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
