import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { throughputMeter } from './monitor.ts';

function meter() {
  let now = 0;
  const pace = throughputMeter(() => now);
  return (seconds: number, handled: number, id = 'one') => {
    now = seconds * 1_000;
    return pace({ id, handled, position: toPosition(handled * 2) });
  };
}

test('one sample gives no rate', () => {
  expect(meter()(0, 100)).toBeNull();
});

test('two samples give the rate between them', () => {
  const look = meter();
  look(0, 100);
  expect(look(2, 300)).toEqual({ eventsPerSecond: 100, positionsPerSecond: 200 });
});

test('samples outside the window are ignored', () => {
  const look = meter();
  look(0, 0);
  for (const second of [2, 4, 6, 8, 10, 12, 14, 16]) look(second, 1_000);
  expect(look(18, 1_000)?.eventsPerSecond).toBe(0);
});

test('samples further apart than the window give a rate up to a maximum distance', () => {
  const look = meter();
  look(0, 0);
  expect(look(30, 300)?.eventsPerSecond).toBe(10);
  expect(look(600, 300)).toBeNull();
});

test('two samples at the same time give no rate', () => {
  const look = meter();
  look(0, 0);
  expect(look(0.001, 500)).toBeNull();
});

test('each generation has its own rate', () => {
  const look = meter();
  look(0, 0, 'one');
  look(0, 900, 'two');
  expect(look(1, 10, 'one')?.eventsPerSecond).toBe(10);
  expect(look(1, 900, 'two')?.eventsPerSecond).toBe(0);
});
