import type { ReactNode } from 'react';
import styles from './forms.module.css';

/** Fields are found by name: one form a page. */
export const fieldId = (name: string) => `field-${name}`;

/** By what goes wrong, in the order of the page: the name of a field and what to do about it. */
export type FieldErrors = Readonly<Record<string, string>>;

export type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Beside the label of a field that may stay empty. */
  readonly optional?: string | undefined;
};

/** What a control needs so that its label, hint and error are read with it. */
export function controlProps({ name, hint, error }: FieldProps) {
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    name,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

/** A control between its label and hint above and its error. */
export function FieldFrame({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  const { name, label, hint, error, optional } = field;
  const id = fieldId(name);
  return (
    <div className={error ? styles.fieldWrong : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      {children}
    </div>
  );
}

export function FieldHint({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={`${id}-hint`} className={styles.hint}>
      {children}
    </p>
  );
}

export function FieldError({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}) {
  if (!children) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      {children}
    </p>
  );
}
