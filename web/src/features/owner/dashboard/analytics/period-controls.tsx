import type { VisitsResponse } from '@directory/api/contracts';
import { useState } from 'react';
import {
  type FieldErrors,
  fieldId,
  SelectField,
  TextField,
  useChoiceForm,
} from '../../../../shared/forms/form-fields.tsx';
import {
  Link,
  useNavigate,
  useQuery,
  useQueryChoice,
} from '../../../../shared/navigation/router.tsx';
import { queryOf } from '../../../../shared/navigation/query.ts';
import { withFullYear } from '../../../../shared/listing/site-time.ts';
import { type Resource, useResource } from '../../../../shared/resource/use-resource.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from './analytics.module.css';

export type Named = { readonly id: string; readonly businessName: string };

type PeriodSwitchProps = {
  readonly businesses: readonly Named[];
  /** The visits on the page, whose days prefill a custom range; undefined while loading. */
  readonly shown: VisitsResponse | undefined;
};

export function PeriodSwitch({ businesses, shown }: PeriodSwitchProps) {
  const [search, choose] = useQueryChoice();
  const { period, business } = choiceOf(search, businesses);
  const chosen = 'days' in period ? period.days : null;
  const custom = chosen !== null && shown ? { from: shown.from, to: shown.to } : period;
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
      <nav aria-label="Period">
        <ul className={`${ui.row} ${ui.tight}`}>
          {presets.map((days) => link(`${days} days`, { days }, chosen === days))}
          {(shown ?? chosen === null) && link('Custom', custom, chosen === null)}
        </ul>
      </nav>
      {businesses.length > 1 && (
        <div className={styles.business}>
          <SelectField
            name="business"
            label="Business"
            nothing="All businesses"
            options={businesses.map((each) => ({
              value: each.id,
              label: each.businessName,
              lang: 'ms',
            }))}
            value={business ?? ''}
            onChange={({ currentTarget: { value } }) =>
              choose(withChoice(search, { period, business: value || null }))
            }
          />
        </div>
      )}
    </div>
  );
}

type CustomPeriodProps = {
  readonly period: Days;
  readonly business: string | null;
  /** In the site's time zone, as `2026-11-21`; undefined while loading. */
  readonly today: string | undefined;
  /** Of the server. */
  readonly refused: FieldErrors;
};

export function CustomPeriod({ period, business, today, refused }: CustomPeriodProps) {
  const navigate = useNavigate();
  const search = useQuery();
  const [errors, setErrors] = useState<FieldErrors>({});
  // Another period, as after Back, starts the form again.
  const start = JSON.stringify(period);
  const [last, setLast] = useState(start);
  if (last !== start) {
    setLast(start);
    setErrors({});
  }
  const apply = ({ from, to }: Days) => {
    const entered = { from: withFullYear(from), to: withFullYear(to) };
    const found = checkDays(entered, today);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(fieldId(first))?.focus();
    else navigate({ search: withChoice(search, { period: entered, business }) });
  };
  const { field, handleSubmit } = useChoiceForm(period, apply, { ...refused, ...errors });
  return (
    <form className={`${ui.stack} ${styles.custom}`} noValidate onSubmit={handleSubmit}>
      <TextField {...field('from')} label="From" type="date" max={today} />
      <TextField {...field('to')} label="To" type="date" max={today} />
      <button className={ui.quiet}>Apply</button>
    </form>
  );
}

/** The period and the business in the URL; `business` is null for all businesses, and when the one in the URL is gone. */
export type Choice = { readonly period: ChosenPeriod; readonly business: string | null };
type ChosenPeriod = { readonly days: number } | Days;

const presets = [7, 28, 90] as const;
const usualDays = 28;

export function choiceOf(search: URLSearchParams, businesses: readonly Named[]): Choice {
  const [from, to] = [search.get('from'), search.get('to')];
  const days = presets.find((preset) => String(preset) === search.get('days')) ?? usualDays;
  const business = businesses.find(({ id }) => id === search.get('business'))?.id ?? null;
  return { period: from && to ? { from, to } : { days }, business };
}

/** The query of the address with another choice. */
export function withChoice(search: URLSearchParams, { period, business }: Choice): string {
  const isUsual = 'days' in period && period.days === usualDays;
  const none = { days: null, from: null, to: null };
  return queryOf({ ...none, ...(!isUsual && period), business }, search);
}

export function visitsPath(userId: string, choice: Choice, ending: '' | '.csv' = ''): string {
  const query = queryOf({ ...choice.period, business: choice.business });
  return `/api/businesses/userbusinesses/${encodeURIComponent(userId)}/visits${ending}${query}`;
}

/** The first and the last day, as `2026-11-21`; empty if not entered. */
export type Days = { readonly from: string; readonly to: string };

const maxDays = 366;

/** Errors of a date range by field. */
export function checkDays({ from, to }: Days, today: string | undefined): FieldErrors {
  const wrong = (day: string) => {
    if (!day) return 'Enter a date.';
    return today !== undefined && day > today && 'Choose today or an earlier date.';
  };
  const [wrongFrom, wrongTo] = [wrong(from), wrong(to)];
  if (wrongFrom || wrongTo)
    return { ...(wrongFrom && { from: wrongFrom }), ...(wrongTo && { to: wrongTo }) };
  if (from > to) return { to: 'The end date must not be before the start date.' };
  const isLong = Date.parse(to) - Date.parse(from) >= maxDays * 86_400_000;
  return isLong ? { from: `Choose a period of at most ${maxDays} days.` } : {};
}

/** Returns the previous data while the next loads, to avoid layout shift. */
export function useVisits(path: string): Resource<VisitsResponse> & { readonly isOld: boolean } {
  const visits = useResource<VisitsResponse>(path);
  const { data, error } = visits;
  const [latest, setLatest] = useState(data);
  if (data && data !== latest) setLatest(data);
  const isOld = !data && error === undefined && latest !== undefined;
  return { ...visits, data: isOld ? latest : data, isOld };
}
