import type { VisitsResponse } from '@directory/api/contracts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import forms from '../../../shared/forms/forms.module.css';
import { useQueryChoice } from '../../../shared/navigation/use-query-choice.ts';
import { analyticsTexts as texts } from '../../../texts/analytics-texts.ts';
import { choiceOf, presets, withChoice, type ChosenPeriod } from './choice.ts';
import styles from './period.module.css';

export type Named = { readonly id: string; readonly businessName: string };

type PeriodSwitchProps = {
  readonly businesses: readonly Named[];
  readonly search: URLSearchParams;
  /** The days from which others can be chosen; undefined until they are known. */
  readonly shown: VisitsResponse | undefined;
};

export function PeriodSwitch({ businesses, search, shown }: PeriodSwitchProps) {
  const { period, business } = choiceOf(search);
  const chosen = 'days' in period ? period.days : null;
  const link = (text: string, to: ChosenPeriod, isCurrent: boolean) => (
    <li key={text}>
      <Link
        className={styles.choice}
        to={{ search: withChoice(search, { period: to, business }) }}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {text}
      </Link>
    </li>
  );
  return (
    <div className={styles.controls}>
      <nav aria-label={texts.choosePeriod}>
        <ul className={styles.choices}>
          {presets.map((days) => link(texts.lastDays(days), { days }, chosen === days))}
          {(shown ?? chosen === null) &&
            link(texts.custom, daysFrom(period, shown), chosen === null)}
        </ul>
      </nav>
      {businesses.length > 1 && <BusinessChoice businesses={businesses} />}
    </div>
  );
}

function daysFrom(period: ChosenPeriod, shown: VisitsResponse | undefined): ChosenPeriod {
  return 'days' in period && shown ? { from: shown.from, to: shown.to } : period;
}

type BusinessChoiceProps = Pick<PeriodSwitchProps, 'businesses'>;

function BusinessChoice({ businesses }: BusinessChoiceProps) {
  const [query, choose] = useQueryChoice();
  const id = useId();
  const { period, business } = choiceOf(query);
  return (
    <div className={styles.business}>
      <label htmlFor={id}>{texts.chooseBusiness}</label>
      <span className={forms.selectFrame}>
        <select
          id={id}
          className={forms.select}
          value={business ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = { period, business: currentTarget.value || null };
            choose(withChoice(query, chosen));
          }}
        >
          <option value="">{texts.allBusinesses}</option>
          {businesses.map(({ id: value, businessName }) => (
            <option key={value} value={value} lang="ms">
              {businessName}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
