import type { ComponentProps } from 'react';
import { controlProps, FieldFrame, type FieldProps } from './field-frame.tsx';
import styles from './forms.module.css';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'name' | 'children'> & {
    /** What stands there before anything is chosen. */
    readonly nothing: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    /** Malay for names of the village, undefined for English. */
    readonly optionLang?: string;
  };

export function SelectField({ name, label, hint, error, optional, ...rest }: SelectFieldProps) {
  const { nothing, options, optionLang, ...select } = rest;
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <span className={styles.selectFrame}>
        <select className={styles.select} {...select} {...controlProps(field)}>
          <option value="">{nothing}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={optionLang}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </FieldFrame>
  );
}
