import { localTimeIn } from '@directory/projections';

const dayMs = 86_400_000;

/**
 * Counts the working days, Monday to Friday, that begin after one time (ISO 8601) and up to another: what is decided on the day
 * on which it came, or over a weekend, took one.
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
