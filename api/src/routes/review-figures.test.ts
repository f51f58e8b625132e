import { parseBusinessId } from '@directory/domain';
import type { ReviewDecision } from '@directory/projections';
import { expect, test } from 'vitest';
import { workingDaysIn } from '../read-models/calendar-days.ts';
import { recentDecisions, reviewFigures, usualWait } from './reviews.ts';

const now = new Date('2026-11-21T08:00:00Z');
const businessId = parseBusinessId('01J0000000000000000000000A');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

function decision(waitedHours: number, given: Partial<ReviewDecision> = {}): ReviewDecision {
  return {
    outcome: 'approved',
    byAdmin: true,
    reasonCode: null,
    waitedSince: hoursAgo(waitedHours + 1),
    decidedAt: hoursAgo(1),
    resubmittedAt: null,
    ...given,
  };
}
const record = (...decisions: ReviewDecision[]) => ({ businessId, waitingSince: null, decisions });

test('recentDecisions returns decisions of admins within the last thirty days', () => {
  const recent = decision(5, { decidedAt: hoursAgo(30 * 24) });
  const old = decision(5, { decidedAt: hoursAgo(30 * 24 + 0.001) });
  const imported = decision(5, { byAdmin: false });
  expect(recentDecisions([record(old, recent), record(imported)], now)).toEqual([recent]);
});

test('reviewFigures returns the median wait, also of an even number', () => {
  const figures = (...waits: number[]) => reviewFigures(waits.map((wait) => decision(wait)));
  expect(figures(1, 100, 3).medianWaitMinutes).toBe(180);
  expect(figures(1, 100, 3, 5).medianWaitMinutes).toBe(240);
  expect(figures().medianWaitMinutes).toBeNull();
  // Where the clock was set back meanwhile.
  expect(figures(-1).medianWaitMinutes).toBe(0);
});

test('reviewFigures counts rejections by reason, the most frequent first, and resubmissions', () => {
  const rejected = (reasonCode: string | null, resubmittedAt: string | null = null) =>
    decision(1, { outcome: 'rejected', reasonCode, resubmittedAt });
  const decisions = [
    rejected(null),
    rejected('photo'),
    rejected('contact', hoursAgo(0)),
    rejected('photo', hoursAgo(0)),
    decision(1),
  ];
  expect(reviewFigures(decisions)).toMatchObject({
    approved: 1,
    rejected: 4,
    resubmitted: 2,
    rejections: [
      { code: 'photo', count: 2 },
      { code: null, count: 1 },
      { code: 'contact', count: 1 },
    ],
  });
});

test('usualWait returns whole working days, rounded up, or null without decisions', () => {
  const workingDays = workingDaysIn('Asia/Kuala_Lumpur');
  expect(usualWait([], workingDays)).toBeNull();
  expect(usualWait([decision(1)], workingDays)).toBe(1);
  expect(usualWait([decision(24), decision(5 * 24)], workingDays)).toBe(3);
});
