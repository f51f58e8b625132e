import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { progressMeter } from './replay-progress.ts';

test('rate, share and remaining time follow from where the events are in the log', () => {
  let now = 1_000;
  const meter = progressMeter({ from: toPosition(100), to: toPosition(1_100) }, () => now);
  now = 3_000;
  expect(meter(500, toPosition(350))).toEqual({
    events: 500,
    eventsPerSecond: 250,
    share: 0.25,
    remainingMs: 6_000,
  });
  now = 5_000;
  expect(meter(1_500, toPosition(1_200))).toEqual({
    events: 2_000,
    eventsPerSecond: 500,
    share: 1,
    remainingMs: 0,
  });
});

test('an empty log is done at once', () => {
  const meter = progressMeter({ from: null, to: toPosition(0) }, () => 0);
  expect(meter(0, toPosition(0))).toMatchObject({ share: 1, eventsPerSecond: 0 });
});
