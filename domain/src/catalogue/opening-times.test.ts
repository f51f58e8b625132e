import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeOpeningTimes, overlappingDay, usualSpan } from './entered-times.ts';
import { operatingHours } from './hours.ts';
import {
  isOpenAt,
  momentIn,
  openStatus,
  weekdays,
  weekTable,
  type OpeningTimes,
  type Weekday,
} from './opening-times.ts';

const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const office: OpeningTimes = [{ days: workdays, from: '09:00', to: '17:00' }];
const withFridayBreak: OpeningTimes = [
  { days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '18:00' },
  { days: ['fri'], from: '09:00', to: '12:30' },
  { days: ['fri'], from: '14:45', to: '18:00' },
];
const nightMarket: OpeningTimes = [{ days: ['fri', 'sat'], from: '17:00', to: '02:00' }];
const always: OpeningTimes = [{ days: weekdays, from: '00:00', to: '00:00' }];

describe('openStatus', () => {
  test.each([
    ['during the day', office, 'mon 10:00', { kind: 'open', until: '17:00', day: null }],
    ['at the first minute', office, 'mon 09:00', { kind: 'open', until: '17:00', day: null }],
    ['at the closing minute', office, 'mon 17:00', { kind: 'closed', opens: '09:00', day: 'tue' }],
    ['before it opens', office, 'mon 08:59', { kind: 'closed', opens: '09:00', day: null }],
    ['on a weekend', office, 'sat 12:00', { kind: 'closed', opens: '09:00', day: 'mon' }],
    [
      'before the prayer break',
      withFridayBreak,
      'fri 12:00',
      { kind: 'open', until: '12:30', day: null },
    ],
    [
      'in the prayer break',
      withFridayBreak,
      'fri 13:00',
      { kind: 'closed', opens: '14:45', day: null },
    ],
    ['before midnight', nightMarket, 'fri 23:30', { kind: 'open', until: '02:00', day: null }],
    ['after midnight', nightMarket, 'sat 01:30', { kind: 'open', until: '02:00', day: null }],
    [
      'until a minute to six, which is tonight',
      [{ days: ['fri'], from: '20:00', to: '05:59' }],
      'fri 23:30',
      { kind: 'open', until: '05:59', day: null },
    ],
    [
      'until six, which is tomorrow',
      [{ days: ['fri'], from: '20:00', to: '06:00' }],
      'fri 23:30',
      { kind: 'open', until: '06:00', day: 'sat' },
    ],
    [
      'after midnight at the end of the week',
      [{ days: ['sun'], from: '20:00', to: '03:00' }],
      'mon 02:59',
      { kind: 'open', until: '03:00', day: null },
    ],
    [
      'at the midnight that begins a whole day',
      [{ days: ['sat'], from: '00:00', to: '00:00' }],
      'sat 00:00',
      { kind: 'open', until: '00:00', day: null },
    ],
    [
      'after midnight of a day that ends in the night after it',
      [
        { days: ['sat'], from: '00:00', to: '00:00' },
        { days: ['sun'], from: '00:00', to: '02:00' },
      ],
      'sat 01:30',
      { kind: 'open', until: '02:00', day: 'sun' },
    ],
    [
      'through two days that touch',
      [
        { days: ['sat'], from: '10:00', to: '00:00' },
        { days: ['sun'], from: '00:00', to: '22:00' },
      ],
      'sat 12:00',
      { kind: 'open', until: '22:00', day: 'sun' },
    ],
    [
      'that opens at midnight',
      [{ days: ['tue'], from: '00:00', to: '08:00' }],
      'mon 23:00',
      { kind: 'closed', opens: '00:00', day: 'tue' },
    ],
    ['that never closes', always, 'wed 03:00', { kind: 'always' }],
    [
      'that closes once a week',
      [{ days: ['mon'], from: '09:00', to: '17:00' }],
      'mon 18:00',
      { kind: 'closed', opens: '09:00', day: 'mon' },
    ],
  ] as const)('of a place %s', (_, times, at, status) => {
    expect(openStatus(times, 'Pagi-Malam', moment(at))).toEqual(status);
  });

  test('without exact times is the usual span, all day for 24jam, or unknown', () => {
    const at = moment('mon 10:00');
    const span = 'Pagi-Petang';
    expect(openStatus(null, span, at)).toEqual({ kind: 'usually', span });
    expect(openStatus(null, '24jam', at)).toEqual({ kind: 'always' });
    expect(openStatus(null, null, at)).toEqual({ kind: 'unknown' });
  });
});

