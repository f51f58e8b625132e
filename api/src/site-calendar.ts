import { localTimeIn } from '@directory/projections';
import type { Clock } from './clock.ts';

export type SiteCalendar = {
  readonly currentYear: () => number;
  /** As `2026-11-21`. */
  readonly today: () => string;
};

/** What the calendar on the site's wall shows. */
export function siteCalendar(timeZone: string, clock: Clock): SiteCalendar {
  const localTime = localTimeIn(timeZone);
  const today = () => localTime(clock().toISOString())?.date ?? '';
  return { today, currentYear: () => Number(today().slice(0, 4)) };
}
