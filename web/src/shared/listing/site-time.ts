import { useMemo } from 'react';
import { useSite } from '../resource/use-resource.ts';

/** The zone of all times on the pages of owners and admins, so that two people read the same time; empty until it is known. */
export function useSiteTimeZone(): string {
  return useSite()?.timeZone ?? '';
}

/** Formats an ISO time as a date and time in the site's zone. */
export function useDateText(): (time: string) => string {
  const timeZone = useSiteTimeZone();
  return useMemo(() => textIn(timeZone, { dateStyle: 'medium', timeStyle: 'short' }), [timeZone]);
}

/** Formats an ISO time as a time of day in the site's zone. */
export function useTimeText(): (time: string) => string {
  const timeZone = useSiteTimeZone();
  return useMemo(() => textIn(timeZone, { timeStyle: 'short' }), [timeZone]);
}

function textIn(timeZone: string, style: Intl.DateTimeFormatOptions) {
  if (timeZone === '') return () => '';
  const format = new Intl.DateTimeFormat('en-GB', { ...style, timeZone });
  return (time: string) => format.format(new Date(time));
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats `2026-11-21` as 21 Nov 2026. */
export function dayText(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** The ISO time of the end of a minute in a zone, as `2026-11-21T10:30`; null if that is not valid. */
export function endOfMinuteIn(timeZone: string, local: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted) || timeZone === '') return null;
  // The second step is right also where the first guess lies on the other side of a change of the clocks.
  const guess = wanted - offsetAt(timeZone, wanted);
  return new Date(wanted - offsetAt(timeZone, guess) + minute - 1).toISOString();
}

/** The date and time in a zone, as `2026-11-21T10:30`. */
export function localTimeIn(timeZone: string, time: number): string {
  if (timeZone === '') return '';
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(time).replace(' ', 'T');
}

/** A day whose year was typed with two digits: browsers take 19 for the year 19, and people mean 2019. */
export function withFullYear(day: string): string {
  return day.replace(/^00(?=\d\d-)/, '20');
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(timeZone: string, time: number): number {
  return Date.parse(`${localTimeIn(timeZone, time)}Z`) - Math.floor(time / minute) * minute;
}

export const minute = 60_000;

/** The zone in words: "Kuala Lumpur time". */
export function timeZoneText(timeZone: string): string {
  return `${timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''} time`;
}
