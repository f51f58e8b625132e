import type { OperatingHours } from './hours.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Times are HH:MM from 00:00 to 23:59. A `to` that is not after `from` is on the next day: 00:00 to 00:00 is the whole day. */
export type TimeRange = { readonly from: string; readonly to: string };
export type OpeningRange = TimeRange & { readonly days: readonly Weekday[] };

/** The exact times of a usual week. A day without a range is closed. Never empty: unknown times are null. */
export type OpeningTimes = readonly OpeningRange[];

/** A minute of the week in the site's time zone. */
export type WeekMoment = { readonly weekday: Weekday; readonly minutes: number };

/** `day` is null when it is today; a place that closes before six in the morning, within a day, closes tonight. */
export type OpenStatus =
  | { readonly kind: 'always' }
  | { readonly kind: 'open'; readonly until: string; readonly day: Weekday | null }
  | { readonly kind: 'closed'; readonly opens: string; readonly day: Weekday | null }
  | { readonly kind: 'usually'; readonly span: OperatingHours }
  | { readonly kind: 'unknown' };

export const hour = 60;
export const dayLength = 24 * hour;
export const weekLength = 7 * dayLength;
/** Minutes after midnight. */
export const nightEnds = 6 * hour;

/** The clocks of a place. */
export type Clocks = {
  /** As `Asia/Kuala_Lumpur`. */
  readonly timeZone: string;
  /** By how many minutes they are ahead of UTC; null where they change. */
  readonly utcOffset: number | null;
};

/** The moment's weekday and minute. `Intl` is asked only about clocks that change: a phone takes a tenth of a second to load it. */
export function momentIn({ timeZone, utcOffset }: Clocks, time: Date): WeekMoment {
  if (utcOffset === null) return zonedMoment(timeZone, time);
  // The first day of 1970 was a Thursday.
  const sinceMonday = Math.floor(time.getTime() / 60_000) + utcOffset + 3 * dayLength;
  const minutes = sinceMonday % weekLength;
  return {
    weekday: weekdays[Math.floor(minutes / dayLength)] ?? 'mon',
    minutes: minutes % dayLength,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zonedMoment(timeZone: string, time: Date): WeekMoment {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const name = parts.get('weekday')?.toLowerCase();
  const minutes = Number(parts.get('hour')) * hour + Number(parts.get('minute'));
  return { weekday: weekdays.find((day) => day === name) ?? 'mon', minutes };
}

/** Whether a place is open, as exactly as is known: a span other than 24jam says only when it usually is. */
export function openStatus(
  times: OpeningTimes | null,
  span: OperatingHours | null,
  at: WeekMoment,
): OpenStatus {
  if (times) return statusOfTimes(times, at);
  if (span === '24jam') return { kind: 'always' };
  return span ? { kind: 'usually', span } : { kind: 'unknown' };
}

/** Null when it is not known. */
export function isOpenAt(
  times: OpeningTimes | null,
  span: OperatingHours | null,
  at: WeekMoment,
): boolean | null {
  const { kind } = openStatus(times, span, at);
  if (kind === 'usually' || kind === 'unknown') return null;
  return kind !== 'closed';
}

/** Every day from Monday with its ranges; none when it is closed. */
export function weekTable(
  times: OpeningTimes,
): readonly { readonly day: Weekday; readonly ranges: readonly TimeRange[] }[] {
  return weekdays.map((day) => ({
    day,
    ranges: times
      .filter(({ days }) => days.includes(day))
      .map(({ from, to }) => ({ from, to }))
      .toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from)),
  }));
}

function statusOfTimes(times: OpeningTimes, { weekday, minutes }: WeekMoment): OpenStatus {
  const today = weekdays.indexOf(weekday) * dayLength;
  const now = today + minutes;
  const periods = joined(periodsOf(times));
  const current = periods.find(({ start, end }) => start <= now && now < end);
  if (current && current.end - current.start >= weekLength) return { kind: 'always' };
  if (current) {
    const isTonight = current.end < today + dayLength + nightEnds && current.end <= now + dayLength;
    const day = isTonight ? null : weekdayOf(current.end);
    return { kind: 'open', until: clockTime(current.end), day };
  }
  const next = periods.find(({ start }) => start > now);
  if (!next) return { kind: 'unknown' };
  const day = next.start < today + dayLength ? null : weekdayOf(next.start);
  return { kind: 'closed', opens: clockTime(next.start), day };
}

/** Times are in minutes after the start of Monday. */
type Period = { readonly start: number; readonly end: number };

export function periodsOf(times: OpeningTimes): readonly Period[] {
  return times
    .flatMap((range) =>
      range.days.map((day) => {
        const start = weekdays.indexOf(day) * dayLength + minutesOf(range.from);
        return { start, end: start + rangeLength(range) };
      }),
    )
    .toSorted((one, other) => one.start - other.start);
}

/** The periods of last week, this and next; what follows without a pause is one. */
function joined(periods: readonly Period[]): readonly Period[] {
  const all = [-weekLength, 0, weekLength].flatMap((shift) =>
    periods.map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  );
  const result: Period[] = [];
  for (const { start, end } of all) {
    const last = result.at(-1);
    if (last && start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else result.push({ start, end });
  }
  return result;
}

/** The length of a range in minutes. */
export function rangeLength({ from, to }: TimeRange): number {
  const length = minutesOf(to) - minutesOf(from);
  return length > 0 ? length : length + dayLength;
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * hour + Number(time.slice(3));
}

/** HH:MM. Minutes before or after the day are of the day before or after. */
export function clockTime(minutes: number): string {
  const ofDay = (minutes + weekLength) % dayLength;
  const digits = (value: number) => value.toString().padStart(2, '0');
  return `${digits(Math.floor(ofDay / hour))}:${digits(ofDay % hour)}`;
}

export function weekdayOf(minutes: number): Weekday {
  return weekdays[Math.floor((minutes % weekLength) / dayLength)] ?? 'mon';
}
