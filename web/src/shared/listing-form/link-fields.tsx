import { TextField } from '../forms/text-field.tsx';
import { formTexts } from '../../texts/form-texts.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import { completeLink, linkFields } from './form-values.ts';
import styles from './listing-form.module.css';
import type { PartProps } from './part-props.ts';
import { PhoneField } from './phone-field.tsx';

const { optional } = formTexts;
const { fields } = ownerTexts;

export function LinkFields({ answers, errors, onChange }: PartProps) {
  return (
    <>
      <p className={styles.how}>{texts.linkHint}</p>
      <div className={styles.pair}>
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
            value={answers[name]}
            onChange={(event) => {
              onChange({ [name]: event.currentTarget.value });
            }}
            onBlur={(event) => {
              const link = completeLink(event.currentTarget.value);
              if (link !== answers[name]) onChange({ [name]: link });
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
          value={answers.whatsapp}
          onChange={(whatsapp) => {
            onChange({ whatsapp });
          }}
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
