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
export function publicBusiness(
  listing: ApprovedListing,
  approved: BusinessDetails,
  counts: WireCounts,
): BusinessResponse {
  return { ...uncountedBusiness(listing, approved), ...counts };
}

export function uncountedBusiness(
  { id, approvedAt, source, licence, demonstration }: ApprovedListing,
  approved: BusinessDetails,
): BusinessWithoutStats {
  const origin = { source, licence, demonstration };
  return { id, ...mutable(approved), email: null, status: 'approved', approvedAt, ...origin };
}

/** What owners and admins see. */
function ownBusiness(listing: Listing, counts: WireCounts): OwnBusinessResponse {
  return { ...uncounted(listing), ...counts };
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

export function ownBusinessDetail(listing: Listing, counts: WireCounts): OwnBusinessDetailResponse {
  return withAlias(ownBusiness(listing, counts));
}

/** One business repeats its address under the name that some clients read it from. */
export function withAlias<Business extends { readonly address: string | null }>(
  business: Business,
): Business & { adress: string | null } {
  return { ...business, adress: business.address };
}

function mutable(details: BusinessDetails) {
  return { ...details, facilities: [...details.facilities] };
}

/** For a list: with the visits that were counted of each. */
export function presentOwn(
  visits: ReadonlyMap<string, VisitCounts | null>,
): (listing: Listing) => OwnBusinessResponse {
  return (listing) => ownBusiness(listing, toStatsResponse(visits.get(listing.id)));
}

/** Visits as the wire names them. */
export type WireCounts = {
  readonly views: number;
  readonly websiteClicks: number;
  readonly socialMediaClicks: number;
};

export function toStatsResponse(counts: VisitCounts | null | undefined): WireCounts {
  if (!counts) return { views: 0, websiteClicks: 0, socialMediaClicks: 0 };
  const { views, clicks } = counts;
  const social = socialChannels.map((channel) => clicks[channel] ?? 0);
  return {
    views,
    websiteClicks: clicks.website ?? 0,
    socialMediaClicks: social.reduce((sum, each) => sum + each, 0),
  };
}
