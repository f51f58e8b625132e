import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useQuery } from '../../../shared/navigation/use-query.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { reportTexts as texts } from '../../../texts/report-texts.ts';
import admin from '../admin.module.css';
import { AdminPage } from '../frame/admin-frame.tsx';
import {
  isProgress,
  parseChoice,
  reportPath,
  useReport,
  type ReportChoice,
  queryOf,
  reportNames,
} from './report-choice.ts';
import { ReportProgress, ReportResult } from './report-result.tsx';
import styles from './reports.module.css';
import { reportChoices } from '@directory/api/contracts';
import { useState, type SubmitEvent } from 'react';
import { useNavigate } from '../../../shared/navigation/router.tsx';
import { SelectField, TextField } from '../../../shared/forms/form-fields.tsx';
import { submittedQuery } from '../../../shared/forms/form-text.ts';

export function ReportsPage() {
  const choice = parseChoice(useQuery());
  return (
    <AdminPage title={texts.title} lead={texts.lead} width="wide">
      {choice ? (
        <ChosenReport key={reportPath(choice)} choice={choice} />
      ) : (
        <ReportForm choice={null} rejected={undefined} />
      )}
    </AdminPage>
  );
}

function ChosenReport({ choice }: { readonly choice: ReportChoice }) {
  const report = useReport(choice);
  const { data, error } = report;
  const refusal = error instanceof RequestFailed && error.status === 400 ? error : null;
  return (
    <>
      <ReportForm choice={choice} rejected={refusal?.errors} />
      {refusal ? (
        <p role="alert" className={ui.alert}>
          {refusal.message}
        </p>
      ) : (
        <LoadState resource={report} failed={texts.failed} loading={texts.running} />
      )}
      {data && error === undefined && isProgress(data) && <ReportProgress progress={data} />}
      {data && error === undefined && !isProgress(data) && (
        <ReportResult report={data} choice={choice} />
      )}
    </>
  );
}

type ReportFormProps = {
  readonly choice: ReportChoice | null;
  /** Errors from the API by field. */
  readonly rejected: Readonly<Record<string, readonly string[]>> | undefined;
};

const names = ['report', 'by', 'from', 'to', 'asOf', 'demonstration'] as const;

/** What can be chosen depends on the report. */
function ReportForm({ choice, rejected = {} }: ReportFormProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(choice?.name);
  const chosen = name && reportChoices[name];
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const entered = parseChoice(submittedQuery(event, names));
    if (!entered) return;
    const query = queryOf(entered);
    navigate({ search: `?report=${entered.name}${query && `&${query}`}` });
  };
  const dayField = (field: 'from' | 'to' | 'asOf') => (
    <TextField
      key={field}
      name={field}
      label={texts[field]}
      optional={texts.optional}
      type="date"
      defaultValue={choice?.[field] ?? ''}
      error={rejected[field]?.[0]}
    />
  );
  return (
    <form
      className={`${ui.panel} ${admin.filters} ${styles.form}`}
      aria-label={texts.form}
      noValidate
      onSubmit={handleSubmit}
    >
      <SelectField
        name="report"
        label={texts.report}
        nothing={texts.choose}
        options={reportNames.map((value) => ({ value, label: texts.names[value] }))}
        value={name ?? ''}
        onChange={({ currentTarget }) =>
          setName(reportNames.find((each) => each === currentTarget.value))
        }
      />
      {chosen && (
        <>
          <SelectField
            key={name}
            name="by"
            label={texts.by}
            nothing={
              chosen.usual === null ? texts.noGrouping : texts.usual(texts.groupings[chosen.usual])
            }
            options={chosen.by.map((value) => ({ value, label: texts.groupings[value] }))}
            defaultValue={choice?.name === name ? choice.by : ''}
            error={rejected['by']?.[0]}
          />
          {chosen.covers === 'period' ? [dayField('from'), dayField('to')] : dayField('asOf')}
          <label className={`${ui.check} ${styles.check}`}>
            <input
              type="checkbox"
              name="demonstration"
              value="true"
              defaultChecked={choice?.demonstration}
            />
            {texts.demonstration}
          </label>
          <button className={ui.button}>{texts.show}</button>
        </>
      )}
    </form>
  );
}
