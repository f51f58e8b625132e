import type { ComponentProps } from 'react';
import { controlProps, FieldFrame, type FieldProps } from './field-frame.tsx';
import styles from './forms.module.css';

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'name'>;

export function TextAreaField({ name, label, hint, error, optional, ...area }: TextAreaFieldProps) {
  const field = { name, label, hint, error, optional };
  return (
    <FieldFrame {...field}>
      <textarea className={styles.input} {...area} {...controlProps(field)} />
    </FieldFrame>
  );
}
