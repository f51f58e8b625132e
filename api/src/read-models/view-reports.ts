import type { ViewReport, ViewsReport } from '@directory/projections';
import type { OperationsResponse, ViewReportResponse } from '../contracts/operations.ts';

const maxKeys = 100;

export function presentOperations(report: ViewsReport, at: Date): OperationsResponse {
  const { head, projector, rebuilder, views } = report;
  return {
    at: at.toISOString(),
    log: { reachable: head !== null, head },
    viewStore: { reachable: views !== null },
    projector,
    rebuilder,
    views: (views ?? []).map(presentViewReport),
  };
}

export function presentViewReport({
  view,
  quarantined,
  ...report
}: ViewReport): ViewReportResponse {
  return {
    ...report,
    name: view,
    quarantinedCount: quarantined.length,
    quarantined: quarantined
      .slice(0, maxKeys)
      .map(({ key, eventId, type, position, error, at, diverted }) => ({
        key,
        eventId,
        type,
        position,
        error,
        at,
        diverted,
      })),
  };
}
