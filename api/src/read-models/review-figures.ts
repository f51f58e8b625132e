import type { ReviewDecision, ReviewRecord } from '@directory/projections';
import type { ReviewFiguresResponse } from '../contracts/reviews.ts';

/** Long enough to be typical, short enough to be of today. */
const figureDays = 30;
const minuteMs = 60_000;

/** What admins decided within the last 30 days before `now`. */
export function recentDecisions(records: readonly ReviewRecord[], now: Date): ReviewDecision[] {
  const first = now.getTime() - figureDays * 24 * 60 * minuteMs;
  return records
    .flatMap(({ decisions }) => decisions)
    .filter(({ byAdmin, decidedAt }) => byAdmin && Date.parse(decidedAt) >= first);
}

export function reviewFigures(decisions: readonly ReviewDecision[]): ReviewFiguresResponse {
  const rejections = decisions.filter(({ outcome }) => outcome === 'rejected');
  const waits = decisions.map(
    ({ waitedSince, decidedAt }) => Date.parse(decidedAt) - Date.parse(waitedSince),
  );
  const wait = median(waits);
  return {
    days: figureDays,
    approved: decisions.length - rejections.length,
    rejected: rejections.length,
    medianWaitMinutes: wait === null ? null : Math.max(0, Math.round(wait / minuteMs)),
    rejections: countByReason(rejections),
    resubmitted: rejections.filter(({ resubmittedAt }) => resubmittedAt !== null).length,
  };
}

/** Median of the working days until a decision, rounded up; null without decisions. `workingDays` counts those between two times. */
export function usualWait(
  decisions: readonly ReviewDecision[],
  workingDays: (since: string, until: string) => number,
): number | null {
  const days = median(
    decisions.map(({ waitedSince, decidedAt }) => workingDays(waitedSince, decidedAt)),
  );
  return days === null ? null : Math.ceil(days);
}

function countByReason(rejections: readonly ReviewDecision[]): ReviewFiguresResponse['rejections'] {
  const counts = new Map<string | null, number>();
  for (const { reasonCode } of rejections)
    counts.set(reasonCode, (counts.get(reasonCode) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || (a.code ?? '').localeCompare(b.code ?? ''));
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
