/** How long something has been waiting, in whole units. */
export type Age = { readonly days: number; readonly hours: number; readonly minutes: number };

/** Two days are promised to owners; after five something is wrong. */
export type Urgency = 'fresh' | 'late' | 'overdue';

const minute = 60_000;
const day = 24 * 60 * minute;

/** `since` as ISO 8601, `now` in milliseconds. A clock that is behind makes nothing younger than new. */
export function ageOf(since: string, now: number): Age {
  const minutes = Math.floor(Math.max(0, now - Date.parse(since)) / minute);
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  };
}

export function urgencyOf(since: string, now: number): Urgency {
  const waited = now - Date.parse(since);
  if (waited > 5 * day) return 'overdue';
  return waited > 2 * day ? 'late' : 'fresh';
}

type AgeTexts = {
  readonly now: string;
  readonly days: (days: number, hours: number) => string;
  readonly hours: (hours: number, minutes: number) => string;
  readonly minutes: (minutes: number) => string;
};

/** The two largest units. */
export function ageText({ days, hours, minutes }: Age, texts: AgeTexts): string {
  if (days > 0) return texts.days(days, hours);
  if (hours > 0) return texts.hours(hours, minutes);
  return minutes > 0 ? texts.minutes(minutes) : texts.now;
}
