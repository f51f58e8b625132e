import { keysOf } from '@directory/domain/shared/collections';
import { useQuery, useNavigate } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { localTimeIn, useSiteTimeZone, withFullYear } from '../../../shared/listing/site-time.ts';
import ui from '../../../shared/ui/ui.module.css';
import { reportTexts as texts } from '../../../texts/report-texts.ts';
import { count } from '../../../texts/count.ts';
import admin from '../admin.module.css';
import { AdminPage, AskedLoadState } from '../frame/admin-frame.tsx';
import { ReportProgress, ReportResult } from './report-result.tsx';
import {
  reportChoices,
  type ReportProgressResponse,
  type ReportResponse,
} from '@directory/api/contracts';
import { useEffect } from 'react';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';
import {
  type FieldErrors,
  SelectField,
  TextField,
  useChoiceForm,
} from '../../../shared/forms/form-fields.tsx';
import { firstOfEach, focusField } from '../../../shared/forms/request-form.tsx';
import { LineLink, TextButton } from '../../../shared/ui/controls.tsx';

const title = 'Reports';

export function ReportsPage() {
  const choice = parseChoice(useQuery());
  const report = useReport(choice);
  const { data, error } = report;
  const answer = error === undefined ? data : undefined;
  const progress = answer && 'share' in answer ? answer : null;
  const made = answer && !('share' in answer) ? answer : null;
  return (
    <AdminPage
      title={title}
      pageTitle={choice ? `${title}: ${texts.names[choice.report]}` : title}
      lead="Calculated directly from the event log, for any period, so the same report always gives the same numbers."
      width="wide"
    >
      <ReportForm choice={choice} errors={firstOfEach(error)} />
      {!choice && (
        <ul className={ui.panel}>
          {reportNames.map((name) => (
            <li key={name}>
              <LineLink to={`?report=${name}`} onClick={() => focusField('report')}>
                {texts.names[name]}
              </LineLink>
              <p className={ui.soft}>{texts.answers[name]}</p>
            </li>
          ))}
        </ul>
      )}
      {choice && (
        <AskedLoadState
          resource={report}
          failed="Couldn't make the report."
          loading={texts.running}
        />
      )}
      <p role="status" className={ui.hidden}>
        {progress && texts.running}
        {choice &&
          made &&
          `${texts.names[choice.report]}: ${count(made.rows.length, 'row', 'rows')}`}
      </p>
      {progress && <ReportProgress progress={progress} />}
      {choice && made && (
        <ReportResult
          key={reportPath(choice)}
          report={made}
          name={choice.report}
          file={reportPath(choice, '.csv')}
        />
      )}
    </AdminPage>
  );
}

type ReportFormProps = {
  readonly choice: ReportChoice | null;
  readonly errors: FieldErrors;
};

const noChoice = { report: '', by: '', from: '', to: '', asOf: '', demonstration: '' };

/** The choice of a report, and below it what can be chosen for this one. */
function ReportForm({ choice, errors }: ReportFormProps) {
  const navigate = useNavigate();
  const apply = (entered: typeof noChoice) => {
    const asked = parseChoice(new URLSearchParams(entered));
    if (asked) navigate({ search: queryOf(asked) });
  };
  const form = useChoiceForm<keyof ReportChoice>(choice ?? noChoice, apply, errors);
  const { entered, enter, field, handleSubmit } = form;
  const asked = parseChoice(new URLSearchParams(entered));
  const chosen = asked && reportChoices[asked.report];
  const day = { type: 'date', optional: '(optional)' };
  return (
    <form
      className={`${ui.panel} ${admin.filters} ${admin.form}`}
      aria-label="What to show"
      noValidate
      onSubmit={handleSubmit}
    >
      <SelectField
        {...field('report')}
        label="Report"
        nothing="Choose a report"
        options={reportNames.map((value) => ({ value, label: texts.names[value] }))}
      />
      {chosen && (
        <>
          <SelectField
            {...field('by')}
            value={asked.by === chosen.usual ? '' : asked.by}
            label="Grouped by"
            nothing={
              chosen.usual === null
                ? 'No grouping (totals)'
                : `${texts.groupings[chosen.usual]} (default)`
            }
            options={chosen.by
              .filter((value) => value !== chosen.usual)
              .map((value) => ({ value, label: texts.groupings[value] }))}
          />
          {chosen.covers === 'period' ? (
            <>
              <TextField {...field('from')} {...day} label="From" />
              <TextField {...field('to')} {...day} label="To" />
              <UsualPeriods onEnter={enter} />
            </>
          ) : (
            <TextField {...field('asOf')} {...day} label="As of the end of" />
          )}
          <label className={`${ui.check} ${admin.check}`}>
            <input
              type="checkbox"
              checked={asked.demonstration !== ''}
              onChange={({ currentTarget: { checked } }) =>
                enter('demonstration', checked ? 'true' : '')
              }
            />
            Include demo data
          </label>
          <button className={ui.button}>Show report</button>
        </>
      )}
    </form>
  );
}

