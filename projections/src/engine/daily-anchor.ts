import { startOfLog } from '@directory/domain/event-store';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';
import { repeat, sleep } from '@directory/domain/shared/timers';
import type { ViewStore } from '../view-store/view-store.ts';
import { emptyLog, extendDigest, type LogDigest } from './check-log.ts';

type DailyAnchorOptions = {
  readonly log: ReadableLog;
  /** One of the processes that share it gets the anchor of the day. */
  readonly store: Pick<ViewStore, 'lease'>;
  readonly holder: string;
  readonly onAnchor: (anchor: LogDigest) => void;
  readonly onFailure: (error: unknown) => void;
  /** The delay before the first anchor, so that it does not compete with the start. */
  readonly delayMs?: number;
};

const lease = 'daily anchor';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Reports the number of events and their digest once a day, to be stored elsewhere. The first time it reads the whole log, with a
 * quarter of a processor; later only what was appended since.
 */
export function startDailyAnchor(options: DailyAnchorOptions) {
  const { log, store, holder, onAnchor, onFailure, delayMs = minuteMs } = options;
  const read = digestReader(log);
  const reportAnchor = async (signal: AbortSignal) => {
    if (!(await store.lease({ name: lease, holder, ttlMs: hourMs }))) return false;
    const digest = await read(signal);
    if (!digest) return false;
    onAnchor(digest);
    await store.lease({ name: lease, holder, ttlMs: dayMs });
    return true;
  };
  const { end, ended } = repeat(async (signal) => {
    const isReported = await reportAnchor(signal).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error);
    });
    return isReported ? dayMs : hourMs;
  }, delayMs);
  return {
    stop: (): Promise<void> => {
      end();
      return ended;
    },
  };
}

/** After each page, which takes about a millisecond, it rests for three times as long. */
const pageSize = 50;
const restFor = 3;

/** Each call continues where the last one ended; null when it was stopped. */
function digestReader(log: ReadableLog) {
  let known = emptyLog;
  let position = startOfLog;
  return async (signal: AbortSignal): Promise<LogDigest | null> => {
    let startedAt = performance.now();
    for await (const { events, upTo } of readPages(log, { after: position, pageSize })) {
      known = events.reduce((digest, event) => extendDigest(digest, event), known);
      position = upTo;
      await sleep(restFor * (performance.now() - startedAt), signal);
      if (signal.aborted) return null;
      startedAt = performance.now();
    }
    return known;
  };
}
