const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const full = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Of a day such as `2026-11-21`: 21 Nov 2026. */
export function dayText(day: string): string {
  return long.format(Date.parse(day));
}

/** Where the year is known: Sat 21 Nov. */
export function weekdayText(day: string): string {
  return full.format(Date.parse(day)).replace(',', '');
}
