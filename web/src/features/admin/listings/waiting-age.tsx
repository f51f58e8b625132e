import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ageOf, ageText, urgencyOf } from './age.ts';
import styles from './listings.module.css';

type WaitingAgeProps = { readonly since: string; readonly now: number };

/** How long a listing has been waiting; what is late says so in words too. */
export function WaitingAge({ since, now }: WaitingAgeProps) {
  const { ages } = useAdminTexts();
  const urgency = urgencyOf(since, now);
  const level = ages.levels[urgency];
  return (
    <time className={`${styles.age} ${styles[urgency]}`} dateTime={since} title={dateText(since)}>
      {ages.waiting(ageText(ageOf(since, now), ages))}
      {level && <strong> · {level}</strong>}
    </time>
  );
}

export function dateText(time: string): string {
  return dates.format(new Date(time));
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
