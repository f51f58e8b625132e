import { number } from '../../../../texts/count.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const average = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
export const nothing = '–';

/** The change since the previous period; `before` is undefined if there is none. */
export function changeText(now: number, before: number | undefined): string {
  if (!before) return 'no comparison yet';
  const change = now - before;
  if (change === 0) return 'no change';
  const share = percent.format(Math.abs(change) / before);
  return change > 0
    ? `${number.format(change)} more (+${share})`
    : `${number.format(-change)} fewer (−${share})`;
}

/** Actions per visitor. */
export function rateText(actions: number, visitors: number): string {
  return visitors > 0 ? percent.format(actions / visitors) : nothing;
}

/** Actions per 100 visitors. */
export function perHundredText(actions: number, visitors: number): string {
  return average.format((100 * actions) / visitors);
}

export function averageText(total: number, days: number): string {
  const mean = total / days;
  return mean >= 10 ? number.format(Math.round(mean)) : average.format(mean);
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Formats `2026-11-21` as Sat 21 Nov. */
export function weekdayText(day: string): string {
  return weekdayFormat.format(Date.parse(day)).replace(',', '');
}

/** Returns the rank of a value: 0 for zero, else its quarter from 1 to 4, so that one very high value does not make others look alike. */
export function quartileOf(values: readonly number[]): (value: number) => number {
  const positive = values.filter((value) => value > 0);
  return (value) =>
    Math.ceil((positive.filter((other) => other <= value).length / positive.length) * 4);
}
