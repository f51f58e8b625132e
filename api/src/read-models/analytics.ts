import type { HourlyVisits, Listing } from '@directory/projections';
import type { AnalyticsResponse } from '../contracts/analytics.ts';
import type { VisitsById } from './listing-queries.ts';
import { reviewStatus } from './present-business.ts';
import { viewsByHour, toStatsResponse } from './visit-counts.ts';

export function analytics(listings: readonly Listing[], visits: VisitsById): AnalyticsResponse {
  const counted = listings.map(({ id }) => visits.get(id)).filter((each) => each !== undefined);
  return {
    analytics: listings.map((listing) => describe(listing, visits.get(listing.id))),
    hourlyViews: viewsByHour(counted).map((views, hour) => ({ hour, views })),
  };
}

function describe(listing: Listing, visits: HourlyVisits | undefined) {
  const { id, businessName, businessInfo, imagePath } = listing;
  return {
    id,
    businessName,
    businessInfo,
    imagePath,
    status: reviewStatus(listing),
    visitors: visits?.visitors ?? 0,
    ...toStatsResponse(visits),
  };
}
