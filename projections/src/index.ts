export type { ApprovedListing } from './approved-list/approved-listing.ts';
export type { HourlyVisits, VisitCounts } from './hourly-views/hourly-visits.ts';
export type { Listing } from './listings/listing.ts';
export type { OwnerSummary } from './owner-summary/owner-summary.ts';
export { defineView, type EventOf, type View } from './view.ts';
export { ViewStoreUnavailable, type ViewReader } from './view-store/view-reader.ts';
