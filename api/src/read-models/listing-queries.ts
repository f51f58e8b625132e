import type { BusinessId } from '@directory/domain';
import type {
  ApprovedListing,
  DailyVisits,
  DirectoryViews,
  HourlyVisits,
  Listing,
  OwnerSummary,
  ReadableView,
  ReviewRecord,
  ViewReader,
  Where,
} from '@directory/projections';
import { groupBy } from '@directory/domain/shared/collections';
import { createYielder } from '@directory/domain/shared/concurrency';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { cachedByToken, changedDocuments, memoizeLatest } from './caching.ts';
import { monthsOf, type Period } from './calendar-days.ts';

export type ListingQueries = ReturnType<typeof listingQueries>;

/** A business as visitors see it, and its owner. */
export type PublicListing = {
  readonly ownerId: string | null;
  readonly business: BusinessWithoutStats;
};

export type PublicSettings = {
  /** Shows the last approved version while a later edit waits for review. */
  readonly keepLastApprovedPublic: boolean;
};

export function listingQueries(
  reader: ViewReader,
  views: DirectoryViews,
  settings: PublicSettings,
) {
  const getPublic = cachedByToken(
    () => reader.changeToken(views.approvedList),
    async (id: BusinessId) => asPublic(await reader.get(views.approvedList, id), settings),
  );

  return {
    findReviews: reviewedListings(reader, views),
    /** Null unless visitors may see it. Cached until the approved list changes, as every visit asks. */
    getPublic,
    getListing: (id: BusinessId): Promise<Listing | null> => reader.get(views.listings, id),
    /** The newest listings first: those that are not deleted, or those that are and can be restored. */
    async findListings({ deleted = false, ...where }: ListingFilter = {}): Promise<Listing[]> {
      const found = await reader.find(views.listings, where);
      const wanted = found.filter(({ status, statusBeforeDeletion }) =>
        deleted ? statusBeforeDeletion !== null : status !== 'deleted',
      );
      return wanted.sort(newestFirst);
    },
    getSummary: (ownerId: string): Promise<OwnerSummary | null> =>
      reader.get(views.ownerSummary, ownerId),

    /** Everything that visitors may see, in no particular order. */
    async *eachPublic(): AsyncGenerator<PublicListing> {
      for (const visibility of ['public', 'in-review'] as const) {
        const listings = eachDocument(reader, views.approvedList, { visibility }, ({ id }) => id);
        for await (const listing of listings) {
          const shown = asPublic(listing, settings);
          if (shown) yield shown;
        }
      }
    },

    getVisits: (id: BusinessId): Promise<HourlyVisits | null> => reader.get(views.hourlyViews, id),
    /** The visits of all time, by business. */
    async findVisits(where: { readonly ownerId?: string } = {}): Promise<VisitsById> {
      const found = await reader.find(views.hourlyViews, { ...where, period: 'all' });
      return new Map(found.map((visits) => [visits.businessId, visits]));
    },
    /** The visits of all time to each business that had any. */
    eachVisited: (): AsyncGenerator<HourlyVisits> =>
      eachDocument(reader, views.hourlyViews, { period: 'all' }, ({ businessId }) => businessId),
    /** The days with visits in the months of the period, by business; some may lie outside of the period. */
    async findDailyVisits(ownerId: string, period: Period): Promise<DaysById> {
      const months = await Promise.all(
        monthsOf(period).map((month) => reader.find(views.hourlyViews, { ownerId, period: month })),
      );
      const byId = groupBy(months.flat(), ({ businessId }) => businessId);
      return new Map([...byId].map(([id, visits]) => [id, visits.flatMap(({ days }) => days)]));
    },

    publicToken: (): Promise<string> => reader.changeToken(views.approvedList),
    listingsToken: (): Promise<string> => reader.changeToken(views.listings),
    visitsToken: (): Promise<string> => reader.changeToken(views.hourlyViews),
  };
}

/**
 * How long listings that an admin has decided on waited. After a change only what changed is read: an import has a document for each
 * of its places.
 */
function reviewedListings(
  reader: ViewReader,
  { reviews }: DirectoryViews,
): () => Promise<readonly ReviewRecord[]> {
  const useChanges = changedDocuments(reader, reviews);
  const reviewed = new Map<string, ReviewRecord>();
  const keep = (id: string, record: ReviewRecord | null) => {
    if (record?.decisions.some(({ byAdmin }) => byAdmin)) reviewed.set(id, record);
    else reviewed.delete(id);
  };
  const readAll = async () => {
    reviewed.clear();
    const records = eachDocument(reader, reviews, {}, ({ businessId }) => businessId);
    for await (const record of records) keep(record.businessId, record);
  };
  return memoizeLatest(
    () => reader.changeToken(reviews),
    () =>
      useChanges(async (ids) => {
        if (ids === null) await readAll();
        for (const id of ids ?? []) keep(id, await reader.get(reviews, id));
        return [...reviewed.values()];
      }),
  );
}

const pageLength = 500;

/** Reads documents page by page, as all of them at once would take up memory and keep other requests waiting. */
async function* eachDocument<Doc extends object, Index extends keyof Doc & string>(
  reader: ViewReader,
  view: ReadableView<Doc, Index>,
  where: Where<Doc, Index>,
  idOf: (doc: Doc) => string,
): AsyncGenerator<Doc> {
  const pause = createYielder();
  let before: string | undefined;
  for (;;) {
    await pause();
    const page = await reader.findLast(view, where, { before, limit: pageLength });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageLength) return;
    before = idOf(last);
  }
}

/** What visitors see: the approved version, whatever edit of it waits, and without its email address. Null if they may not see it. */
export function asPublic(
  listing: ApprovedListing | null,
  { keepLastApprovedPublic }: PublicSettings,
): PublicListing | null {
  if (!listing?.approved) return null;
  const { id, ownerId, visibility, approved, approvedAt, source, licence, demonstration } = listing;
  const isShown = visibility === 'public' || (visibility === 'in-review' && keepLastApprovedPublic);
  if (!isShown) return null;
  const details = { ...approved, facilities: [...approved.facilities], email: null };
  const origin = { approvedAt, source, licence, demonstration };
  return { ownerId, business: { id, ...details, status: 'approved', ...origin } };
}

export type VisitsById = ReadonlyMap<string, HourlyVisits>;
type DaysById = ReadonlyMap<string, readonly DailyVisits[]>;

type ListingFilter = { readonly ownerId?: string; readonly deleted?: boolean };

type Submitted = { readonly id: string; readonly submittedAt: string };

export function newestFirst(a: Submitted, b: Submitted): number {
  return compareTexts(b.submittedAt, a.submittedAt) || compareTexts(a.id, b.id);
}

/** Compares by code units, the order of times and ids. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
