import { expect, test } from 'vitest';
import { progressLine } from './progress-line.ts';

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

test('a terminal has one line that is written over and cleared', () => {
  const over = `\r\u001b[K${text}`;
  expect(shownEvery(50, true)).toEqual([over, over, over, over, over, over, '\r\u001b[K']);
});

test('elsewhere a line comes every five seconds', () => {
  expect(shownEvery(1_000, false)).toEqual([`${text}\n`, `${text}\n`]);
});

test('what is over at once shows nothing', () => {
  expect(shownEvery(1, true)).toEqual([]);
});
