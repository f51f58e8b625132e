import {
  weekdays,
  type OpeningTimes,
  type TimeRange,
  type Weekday,
} from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import {
  parseTimesInput,
  patternOf,
  problemOfTimes,
  timesInputOf,
  timesOf,
  withBreak,
  withFridayBreak,
  withPattern,
} from './opening-times-input.ts';

const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const daily: OpeningTimes = [{ days: weekdays, from: '09:00', to: '18:00' }];
const shop: OpeningTimes = [
  { days: workdays, from: '09:00', to: '13:00' },
  { days: workdays, from: '14:00', to: '18:00' },
  { days: ['sat', 'sun'], from: '10:00', to: '02:00' },
];
const stall: OpeningTimes = [{ days: ['fri', 'sun'], from: '17:00', to: '00:00' }];

test.each([
  ['none', null],
  ['daily', daily],
  ['weekend', shop],
  ['each', stall],
] as const)(
  'stored times fill the shortest pattern, %s, and are sent as they were',
  (name, times) => {
    const input = timesInputOf(times);
    expect(patternOf(input)).toBe(name);
    expect(timesOf(input)).toEqual(times);
    expect(problemOfTimes(input)).toBeNull();
    expect(parseTimesInput(JSON.parse(JSON.stringify(input)))).toEqual(input);
  },
);

test('a finer pattern keeps the times, a coarser one those of the first day', () => {
  const each = withPattern(timesInputOf(shop), 'each');
  expect(timesOf(each)).toEqual(shop);
  expect(timesOf(withPattern(each, 'daily'))).toEqual([
    { days: weekdays, from: '09:00', to: '13:00' },
    { days: weekdays, from: '14:00', to: '18:00' },
  ]);
  expect(withPattern(each, 'none')).toEqual([]);
});

test('a Friday break leaves the other days as they are', () => {
  expect(timesOf(withFridayBreak(timesInputOf(daily)))).toEqual([
    { days: ['mon', 'tue', 'wed', 'thu', 'sat', 'sun'], from: '09:00', to: '18:00' },
    { days: ['fri'], from: '09:00', to: '12:30' },
    { days: ['fri'], from: '14:45', to: '18:00' },
  ]);
  const fridayOf = (from: string, to: string) =>
    withFridayBreak(timesInputOf([{ days: weekdays, from, to }]))[4]?.ranges;
  expect(fridayOf('10:00', '02:00')).toEqual([
    { from: '10:00', to: '12:30' },
    { from: '14:45', to: '02:00' },
  ]);
  for (const [from, to] of [
    ['18:00', '23:00'],
    ['09:00', '13:00'],
    ['12:30', '18:00'],
    ['09:00', '14:45'],
  ] as const)
    expect(fridayOf(from, to)).toEqual([
      { from, to: '' },
      { from: '', to },
    ]);
});

test('a break of several days is not that of a Friday', () => {
  expect(withBreak({ days: weekdays, ranges: [{ from: '09:00', to: '18:00' }] })).toEqual([
    { from: '09:00', to: '' },
    { from: '', to: '18:00' },
  ]);
});

test('what follows a break in the night is on the next day, which is Monday after Sunday', () => {
  const bar = (ranges: readonly TimeRange[]) => timesOf([{ days: ['fri', 'sun'], ranges }]);
  const evening = { from: '18:00', to: '01:00' };
  expect(bar([evening, { from: '01:30', to: '03:00' }])).toEqual([
    { days: ['mon', 'sat'], from: '01:30', to: '03:00' },
    { days: ['fri', 'sun'], ...evening },
  ]);
  const early = { from: '04:00', to: '07:00' };
  expect(bar([early])).toEqual([{ days: ['fri', 'sun'], ...early }]);
  const morning = { from: '08:00', to: '11:00' };
  expect(bar([evening, morning])).toEqual([
    { days: ['fri', 'sun'], ...morning },
    { days: ['fri', 'sun'], ...evening },
  ]);
});

test('times that are incomplete, overlap or leave every day closed are reported', () => {
  const day = (from: string, to: string, days = workdays) => ({ days, ranges: [{ from, to }] });
  const saturday = day('10:00', '', ['sat', 'sun']);
  expect(problemOfTimes([day('09:00', '17:00'), saturday])).toEqual({
    kind: 'incomplete',
    days: ['sat', 'sun'],
  });
  expect(timesOf([day('09:00', ''), saturday])).toBeNull();
  expect(parseTimesInput([saturday])).toEqual([saturday]);
  expect(problemOfTimes([day('16:00', '11:00'), day('10:00', '14:00', ['sat', 'sun'])])).toEqual({
    kind: 'overlap',
    days: ['sat', 'sun'],
  });
  expect(problemOfTimes([{ days: weekdays, ranges: [] }])).toEqual({ kind: 'closed' });
});

test.each([
  [undefined],
  ['09:00'],
  [[{ days: ['mon', 'someday'], ranges: [] }]],
  [[{ days: ['mon'], ranges: [{ from: 9, to: '10:00' }] }]],
  [[{ days: ['mon'], ranges: [{ from: 'nine', to: '10:00' }] }]],
  [[{ days: ['mon'], ranges: [] }, null]],
])('what was stored in another form is dropped: %j', (value) => {
  expect(parseTimesInput(value)).toEqual([]);
});
