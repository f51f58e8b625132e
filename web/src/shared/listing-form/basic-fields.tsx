import { operatingHours } from '@directory/domain/catalogue';
import { SelectField } from '../forms/select-field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import type { TextFieldName } from './form-values.ts';
import styles from './listing-form.module.css';
import type { PartProps } from './part-props.ts';
import { PhoneField } from './phone-field.tsx';

const { fields } = ownerTexts;

type BasicFieldsProps = PartProps & { readonly currentYear: number };

export function BasicFields({ answers, errors, onChange, currentYear }: BasicFieldsProps) {
  const field = (name: TextFieldName) => ({
    name,
    label: fields[name],
    error: errors[name],
    value: answers[name],
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onChange({ [name]: currentTarget.value });
    },
  });
  return (
    <>
      <TextField {...field('businessName')} autoComplete="organization" lang="ms" maxLength={120} />
      <div className={styles.pair}>
        <PhoneField
          {...field('phone')}
          hint={texts.phoneHint}
          placeholder="012-3456789"
          autoComplete="tel"
          onChange={(phone) => {
            onChange({ phone });
          }}
        />
        <TextField {...field('email')} type="email" hint={texts.emailHint} autoComplete="email" />
        <SelectField
          {...field('operatingHours')}
          nothing={texts.choose}
          options={operatingHours.map((value) => ({ value, label: value }))}
          optionLang="ms"
        />
        <TextField
          {...field('yearStarted')}
          hint={texts.yearHint(currentYear)}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </>
  );
}
