import { keysOf } from '@directory/domain/shared/collections';
import { isObject } from '@directory/domain/shared/unknown';
import {
  clockTime,
  dayLength,
  nightEnds,
  normalizeOpeningTimes,
  overlappingDay,
  weekdayOf,
  weekdays,
  weekTable,
  type OpeningTimes,
  type TimeRange,
  type Weekday,
} from '@directory/domain/catalogue';

/** Days that are entered together. Without ranges they are closed; a time that is not entered yet is empty. */
export type DayTimes = { readonly days: readonly Weekday[]; readonly ranges: readonly TimeRange[] };

/** Exact times as typed: every day of the week in one group. Empty when there are none. */
export type TimesInput = readonly DayTimes[];

const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const weekend: readonly Weekday[] = ['sat', 'sun'];

/** The ways to enter a week, from the shortest. */
const weekPatterns = {
  none: [],
  daily: [weekdays],
  weekend: [workdays, weekend],
  each: weekdays.map((day) => [day]),
} as const satisfies Record<string, readonly (readonly Weekday[])[]>;
export type WeekPattern = keyof typeof weekPatterns;

export const weekPatternNames = keysOf(weekPatterns);

export function patternOf(input: TimesInput): WeekPattern {
  if (input.length === 0) return 'none';
  if (input.length === 1) return 'daily';
  return input.length === 2 ? 'weekend' : 'each';
}

export const notEntered: TimeRange = { from: '', to: '' };
export const allDay: TimeRange = { from: '00:00', to: '00:00' };

/** A group gets the times that its first day had. */
export function withPattern(input: TimesInput, pattern: WeekPattern): TimesInput {
  return weekPatterns[pattern].map((days) => ({
    days,
    ranges: input.find((group) => group.days.some((day) => day === days[0]))?.ranges ?? [
      notEntered,
    ],
  }));
}

/** The usual break for the Friday prayer. */
const fridayBreak: TimeRange = { from: '12:30', to: '14:45' };

/** Day by day, with a second range on Friday; the usual break is filled in where it lies within the times. */
export function withFridayBreak(input: TimesInput): TimesInput {
  return withPattern(input, 'each').map((group) =>
    group.days.includes('fri') ? { ...group, ranges: withBreak(group) } : group,
  );
}

export function withBreak({ days, ranges }: DayTimes): readonly TimeRange[] {
  const { from, to } = ranges[0] ?? notEntered;
  const isFriday = days.length === 1 && days.includes('fri');
  const fits = from < fridayBreak.from && (to > fridayBreak.to || to <= from);
  const { from: begins, to: ends } = isFriday && fits ? fridayBreak : notEntered;
  return [
    { from, to: begins },
    { from: ends, to },
  ];
}

/** The shortest way to enter these times. */
export function timesInputOf(times: OpeningTimes | null): TimesInput {
  if (!times) return [];
  const each = weekTable(times).map(({ day, ranges }) => ({ days: [day], ranges }));
  const text = (input: TimesInput) => JSON.stringify(withPattern(input, 'each'));
  const patterns = ['daily', 'weekend'] as const;
  return (
    patterns.map((name) => withPattern(each, name)).find((input) => text(input) === text(each)) ??
    each
  );
}

/** Whether a range follows a break in the night, and begins on the day after that of the first. */
export function isAfterMidnight({ from }: TimeRange, [first]: readonly TimeRange[]): boolean {
  return first !== undefined && from < first.from && from < clockTime(nightEnds);
}

/** What is sent; null when no time is entered. Incomplete ranges are left out. */
export function timesOf(input: TimesInput): OpeningTimes | null {
  const entered = input.flatMap(({ days, ranges }) =>
    ranges
      .filter(({ from, to }) => from && to)
      .map((range) => ({
        days: isAfterMidnight(range, ranges) ? days.map(dayAfter) : days,
        ...range,
      })),
  );
  return entered.length === 0 ? null : normalizeOpeningTimes(entered);
}

function dayAfter(day: Weekday): Weekday {
  return weekdayOf((weekdays.indexOf(day) + 1) * dayLength);
}

export type TimesProblem =
  | { readonly kind: 'incomplete' | 'overlap'; readonly days: readonly Weekday[] }
  | { readonly kind: 'closed' };

/** The first reason why times cannot be sent, with the days that were entered together. */
export function problemOfTimes(input: TimesInput): TimesProblem | null {
  const incomplete = input.find(({ ranges }) => ranges.some(({ from, to }) => !from || !to));
  if (incomplete) return { kind: 'incomplete', days: incomplete.days };
  const times = timesOf(input);
  if (!times) return input.length === 0 ? null : { kind: 'closed' };
  const day = overlappingDay(times);
  const overlapping = input.find(({ days }) => days.some((each) => each === day));
  return overlapping ? { kind: 'overlap', days: overlapping.days } : null;
}

/** What was stored on this device; empty when it has another form. */
export function parseTimesInput(value: unknown): TimesInput {
  return Array.isArray(value) && value.every(isDayTimes) ? value : [];
}

function isDayTimes(value: unknown): value is DayTimes {
  if (!isObject(value)) return false;
  const { days, ranges } = value;
  return (
    Array.isArray(days) &&
    days.every((day) => weekdays.some((each) => each === day)) &&
    Array.isArray(ranges) &&
    ranges.every(isTimeRange)
  );
}

function isTimeRange(value: unknown): value is TimeRange {
  return isObject(value) && isTime(value['from']) && isTime(value['to']);
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^(\d\d:\d\d)?$/.test(value);
}
