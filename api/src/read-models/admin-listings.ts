import type { ReviewStatus } from '@directory/domain';
import { telLink } from '@directory/domain/catalogue';
import { distanceTo } from '@directory/domain/search';
import { recordOf } from '@directory/domain/shared/collections';
import type {
  DirectoryViews,
  Listing,
  Matching,
  SortField,
  ViewReader,
} from '@directory/projections';
import {
  listingSortFields,
  type ListingPageRequest,
  type ListingPageResponse,
  type RelatedListingsResponse,
} from '../contracts/listings.ts';
import type { ListingQueries } from './listing-queries.ts';
import { cachedByToken } from './caching.ts';
import { presentOwn, reviewStatus } from './present-business.ts';

type AdminListingsDeps = {
  readonly reader: ViewReader;
  readonly views: Pick<DirectoryViews, 'listings'>;
  readonly queries: Pick<ListingQueries, 'findListings' | 'getVisits'>;
};

const pageLength = 25;
const statuses: readonly ReviewStatus[] = ['pending', 'approved', 'rejected'];

/** Finds pages of the listings that are not deleted, for admins. With many thousands, a page costs little more than with a few. */
export function listingPages({ reader, views: { listings }, queries }: AdminListingsDeps) {
  const countsOf = cachedByToken(
    () => reader.changeToken(listings),
    async (q: string) => {
      const [byStatus, offline] = await Promise.all([
        reader.countBy(listings, 'status', matching(statuses, q)),
        reader.countBy(listings, 'status', { where: { status: ['pending'], wasPublic: [true] } }),
      ]);
      const found = recordOf(statuses, (status) => byStatus.get(status) ?? 0);
      const counts = { all: found.pending + found.approved + found.rejected, ...found };
      return { counts, offline: offline.get('pending') ?? 0 };
    },
  );

  return async ({
    status,
    q = '',
    sort,
    page: wanted = 1,
  }: ListingPageRequest): Promise<ListingPageResponse> => {
    const counted = await countsOf(q);
    const total = counted.counts[status ?? 'all'];
    const pages = Math.max(1, Math.ceil(total / pageLength));
    const page = Math.min(wanted, pages);
    const skip = (page - 1) * pageLength;
    const found = await reader.findPage(listings, matching(status ? [status] : statuses, q), {
      order: orderOf(sort),
      skip,
      limit: pageLength,
    });
    const visits = new Map(
      await Promise.all(found.map(async ({ id }) => [id, await queries.getVisits(id)] as const)),
    );
    const first = found.length > 0 ? skip + 1 : 0;
    return { listings: found.map(presentOwn(visits)), page, pages, total, first, ...counted };
  };
}

function matching(wanted: readonly ReviewStatus[], q: string): Matching<Listing> {
  return {
    where: { status: wanted },
    contains: q === '' ? undefined : { field: 'businessName', text: q },
  };
}

const newestFirst: SortField<Listing> = { field: 'submittedAt', isDescending: true };

function orderOf(sort: ListingPageRequest['sort']): readonly SortField<Listing>[] {
  if (sort === undefined) return [newestFirst];
  if (sort === 'review') return [{ field: 'wasPublic', isDescending: true }, { field: 'sentAt' }];
  const field = listingSortFields.find((known) => known === sort.replace('-', ''));
  if (!field) throw new Error(`listings cannot be ordered by ${sort}`);
  return [{ field, isDescending: sort.startsWith('-'), ignoreCase: true }, newestFirst];
}

type Duplicate = RelatedListingsResponse['duplicates'][number];

/** What an admin compares a listing with: possible duplicates, and the other listings of its owner. */
export function relatedListings({ reader, views: { listings }, queries }: AdminListingsDeps) {
  const findWith = (field: 'phone' | 'businessName', text: string) =>
    reader.findPage(
      listings,
      { where: { status: statuses }, contains: { field, text } },
      { order: [], skip: 0, limit: maxCandidates },
    );

  async function findDuplicates(listing: Listing): Promise<Duplicate[]> {
    const { businessName, phone } = listing;
    // However a number is written, its last four digits are together.
    const end = /\d{1,4}$/.exec(phone ?? '')?.[0];
    const [withNumber, named] = await Promise.all([
      end === undefined ? [] : findWith('phone', end),
      findWith('businessName', businessName.trim()),
    ]);
    const byPhone = withNumber.filter((other) => hasSamePhone(listing, other));
    const samePhone = new Set(byPhone.map(({ id }) => id));
    const byName = named.filter(
      (other) => !samePhone.has(other.id) && hasSameNameNearby(listing, other),
    );
    return [
      ...byPhone.map((other) => ({ ...reference(other), match: 'phone' as const })),
      ...byName.map((other) => ({ ...reference(other), match: 'name' as const })),
    ].filter(({ id }) => id !== listing.id);
  }

  return async (listing: Listing): Promise<RelatedListingsResponse> => {
    const { id, ownerId } = listing;
    const [duplicates, ofOwner] = await Promise.all([
      findDuplicates(listing),
      // Imported listings have no owner.
      ownerId === null ? [] : queries.findListings({ ownerId }),
    ]);
    return { duplicates, others: ofOwner.filter((other) => other.id !== id).map(reference) };
  };
}

/** Far more than listings have the same name or the same last digits. */
const maxCandidates = 500;

function reference(listing: Listing) {
  return { id: listing.id, businessName: listing.businessName, status: reviewStatus(listing) };
}

/** The links of a number are the same with and without the country code. */
function hasSamePhone(a: Listing, b: Listing): boolean {
  const link = telLink(a.phone ?? '');
  return link !== null && link === telLink(b.phone ?? '');
}

const maxDuplicateMetres = 100;

function hasSameNameNearby(a: Listing, b: Listing): boolean {
  if (a.businessName.trim().toLowerCase() !== b.businessName.trim().toLowerCase()) return false;
  const { latitude, longitude } = a;
  if (latitude === null || longitude === null) return false;
  return (distanceTo(b, { latitude, longitude }) ?? Infinity) <= maxDuplicateMetres;
}
