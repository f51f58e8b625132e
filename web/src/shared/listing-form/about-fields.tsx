import { facilities } from '@directory/domain/catalogue';
import { TextAreaField } from '../forms/text-area-field.tsx';
import { formTexts } from '../../texts/form-texts.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import styles from './listing-form.module.css';
import type { PartProps } from './part-props.ts';

const { fields } = ownerTexts;
const { optional } = formTexts;

const maxSynopsisLength = 4000;

export function AboutFields({ answers, errors, onChange }: PartProps) {
  return (
    <>
      <div className={styles.counted}>
        <TextAreaField
          name="synopsis"
          label={fields.synopsis}
          hint={texts.synopsisHint}
          error={errors['synopsis']}
          rows={6}
          required
          lang="ms"
          value={answers.synopsis}
          onChange={(event) => {
            onChange({ synopsis: event.currentTarget.value });
          }}
        />
        <p className={styles.count}>{texts.left(maxSynopsisLength - answers.synopsis.length)}</p>
      </div>
      <Facilities answers={answers} onChange={onChange} />
    </>
  );
}

function Facilities({ answers, onChange }: Pick<PartProps, 'answers' | 'onChange'>) {
  const chosen = answers.facilities;
  return (
    <fieldset className={styles.facilities}>
      <legend>
        {fields.facilities} <span className={styles.optional}>{optional}</span>
      </legend>
      <p className={styles.how}>{texts.facilitiesHint}</p>
      {facilities.map((facility) => (
        <label key={facility} lang="ms">
          <input
            type="checkbox"
            checked={chosen.includes(facility)}
            onChange={(event) => {
              const isChecked = event.currentTarget.checked;
              onChange({
                facilities: facilities.filter((each) =>
                  each === facility ? isChecked : chosen.includes(each),
                ),
              });
            }}
          />
          {facility}
        </label>
      ))}
    </fieldset>
  );
}
