export { logOf } from './engine/anchor.ts';
export { startDailyAnchor } from './engine/daily-anchor.ts';
export { holderName, Leases } from './engine/leases.ts';
export * from './engine/metrics.ts';
export * from './engine/monitor.ts';
export * from './engine/operations.ts';
export { usualEvents, type ProjectorEvent } from './engine/assignment.ts';
export { followProjector, startProjector, type Projector } from './engine/projector.ts';
export {
  buildMissingViews,
  rebuildViews,
  requestRebuild,
  restartBuilds,
} from './engine/rebuild.ts';
export * from './engine/progress-meter.ts';
export { isConsistent, verifyViews } from './engine/verify.ts';
export type { AnyView, ReadableView, Where } from './engine/view.ts';
export { businessOf, directoryAsOf, listingStatesAsOf } from './reports/listing-state.ts';
export { median } from './reports/moderation-report.ts';
export * from './reports/run-report.ts';
export type { Cell, Column, Row } from './reports/report.ts';
export {
  buildInThread,
  letRequestsGoFirst,
  reportInThread,
  type FinishedReport,
  type MakeReport,
} from './threads.ts';
export {
  ViewStoreUnavailable,
  type LookForChanges,
  type QuarantinedKey,
  type ViewChange,
  type Matching,
  type SortField,
  type ViewReader,
  type ViewStore,
} from './view-store/view-store.ts';
export type { AuditEntry } from './views/audit.ts';
export type { ApprovedListing } from './views/approved-list.ts';
export { directoryViews, type DirectoryViews } from './views/directory-views.ts';
export type { DailyVisits, HourlyVisits, VisitCounts } from './views/hourly-views.ts';
export type { Listing } from './views/listings.ts';
export { endOfDay, lastingUtcOffset, localTimeIn, weekdayOf } from './views/local-time.ts';
export type { OwnerSummary } from './views/owner-summary.ts';
export type { ReviewDecision, ReviewRecord } from './views/reviews.ts';
export { prepareProcess, stopOnSignal } from './process.ts';
