import type { AnalyticsResponse } from '@directory/api/contracts';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { Bar } from '../../../../shared/charts/charts.tsx';
import { lazyComponent } from '../../../../shared/ui/lazy-component.ts';

const BarChart = lazyComponent(
  async () => (await import('../../../../shared/charts/charts.tsx')).BarChart,
);

/** Fits a bar of 40 pixels and a label of 11 characters. */
const widthOfBusiness = 80;
/** Fits a vertical label. */
const widthOfHour = 16;
const widthOfAxis = 56;

export function AllTimeCharts({ analytics }: { readonly analytics: AnalyticsResponse }) {
  const businesses = businessBars(analytics.analytics);
  const hours = hourBars(analytics.hourlyViews);
  const best = highest(businesses);
  const busiest = highest(hours);
  return (
    <>
      <ChartFrame
        title={texts.performance}
        sentence={best ? texts.best(best.name, best.value) : texts.quiet}
        table={{ columns: [texts.business, texts.views], rows: rowsOf(businesses) }}
        minWidth={widthOfAxis + businesses.length * widthOfBusiness}
        height={350}
      >
        <BarChart bars={businesses} unit={texts.views} height={350} barWidth={40} />
      </ChartFrame>
      <ChartFrame
        title={texts.busiest}
        sentence={busiest ? texts.busiestIs(busiest.name, busiest.value) : texts.quiet}
        table={{ columns: [texts.hour, texts.views], rows: rowsOf(hours) }}
        minWidth={widthOfAxis + hours.length * widthOfHour}
        height={300}
      >
        <BarChart bars={hours} unit={texts.views} height={300} />
      </ChartFrame>
    </>
  );
}

function rowsOf(bars: readonly Bar[]) {
  return bars.map(({ name, value }) => ({ name, values: [value] }));
}

const maxNameLength = 10;

/** A bar per business; labels are cut to 10 characters and an ellipsis. */
export function businessBars(businesses: AnalyticsResponse['analytics']): Bar[] {
  return businesses.map(({ businessName, views }) => ({
    label: cut(businessName),
    name: businessName,
    value: views,
  }));
}

export function hourBars(hours: AnalyticsResponse['hourlyViews']): Bar[] {
  return hours
    .filter(({ hour }) => hour >= 0 && hour <= 23)
    .map(({ hour, views }) => ({ label: `${hour}:00`, name: `${hour}:00`, value: views }));
}

/** The first highest bar; null if all are empty. */
export function highest(bars: readonly Bar[]): Bar | null {
  return bars.reduce<Bar | null>(
    (most, bar) => (bar.value > (most?.value ?? 0) ? bar : most),
    null,
  );
}

function cut(name: string): string {
  const characters = Array.from(name);
  return characters.length > maxNameLength
    ? `${characters.slice(0, maxNameLength).join('')}…`
    : name;
}
