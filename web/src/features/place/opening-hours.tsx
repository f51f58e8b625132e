import type { BusinessWithoutStats } from '@directory/api/contracts';
import { hoursLabel, weekTable, type OpeningTimes } from '@directory/domain/catalogue';
import { Fragment } from 'react';
import { Gloss, useWeekMoment } from '../../shared/place/place-parts.tsx';
import { openingTexts as texts, rangeTexts } from '../../texts/opening-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './place.module.css';

/** When a place is open: usually, and on every day of the week if that is known. */
export function OpeningHours({ place }: { readonly place: BusinessWithoutStats }) {
  const { operatingHours, openingTimes } = place;
  if (!operatingHours && !openingTimes) return null;
  return (
    <section className={`${ui.tight} ${styles.hours}`}>
      <h2>{texts.title}</h2>
      {operatingHours && (
        <p lang="ms">
          {hoursLabel(operatingHours)}
          <Gloss terms={[operatingHours]} />
        </p>
      )}
      {openingTimes && <Week times={openingTimes} />}
    </section>
  );
}

function Week({ times }: { readonly times: OpeningTimes }) {
  const today = useWeekMoment()?.weekday;
  return (
    <table className={`${ui.table} ${styles.week}`}>
      <caption className={styles.holidays}>{texts.holidays}</caption>
      <tbody>
        {weekTable(times).map(({ day, ranges }) => (
          <tr key={day} aria-current={day === today ? 'date' : undefined}>
            <th scope="row">{texts.days[day]}</th>
            <td>
              {rangeTexts(ranges).map((text, index) => (
                <Fragment key={text}>
                  {index > 0 && ', '}
                  <span className={styles.range}>{text}</span>
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
