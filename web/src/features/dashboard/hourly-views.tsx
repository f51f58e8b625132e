import type { AnalyticsResponse } from '@directory/api/contracts';
import { useOwnerTexts } from '../../shared/texts/owner-texts.ts';
import styles from './hourly-views.module.css';

type HourlyViewsProps = { readonly hourlyViews: AnalyticsResponse['hourlyViews'] };

/** When people look, in words and as a table whose rows are also bars. */
export function HourlyViews({ hourlyViews }: HourlyViewsProps) {
  const { analytics: texts } = useOwnerTexts();
  const most = hourlyViews.reduce((best, each) => (each.views > best.views ? each : best), {
    hour: 0,
    views: 0,
  });
  return (
    <section className={styles.section}>
      <h2>{texts.busiest}</h2>
      <p>{most.views === 0 ? texts.quiet : texts.busiestIs(most.hour, most.views)}</p>
      {most.views > 0 && (
        <table className={styles.table}>
          <thead className={styles.head}>
            <tr>
              <th scope="col">{texts.hour}</th>
              <th scope="col">{texts.views}</th>
            </tr>
          </thead>
          <tbody>
            {hourlyViews.map(({ hour, views }) => (
              <tr key={hour}>
                <th scope="row">{hour}:00</th>
                <td>
                  <meter
                    className={styles.bar}
                    min={0}
                    max={most.views}
                    value={views}
                    aria-hidden
                  />
                  <span>{views}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
