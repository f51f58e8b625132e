import { once } from 'node:events';
import { startThread } from '@directory/domain/event-store/start-thread';
import type { ProjectionsConfig } from './config.ts';
import type { ReadProgress } from './reports/events-as-of.ts';
import type { Row } from './reports/report.ts';
import type { ReportQuestion, RunningReport } from './reports/run-report.ts';

/** What the thread gets at its start. */
export type ReportTask = { readonly config: ProjectionsConfig; readonly question: ReportQuestion };

export type FinishedReport = Omit<RunningReport, 'rows'> & { readonly rows: readonly Row[] };

/** What the thread sends: any number of the first, then one of the others. */
export type FromReporter =
  | { readonly type: 'progress'; readonly progress: ReadProgress }
  | { readonly type: 'finished'; readonly report: FinishedReport }
  | { readonly type: 'failed'; readonly message: string };

export type MakeReport = (
  question: ReportQuestion,
  onProgress: (progress: ReadProgress) => void,
) => Promise<FinishedReport>;

/** Makes reports in a thread with a log of its own, so that reading and counting hold up no request of this one. */
export function reportInThread({
  dataDir,
  timeZone,
  eventstoreUrl,
  mongodbUrl,
}: ProjectionsConfig): MakeReport {
  const config = { dataDir, timeZone, eventstoreUrl, mongodbUrl };
  return async (question, onProgress) => {
    const data: ReportTask = { config, question };
    const thread = startThread({
      name: 'reporter',
      beside: import.meta.url,
      data,
      importsLater: true,
    });
    // A report that nobody waits for any more does not keep the program running.
    thread.unref();
    let outcome: Exclude<FromReporter, { type: 'progress' }> | undefined;
    thread.on('message', (message: FromReporter) => {
      if (message.type === 'progress') onProgress(message.progress);
      else outcome = message;
    });
    // Rejects with what the thread did not catch.
    await once(thread, 'exit');
    if (!outcome) throw new Error('the thread that makes reports ended early');
    if (outcome.type === 'failed') throw new Error(outcome.message);
    return outcome.report;
  };
}
