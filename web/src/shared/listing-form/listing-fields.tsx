import { maxLength } from '@directory/api/contracts';
import {
  facilities,
  isMainCategory,
  kampongs,
  mainCategories,
  operatingHours,
  subCategories,
} from '@directory/domain/catalogue';
import { type ReactNode, useState } from 'react';
import { formTexts } from '../../texts/account-texts.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { fields } from '../../texts/owner-texts.ts';
import { SelectField, TextAreaField, TextField, useSettled } from '../forms/form-fields.tsx';
import forms from '../forms/forms.module.css';
import { completeLink, linkFields, type PartProps, type TextFieldName } from './form-values.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './listing-form.module.css';
import { OpeningTimesField } from './opening-times-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { PinFields } from './pin-fields.tsx';

const { optional } = formTexts;

function bind({ values, errors, onChange }: PartProps, name: TextFieldName) {
  return {
    name,
    label: fields[name],
    error: errors[name],
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  };
}

type StepFieldsProps = PartProps & {
  /** From 1, as in the wizard. */
  readonly step: number;
  /** The photo, after the fields of the last step. */
  readonly children: ReactNode;
};

/** The fields of one of the four steps of the wizard, which are the sections of the edit form. */
export function StepFields({ step, children, ...part }: StepFieldsProps) {
  if (step === 1) return <BasicFields {...part} />;
  if (step === 2)
    return (
      <>
        <PinFields {...part} />
        <CategoryFields {...part} />
      </>
    );
  if (step === 3) return <LinkFields {...part} />;
  return (
    <>
      <AboutFields {...part} />
      {children}
    </>
  );
}

export function BasicFields(part: PartProps) {
  const { onChange } = part;
  const field = (name: TextFieldName) => ({ ...bind(part, name), required: true });
  return (
    <>
      <TextField
        {...field('businessName')}
        autoComplete="organization"
        lang="ms"
        maxLength={maxLength.businessName}
      />
      <div className={forms.pair}>
        <PhoneField
          {...field('phone')}
          hint="Digits only – the hyphen is added for you."
          placeholder="012-3456789"
          autoComplete="tel"
          onChange={(phone) => onChange({ phone })}
        />
        <TextField
          {...field('email')}
          type="email"
          hint="For us to reach you. Visitors never see it."
          autoComplete="email"
        />
        <SelectField
          {...field('operatingHours')}
          hint="Pagi is morning, Tengahhari midday, Petang afternoon, Malam night."
          nothing={texts.choose}
          options={operatingHours.map((value) => ({ value, label: value, lang: 'ms' }))}
        />
        <TextField
          {...field('yearStarted')}
          hint="For example 1998."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <OpeningTimesField {...part} />
    </>
  );
}

/** The sub-category is shown only after a category is chosen. */
function CategoryFields(part: PartProps) {
  const { businessInfo, subCategory } = part.values;
  const field = (name: TextFieldName, options: readonly string[]) => ({
    ...bind(part, name),
    required: true,
    nothing: texts.choose,
    options: options.map((value) => ({ value, label: value, lang: 'ms' })),
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

export function LinkFields(part: PartProps) {
  const { values, onChange } = part;
  return (
    <>
      <p className={ui.small}>
        All optional. You can leave out https://. For social media, your username is enough, such as
        @yourshop.
      </p>
      <div className={forms.pair}>
        {linkFields.map((name) => (
          <TextField
            key={name}
            {...bind(part, name)}
            type="url"
            inputMode="url"
            optional={optional}
            placeholder={placeholders[name]}
            autoComplete="off"
            onBlur={(event) => {
              const link = completeLink(event.currentTarget.value, name);
              if (link !== values[name]) onChange({ [name]: link });
            }}
          />
        ))}
        <PhoneField
          {...bind(part, 'whatsapp')}
          optional={optional}
          placeholder="012-3456789"
          autoComplete="off"
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

function AboutFields(part: PartProps) {
  const { values, onChange } = part;
  const chosen = values.facilities;
  const left = texts.left(maxLength.synopsis - Array.from(values.synopsis).length);
  const announced = useSettled(left, 1_000);
  /** Not announced with the step, whose heading it would cut off. */
  const [first] = useState(left);
  return (
    <>
      <div className={styles.counted}>
        <TextAreaField
          {...bind(part, 'synopsis')}
          hint="What do you offer, and what are you known for?"
          rows={6}
          required
          lang="ms"
        />
        <p className={`${ui.small} ${styles.count}`} aria-hidden="true">
          {left}
        </p>
        <p role="status" className={ui.hidden}>
          {announced !== first && announced}
        </p>
      </div>
      <fieldset className={styles.facilities}>
        <legend className={ui.strong}>
          {fields.facilities} <span className={forms.optional}>{optional}</span>
        </legend>
        <p className={ui.small}>Select everything available to visitors.</p>
        {facilities.map((facility) => (
          <label key={facility} className={ui.check} lang="ms">
            <input
              type="checkbox"
              checked={chosen.includes(facility)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  facilities: facilities.filter((each) =>
                    each === facility ? checked : chosen.includes(each),
                  ),
                })
              }
            />
            {facility}
          </label>
        ))}
      </fieldset>
    </>
  );
}
