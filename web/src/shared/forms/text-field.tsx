import type { ComponentProps } from 'react';
import { controlProps, FieldFrame, type FieldProps } from './field-frame.tsx';
import styles from './forms.module.css';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'name'>;

export function TextField({ name, label, hint, error, optional, ...input }: TextFieldProps) {
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <input className={styles.input} {...input} {...controlProps(field)} />
    </FieldFrame>
  );
}
