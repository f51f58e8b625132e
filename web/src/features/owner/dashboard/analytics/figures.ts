import { number } from '../../../../texts/count.ts';
import type { AnalyticsTexts } from '../../../../texts/analytics-texts.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const average = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const nothing = '–';

/** How a figure stands to the one of the period before; undefined where there is none. */
export function changeText(now: number, before: number | undefined, texts: AnalyticsTexts): string {
  if (!before) return texts.noEarlierData;
  const change = now - before;
  if (change === 0) return texts.noChange;
  const share = percent.format(Math.abs(change) / before);
  return change > 0 ? texts.more(change, share) : texts.fewer(-change, share);
}

/** Actions for each visitor. */
export function rateText(actions: number, visitors: number): string {
  return visitors > 0 ? percent.format(actions / visitors) : nothing;
}

export function averageText(total: number, days: number): string {
  const mean = total / days;
  return mean >= 10 ? number.format(Math.round(mean)) : average.format(mean);
}

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
