import type { VisitsResponse } from '@directory/api/contracts';
import { lazy } from 'react';
import { useHistory } from '../../../shared/listing/use-history.ts';
import { useSite } from '../../../shared/site/use-site.ts';
import { analyticsTexts as texts } from '../../../texts/analytics-texts.ts';
import { ChartFrame } from './chart-frame.tsx';
import { dayText, weekdayText } from './day-text.ts';
import { averageText } from './figures.ts';
import { milestonesOf, type Milestones } from './milestones.ts';
import styles from './period.module.css';

const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

const height = 300;

type TrendSectionProps = {
  readonly visits: VisitsResponse;
  /** Null for several. */
  readonly business: string | null;
};

export function TrendSection({ visits, business }: TrendSectionProps) {
  if (visits.totals.views === 0) return <NoViews />;
  if (business === null) return <Trend visits={visits} milestones={null} />;
  return <TrendOfOne visits={visits} business={business} />;
}

type TrendOfOneProps = { readonly visits: VisitsResponse; readonly business: string };

/** The days also tell what became of the business; while its history is not there, only the visits. */
function TrendOfOne({ visits, business }: TrendOfOneProps) {
  const { data } = useHistory(business);
  const staysPublic = useSite()?.keepLastApprovedPublic ?? false;
  const milestones = milestonesOf(data?.entries ?? [], { timeZone: visits.timeZone, staysPublic });
  return <Trend visits={visits} milestones={milestones} />;
}

type TrendProps = {
  readonly visits: VisitsResponse;
  /** Null for several businesses. */
  readonly milestones: Milestones | null;
};

function Trend({ visits, milestones }: TrendProps) {
  const { days, totals, previous, countedFrom, to, today } = visits;
  const before = previous?.days.map(({ views }) => views) ?? [];
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  // Days before anything could be counted are no quiet days.
  const isCounted = (date: string) => countedFrom !== null && date >= countedFrom;
  const daily = averageText(totals.views, days.filter(({ date }) => isCounted(date)).length);
  const sentence = texts.trendIs(weekdayText(best.date), best.views, daily);
  const columns = [
    ...[texts.day, texts.views, texts.visitors, texts.actions],
    ...(previous ? [texts.beforePeriod] : []),
    ...(milestones ? [texts.milestones] : []),
  ];
  const happened = (day: string) => {
    const kinds = milestones?.get(day) ?? [];
    return kinds.map((kind) => texts.milestone[kind]).join(', ');
  };
  return (
    <ChartFrame
      title={texts.trend}
      sentence={[
        sentence,
        ...(to === today ? [texts.soFar] : []),
        ...(milestones ? [] : [texts.milestonesHint]),
      ].join(' ')}
      height={height}
      table={{
        columns,
        rows: days.map(({ date, views, visitors, actions }, index) => ({
          name: dayText(date),
          values: [
            ...[views, visitors, actions, ...before.slice(index, index + 1)],
            ...(milestones ? [happened(date)] : []),
          ],
        })),
      }}
    >
      <Key isCompared={previous !== null} />
      <TrendChart
        days={days.map(({ date, views }) => ({
          date,
          views: isCounted(date) ? views : null,
          label: weekdayText(date),
          happened: happened(date),
        }))}
        before={before}
        texts={{ now: texts.thesePeriod, before: texts.beforePeriod }}
        height={height}
      />
    </ChartFrame>
  );
}

function Key({ isCompared }: { readonly isCompared: boolean }) {
  if (!isCompared) return null;
  return (
    <p className={styles.key}>
      <span className={styles.nowLine}>{texts.thesePeriod}</span>
      <span className={styles.beforeLine}>{texts.beforePeriod}</span>
    </p>
  );
}

function NoViews() {
  return (
    <div className={styles.none}>
      <h3>{texts.noViews}</h3>
      <p>{texts.noViewsHint}</p>
    </div>
  );
}
