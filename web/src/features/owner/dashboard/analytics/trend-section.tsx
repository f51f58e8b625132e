import type { VisitsResponse } from '@directory/api/contracts';
import { keysOf } from '@directory/domain/shared/collections';
import { useState } from 'react';
import { type HistoryEntry, useHistory } from '../../../../shared/listing/use-history.ts';
import { NothingFound, useStaysPublic } from '../../../../shared/listing/listing-parts.tsx';
import { analyticsTexts as texts, viewsText } from '../../../../texts/analytics-texts.ts';
import { LoadState } from '../../../../shared/ui/loading.tsx';
import ui from '../../../../shared/ui/ui.module.css';
import styles from './analytics.module.css';
import { ChartFrame, TrendChart } from '../../../../shared/charts/chart-frame.tsx';
import { dayText } from '../../../../shared/listing/site-time.ts';
import { averageText, nothing, weekdayText } from './figures.ts';

const height = 300;

type TrendSectionProps = {
  readonly visits: VisitsResponse;
  /** Null for several businesses, which have no milestones. */
  readonly business: string | null;
};

export function TrendSection({ visits, business }: TrendSectionProps) {
  const { milestones, history } = useMilestones(visits, business);
  // The focus goes to it with Retry, so that it stays while the history is loaded again.
  const [hasFailed, setHasFailed] = useState(false);
  if (history.error !== undefined && !hasFailed) setHasFailed(true);
  if (visits.totals.views > 0)
    return (
      <>
        {hasFailed && business !== null && (
          <LoadState
            resource={history}
            failed="We couldn't load when this business was edited, approved, hidden or restored."
          />
        )}
        <Trend visits={visits} milestones={milestones} />
      </>
    );
  const hints = [
    visits.from === visits.today && texts.soFar,
    'Share your business page or choose a longer period.',
  ].filter(Boolean);
  return <NothingFound level="h3" title="No views in this period." text={hints.join(' ')} />;
}

/** The events of a business on the days with views, none before its history is loaded; null for several businesses. */
function useMilestones(visits: VisitsResponse, business: string | null) {
  const { to, timeZone, totals } = visits;
  // The newest events until the last day has ended everywhere; the chart shows no later ones.
  const at = `${to}T23:59:59-12:00`;
  const history = useHistory(totals.views > 0 ? (business ?? undefined) : undefined, { at });
  const staysPublic = useStaysPublic();
  const entries = history.data?.entries ?? [];
  const milestones = business === null ? null : milestonesOf(entries, { timeZone, staysPublic });
  return { milestones, history };
}

type TrendProps = { readonly visits: VisitsResponse; readonly milestones: Milestones | null };

function Trend({ visits, milestones }: TrendProps) {
  const { days, previous, countedFrom, to, today } = visits;
  const before = previous?.days.map(({ views }) => views) ?? [];
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  const isCounted = (date: string) => countedFrom !== null && date >= countedFrom;
  const complete = days.filter(({ date }) => isCounted(date) && date < today);
  const views = complete.reduce((sum, day) => sum + day.views, 0);
  const sentences = [
    `Busiest day: ${weekdayText(best.date)} (${viewsText(best.views)}).`,
    complete.length > 0 && `Average: ${averageText(views, complete.length)} a day.`,
    to === today && texts.soFar,
    !milestones && 'Select one business to mark when it was edited, approved, hidden or restored.',
  ].filter(Boolean);
  const columns = [
    'Day',
    texts.views,
    texts.visitors,
    texts.actions,
    ...(previous ? [texts.previousPeriod] : []),
    ...(milestones ? ['Events'] : []),
  ];
  const happened = (day: string) => (milestones?.get(day) ?? []).join(', ');
  return (
    <ChartFrame
      title="Daily views"
      sentence={sentences.join(' ')}
      height={height}
      table={{
        columns,
        rows: days.map(({ date, views, visitors, actions }, index) => ({
          name: dayText(date),
          values: [
            ...[views, visitors, actions].map((figure) => (isCounted(date) ? figure : nothing)),
            ...before.slice(index, index + 1),
            ...(milestones ? [happened(date)] : []),
          ],
        })),
      }}
    >
      {previous && (
        <p className={`${ui.row} ${ui.small} ${styles.key}`}>
          <span className={styles.nowLine}>{texts.currentPeriod}</span>
          <span className={styles.beforeLine}>{texts.previousPeriod}</span>
        </p>
      )}
      <TrendChart
        days={days.map(({ date, views }) => ({
          date,
          views: isCounted(date) ? views : null,
          label: weekdayText(date),
          happened: happened(date),
        }))}
        before={before}
        isRunning={to === today}
        height={height}
      />
    </ChartFrame>
  );
}

/** In the words that are shown. */
type MilestoneKind = 'edited' | 'approved' | 'hidden' | 'restored';
/** Events of a listing by day in the site's time zone, as `2026-11-21`; each kind once, in order. */
type Milestones = ReadonlyMap<string, readonly MilestoneKind[]>;

type Settings = {
  readonly timeZone: string;
  /** Whether the approved version stays public while an edit is reviewed. */
  readonly staysPublic: boolean;
};

/** The days on which a listing was edited, approved, hidden or restored. The oldest of the `entries` is the first. */
export function milestonesOf(entries: readonly HistoryEntry[], settings: Settings): Milestones {
  const days = new Map<string, readonly MilestoneKind[]>();
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone });
  for (const [index, entry] of entries.entries()) {
    const date = dayOf.format(Date.parse(entry.time));
    const kinds = kindsOf(entry, entries[index - 1]?.status, settings);
    if (kinds.length > 0) days.set(date, [...new Set([...(days.get(date) ?? []), ...kinds])]);
  }
  return days;
}

function kindsOf(
  { type, status }: HistoryEntry,
  before: HistoryEntry['status'] | undefined,
  { staysPublic }: Settings,
): readonly MilestoneKind[] {
  const isEdit = type === 'BusinessEdited';
  const isHidden = before === 'approved' && status !== 'approved' && !(isEdit && staysPublic);
  const happened = {
    edited: isEdit,
    approved: type === 'BusinessApproved',
    hidden: isHidden,
    restored: type === 'BusinessRestored' && status === 'approved',
  };
  return keysOf(happened).filter((kind) => happened[kind]);
}
