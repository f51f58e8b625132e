import { partsOfDay, spanOf, type OperatingHours } from './hours.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Times are HH:MM from 00:00 to 23:59. A `to` that is not after `from` is on the next day: 00:00 to 00:00 is the whole day. */
export type TimeRange = { readonly from: string; readonly to: string };
export type OpeningRange = TimeRange & { readonly days: readonly Weekday[] };

/** The exact times of a usual week. A day without a range is closed. Never empty: unknown times are null. */
export type OpeningTimes = readonly OpeningRange[];

/** A minute of the week in the site's time zone. */
export type WeekMoment = { readonly weekday: Weekday; readonly minutes: number };

/** `day` is null when it is today; a place that closes before six in the morning closes tonight. */
export type OpenStatus =
  | { readonly kind: 'always' }
  | { readonly kind: 'open'; readonly until: string; readonly day: Weekday | null }
  | { readonly kind: 'closed'; readonly opens: string; readonly day: Weekday | null }
  | { readonly kind: 'usually'; readonly span: OperatingHours }
  | { readonly kind: 'unknown' };

const hour = 60;
const dayLength = 24 * hour;
const weekLength = 7 * dayLength;
const nightEnds = 6 * hour;

/** The moment's weekday and minute on the clocks of a time zone. */
export function momentIn(timeZone: string, time: Date): WeekMoment {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
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

/** Of a value of the history, which may be of any field. */
export function isOpeningTimes(value: unknown): value is OpeningTimes {
  return Array.isArray(value) && value.length > 0 && value.every(isOpeningRange);
}

function isOpeningRange(value: unknown): value is OpeningRange {
  return typeof value === 'object' && value !== null && 'days' in value && 'from' in value;
}

/** One range for all days with the same times, in the order of the week. */
export function normalizeOpeningTimes(times: OpeningTimes): OpeningTimes {
  const daysOf = new Map<string, Set<Weekday>>();
  for (const { days, from, to } of times) {
    const key = `${from} ${to}`;
    daysOf.set(key, new Set([...(daysOf.get(key) ?? []), ...days]));
  }
  return [...daysOf]
    .map(([key, chosen]) => ({
      days: weekdays.filter((day) => chosen.has(day)),
      from: key.slice(0, 5),
      to: key.slice(6),
    }))
    .filter(({ days }) => days.length > 0)
    .toSorted(
      (one, other) => startOf(one) - startOf(other) || rangeLength(one) - rangeLength(other),
    );
}

/** The first day on which a range begins before the one before it ended; null when there is none. */
export function overlappingDay(times: OpeningTimes): Weekday | null {
  const periods = periodsOf(times);
  const before = [periods.at(-1), ...periods.slice(0, -1)];
  const overlapping = periods.find(({ start }, index) => {
    const ended = (before[index]?.end ?? 0) - (index === 0 ? weekLength : 0);
    return start < ended;
  });
  return overlapping ? weekdayOf(overlapping.start) : null;
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

/** The span of most open days, or null when that is none of the seven. */
export function usualSpan(times: OpeningTimes): OperatingHours | null {
  const spans = weekTable(times)
    .filter(({ ranges }) => ranges.length > 0)
    .map(({ ranges }) => spanOfDay(ranges));
  const daysWith = (span: OperatingHours | null) => spans.filter((each) => each === span).length;
  return spans.toSorted((one, other) => daysWith(other) - daysWith(one))[0] ?? null;
}

/** When each part of the day begins and ends, in minutes after midnight; the night lasts until six. */
const partTimes = {
  Pagi: [6 * hour, 12 * hour],
  Tengahhari: [12 * hour, 14 * hour],
  Petang: [14 * hour, 19 * hour],
  Malam: [19 * hour, dayLength + nightEnds],
} as const;

/** A part of the day belongs to the span when the place is open for at least an hour of it. */
function spanOfDay(ranges: readonly TimeRange[]): OperatingHours | null {
  const open = ranges.map((range) => ({
    opens: minutesOf(range.from),
    closes: minutesOf(range.from) + rangeLength(range),
  }));
  if (open.some(({ opens, closes }) => closes - opens === dayLength)) return '24jam';
  const parts = partsOfDay.filter((part) => {
    const [begins, ends] = partTimes[part];
    return open.some(
      ({ opens, closes }) => Math.min(closes, ends) - Math.max(opens, begins) >= hour,
    );
  });
  const [first, last] = [parts[0], parts.at(-1)];
  return first && last ? (spanOf(first, last) ?? null) : null;
}

function statusOfTimes(times: OpeningTimes, { weekday, minutes }: WeekMoment): OpenStatus {
  const today = weekdays.indexOf(weekday) * dayLength;
  const now = today + minutes;
  const periods = joined(periodsOf(times));
  const current = periods.find(({ start, end }) => start <= now && now < end);
  if (current && current.end - current.start >= weekLength) return { kind: 'always' };
  if (current) {
    const isTonight = current.end < today + dayLength + nightEnds;
    const day = isTonight ? null : weekdayOf(current.end);
    return { kind: 'open', until: clockTime(current.end), day };
  }
  const next = periods.find(({ start }) => start > now);
  if (!next) return { kind: 'unknown' };
  const day = next.start < today + dayLength ? null : weekdayOf(next.start);
  return { kind: 'closed', opens: clockTime(next.start), day };
}

/** In minutes after the start of Monday. */
type Period = { readonly start: number; readonly end: number };

function periodsOf(times: OpeningTimes): readonly Period[] {
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

function startOf({ days, from }: OpeningRange): number {
  return weekdays.findIndex((day) => days.includes(day)) * dayLength + minutesOf(from);
}

/** In minutes. */
export function rangeLength({ from, to }: TimeRange): number {
  const length = minutesOf(to) - minutesOf(from);
  return length > 0 ? length : length + dayLength;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * hour + Number(time.slice(3));
}

/** HH:MM. Minutes before or after the day are of the day before or after. */
export function clockTime(minutes: number): string {
  const ofDay = (minutes + weekLength) % dayLength;
  const digits = (value: number) => value.toString().padStart(2, '0');
  return `${digits(Math.floor(ofDay / hour))}:${digits(ofDay % hour)}`;
}

function weekdayOf(minutes: number): Weekday {
  return weekdays[Math.floor((minutes % weekLength) / dayLength)] ?? 'mon';
}
