import { type FinishedReport, type ReportTask, letRequestsGoFirst, serveTask } from './threads.ts';
import type { ReadProgress } from './reports/read-events.ts';
import type { Row } from './reports/report.ts';
import { runReport } from './reports/run-report.ts';
import { openExistingLog } from './stores.ts';

void serveTask(work);

async function work(
  { config, question }: ReportTask,
  send: (progress: ReadProgress) => void,
): Promise<FinishedReport> {
  letRequestsGoFirst();
  const log = await openExistingLog(config);
  try {
    const report = await runReport(log, question, seldom(send));
    const rows: Row[] = [];
    for await (const page of report.rows) for (const row of page) rows.push(row);
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
