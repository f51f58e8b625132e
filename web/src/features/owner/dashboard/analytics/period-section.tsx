import type { VisitsResponse } from '@directory/api/contracts';
import { keysOf } from '@directory/domain/shared/collections';
import { hasStatus } from '../../../../shared/api/request-json.ts';
import { firstOfEach } from '../../../../shared/forms/request-form.tsx';
import { DownloadButton } from '../../../../shared/download/download-button.tsx';
import { useQuery } from '../../../../shared/navigation/router.tsx';
import { useSession } from '../../../../shared/session/session.ts';
import { LoadState } from '../../../../shared/ui/loading.tsx';
import { ScrollRegion, TableHead } from '../../../../shared/ui/scroll-region.tsx';
import ui from '../../../../shared/ui/ui.module.css';
import { dayText, timeZoneText } from '../../../../shared/listing/site-time.ts';
import {
  analyticsTexts as texts,
  busiestText,
  viewsText,
} from '../../../../texts/analytics-texts.ts';
import { number } from '../../../../texts/count.ts';
import { dashboard } from '../../../../texts/owner-texts.ts';
import frame from '../../../../shared/charts/chart-frame.module.css';
import styles from './analytics.module.css';
import { changeText, perHundredText, rateText, quartileOf } from './figures.ts';
import {
  CustomPeriod,
  type Days,
  type Named,
  PeriodSwitch,
  type Choice,
  choiceOf,
  useVisits,
  visitsPath,
} from './period-controls.tsx';
import { TrendSection } from './trend-section.tsx';

type PeriodSectionProps = {
  readonly businesses: readonly Named[];
  /** Loads the businesses again, as the chosen one may be gone. */
  readonly onRetry: () => void;
};

/** The visits of the period and the business in the URL. */
export function PeriodSection({ businesses, onRetry }: PeriodSectionProps) {
  const userId = useSession()?.user.id ?? '';
  const choice = choiceOf(useQuery(), businesses);
  const visits = useVisits(visitsPath(userId, choice));
  const { data, error, isOld } = visits;
  const { period } = choice;
  const isRejected = hasStatus(error, 400);
  return (
    <section
      className={`${ui.stack} ${data || isRejected ? '' : styles.changing}`}
      aria-labelledby="date-range"
      aria-busy={isOld}
    >
      <h2 id="date-range">Selected period</h2>
      <PeriodSwitch businesses={businesses} shown={data} />
      {'from' in period && (
        <CustomPeriod
          period={period}
          business={choice.business}
          today={data?.today}
          refused={firstOfEach(error)}
        />
      )}
      {!isRejected && (
        <LoadState
          resource={{
            ...visits,
            retry: () => {
              onRetry();
              visits.retry();
            },
          }}
          failed={dashboard.failed}
        />
      )}
      {data && error === undefined && (
        <>
          <div className={`${ui.row} ${ui.spread} ${styles.summary}`}>
            <Summary visits={data} isOld={isOld} />
            <DownloadButton path={visitsPath(userId, choice, '.csv')} />
          </div>
          <div className={`${ui.stack} ${isOld ? styles.old : ''}`}>
            <PeriodFigures visits={data} />
            <TrendSection visits={data} business={onlyBusiness(businesses, choice)} />
            {data.totals.views > 0 && <WeekSection visits={data} />}
            <ChannelsSection visits={data} />
          </div>
        </>
      )}
    </section>
  );
}

/** The business that the visits are of; null for several. */
function onlyBusiness(businesses: readonly Named[], { business }: Choice): string | null {
  const [first, ...others] = businesses;
  return first && others.length === 0 ? first.id : business;
}

type SummaryProps = { readonly visits: VisitsResponse; readonly isOld: boolean };

function Summary({ visits: { from, to, totals, countedFrom, previous }, isOld }: SummaryProps) {
  const notCompared = [
    'No earlier period to compare with.',
    countedFrom !== null && `Counting began on ${dayText(countedFrom)}.`,
  ].filter(Boolean);
  const days = (period: Days) =>
    period.from === period.to
      ? dayText(period.from)
      : `${dayText(period.from)} – ${dayText(period.to)}`;
  return (
    <div>
      <p role="status">
        {isOld ? 'Loading…' : `${viewsText(totals.views)}, ${days({ from, to })}`}
      </p>
      <p className={ui.small}>
        {previous ? `Compared with ${days(previous)}.` : notCompared.join(' ')}
      </p>
    </div>
  );
}

