import type { ReactNode } from 'react';
import styles from './field-row.module.css';

type FieldRowProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Shown if there is no value. */
  readonly nothing: string;
};

/** A label and a value in a description list. */
export function FieldRow({ label, children, nothing }: FieldRowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={children ? undefined : styles.empty}>{children || nothing}</dd>
    </div>
  );
}
