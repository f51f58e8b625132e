import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { fieldId, type FieldErrors } from '../../../shared/forms/field-frame.tsx';
import { formText } from '../../../shared/forms/form-text.ts';
import { TextField } from '../../../shared/forms/text-field.tsx';
import { analyticsTexts as texts } from '../../../texts/analytics-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { checkDays, type Days } from './check-days.ts';
import { choiceOf, withChoice } from './choice.ts';
import styles from './period.module.css';

type CustomPeriodProps = {
  readonly period: Days;
  /** Of the site, as `2026-11-21`; undefined until it is known. */
  readonly today: string | undefined;
  /** What the API had against the days, by field. */
  readonly refused: Readonly<Record<string, readonly string[]>> | undefined;
  readonly search: URLSearchParams;
};

/** The days from one to another, which count once they are sent: while typing, a date is half another one. */
export function CustomPeriod({ period, today, refused = {}, search }: CustomPeriodProps) {
  const navigate = useNavigate();
  const [errors, setErrors] = useState<FieldErrors>({});
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const days = { from: formText(data, 'from'), to: formText(data, 'to') };
    const found = checkDays(days, today, texts.wrongDays);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(fieldId(first))?.focus();
    else
      void navigate({
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
      error={errors[name] ?? refused[name]?.[0]}
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
