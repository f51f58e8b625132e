import { socialChannels, type ReviewStatus } from '@directory/domain';
import type { Listing, VisitCounts } from '@directory/projections';
import type {
  BusinessResponse,
  OwnBusinessDetailResponse,
  OwnBusinessResponse,
  PastBusinessResponse,
} from '../contracts/business.ts';

/** What owners and admins see. */
function ownBusiness(listing: Listing, visits: Visits): OwnBusinessResponse {
  return { ...uncounted(listing), ...toStatsResponse(visits) };
}

/** A listing as it stood at some time, without what is counted elsewhere. */
export function pastBusiness(listing: Listing): PastBusinessResponse {
  return { ...uncounted(listing), deleted: listing.status === 'deleted' };
}

function uncounted(listing: Listing): Omit<OwnBusinessResponse, keyof WireCounts> {
  const { ownerId, status, statusBeforeDeletion, ...rest } = listing;
  return {
    ...rest,
    facilities: [...listing.facilities],
    status: reviewStatus({ status, statusBeforeDeletion }),
    user_id: ownerId,
  };
}

/** The status of a listing; for a deleted one, the status that it gets back when it is restored. */
export function reviewStatus({
  status,
  statusBeforeDeletion,
}: Pick<Listing, 'status' | 'statusBeforeDeletion'>): ReviewStatus {
  return status === 'deleted' ? (statusBeforeDeletion ?? 'pending') : status;
}

export function ownBusinessDetail(listing: Listing, visits: Visits): OwnBusinessDetailResponse {
  return withAlias(ownBusiness(listing, visits));
}

/** Adds the address of a single business once more, under the name from which some clients read it. */
export function withAlias<Business extends { readonly address: string | null }>(
  business: Business,
): Business & { adress: string | null } {
  return { ...business, adress: business.address };
}

/** Presents the listings of a list, with the visits to each. */
export function presentOwn(
  visits: ReadonlyMap<string, VisitCounts | null>,
): (listing: Listing) => OwnBusinessResponse {
  return (listing) => ownBusiness(listing, visits.get(listing.id));
}

/** Counts of visits, by their names in responses. */
export type WireCounts = Pick<BusinessResponse, 'views' | 'websiteClicks' | 'socialMediaClicks'>;

type Visits = VisitCounts | null | undefined;

export function toStatsResponse(visits: Visits): WireCounts {
  if (!visits) return { views: 0, websiteClicks: 0, socialMediaClicks: 0 };
  const { views, clicks } = visits;
  const social = socialChannels.map((channel) => clicks[channel] ?? 0);
  return {
    views,
    websiteClicks: clicks.website ?? 0,
    socialMediaClicks: social.reduce((sum, each) => sum + each, 0),
  };
}
