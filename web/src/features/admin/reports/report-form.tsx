import { reportChoices } from '@directory/api/contracts';
import { useState, type SubmitEvent } from 'react';
import { useNavigate } from '../../../shared/navigation/router.tsx';
import { SelectField, TextField } from '../../../shared/forms/form-fields.tsx';
import { formText } from '../../../shared/forms/form-text.ts';
import ui from '../../../shared/ui/ui.module.css';
import { reportTexts as texts } from '../../../texts/report-texts.ts';
import { parseChoice, queryOf, reportNames, type ReportChoice } from './report-choice.ts';
import styles from './reports.module.css';

type ReportFormProps = {
  readonly choice: ReportChoice | null;
  /** Errors from the API by field. */
  readonly rejected: Readonly<Record<string, readonly string[]>> | undefined;
};

const names = ['report', 'by', 'from', 'to', 'asOf', 'demonstration'] as const;

/** What can be chosen depends on the report. */
export function ReportForm({ choice, rejected = {} }: ReportFormProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(choice?.name);
  const chosen = name && reportChoices[name];
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const entered = parseChoice(
      new URLSearchParams(names.map((each) => [each, formText(data, each)])),
    );
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
      className={`${ui.panel} ${styles.form}`}
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
          <label className={styles.check}>
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
