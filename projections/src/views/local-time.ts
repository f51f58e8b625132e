import { memoize } from '@directory/domain/shared/collections';

/** A moment as the clocks of a time zone showed it. */
export type LocalTime = {
  /** As `2026-11`. */
  readonly month: string;
  /** As `2026-11-21`. */
  readonly date: string;
  /** The day of the month, from 1 on. */
  readonly day: number;
  readonly hour: number;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = hourMs / 4;
const maxCached = 5_000;

/**
 * Reads ISO 8601 times in a time zone; null for what is no time. Clocks change on the quarter hour at the earliest, so one
 * question to `Intl` serves a whole quarter: asking for every event would take most of a replay. An event is folded into several documents,
 * and neighbouring events are of the same minute: so the last result is cached for texts as `Date.toISOString` writes them.
 */
export function localTimeIn(timeZone: string): (instant: string) => LocalTime | null {
  const offset = memoize(maxCached, offsetIn(timeZone));
  const day = memoize(maxCached, dayName);
  let last: { readonly minute: string; readonly time: LocalTime } | undefined;
  return (instant) => {
    const isUsual = instant.length === 24 && instant.endsWith('Z');
    if (isUsual && last && instant.startsWith(last.minute)) return last.time;
    const utc = Date.parse(instant);
    if (Number.isNaN(utc)) return null;
    const local = utc + offset(Math.floor(utc / quarterMs));
    const dayNumber = Math.floor(local / dayMs);
    const time = { ...day(dayNumber), hour: Math.floor((local - dayNumber * dayMs) / hourMs) };
    if (isUsual) last = { minute: instant.slice(0, 17), time };
    return time;
  };
}

/** From 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(Date.parse(date)).getUTCDay() || 7;
}

/** Later moments have longer texts, which would sort before all others. */
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** The moment at which a day as `2026-11-21` ended in a time zone; the last that still belonged to it. */
export function endOfDay(date: string, timeZone: string): Date {
  const localTime = localTimeIn(timeZone);
  const isOver = (utc: number) => (localTime(new Date(utc).toISOString())?.date ?? '') > date;
  // No zone is more than 14 hours ahead of UTC. Stepping finds days of any length, also where clocks change at midnight.
  let utc = Date.parse(date) + dayMs - 14 * hourMs;
  while (utc <= lastMoment && !isOver(utc)) utc += quarterMs;
  return new Date(utc - 1);
}

/** By how many minutes a zone's clocks are ahead of UTC all through a year and the next; null if they change. */
export function lastingUtcOffset(timeZone: string, year: number): number | null {
  const offset = offsetIn(timeZone);
  const found = new Set<number>();
  // Wherever clocks change, they do so for some weeks.
  for (let utc = Date.UTC(year, 0, 1); utc < Date.UTC(year + 2, 0, 1); utc += 7 * dayMs)
    found.add(offset(utc / quarterMs) / 60_000);
  const [first = null] = found;
  return found.size === 1 ? first : null;
}

function dayName(dayNumber: number): Pick<LocalTime, 'month' | 'date' | 'day'> {
  const date = new Date(dayNumber * dayMs).toISOString().slice(0, 10);
  return { month: date.slice(0, 7), date, day: Number(date.slice(8)) };
}

/** How far the zone's clocks were ahead of UTC in a quarter hour since 1970, in milliseconds. */
function offsetIn(timeZone: string): (quarter: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (quarter) => {
    const utc = quarter * quarterMs;
    const parts = format.formatToParts(utc);
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((each) => each.type === type)?.value);
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
    );
    return local - utc;
  };
}
