import { expect, test } from 'vitest';
import { progressLine } from './progress-meter.ts';

const progress = { events: 5_000, eventsPerSecond: 2_500, share: 0.259, remainingSeconds: 5.4 };
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
