import type { VisitsResponse } from '@directory/api/contracts';
import { useEffect, useRef } from 'react';
import { ScrollRegion } from '../../../../shared/ui/scroll-region.tsx';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from './analytics.module.css';
import { quartileOf } from './figures.ts';

const levels = [styles.level0, styles.level1, styles.level2, styles.level3, styles.level4];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A heat map as a table: every cell has its number, so the colour is not the only cue. */
export function WeekSection({ visits }: { readonly visits: VisitsResponse }) {
  return visits.totals.views === 0 ? null : <Week visits={visits} />;
}

function Week({ visits: { weekdays, timeZone } }: { readonly visits: VisitsResponse }) {
  const busiest = busiestOf(weekdays);
  const levelOf = quartileOf(weekdays.flatMap(({ hours: all }) => all));
  const busiestRef = useScrolledIntoView(busiest.hour);
  return (
    <section className={`${ui.panel} ${styles.section}`}>
      <h3>{texts.week}</h3>
      <p>
        {texts.weekIs(
          texts.weekdays[busiest.weekday - 1] ?? '',
          busiest.hour,
          busiest.views,
          timeZone,
        )}
      </p>
      <ScrollRegion
        className={`${ui.scrollFade} ${styles.scroller} ${styles.weekScroller}`}
        label={texts.weekTable}
      >
        <table className={styles.week}>
          <caption className={ui.hidden}>{texts.weekTable}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={ui.hidden}>{texts.weekday}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" ref={hour === busiest.hour ? busiestRef : undefined}>
                  {hour}
                  <span className={ui.hidden}>:00</span>
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
        {texts.fewerViews}
        {levels.slice(1).map((level) => (
          <span key={level} className={level} />
        ))}
        {texts.moreViews}
      </p>
    </section>
  );
}

type Weekdays = VisitsResponse['weekdays'];

/** The first busiest hour; Monday 0:00 with zero views if there are none. */
function busiestOf(weekdays: Weekdays) {
  return weekdays
    .flatMap(({ weekday, hours: all }) => all.map((views, hour) => ({ weekday, hour, views })))
    .reduce((most, each) => (each.views > most.views ? each : most));
}

/** Scrolls the table sideways, so that narrow pages show the busiest hour first. */
function useScrolledIntoView(hour: number) {
  const cell = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    const frame = cell.current?.closest('[role="region"]');
    if (cell.current && frame)
      frame.scrollLeft = cell.current.offsetLeft - frame.clientWidth + 2 * cell.current.offsetWidth;
  }, [hour]);
  return cell;
}
