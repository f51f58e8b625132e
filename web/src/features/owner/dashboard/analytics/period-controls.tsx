import type { VisitsResponse } from '@directory/api/contracts';
import { type SubmitEvent, useId, useState } from 'react';
import { Link, useNavigate, useQueryChoice } from '../../../../shared/navigation/router.tsx';
import { type FieldErrors, fieldId, TextField } from '../../../../shared/forms/form-fields.tsx';
import { formText } from '../../../../shared/forms/form-text.ts';
import forms from '../../../../shared/forms/forms.module.css';
import ui from '../../../../shared/ui/ui.module.css';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import styles from './analytics.module.css';
import {
  checkDays,
  choiceOf,
  type ChosenPeriod,
  type Days,
  presets,
  withChoice,
} from './period-state.ts';

export type Named = { readonly id: string; readonly businessName: string };

type PeriodSwitchProps = {
  readonly businesses: readonly Named[];
  readonly search: URLSearchParams;
  /** The visits on the page, whose days prefill a custom range; undefined while loading. */
  readonly shown: VisitsResponse | undefined;
};

export function PeriodSwitch({ businesses, search, shown }: PeriodSwitchProps) {
  const { period, business } = choiceOf(search);
  const chosen = 'days' in period ? period.days : null;
  const link = (text: string, to: ChosenPeriod, isCurrent: boolean) => (
    <li key={text}>
      <Link
        className={ui.pill}
        to={{ search: withChoice(search, { period: to, business }) }}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {text}
      </Link>
    </li>
  );
  return (
    <div className={`${ui.row} ${ui.spread} ${styles.controls}`}>
      <nav aria-label={texts.choosePeriod}>
        <ul className={`${ui.row} ${styles.choices}`}>
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
      <span className={ui.selectFrame}>
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

type CustomPeriodProps = {
  readonly period: Days;
  /** In the site's time zone, as `2026-11-21`; undefined while loading. */
  readonly today: string | undefined;
  /** Errors from the API by field. */
  readonly rejected: Readonly<Record<string, readonly string[]>> | undefined;
  readonly search: URLSearchParams;
};

/** A date range, applied on submit because a date is incomplete while typing. */
export function CustomPeriod({ period, today, rejected = {}, search }: CustomPeriodProps) {
  const navigate = useNavigate();
  const [errors, setErrors] = useState<FieldErrors>({});
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const days = { from: formText(data, 'from'), to: formText(data, 'to') };
    const found = checkDays(days, today);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(fieldId(first))?.focus();
    else
      navigate({
        search: withChoice(search, { period: days, business: choiceOf(search).business }),
      });
  };
  const field = (name: keyof Days) => (
    <TextField
      name={name}
      label={texts[name]}
      type="date"
      max={today}
      defaultValue={period[name]}
      error={errors[name] ?? rejected[name]?.[0]}
    />
  );
  return (
    <form className={styles.custom} noValidate onSubmit={handleSubmit}>
      {field('from')}
      {field('to')}
      <button className={ui.quiet}>{texts.show}</button>
    </form>
  );
}
