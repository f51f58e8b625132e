import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { progressMeter } from './progress-meter.ts';

function meter() {
  let now = 0;
  const measure = progressMeter(() => now);
  return (seconds: number, events: number, id = 'one') => {
    now = seconds * 1_000;
    return measure({ id, events, position: toPosition(events * 2), end: toPosition(1_000) });
  };
}

test('one sample gives no rate', () => {
  expect(meter()(0, 100)).toEqual({
    events: 100,
    eventsPerSecond: null,
    share: 0.2,
    remainingSeconds: null,
  });
});

test('two samples give the rate between them, the share and the remaining time', () => {
  const look = meter();
  look(0, 100);
  expect(look(2, 300)).toEqual({
    events: 300,
    eventsPerSecond: 100,
    share: 0.6,
    remainingSeconds: 2,
  });
});

test('samples outside the window are ignored', () => {
  const look = meter();
  look(0, 0);
  for (const second of [2, 4, 6, 8, 10, 12, 14, 16]) look(second, 1_000);
  expect(look(18, 1_000).eventsPerSecond).toBe(0);
});

test('samples further apart than the window give a rate up to a maximum distance', () => {
  const look = meter();
  look(0, 0);
  expect(look(30, 300).eventsPerSecond).toBe(10);
  expect(look(600, 300).eventsPerSecond).toBeNull();
});

test('two samples at the same time give no rate', () => {
  const look = meter();
  look(0, 0);
  expect(look(0.001, 500).eventsPerSecond).toBeNull();
});

test('each generation has its own rate', () => {
  const look = meter();
  look(0, 0, 'one');
  look(0, 900, 'two');
  expect(look(1, 10, 'one').eventsPerSecond).toBe(10);
  expect(look(1, 900, 'two').eventsPerSecond).toBe(0);
});

test('what was appended meanwhile is not more than all of it, and takes no time', () => {
  const look = meter();
  look(0, 100);
  expect(look(1, 600)).toMatchObject({ share: 1, remainingSeconds: 0 });
});

test('a build that begins again has a rate of 0 at first', () => {
  const look = meter();
  look(0, 400);
  expect(look(1, 0)).toMatchObject({ eventsPerSecond: 0, remainingSeconds: null });
});

test('an empty log is done, and nothing is known of one without an end', () => {
  const measure = progressMeter(() => 0);
  const start = { id: 'one', events: 0, position: toPosition(0) };
  expect(measure({ ...start, end: toPosition(0) }).share).toBe(1);
  expect(measure({ ...start, end: null })).toMatchObject({ share: 0, remainingSeconds: null });
});
