import type { VisitsResponse } from '@directory/api/contracts';
import { analyticsTexts as texts } from '../../../texts/analytics-texts.ts';
import { number } from '../../../shared/texts/count.ts';
import { changeText, rateText } from './figures.ts';
import styles from './period.module.css';

/** The totals, each with what it means and how it stands to the period before. */
export function PeriodFigures({ visits }: { readonly visits: VisitsResponse }) {
  const { totals, previous } = visits;
  const { actions, visitors } = totals;
  const rate = rateText(actions, visitors);
  const about = {
    views: texts.aboutViews,
    visitors: texts.aboutVisitors,
    actions: visitors > 0 ? texts.aboutActions(rate) : texts.aboutNoActions,
  };
  return (
    <ul className={styles.figures}>
      {(['views', 'visitors', 'actions'] as const).map((figure) => (
        <li key={figure} className={styles.figure}>
          <h3>{texts[figure]}</h3>
          <p className={styles.number}>{number.format(totals[figure])}</p>
          <p className={styles.change}>
            {changeText(totals[figure], previous?.totals[figure], texts)}
          </p>
          <p className={styles.about}>{about[figure]}</p>
        </li>
      ))}
    </ul>
  );
}