type UsualPeriodsProps = { readonly onEnter: (day: 'from' | 'to', value: string) => void };

function UsualPeriods({ onEnter }: UsualPeriodsProps) {
  const timeZone = useSiteTimeZone();
  if (timeZone === '') return null;
  const handleClick = (months: 1 | 3 | 12) => {
    const { from, to } = lastMonths(months, localTimeIn(timeZone, Date.now()));
    onEnter('from', from);
    onEnter('to', to);
  };
  return (
    <div className={`${ui.row} ${ui.small}`} role="group" aria-label="Usual periods">
      {([1, 3, 12] as const).map((months) => (
        <TextButton key={months} onClick={() => handleClick(months)}>
          {texts.lastPeriod[months]}
        </TextButton>
      ))}
    </div>
  );
}

/** The last whole month, quarter or year of the calendar before a day such as `2026-11-22`. */
function lastMonths(months: 1 | 3 | 12, today: string) {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const end = month - (month % months);
  const day = (ofMonth: number, date: number) =>
    new Date(Date.UTC(year, ofMonth, date)).toISOString().slice(0, 10);
  return { from: day(end - months, 1), to: day(end, 0) };
}

export const reportNames = keysOf(reportChoices);

type ReportChoice = NonNullable<ReturnType<typeof parseChoice>>;

/**
 * Reads the query of the address, empty texts where nothing was chosen; null before a report was chosen. Choices that the report
 * does not have are left out.
 */
function parseChoice(search: URLSearchParams) {
  const report = reportNames.find((name) => name === search.get('report'));
  if (!report) return null;
  const { covers, by } = reportChoices[report];
  const text = (field: string) => search.get(field) ?? '';
  const day = (field: string) => withFullYear(text(field));
  const ofPeriod = covers === 'period';
  return {
    report,
    by: by.find((grouping) => grouping === text('by')) ?? ('' as const),
    /** Days as `2026-11-22`. */
    from: ofPeriod ? day('from') : '',
    to: ofPeriod ? day('to') : '',
    asOf: ofPeriod ? '' : day('asOf'),
    demonstration: text('demonstration') === 'true' ? 'true' : '',
  };
}

function reportPath({ report, ...asked }: ReportChoice, ending: '' | '.csv' = ''): string {
  return `/api/reports/${report}${ending}${queryOf(asked)}`;
}

const againAfterMs = 1_000;

type Answer = ReportResponse | ReportProgressResponse;

/** The report, asked for again while the answer only says how far it is. Requests nothing before one was chosen. */
function useReport(choice: ReportChoice | null): Resource<Answer> {
  const resource = useResource<Answer>(choice ? reportPath(choice) : '', choice !== null);
  const { data, error, retry } = resource;
  useEffect(() => {
    if (!data || !('share' in data) || error !== undefined) return;
    const timer = window.setTimeout(retry, againAfterMs);
    return () => window.clearTimeout(timer);
  }, [data, error, retry]);
  return resource;
}
