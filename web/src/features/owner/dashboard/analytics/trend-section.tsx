import type { VisitsResponse } from '@directory/api/contracts';
import { type HistoryEntry, useHistory } from '../../../../shared/listing/use-history.ts';
import { useSite } from '../../../../shared/site/use-site.ts';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import styles from './analytics.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { averageText, dayText, weekdayText } from './figures.ts';
import { lazyComponent } from '../../../../shared/ui/lazy-component.ts';

const TrendChart = lazyComponent(async () => (await import('./charts.tsx')).TrendChart);

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

type MilestoneKind = 'edited' | 'approved' | 'hidden';
/** What became of a listing by day of the site's time zone, as `2026-11-21`: each kind once and in order. */
type Milestones = ReadonlyMap<string, readonly MilestoneKind[]>;

type Reading = {
  readonly timeZone: string;
  /** Whether an edit leaves the approved version public until it is reviewed. */
  readonly staysPublic: boolean;
};

/** The days on which a listing was edited, approved or hidden from visitors; the entries from the first on. */
export function milestonesOf(entries: readonly HistoryEntry[], reading: Reading): Milestones {
  const days = new Map<string, readonly MilestoneKind[]>();
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: reading.timeZone });
  for (const [index, entry] of entries.entries()) {
    const date = dayOf.format(Date.parse(entry.time));
    const kinds = kindsOf(entry, entries[index - 1]?.status, reading);
    if (kinds.length > 0) days.set(date, [...new Set([...(days.get(date) ?? []), ...kinds])]);
  }
  return days;
}

function kindsOf(
  { type, status }: HistoryEntry,
  before: HistoryEntry['status'] | undefined,
  { staysPublic }: Reading,
): readonly MilestoneKind[] {
  const isEdit = type === 'BusinessEdited';
  const isHidden = before === 'approved' && status !== 'approved' && !(isEdit && staysPublic);
  return [
    ...(isEdit ? (['edited'] as const) : []),
    ...(type === 'BusinessApproved' ? (['approved'] as const) : []),
    ...(isHidden ? (['hidden'] as const) : []),
  ];
}
