import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Unavailable, UnusableLog } from '@directory/domain/event-store';
import { startThread } from '@directory/domain/event-store/start-thread';
import { withoutOtherSettings, type ProjectionsConfig } from './config.ts';
import type { ProjectorEvent } from './engine/assignment.ts';
import type { Build, Built } from './engine/rebuild.ts';
import type { ReportFile } from './stores.ts';
import type { Generation } from './view-store/view-store.ts';
import type { ReadProgress } from './reports/read-events.ts';
import type { Row } from './reports/report.ts';
import type { ReportQuestion, RunningReport } from './reports/run-report.ts';

export type BuildTask = {
  readonly kind: 'build';
  readonly config: ProjectionsConfig;
  readonly targets: readonly { readonly view: string; readonly generation: Generation }[];
};

export type BuildMessage =
  | { readonly type: 'report'; readonly event: ProjectorEvent }
  | { readonly type: 'file'; readonly event: Parameters<ReportFile>[0] };

export function buildInThread(
  config: ProjectionsConfig,
  reportFile: ReportFile,
): (given: Build) => Promise<Built> {
  return ({ targets, signal, report }) => {
    const named = targets.map(({ view, generation }) => ({ view: view.name, generation }));
    const onMessage = (message: BuildMessage) => {
      if (message.type === 'report') report(message.event);
      else reportFile(message.event);
    };
    return runInThread({ kind: 'build', config, targets: named }, onMessage, signal);
  };
}

export type ReportTask = {
  readonly kind: 'report';
  readonly config: ProjectionsConfig;
  readonly question: ReportQuestion;
};

export type FinishedReport = Omit<RunningReport, 'rows'> & { readonly rows: readonly Row[] };

export type MakeReport = (
  question: ReportQuestion,
  onProgress: (progress: ReadProgress) => void,
) => Promise<FinishedReport>;

export function reportInThread(config: ProjectionsConfig): MakeReport {
  return (question, onProgress) => runInThread({ kind: 'report', config, question }, onProgress);
}

/** What a thread sends: any number of the first, then one of the others. */
export type FromThread<Message, Result> =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'finished'; readonly result: Result }
  | {
      readonly type: 'failed';
      readonly message: string;
      readonly unusable: Pick<UnusableLog, 'place' | 'reason'> | null;
      readonly isOutage: boolean;
    };

/**
 * Does a task in a thread with stores of its own (`thread-program.ts`), so that it holds up no request of this one. The signal asks it
 * to end early.
 * @throws what the task throws: `UnusableLog` as itself, an outage of a store as `Unavailable`, anything else as an `Error` with its message.
 */
async function runInThread<Result>(
  task: BuildTask | ReportTask,
  onMessage: (message: never) => void,
  signal?: AbortSignal,
): Promise<Result> {
  const thread = startThread({
    name: 'thread-program',
    beside: import.meta.url,
    data: { ...task, config: withoutOtherSettings(task.config) },
    importsLater: true,
  });
  const stop = () => thread.postMessage('stop');
  let outcome: Exclude<FromThread<never, Result>, { type: 'message' }> | undefined;
  thread.on('message', (sent: FromThread<never, Result>) => {
    if (sent.type === 'message') onMessage(sent.message);
    else outcome = sent;
  });
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  // Without a signal nothing can end it, so it does not keep the program running.
  if (!signal) thread.unref();
  try {
    // Rejects with what the thread did not catch.
    await once(thread, 'exit');
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (!outcome) throw new Error(`the thread of a ${task.kind} ended early`);
  if (outcome.type === 'finished') return outcome.result;
  const { message, unusable, isOutage } = outcome;
  if (unusable) throw new UnusableLog(unusable.place, unusable.reason);
  throw isOutage ? new Unavailable(message) : new Error(message);
}

/**
 * Lets requests go first where there are fewer processors than work: for the calling thread and those that it starts. Only Linux has a
 * priority for each thread; elsewhere it would be that of the whole program.
 */
export function letRequestsGoFirst(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}
