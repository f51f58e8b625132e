import {
  isMainCategory,
  kampongs,
  mainCategories,
  subCategories,
} from '@directory/domain/catalogue';
import { SelectField } from '../forms/select-field.tsx';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import type { TextFieldName } from './form-values.ts';
import styles from './listing-form.module.css';
import type { PartProps } from './part-props.ts';

const { fields } = ownerTexts;

/** The sub-category is asked only once its category is known. */
export function CategoryFields({ answers, errors, onChange }: PartProps) {
  const { businessInfo, subCategory } = answers;
  const field = (name: TextFieldName, options: readonly string[]) => ({
    name,
    label: fields[name],
    error: errors[name],
    value: answers[name],
    required: true,
    nothing: texts.choose,
    options: options.map((value) => ({ value, label: value })),
    optionLang: 'ms',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onChange({ [name]: currentTarget.value });
    },
  });
  const known = isMainCategory(businessInfo) ? subCategories(businessInfo) : [];
  // Imported listings may have kinds that are not on our list.
  const kinds = subCategory && !known.includes(subCategory) ? [...known, subCategory] : known;
  return (
    <div className={styles.pair}>
      <SelectField {...field('businessInfo', mainCategories)} />
      {businessInfo !== '' && <SelectField {...field('subCategory', kinds)} />}
      <SelectField {...field('kampong', kampongs)} />
    </div>
  );
}
