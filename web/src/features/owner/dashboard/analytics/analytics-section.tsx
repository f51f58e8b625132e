import type { AnalyticsResponse } from '@directory/api/contracts';
import { useResource } from '../../../../shared/resource/use-resource.ts';
import { Thumbnail } from '../../../../shared/listing/listing-parts.tsx';
import { PageHeading } from '../../../../shared/navigation/page-heading.tsx';
import {
  analyticsTexts as texts,
  busiestText,
  viewsText,
} from '../../../../texts/analytics-texts.ts';
import { number } from '../../../../texts/count.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from '../owner-dashboard.module.css';
import { useOwnPath } from '../../rejected-and-removed.tsx';
import { CardPages, EmptyState } from '../businesses-section.tsx';
import { LoadState } from '../../../../shared/ui/loading.tsx';
import { dashboard } from '../../../../texts/owner-texts.ts';
import { PeriodSection } from './period-section.tsx';
import { BarChart, ChartFrame } from '../../../../shared/charts/chart-frame.tsx';
import type { Bar } from '../../../../shared/charts/charts.tsx';

const figures = ['views', 'visitors', 'websiteClicks', 'socialMediaClicks'] as const;

export function AnalyticsSection() {
  const analytics = useResource<AnalyticsResponse>(`${useOwnPath()}/analytics`);
  const { data } = analytics;
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <PageHeading className={ui.title}>Business Analytics</PageHeading>
      <LoadState resource={analytics} failed={dashboard.failed} />
      {data?.analytics.length === 0 && <EmptyState text="No analytics data found." />}
      {data && data.analytics.length > 0 && (
        <>
          <PeriodSection businesses={data.analytics} onRetry={analytics.retry} />
          <section className={`${ui.stack} ${styles.section}`} aria-labelledby="all-time">
            <h2 id="all-time">All time</h2>
            <AllTimeCharts analytics={data} />
            <CardPages
              of={data.analytics}
              card={(business) => (
                <li key={business.id} className={`${ui.card} ${styles.business}`}>
                  <Thumbnail listing={business} />
                  <div className={`${ui.stack} ${ui.start} ${styles.words}`}>
                    <h3 className={ui.subtitle} lang="ms">
                      {business.businessName}
                    </h3>
                    <dl className={`${ui.stack} ${styles.figures}`}>
                      {figures.map((figure) => (
                        <div key={figure}>
                          <dt className={ui.small}>{texts[figure]}</dt>
                          <dd className={ui.number}>{number.format(business[figure])}</dd>
                        </div>
                      ))}
                    </dl>
                  </div>
                </li>
              )}
            />
          </section>
        </>
      )}
    </section>
  );
}

/** In pixels: room for a bar of 40 pixels and a label of 11 characters. */
const widthOfBusiness = 80;
/** In pixels: room for a vertical label. */
const widthOfHour = 16;
const widthOfAxis = 56;

function AllTimeCharts({ analytics }: { readonly analytics: AnalyticsResponse }) {
  const businesses = businessBars(analytics.analytics).slice(0, maxBars);
  const hours = hourBars(analytics.hourlyViews);
  const best = highest(businesses);
  const busiest = highest(hours);
  const views = hours.map(({ value }) => value);
  return (
    <>
      <ChartFrame
        title="Performance Overview"
        sentence={best ? mostViewed(best, analytics.analytics.length) : texts.quiet}
        table={{ columns: ['Business', texts.views], rows: rowsOf(businesses) }}
        minWidth={widthOfAxis + businesses.length * widthOfBusiness}
        height={350}
        isEmpty={best === null}
      >
        <BarChart bars={businesses} unit={texts.views} height={350} barWidth={40} />
      </ChartFrame>
      <ChartFrame
        title="Busiest Time of Day"
        sentence={busiest ? `${busiestText(busiest.name, busiest.value, views)}.` : texts.quiet}
        table={{ columns: ['Hour', texts.views], rows: rowsOf(hours) }}
        minWidth={widthOfAxis + hours.length * widthOfHour}
        height={300}
        isEmpty={busiest === null}
      >
        <BarChart bars={hours} unit={texts.views} height={300} />
      </ChartFrame>
    </>
  );
}

/** A chart of more is wider than anybody scrolls. */
const maxBars = 50;

function mostViewed({ name, value }: Bar, businesses: number): string {
  const rest = businesses > maxBars ? ` The chart shows the ${maxBars} most viewed.` : '';
  return `Most viewed: ${name} (${viewsText(value)}).${rest}`;
}

function rowsOf(bars: readonly Bar[]) {
  return bars.map(({ name, value }) => ({ name, values: [value] }));
}

/** A bar per business, the most viewed first. */
export function businessBars(businesses: AnalyticsResponse['analytics']): Bar[] {
  return businesses
    .toSorted((one, other) => other.views - one.views)
    .map(({ businessName, views }) => ({ name: businessName, value: views }));
}

export function hourBars(hours: AnalyticsResponse['hourlyViews']): Bar[] {
  return hours.map(({ hour, views }) => ({ name: `${hour}:00`, value: views }));
}

/** The highest bar, the first of several; null if all are empty. */
export function highest(bars: readonly Bar[]): Bar | null {
  return bars.reduce<Bar | null>(
    (most, bar) => (bar.value > (most?.value ?? 0) ? bar : most),
    null,
  );
}
