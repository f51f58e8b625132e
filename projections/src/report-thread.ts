import { withoutOtherSettings, type ProjectionsConfig } from './config.ts';
import type { ReadProgress } from './reports/events-as-of.ts';
import type { Row } from './reports/report.ts';
import type { ReportQuestion, RunningReport } from './reports/run-report.ts';
import { runInThread } from './threads.ts';

export type ReportTask = { readonly config: ProjectionsConfig; readonly question: ReportQuestion };

export type FinishedReport = Omit<RunningReport, 'rows'> & { readonly rows: readonly Row[] };

export type MakeReport = (
  question: ReportQuestion,
  onProgress: (progress: ReadProgress) => void,
) => Promise<FinishedReport>;

/** Makes reports in a thread. */
export function reportInThread(config: ProjectionsConfig): MakeReport {
  return (question, onProgress) => {
    const task: ReportTask = { config: withoutOtherSettings(config), question };
    return runInThread({
      name: 'reporter',
      beside: import.meta.url,
      task,
      onMessage: onProgress,
    });
  };
}
