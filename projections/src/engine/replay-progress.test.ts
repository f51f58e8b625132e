import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { progressLine, progressMeter } from './replay-progress.ts';

test('progressMeter derives rate, share and remaining time from log positions', () => {
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

test('progressMeter reports an empty log as done', () => {
  const meter = progressMeter({ from: null, to: toPosition(0) }, () => 0);
  expect(meter(0, toPosition(0))).toMatchObject({ share: 1, eventsPerSecond: 0 });
});

const progress = { events: 5_000, eventsPerSecond: 2_500, share: 0.256, remainingMs: 5_400 };
const text = '25 %, 5000 events, 2500 events/s, about 6 s to go';

function shownEvery(stepMs: number, isTerminal: boolean): string[] {
  const written: string[] = [];
  let now = 0;
  const line = progressLine({ write: (part) => written.push(part), isTerminal }, () => now);
  for (let step = 0; step < 12; step += 1) {
    now += stepMs;
    line.show(progress);
  }
  line.done();
  return written;
}

test('a terminal shows one line that is overwritten and cleared', () => {
  const over = `\r\u001b[K${text}`;
  expect(shownEvery(50, true)).toEqual([over, over, over, over, over, over, '\r\u001b[K']);
});

test('other output shows a line every five seconds', () => {
  expect(shownEvery(1_000, false)).toEqual([`${text}\n`, `${text}\n`]);
});

test('a replay that ends at once shows nothing', () => {
  expect(shownEvery(1, true)).toEqual([]);
});