test('isOpenAt is null when exact times are unknown', () => {
  expect(isOpenAt(office, null, moment('mon 10:00'))).toBe(true);
  expect(isOpenAt(office, '24jam', moment('sun 10:00'))).toBe(false);
  expect(isOpenAt(null, '24jam', moment('sun 10:00'))).toBe(true);
  expect(isOpenAt(null, 'Pagi-Malam', moment('mon 10:00'))).toBeNull();
  expect(isOpenAt(null, null, moment('mon 10:00'))).toBeNull();
});

test('momentIn reads the clock of the zone, not that of the machine', () => {
  const time = new Date('2026-11-22T16:05:00.000Z');
  const read = (timeZone: string, utcOffset: number | null) =>
    momentIn({ timeZone, utcOffset }, time);
  expect(read('Asia/Kuala_Lumpur', 480)).toEqual(moment('mon 00:05'));
  expect(read('Asia/Kuala_Lumpur', null)).toEqual(moment('mon 00:05'));
  expect(read('Europe/Lisbon', null)).toEqual(moment('sun 16:05'));
  expect(read('America/Bogota', -300)).toEqual(moment('sun 11:05'));
});

test('overlappingDay names the day on which two ranges overlap', () => {
  expect(overlappingDay(withFridayBreak)).toBeNull();
  expect(overlappingDay(always)).toBeNull();
  expect(overlappingDay([...office, { days: ['wed'], from: '16:59', to: '20:00' }])).toBe('wed');
  expect(overlappingDay([...nightMarket, { days: ['sun'], from: '01:59', to: '05:00' }])).toBe(
    'sun',
  );
  const intoMonday: OpeningTimes = [
    { days: ['mon'], from: '01:00', to: '05:00' },
    { days: ['sun'], from: '20:00', to: '02:00' },
  ];
  expect(overlappingDay(intoMonday)).toBe('mon');
});

test('weekTable lists every day, the ranges of a day in order', () => {
  const [, , , , friday, saturday] = weekTable(withFridayBreak.toReversed());
  expect(friday).toEqual({
    day: 'fri',
    ranges: [
      { from: '09:00', to: '12:30' },
      { from: '14:45', to: '18:00' },
    ],
  });
  expect(saturday).toEqual({ day: 'sat', ranges: [] });
  expect(weekTable(office).map(({ day }) => day)).toEqual(weekdays);
});

test('normalizeOpeningTimes sorts by day, time and length, without ranges of no day', () => {
  expect(
    normalizeOpeningTimes([
      { days: ['tue'], from: '08:00', to: '12:00' },
      { days: ['tue', 'mon'], from: '18:00', to: '22:00' },
      { days: [], from: '08:00', to: '09:00' },
      { days: ['mon'], from: '18:00', to: '20:00' },
      { days: ['mon'], from: '09:00', to: '12:00' },
    ]),
  ).toEqual([
    { days: ['mon'], from: '09:00', to: '12:00' },
    { days: ['mon'], from: '18:00', to: '20:00' },
    { days: ['mon', 'tue'], from: '18:00', to: '22:00' },
    { days: ['tue'], from: '08:00', to: '12:00' },
  ]);
});

test.each([
  ['office hours', office, 'Pagi-Petang'],
  ['a break', withFridayBreak, 'Pagi-Petang'],
  [
    'a break from morning to evening',
    [
      { days: ['mon'], from: '07:00', to: '10:00' },
      { days: ['mon'], from: '19:00', to: '22:00' },
    ],
    'Pagi-Malam',
  ],
  ['one shorter day', [...office, { days: ['sat'], from: '09:00', to: '13:00' }], 'Pagi-Petang'],
  ['the evening and the night', nightMarket, 'Petang-Malam'],
  [
    'longer days after a shorter one',
    [
      { days: ['mon'], from: '09:00', to: '13:00' },
      { days: ['tue', 'wed'], from: '09:00', to: '17:00' },
    ],
    'Pagi-Petang',
  ],
  ['an hour of each part', [{ days: ['mon'], from: '11:00', to: '13:00' }], 'Pagi-Tengahhari'],
  [
    'less than an hour of the morning',
    [{ days: ['mon'], from: '11:01', to: '16:00' }],
    'Tengahhari-Petang',
  ],
  ['the whole day', always, '24jam'],
  ['a whole day from six', [{ days: ['mon'], from: '06:00', to: '06:00' }], '24jam'],
  ['one part of the day', [{ days: ['mon'], from: '20:00', to: '03:00' }], null],
] as const)('the usual span of %s is that of most days', (_, times, span) => {
  expect(usualSpan(times)).toBe(span);
});

