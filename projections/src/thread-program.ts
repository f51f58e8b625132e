import { parentPort, workerData } from 'node:worker_threads';
import { Outage, UnusableLog } from '@directory/domain/event-store';
import { atMostEvery } from '@directory/domain/shared/timers';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { Report } from './engine/assignment.ts';
import { build, type Built, type Target } from './engine/rebuild.ts';
import { UnusableAccountsFile } from './owner-keys/accounts-file.ts';
import type { ReadProgress } from './reports/read-events.ts';
import type { Row } from './reports/report.ts';
import { runReport } from './reports/run-report.ts';
import { closeAfter, openExistingLog, openLog, openViewStore, type ReportFile } from './stores.ts';
import {
  letRequestsGoFirst,
  type BuildMessage,
  type BuildTask,
  type FinishedReport,
  type FromThread,
  type ReportTask,
} from './threads.ts';
import { directoryViews } from './views/directory-views.ts';

type Send = (message: BuildMessage | ReadProgress) => void;

/** Does the task of this thread, and sends what `runInThread` waits for. */
async function serve(
  port: NonNullable<typeof parentPort>,
  task: BuildTask | ReportTask,
): Promise<void> {
  const send = (sent: FromThread<Parameters<Send>[0], Built | FinishedReport>) =>
    port.postMessage(sent);
  const sendMessage: Send = (message) => send({ type: 'message', message });
  const stopped = new AbortController();
  port.on('message', () => stopped.abort());
  try {
    const result =
      task.kind === 'build'
        ? await buildViews(task, sendMessage, stopped.signal)
        : await makeReport(task, sendMessage);
    send({ type: 'finished', result });
  } catch (error) {
    // Between threads an error loses its class.
    const unusable =
      error instanceof UnusableLog ? { place: error.place, reason: error.reason } : null;
    const isOutage = error instanceof Outage || error instanceof UnusableAccountsFile;
    send({ type: 'failed', message: errorMessage(error), unusable, isOutage });
  } finally {
    port.close();
  }
}

function buildViews(
  { config, targets }: BuildTask,
  send: (message: BuildMessage) => void,
  signal: AbortSignal,
): Promise<Built> {
  const reportFile: ReportFile = (event) => send({ type: 'file', event });
  const views = Object.values(directoryViews(config.timeZone));
  const found = targets.flatMap(({ view, generation }): readonly Target[] => {
    const definition = views.find(({ name }) => name === view);
    return definition ? [{ view: definition, generation }] : [];
  });
  const report: Report = (event) => send({ type: 'report', event });
  return closeAfter(openLog(config), (log) =>
    closeAfter(openViewStore(config, reportFile), (store) =>
      build({ log, store, targets: found, signal, report }),
    ),
  );
}

function makeReport(
  { config, question }: ReportTask,
  send: (progress: ReadProgress) => void,
): Promise<FinishedReport> {
  letRequestsGoFirst();
  return closeAfter(openExistingLog(config), async (log) => {
    const report = await runReport(log, question, atMostEvery(100, send));
    const rows: Row[] = [];
    for await (const page of report.rows) for (const row of page) rows.push(row);
    return { ...report, rows };
  });
}

if (parentPort) await serve(parentPort, workerData as BuildTask | ReportTask);
