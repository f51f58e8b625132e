import { createQueue, type Queue } from '@directory/domain/shared/queue';
import { sleep } from '@directory/domain/shared/retry';
import {
  progressMeter,
  type FinishedReport,
  type MakeReport,
  type Progress,
  type ReportQuestion,
} from '@directory/projections';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../http/errors.ts';

export type ReportAnswer = { readonly report: FinishedReport } | { readonly progress: Progress };

/** How long a report is there for the calls after it, and how many cells of all together. */
const finishedMs = 60_000;
const maxCells = 2_000_000;
const maxRunning = 10;

type Run = { readonly outcome: Promise<FinishedReport>; progress: Progress };

const notBegun: Progress = { events: 0, eventsPerSecond: null, share: 0, remainingSeconds: null };

/**
 * Answers with a report, or with how far it is; the same question again then gets it. Each report is made once at a time, also for
 * different questions.
 */
export function reportRuns(
  make: MakeReport,
  waitMs: number,
): (question: ReportQuestion) => Promise<ReportAnswer> {
  const finished = new LRUCache<string, FinishedReport>({
    max: 100,
    maxSize: maxCells,
    ttl: finishedMs,
    sizeCalculation: ({ rows, columns }) => 1 + rows.length * columns.length,
  });
  const running = new Map<string, Run>();
  const queues = new Map<string, Queue>();

  function begin(key: string, question: ReportQuestion): Run {
    if (running.size >= maxRunning) throw unavailable();
    const queue = queues.get(question.name) ?? createQueue();
    queues.set(question.name, queue);
    const meter = progressMeter();
    const work = queue(() =>
      make(question, (reached) => {
        run.progress = meter({ ...reached, id: key });
      }),
    );
    const run: Run = { outcome: work, progress: notBegun };
    running.set(key, run);
    const end = () => running.delete(key);
    work.then((report) => finished.set(key, report)).then(end, end);
    return run;
  }

  return async (question) => {
    const key = JSON.stringify(question);
    const known = finished.get(key);
    if (known) return { report: known };
    const run = running.get(key) ?? begin(key, question);
    const report = await Promise.race([run.outcome, sleep(waitMs)]);
    return report ? { report } : { progress: run.progress };
  };
}
