import type { VisitsResponse } from '@directory/api/contracts';
import { lazy } from 'react';
import { useAnalyticsTexts } from '../../../shared/texts/analytics-texts.ts';
import { ChartFrame } from './chart-frame.tsx';
import { dayText, weekdayText } from './day-text.ts';
import { averageText } from './figures.ts';
import styles from './period.module.css';

const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

const height = 300;

export function TrendSection({ visits }: { readonly visits: VisitsResponse }) {
  const texts = useAnalyticsTexts();
  const { days, totals, previous, countedFrom, to, today } = visits;
  const before = previous?.days.map(({ views }) => views) ?? [];
  if (totals.views === 0) return <NoViews />;
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  // Days before anything could be counted are no quiet days.
  const isCounted = (date: string) => countedFrom !== null && date >= countedFrom;
  const daily = averageText(totals.views, days.filter(({ date }) => isCounted(date)).length);
  const sentence = texts.trendIs(weekdayText(best.date), best.views, daily);
  const columns = [texts.day, texts.views, texts.visitors, texts.actions];
  return (
    <ChartFrame
      title={texts.trend}
      sentence={to === today ? `${sentence} ${texts.soFar}` : sentence}
      height={height}
      table={{
        columns: previous ? [...columns, texts.beforePeriod] : columns,
        rows: days.map(({ date, views, visitors, actions }, index) => ({
          name: dayText(date),
          values: [views, visitors, actions, ...before.slice(index, index + 1)],
        })),
      }}
    >
      <Key isCompared={previous !== null} />
      <TrendChart
        days={days.map(({ date, views }) => ({
          date,
          views: isCounted(date) ? views : null,
          label: weekdayText(date),
        }))}
        before={before}
        texts={{ now: texts.thesePeriod, before: texts.beforePeriod }}
        height={height}
      />
    </ChartFrame>
  );
}

function Key({ isCompared }: { readonly isCompared: boolean }) {
  const texts = useAnalyticsTexts();
  if (!isCompared) return null;
  return (
    <p className={styles.key}>
      <span className={styles.nowLine}>{texts.thesePeriod}</span>
      <span className={styles.beforeLine}>{texts.beforePeriod}</span>
    </p>
  );
}

function NoViews() {
  const texts = useAnalyticsTexts();
  return (
    <div className={styles.none}>
      <h3>{texts.noViews}</h3>
      <p>{texts.noViewsHint}</p>
    </div>
  );
}
