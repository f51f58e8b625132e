import { localTimeIn } from '@directory/projections';

/** Returns the current time; tests pass their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The latest time there is. */
export const endOfTime = new Date(8.64e15);

/** The current date, as `2026-11-21`, and the current year in the site's time zone. */
export function siteCalendar(timeZone: string, clock: Clock) {
  const localTime = localTimeIn(timeZone);
  const today = () => localTime(clock().toISOString())?.date ?? '';
  return { today, currentYear: () => Number(today().slice(0, 4)) };
}