/** The totals, each with its change from the previous period and an explanation. */
function PeriodFigures({ visits }: { readonly visits: VisitsResponse }) {
  const { totals, previous } = visits;
  const { actions, visitors } = totals;
  const about = {
    views: 'How many times your pages were opened.',
    visitors:
      "Each person is counted once a day. We don't track people from day to day, so someone who visits on five days counts as five.",
    actions:
      visitors > 0
        ? `Calls, messages, directions and link clicks: ${perHundredText(actions, visitors)} per 100 visitors.`
        : 'Calls, messages, directions and link clicks.',
  };
  return (
    <ul className={`${ui.stack} ${styles.figures}`}>
      {(['views', 'visitors', 'actions'] as const).map((figure) => (
        <li key={figure} className={`${ui.tile} ${styles.figure}`}>
          <h3>{texts[figure]}</h3>
          <p className={ui.number}>{number.format(totals[figure])}</p>
          <p className={ui.strong}>{changeText(totals[figure], previous?.totals[figure])}</p>
          <p className={ui.small}>{about[figure]}</p>
        </li>
      ))}
    </ul>
  );
}

/** A table of actions by channel, the most used first; its bars repeat the numbers. */
function ChannelsSection({ visits }: { readonly visits: VisitsResponse }) {
  const { totals, previous } = visits;
  const { channels } = totals;
  const used = keysOf(texts.channels).toSorted((a, b) => channels[b] - channels[a]);
  const [best] = used;
  const most = best ? channels[best] : 0;
  const columns = ['Channel', texts.actions, 'Action rate', ...(previous ? ['Change'] : [])];
  if (totals.views === 0 && totals.actions === 0) return null;
  return (
    <section className={`${ui.panel} ${frame.section}`}>
      <h3>{texts.channelsTitle}</h3>
      <p>
        {best && most > 0
          ? `Most used: ${texts.channels[best]} (${number.format(most)}).`
          : 'No calls, messages or clicks in this period.'}{' '}
        Action rate = actions ÷ visitors.
      </p>
      <ScrollRegion className={frame.scroller} label={texts.channelsTitle}>
        <table className={`${ui.table} ${styles.channels}`}>
          <caption className={ui.hidden}>{texts.channelsTitle}</caption>
          <TableHead columns={columns} />
          <tbody>
            {used.map((channel) => (
              <tr key={channel}>
                <th scope="row" className={ui.strong}>
                  {texts.channels[channel]}
                </th>
                <td
                  className={styles.bar}
                  style={{
                    backgroundSize: `${most > 0 ? (channels[channel] / most) * 100 : 0}% 0.25rem`,
                  }}
                >
                  {number.format(channels[channel])}
                </td>
                <td>{rateText(channels[channel], totals.visitors)}</td>
                {previous && (
                  <td className={ui.small}>
                    {changeText(channels[channel], previous.totals.channels[channel])}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

const levels = [styles.level0, styles.level1, styles.level2, styles.level3, styles.level4];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A heat map as a table: every cell has its number, so the colour is not the only cue. */
function WeekSection({ visits }: { readonly visits: VisitsResponse }) {
  const { weekdays, timeZone } = visits;
  const busiest = busiestOf(weekdays);
  const allHours = weekdays.flatMap(({ hours: viewsByHour }) => viewsByHour);
  const levelOf = quartileOf(allHours);
  const hourText = `${texts.weekdays[busiest.weekday - 1]}s at ${busiest.hour}:00`;
  return (
    <section className={`${ui.panel} ${frame.section}`}>
      <h3>Views by day and hour</h3>
      <p>
        {busiestText(hourText, busiest.views, allHours)}, {timeZoneText(timeZone)}.
      </p>
      <ScrollRegion className={`${frame.scroller} ${styles.weekScroller}`} label={texts.weekTable}>
        <table className={styles.week}>
          <caption className={ui.hidden}>{texts.weekTable}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={ui.hidden}>Day of the week</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" ref={hour === busiest.hour ? scrollInFrame : undefined}>
                  <span aria-hidden="true">{hour}</span>
                  <span className={ui.hidden}>{hour}:00</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map(({ weekday, hours: viewsByHour }) => (
              <tr key={weekday}>
                <th scope="row">{texts.weekdays[weekday - 1]}</th>
                {viewsByHour.map((views, hour) => (
                  <td key={hour} className={levels[levelOf(views)]}>
                    {views}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={`${ui.row} ${ui.small} ${styles.scale}`} aria-hidden="true">
        fewer
        {levels.slice(1).map((level) => (
          <span key={level} className={level} />
        ))}
        more
      </p>
    </section>
  );
}

/** The busiest hour, the first of several; Monday 0:00 with zero views if there are none. */
function busiestOf(weekdays: VisitsResponse['weekdays']) {
  return weekdays
    .flatMap(({ weekday, hours: all }) => all.map((views, hour) => ({ weekday, hour, views })))
    .reduce((most, each) => (each.views > most.views ? each : most));
}

/** Scrolls the table sideways, so that narrow pages show the busiest hour first. */
function scrollInFrame(hour: HTMLTableCellElement | null): void {
  const frame = hour?.closest('[role="region"]');
  if (hour && frame) frame.scrollLeft = hour.offsetLeft - frame.clientWidth + 2 * hour.offsetWidth;
}
