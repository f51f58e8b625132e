export type { ApprovedListing, Visibility } from './approved-list/approved-listing.ts';
export { buildMissingViews as buildMissing, emptyViews } from './build-missing.ts';
export { followProjector } from './follow-projector.ts';
export type { DailyVisits, HourlyVisits, VisitCounts } from './hourly-views/hourly-visits.ts';
export { localTimeIn } from './hourly-views/local-time.ts';
export type { Listing } from './listings/listing.ts';
export { pingAll } from './monitoring/ping-all.ts';
export { countingErrors, storeMetrics, viewMetrics } from './monitoring/view-metrics.ts';
export {
  viewMonitor,
  type RebuildReport,
  type ViewMonitor,
  type ViewReport,
  type ViewsReport,
} from './monitoring/view-monitor.ts';
export { pauseView, resumeView, UnknownView } from './operations.ts';
export type { OwnerSummary } from './owner-summary/owner-summary.ts';
export { startProjector, type Projector, type ProjectorOptions } from './projector.ts';
export type { ProjectorEvent } from './projector/report.ts';
export type { BuildStatus, ViewStatus } from './projector/status.ts';
export { requestRebuild } from './projector/rebuilder.ts';
export { RebuildHalted, rebuildViews, type Rebuild } from './rebuild.ts';
export { progressMeter, type ReplayProgress } from './replay-progress.ts';
export { stopOnSignal } from './stop-on-signal.ts';
export {
  isConsistent as isInOrder,
  verifyViews,
  type Findings,
  type Verification,
} from './verify.ts';
export type { ReviewDecision, ReviewRecord } from './reviews/review-record.ts';
export { defineView, type AnyView, type EventOf, type View } from './view.ts';
export { ViewStoreUnavailable, type ViewReader } from './view-store/view-reader.ts';
export type { ViewState, ViewStore } from './view-store/view-store.ts';
export { directoryViews, type DirectoryViews } from './views.ts';
