import {
  facilities,
  isMainCategory,
  kampongs,
  mainCategories,
  operatingHours,
  subCategories,
} from '@directory/domain/catalogue';
import { formTexts } from '../../texts/account-texts.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import { type FieldErrors, SelectField, TextAreaField, TextField } from '../forms/form-fields.tsx';
import forms from '../forms/forms.module.css';
import { completeLink, type FormValues, linkFields, type TextFieldName } from './form-values.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './listing-form.module.css';
import { OpeningTimesField } from './opening-times-field.tsx';
import { PhoneField } from './phone-field.tsx';

const { fields } = ownerTexts;
const { optional } = formTexts;

export type PartProps = {
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<FormValues>) => void;
};

export function BasicFields({ values, errors, onChange }: PartProps) {
  const field = (name: TextFieldName) => ({
    name,
    label: fields[name],
    error: errors[name],
    value: values[name],
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextField {...field('businessName')} autoComplete="organization" lang="ms" maxLength={120} />
      <div className={forms.pair}>
        <PhoneField
          {...field('phone')}
          hint={texts.phoneHint}
          placeholder="012-3456789"
          autoComplete="tel"
          onChange={(phone) => onChange({ phone })}
        />
        <TextField {...field('email')} type="email" hint={texts.emailHint} autoComplete="email" />
        <SelectField
          {...field('operatingHours')}
          hint={texts.hoursHint}
          nothing={texts.choose}
          options={operatingHours.map((value) => ({ value, label: value, lang: 'ms' }))}
        />
        <TextField
          {...field('yearStarted')}
          hint={texts.yearHint}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <OpeningTimesField values={values} errors={errors} onChange={onChange} />
    </>
  );
}

/** The sub-category is shown only after a category is chosen. */
export function CategoryFields({ values, errors, onChange }: PartProps) {
  const { businessInfo, subCategory } = values;
  const field = (name: TextFieldName, options: readonly string[]) => ({
    name,
    label: fields[name],
    error: errors[name],
    value: values[name],
    required: true,
    nothing: texts.choose,
    options: options.map((value) => ({ value, label: value, lang: 'ms' })),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  const known = isMainCategory(businessInfo) ? subCategories(businessInfo) : [];
  // Imported listings may have sub-categories that are not on our list.
  const kinds = subCategory && !known.includes(subCategory) ? [...known, subCategory] : known;
  return (
    <div className={forms.pair}>
      <SelectField {...field('businessInfo', mainCategories)} />
      {businessInfo !== '' && <SelectField {...field('subCategory', kinds)} />}
      <SelectField {...field('kampong', kampongs)} />
    </div>
  );
}

export function LinkFields({ values, errors, onChange }: PartProps) {
  return (
    <>
      <p className={ui.small}>{texts.linkHint}</p>
      <div className={forms.pair}>
        {linkFields.map((name) => (
          <TextField
            key={name}
            name={name}
            type="url"
            inputMode="url"
            label={fields[name]}
            optional={optional}
            error={errors[name]}
            placeholder={placeholders[name]}
            autoComplete="off"
            value={values[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            onBlur={(event) => {
              const link = completeLink(event.currentTarget.value, name);
              if (link !== values[name]) onChange({ [name]: link });
            }}
          />
        ))}
        <PhoneField
          name="whatsapp"
          label={fields.whatsapp}
          optional={optional}
          error={errors['whatsapp']}
          placeholder="012-3456789"
          autoComplete="off"
          value={values.whatsapp}
          onChange={(whatsapp) => onChange({ whatsapp })}
        />
      </div>
    </>
  );
}

const placeholders: Readonly<Record<(typeof linkFields)[number], string>> = {
  website: 'https://',
  facebook: 'https://facebook.com/…',
  instagram: 'https://instagram.com/…',
  youtube: 'https://youtu.be/…',
  tiktok: 'https://tiktok.com/@…',
  location: 'https://maps.app.goo.gl/…',
  onlineOrder: 'https://',
};

const maxSynopsisLength = 4000;

export function AboutFields({ values, errors, onChange }: PartProps) {
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
          value={values.synopsis}
          onChange={(event) => onChange({ synopsis: event.currentTarget.value })}
        />
        <p className={`${ui.small} ${styles.count}`}>
          {texts.left(maxSynopsisLength - values.synopsis.length)}
        </p>
      </div>
      <Facilities values={values} onChange={onChange} />
    </>
  );
}

function Facilities({ values, onChange }: Pick<PartProps, 'values' | 'onChange'>) {
  const chosen = values.facilities;
  return (
    <fieldset className={styles.facilities}>
      <legend className={ui.strong}>
        {fields.facilities} <span className={forms.optional}>{optional}</span>
      </legend>
      <p className={ui.small}>{texts.facilitiesHint}</p>
      {facilities.map((facility) => (
        <label key={facility} className={ui.check} lang="ms">
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
