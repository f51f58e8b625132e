import type { VisitsResponse } from '@directory/api/contracts';
import { RequestFailed } from '../../../../shared/api/request-json.ts';
import { DownloadButton } from '../../../../shared/download/download-button.tsx';
import { number } from '../../../../texts/count.ts';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import { LoadState } from '../../../../shared/ui/load-state.tsx';
import { ownerTexts } from '../../../../texts/owner-texts.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from './analytics.module.css';
import { ChannelsSection } from './channels-section.tsx';
import { changeText, dayText, perHundredText } from './figures.ts';
import { CustomPeriod, type Named, PeriodSwitch } from './period-controls.tsx';
import { type Choice, choiceOf, useVisits, visitsPath } from './period-state.ts';
import { TrendSection } from './trend-section.tsx';
import { WeekSection } from './week-section.tsx';

type PeriodSectionProps = {
  readonly userId: string;
  readonly businesses: readonly Named[];
  readonly search: URLSearchParams;
};

/** The visits of the period and the business in the URL. */
export function PeriodSection({ userId, businesses, search }: PeriodSectionProps) {
  const choice = choiceOf(search);
  const visits = useVisits(visitsPath(userId, choice));
  const { data, error, isOld } = visits;
  const { period } = choice;
  const isRejected = error instanceof RequestFailed && error.status === 400;
  return (
    <section
      className={`${ui.stack} ${data || isRejected ? '' : styles.changing}`}
      aria-labelledby="date-range"
      aria-busy={isOld}
    >
      <h2 id="date-range">{texts.period}</h2>
      <PeriodSwitch businesses={businesses} search={search} shown={data} />
      {'from' in period && (
        <CustomPeriod
          key={`${period.from} ${period.to}`}
          period={period}
          today={data?.today}
          rejected={isRejected ? error.errors : undefined}
          search={search}
        />
      )}
      {!isRejected && <LoadState resource={visits} failed={ownerTexts.dashboard.failed} />}
      {data && error === undefined && (
        <>
          <div className={`${ui.row} ${ui.spread} ${styles.summary}`}>
            <Summary visits={data} isOld={isOld} />
            <DownloadButton path={visitsPath(userId, choice, '.csv')} />
          </div>
          <Visits visits={data} isOld={isOld} business={onlyBusiness(businesses, choice)} />
        </>
      )}
    </section>
  );
}

function onlyBusiness(businesses: readonly Named[], { business }: Choice): string | null {
  const [first, ...others] = businesses;
  return first && others.length === 0 ? first.id : business;
}

type DateRange = Pick<VisitsResponse, 'from' | 'to'>;
type SummaryProps = { readonly visits: VisitsResponse; readonly isOld: boolean };

function Summary({ visits: { from, to, totals, countedFrom, previous }, isOld }: SummaryProps) {
  const notCompared = [
    texts.notCompared,
    ...(countedFrom === null ? [] : [texts.countedFrom(dayText(countedFrom))]),
  ];
  const days = (period: DateRange) => texts.days(dayText(period.from), dayText(period.to));
  return (
    <div>
      <p role="status">{isOld ? texts.loading : texts.shown(days({ from, to }), totals.views)}</p>
      <p className={ui.small}>
        {previous ? texts.comparedWith(days(previous)) : notCompared.join(' ')}
      </p>
    </div>
  );
}

type VisitsProps = SummaryProps & {
  /** Null for several businesses. */
  readonly business: string | null;
};

function Visits({ visits, isOld, business }: VisitsProps) {
  return (
    <div className={`${ui.stack} ${isOld ? styles.old : ''}`}>
      <PeriodFigures visits={visits} />
      <TrendSection visits={visits} business={business} />
      <WeekSection visits={visits} />
      <ChannelsSection visits={visits} />
    </div>
  );
}

/** The totals, each with its change from the previous period and an explanation. */
function PeriodFigures({ visits }: { readonly visits: VisitsResponse }) {
  const { totals, previous } = visits;
  const { actions, visitors } = totals;
  const about = {
    views: texts.aboutViews,
    visitors: texts.aboutVisitors,
    actions:
      visitors > 0 ? texts.aboutActions(perHundredText(actions, visitors)) : texts.aboutNoActions,
  };
  return (
    <ul className={styles.figures}>
      {(['views', 'visitors', 'actions'] as const).map((figure) => (
        <li key={figure} className={`${ui.tile} ${styles.figure}`}>
          <h3>{texts[figure]}</h3>
          <p className={ui.number}>{number.format(totals[figure])}</p>
          <p className={styles.change}>{changeText(totals[figure], previous?.totals[figure])}</p>
          <p className={ui.small}>{about[figure]}</p>
        </li>
      ))}
    </ul>
  );
}
