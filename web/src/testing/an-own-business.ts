import type {
  AnalyticsResponse,
  OwnBusinessDetailResponse,
  OwnBusinessResponse,
} from '@directory/api/contracts';
import { aPlace } from './a-place.ts';

/** A listing as its owner and admins see it, waiting for its first review. */
export function anOwnBusiness(given: Partial<OwnBusinessResponse> = {}): OwnBusinessResponse {
  return {
    ...aPlace(),
    status: 'pending',
    approvedAt: null,
    user_id: 'owner-1',
    revision: 0,
    submittedAt: '2026-11-20T08:00:00.000Z',
    changedAt: '2026-11-20T08:00:00.000Z',
    wasPublic: false,
    rejectionReason: null,
    ...given,
  };
}

/** The same at its own address, where clients find the address by two names. */
export function anOwnBusinessDetail(
  given: Partial<OwnBusinessDetailResponse> = {},
): OwnBusinessDetailResponse {
  const business = anOwnBusiness(given);
  return { ...business, adress: business.address };
}

/** A business as the analytics of its owner count it. */
export function aBusinessWithVisits(
  given: Partial<AnalyticsResponse['analytics'][number]> = {},
): AnalyticsResponse['analytics'][number] {
  const { id, businessName, businessInfo, imagePath, status } = aPlace();
  return {
    id,
    businessName,
    businessInfo,
    imagePath,
    status,
    views: 34,
    visitors: 20,
    websiteClicks: 3,
    socialMediaClicks: 1,
    ...given,
  };
}
