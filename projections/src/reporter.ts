import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { FinishedReport, FromReporter, ReportTask } from './report-thread.ts';
import type { ReadProgress } from './reports/events-as-of.ts';
import type { Row } from './reports/report.ts';
import { runReport } from './reports/run-report.ts';
import { openExistingLog } from './stores.ts';

if (parentPort) void serve(parentPort, workerData as ReportTask);

/** The thread that makes a report; `reportInThread` starts it. */
async function serve(port: MessagePort, task: ReportTask): Promise<void> {
  const send = (message: FromReporter) => {
    port.postMessage(message);
  };
  try {
    const report = await make(task, (progress) => {
      send({ type: 'progress', progress });
    });
    send({ type: 'finished', report });
  } catch (error) {
    send({ type: 'failed', message: errorMessage(error) });
  } finally {
    port.close();
  }
}

async function make(
  { config, question }: ReportTask,
  onProgress: (progress: ReadProgress) => void,
): Promise<FinishedReport> {
  const log = await openExistingLog(config);
  try {
    const report = await runReport(log, question, seldom(onProgress));
    const rows: Row[] = [];
    for await (const page of report.rows) rows.push(...page);
    return { ...report, rows };
  } finally {
    await log.close();
  }
}

const everyMs = 100;

function seldom(show: (progress: ReadProgress) => void): (progress: ReadProgress) => void {
  let shownAt = performance.now();
  return (progress) => {
    if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    show(progress);
  };
}
