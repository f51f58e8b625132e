import type { ReviewStatus } from '@directory/domain';
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
} from '../contracts/listings.ts';
import type { ListingQueries } from './listing-queries.ts';
import { cachedByToken } from './caching.ts';
import { presentOwn } from './present-business.ts';

type ListingPagesDeps = {
  readonly reader: ViewReader;
  readonly views: Pick<DirectoryViews, 'listings'>;
  readonly queries: Pick<ListingQueries, 'getVisits'>;
};

const pageLength = 25;
const statuses: readonly ReviewStatus[] = ['pending', 'approved', 'rejected'];

/** Pages of the listings that are not deleted, for admins: of many thousands, a page costs little more than of a few. */
export function listingPages({ reader, views: { listings }, queries }: ListingPagesDeps) {
  const countsOf = cachedByToken(
    () => reader.changeToken(listings),
    async (q: string) => {
      const [byStatus, offline] = await Promise.all([
        reader.countBy(listings, 'status', matching(statuses, q)),
        reader.countBy(listings, 'status', { where: { status: ['pending'], wasPublic: [true] } }),
      ]);
      const count = (status: ReviewStatus) => byStatus.get(status) ?? 0;
      const approved = count('approved');
      const rejected = count('rejected');
      const pending = count('pending');
      const counts = { all: pending + approved + rejected, approved, rejected, pending };
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
