import { endOfDay, localTimeIn } from '@directory/projections';

/** Days as `2026-11-21`, both included, in the time zone of the caller. */
export type Period = { readonly from: string; readonly to: string };

const dayMs = 86_400_000;

/** The last days up to and including `to`. */
export function lastDays(days: number, to: string): Period {
  return { from: addDays(to, 1 - days), to };
}

/** The period of as many days right before. */
export function periodBefore({ from, to }: Period): Period {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return lastDays(length, addDays(from, -1));
}

export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The months of a period, as `2026-11`. */
export function monthsOf(period: Period): string[] {
  return [...new Set(daysOf(period).map((day) => day.slice(0, 7)))];
}

/**
 * Counts the working days, Monday to Friday, that begin after one time (ISO 8601) and up to another. At least one: a decision on the
 * same day, or over a weekend, took one working day.
 */
export function workingDaysIn(timeZone: string): (since: string, until: string) => number {
  const localTime = localTimeIn(timeZone);
  const dayOf = (time: string) => Date.parse(localTime(time)?.date ?? '') / dayMs;
  return (since, until) => {
    const first = dayOf(since) + 1;
    const last = dayOf(until);
    if (!(first <= last)) return 1;
    const weeks = Math.floor((last - first + 1) / 7);
    let count = weeks * 5;
    for (let day = first + weeks * 7; day <= last; day += 1) count += isWorkingDay(day) ? 1 : 0;
    return Math.max(1, count);
  };
}

/** Day 0 was a Thursday. */
function isWorkingDay(dayNumber: number): boolean {
  const weekday = (dayNumber + 4) % 7;
  return weekday !== 0 && weekday !== 6;
}

/** When a day begins in a time zone, as ISO 8601 in UTC. */
export function startOfDay(day: string, timeZone: string): string {
  return new Date(endOfDay(addDays(day, -1), timeZone).getTime() + 1).toISOString();
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
