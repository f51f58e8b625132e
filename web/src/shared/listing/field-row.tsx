import type { ReactNode } from 'react';
import styles from './field-row.module.css';

type FieldRowProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Stands where there is nothing to show. */
  readonly nothing: string;
};

/** A field of a listing and what it says, in a description list. */
export function FieldRow({ label, children, nothing }: FieldRowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={children ? undefined : styles.empty}>{children || nothing}</dd>
    </div>
  );
}
