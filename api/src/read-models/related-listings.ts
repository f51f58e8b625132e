import { telLink } from '@directory/domain/catalogue';
import { distance } from '@directory/domain/search';
import type { DirectoryViews, Listing, ViewReader } from '@directory/projections';
import type { RelatedListingsResponse } from '../contracts/listings.ts';
import type { ListingQueries } from './listing-queries.ts';
import { reviewStatus } from './present-business.ts';

type RelatedListingsDeps = {
  readonly reader: ViewReader;
  readonly views: Pick<DirectoryViews, 'listings'>;
  readonly queries: Pick<ListingQueries, 'findListings'>;
};

type Duplicate = RelatedListingsResponse['duplicates'][number];

/** What an admin compares a listing with: possible duplicates, and the other listings of its owner. */
export function relatedListings({ reader, views: { listings }, queries }: RelatedListingsDeps) {
  const findWith = (field: 'phone' | 'businessName', text: string) =>
    reader.findPage(
      listings,
      {
        where: { status: ['pending', 'approved', 'rejected'] },
        contains: { field, text },
      },
      { order: [], skip: 0, limit: maxCandidates },
    );

  async function findDuplicates(listing: Listing): Promise<Duplicate[]> {
    const { businessName, phone } = listing;
    // Numbers are written in several ways, with the last digits together in all of them.
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

  /** Imported listings have no owner. */
  async function findOthers({ id, ownerId }: Listing) {
    if (ownerId === null) return [];
    const all = await queries.findListings({ ownerId });
    return all.filter((other) => other.id !== id).map(reference);
  }

  return async (listing: Listing): Promise<RelatedListingsResponse> => {
    const [duplicates, others] = await Promise.all([findDuplicates(listing), findOthers(listing)]);
    return { duplicates, others };
  };
}

/** Far more than have the same name or the same last digits. */
const maxCandidates = 500;

function reference(listing: Listing) {
  return { id: listing.id, businessName: listing.businessName, status: reviewStatus(listing) };
}

/** The link is the same with and without the code of the country. */
function hasSamePhone(a: Listing, b: Listing): boolean {
  const link = telLink(a.phone ?? '');
  return link !== null && link === telLink(b.phone ?? '');
}

const maxDuplicateMetres = 100;

function hasSameNameNearby(a: Listing, b: Listing): boolean {
  if (a.businessName.trim().toLowerCase() !== b.businessName.trim().toLowerCase()) return false;
  const [here, there] = [pinOf(a), pinOf(b)];
  return here !== null && there !== null && distance(here, there) <= maxDuplicateMetres;
}

function pinOf({ latitude, longitude }: Listing) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
