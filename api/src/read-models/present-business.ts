import { socialChannels, type BusinessDetails, type ReviewStatus } from '@directory/domain';
import type { ApprovedListing, Listing, VisitCounts } from '@directory/projections';
import type {
  BusinessResponse,
  OwnBusinessDetailResponse,
  OwnBusinessResponse,
  BusinessWithoutStats,
} from '../contracts/business.ts';
import type { PastBusinessResponse } from '../contracts/history.ts';

/** What visitors see: the version that was approved, whatever waits beside it, without the address that owners log in with. */
export function uncountedBusiness(
  { id, approvedAt, source, licence, demonstration }: ApprovedListing,
  approved: BusinessDetails,
): BusinessWithoutStats {
  const details = { ...approved, facilities: [...approved.facilities], email: null };
  return { id, ...details, status: 'approved', approvedAt, source, licence, demonstration };
}

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

/** Of a deleted listing, the status to which restoring it leads back. */
export function reviewStatus({
  status,
  statusBeforeDeletion,
}: Pick<Listing, 'status' | 'statusBeforeDeletion'>): ReviewStatus {
  return status === 'deleted' ? (statusBeforeDeletion ?? 'pending') : status;
}

export function ownBusinessDetail(listing: Listing, visits: Visits): OwnBusinessDetailResponse {
  return withAlias(ownBusiness(listing, visits));
}

/** One business repeats its address under the name that some clients read it from. */
export function withAlias<Business extends { readonly address: string | null }>(
  business: Business,
): Business & { adress: string | null } {
  return { ...business, adress: business.address };
}

/** For a list: with the visits that were counted of each. */
export function presentOwn(
  visits: ReadonlyMap<string, VisitCounts | null>,
): (listing: Listing) => OwnBusinessResponse {
  return (listing) => ownBusiness(listing, visits.get(listing.id));
}

/** Visits as the wire names them. */
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
