import type { DirectoryViews } from '@directory/projections';
import { parseBusinessId } from '@directory/domain';
import { insertionIndex } from '@directory/domain/shared/collections';
import { inTurns } from '@directory/domain/shared/concurrency';
import {
  fromVillage,
  metresFromVillage,
  regroup,
  type Groups,
  type TextSearch,
} from '@directory/domain/search';
import { placeIndex } from '@directory/domain/search/text';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { changedDocuments, memoizeLatest, type ChangesReader } from './caching.ts';
import { compareTexts, type ListingQueries } from './listing-queries.ts';

/** What visitors may see, the newest approval first, and its search. */
export type PublicPlaces = {
  readonly places: readonly BusinessWithoutStats[];
  /** The same places, from the middle of the village outwards. */
  readonly outward: readonly BusinessWithoutStats[];
  readonly groups: Groups;
  readonly search: TextSearch<BusinessWithoutStats>;
};

type PublicPlacesDeps = {
  readonly queries: Pick<ListingQueries, 'eachPublic' | 'getPublic' | 'publicToken'>;
  readonly reader: ChangesReader;
  readonly views: Pick<DirectoryViews, 'approvedList'>;
};

/** The places, made once per change of the list for pages and API alike. A place that did not change stays the same object. */
export function publicPlaces({
  queries,
  reader,
  views,
}: PublicPlacesDeps): () => Promise<PublicPlaces> {
  const useChanges = changedDocuments(reader, views.approvedList);
  let places: readonly BusinessWithoutStats[] = [];
  let outward: readonly BusinessWithoutStats[] = [];
  let groups: Groups = new Map();
  let index = placeIndex<BusinessWithoutStats>();
  let byId = new Map<string, BusinessWithoutStats>();

  async function readAll(): Promise<void> {
    // By id, as a listing that goes into review meanwhile is read twice.
    const found = new Map<string, BusinessWithoutStats>();
    const withSharedTexts = sharingTexts();
    for await (const { business } of queries.eachPublic())
      found.set(business.id, withSharedTexts(business));
    const all = placeIndex<BusinessWithoutStats>();
    // In turns, between which other requests are answered, as there may be many places.
    for await (const place of inTurns(found.values())) all.add(place);
    index = all;
    byId = found;
    places = [...found.values()].sort(newestApprovalFirst);
    outward = fromVillage(places);
    groups = regroup(new Map(), { removed: [], added: places });
  }

  async function readChanged(ids: ReadonlySet<string>): Promise<void> {
    const added: BusinessWithoutStats[] = [];
    for (const id of ids) {
      const shown = await queries.getPublic(parseBusinessId(id));
      if (shown) added.push(shown.business);
    }
    const removed = [...ids].flatMap((id) => byId.get(id) ?? []);
    for (const { id } of removed) byId.delete(id);
    for (const place of added) byId.set(place.id, place);
    const change = { removed, added };
    places = replaced(places, change, newestApprovalFirst);
    outward = replaced(outward, change, nearestFirst);
    groups = regroup(groups, change);
    for (const place of removed) index.remove(place);
    for (const place of added) index.add(place);
  }

  return memoizeLatest(
    () => queries.publicToken(),
    () =>
      useChanges(async (ids) => {
        if (ids === null || ids.size === 0) await readAll();
        else await readChanged(ids);
        return { places, outward, groups, search: index.searchIn(outward) };
      }),
  );
}

/** Lets places share the memory of texts that many have: each was read from JSON of its own. */
function sharingTexts(): (place: BusinessWithoutStats) => BusinessWithoutStats {
  const known = new Map<unknown, unknown>();
  const share = <Text extends string | null>(text: Text): Text => {
    if (!known.has(text)) known.set(text, text);
    // The text in the map is equal, so it has the same type.
    return known.get(text) as Text;
  };
  return (place) => ({
    ...place,
    businessInfo: share(place.businessInfo),
    subCategory: share(place.subCategory),
    kampong: share(place.kampong),
    approvedAt: share(place.approvedAt),
    licence: share(place.licence),
  });
}

type Change = {
  readonly removed: readonly BusinessWithoutStats[];
  readonly added: readonly BusinessWithoutStats[];
};

/** A copy of a sorted list with a change made. It inserts by binary search, as sorting again would take longer. */
function replaced(
  places: readonly BusinessWithoutStats[],
  { removed, added }: Change,
  order: typeof newestApprovalFirst,
): readonly BusinessWithoutStats[] {
  const next = [...places];
  for (const place of removed) next.splice(next.indexOf(place), 1);
  for (const place of added)
    next.splice(
      insertionIndex(next, (other) => order(other, place) > 0),
      0,
      place,
    );
  return next;
}

function nearestFirst(a: BusinessWithoutStats, b: BusinessWithoutStats): number {
  return metresFromVillage(a) - metresFromVillage(b) || newestApprovalFirst(a, b);
}

function newestApprovalFirst(a: BusinessWithoutStats, b: BusinessWithoutStats): number {
  return compareTexts(b.approvedAt ?? '', a.approvedAt ?? '') || compareTexts(a.id, b.id);
}