const time = fc
  .nat({ max: 1439 })
  .map((minutes) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':'),
  );
const anyTimes: fc.Arbitrary<OpeningTimes> = fc
  .array(fc.record({ days: fc.subarray([...weekdays], { minLength: 1 }), from: time, to: time }), {
    minLength: 1,
    maxLength: 6,
  })
  .map(normalizeOpeningTimes);
const anyMoment = fc.record({
  weekday: fc.constantFrom(...weekdays),
  minutes: fc.nat({ max: 1439 }),
});

describe('for any times', () => {
  test('normalizing twice changes nothing, and keeps every day of the week', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        expect(normalizeOpeningTimes(times)).toEqual(times);
        const split = times.flatMap(({ days, from, to }) =>
          days.map((day) => ({ days: [day], from, to })),
        );
        expect(normalizeOpeningTimes(split.toReversed())).toEqual(normalizeOpeningTimes(split));
        expect(weekTable(split)).toEqual(weekTable(times));
      }),
    );
  });

  test('a place is open exactly when a range contains the moment', () => {
    fc.assert(
      fc.property(anyTimes, anyMoment, fc.constantFrom(...operatingHours), (times, at, span) => {
        expect(isOpenAt(times, span, at)).toBe(containsMoment(times, at));
      }),
    );
  });

  test('a place that is open closes at the time that it says, and opens at the one it says', () => {
    fc.assert(
      fc.property(anyTimes, anyMoment, (times, at) => {
        const status = openStatus(times, null, at);
        if (status.kind !== 'open' && status.kind !== 'closed') return;
        const changes = status.kind === 'open' ? status.until : status.opens;
        let next = at;
        do next = minuteAfter(next);
        while (containsMoment(times, next) === (status.kind === 'open'));
        expect(next).toEqual(moment(`${next.weekday} ${changes}`));
        if (status.day) expect(next.weekday).toBe(status.day);
      }),
      { numRuns: 50 },
    );
  });

  test('the ranges of a week overlap exactly when a minute is in two of them', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        const minutes = times.flatMap(({ days, from, to }) =>
          days.flatMap((day) => {
            const start = minuteOfWeek(moment(`${day} ${from}`));
            const length = (minuteOfDay(to) - minuteOfDay(from) + 1440) % 1440 || 1440;
            return Array.from({ length }, (_, index) => (start + index) % 10_080);
          }),
        );
        const isOverlapping = new Set(minutes).size < minutes.length;
        expect(overlappingDay(times) !== null).toBe(isOverlapping);
      }),
      { numRuns: 30 },
    );
  });
});

/** By another way than the code: does today's or yesterday's range contain it. */
function containsMoment(times: OpeningTimes, { weekday, minutes }: ReturnType<typeof moment>) {
  const yesterday = weekdays[(weekdays.indexOf(weekday) + 6) % 7];
  return times.some(({ days, from, to }) => {
    const [opens, closes] = [minuteOfDay(from), minuteOfDay(to)];
    const isOvernight = closes <= opens;
    return (
      (days.includes(weekday) && minutes >= opens && (isOvernight || minutes < closes)) ||
      (isOvernight && days.some((day) => day === yesterday) && minutes < closes)
    );
  });
}

function moment(text: string) {
  const weekday = weekdays.find((day) => text.startsWith(day));
  if (!weekday) throw new Error('no such day');
  return { weekday, minutes: minuteOfDay(text.slice(4)) };
}

function minuteOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

function minuteOfWeek({ weekday, minutes }: ReturnType<typeof moment>): number {
  return weekdays.indexOf(weekday) * 1440 + minutes;
}

function minuteAfter(at: ReturnType<typeof moment>): ReturnType<typeof moment> {
  if (at.minutes < 1439) return { ...at, minutes: at.minutes + 1 };
  const next = weekdays[(weekdays.indexOf(at.weekday) + 1) % 7];
  if (!next) throw new Error('no such day');
  return { weekday: next, minutes: 0 };
}
