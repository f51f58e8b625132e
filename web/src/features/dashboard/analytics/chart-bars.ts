import type { AnalyticsResponse } from '@directory/api/contracts';
import type { Bar } from './bar-chart.tsx';

const maxNameLength = 10;

/** A bar for each business, its name cut to 10 characters and an ellipsis. */
export function businessBars(businesses: AnalyticsResponse['analytics']): Bar[] {
  return businesses.map(({ businessName, views }) => ({
    label: cut(businessName),
    name: businessName,
    value: views,
  }));
}

/** The 24 hours of the day. */
export function hourBars(hours: AnalyticsResponse['hourlyViews']): Bar[] {
  return hours
    .filter(({ hour }) => hour >= 0 && hour <= 23)
    .map(({ hour, views }) => ({ label: `${hour}:00`, name: `${hour}:00`, value: views }));
}

/** The highest bar, the first of several; null while all are empty. */
export function highest(bars: readonly Bar[]): Bar | null {
  const best = bars.reduce<Bar | null>(
    (most, bar) => (bar.value > (most?.value ?? 0) ? bar : most),
    null,
  );
  return best;
}

function cut(name: string): string {
  const characters = Array.from(name);
  return characters.length > maxNameLength
    ? `${characters.slice(0, maxNameLength).join('')}…`
    : name;
}
