import type { VisitsResponse } from '@directory/api/contracts';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { analyticsTexts as texts } from '../../../texts/analytics-texts.ts';
import { InlineStatus } from '../quiet-status.tsx';
import { choiceOf, visitsPath, type Choice } from './choice.ts';
import { ChannelsSection } from './channels-section.tsx';
import { CsvDownload } from './csv-download.tsx';
import { CustomPeriod } from './custom-period.tsx';
import { dayText } from './day-text.ts';
import { PeriodFigures } from './period-figures.tsx';
import { PeriodSwitch, type Named } from './period-switch.tsx';
import styles from './period.module.css';
import { TrendSection } from './trend-section.tsx';
import { useVisits } from './use-visits.ts';
import { WeekSection } from './week-section.tsx';

type PeriodSectionProps = {
  readonly userId: string;
  readonly businesses: readonly Named[];
  readonly search: URLSearchParams;
};

/** The visits of the days and the business that the address names. */
export function PeriodSection({ userId, businesses, search }: PeriodSectionProps) {
  const choice = choiceOf(search);
  const { data, error, retry, isOld } = useVisits(visitsPath(userId, choice));
  const { period } = choice;
  const isRefused = error instanceof RequestFailed && error.status === 400;
  return (
    <section className={styles.period} aria-labelledby="over-a-period" aria-busy={isOld}>
      <h2 id="over-a-period">{texts.period}</h2>
      <PeriodSwitch businesses={businesses} search={search} shown={data} />
      {'from' in period && (
        <CustomPeriod
          key={`${period.from} ${period.to}`}
          period={period}
          today={data?.today}
          refused={isRefused ? error.errors : undefined}
          search={search}
        />
      )}
      {!isRefused && (!data || error !== undefined) && (
        <InlineStatus error={error} onRetry={retry} />
      )}
      {data && error === undefined && (
        <>
          <div className={styles.told}>
            <Told visits={data} isOld={isOld} />
            <CsvDownload path={visitsPath(userId, choice, '.csv')} />
          </div>
          <Visits visits={data} isOld={isOld} business={theOne(businesses, choice)} />
        </>
      )}
    </section>
  );
}

function theOne(businesses: readonly Named[], { business }: Choice): string | null {
  const [first, ...others] = businesses;
  return first && others.length === 0 ? first.id : business;
}

type Days = Pick<VisitsResponse, 'from' | 'to'>;
type ToldProps = { readonly visits: VisitsResponse; readonly isOld: boolean };

function Told({ visits: { from, to, totals, countedFrom, previous }, isOld }: ToldProps) {
  const notCompared = [
    texts.notCompared,
    ...(countedFrom === null ? [] : [texts.countedFrom(dayText(countedFrom))]),
  ];
  const days = (period: Days) => texts.days(dayText(period.from), dayText(period.to));
  return (
    <div>
      <p role="status">{isOld ? texts.loading : texts.shown(days({ from, to }), totals.views)}</p>
      <p className={styles.compared}>
        {previous ? texts.comparedWith(days(previous)) : notCompared.join(' ')}
      </p>
    </div>
  );
}

type VisitsProps = ToldProps & {
  /** Null where there are several. */
  readonly business: string | null;
};

function Visits({ visits, isOld, business }: VisitsProps) {
  return (
    <div className={isOld ? styles.old : styles.visits}>
      <PeriodFigures visits={visits} />
      <TrendSection visits={visits} business={business} />
      <WeekSection visits={visits} />
      <ChannelsSection visits={visits} />
    </div>
  );
}
