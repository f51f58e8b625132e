import type { BusinessWithoutStats } from '@directory/api/contracts';
import { hoursLabel, weekTable, type OpeningTimes } from '@directory/domain/catalogue';
import { Fragment } from 'react';
import { Gloss, useWeekMoment } from '../../shared/place/place-parts.tsx';
import { openingTexts as texts, rangeTexts } from '../../texts/opening-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './place.module.css';

type OpeningHoursProps = {
  readonly place: BusinessWithoutStats;
  /** At another time than now: its weekday is marked. */
  readonly at?: Date | undefined;
};

/** When a place is open: usually, and on every day of the week if that is known. */
export function OpeningHours({ place, at }: OpeningHoursProps) {
  const { operatingHours, openingTimes } = place;
  if (!operatingHours && !openingTimes) return null;
  return (
    <section className={ui.tight}>
      <h2 className={ui.subtitle}>{texts.title}</h2>
      {operatingHours && (
        <p lang="ms">
          {hoursLabel(operatingHours)}
          <Gloss terms={[operatingHours]} />
        </p>
      )}
      {openingTimes && <Week times={openingTimes} at={at} />}
    </section>
  );
}

type WeekProps = Pick<OpeningHoursProps, 'at'> & { readonly times: OpeningTimes };

function Week({ times, at }: WeekProps) {
  const today = useWeekMoment(true, at)?.weekday;
  return (
    <table className={`${ui.table} ${styles.week}`}>
      <caption className={`${ui.small} ${styles.holidays}`}>{texts.holidays}</caption>
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
