import type { ReactNode } from 'react';
import ui from '../ui/ui.module.css';
import { sharedTexts } from '../../texts/shared-texts.ts';
import styles from './listing-parts.module.css';

type StatusBadgeProps = {
  readonly status: keyof typeof sharedTexts.statuses;
  /** For tables: smaller, capitalised and without a mark. */
  readonly compact?: boolean;
};

/** The specification shows owners the status in lower case. The mark distinguishes it without colours. */
export function StatusBadge({ status, compact = false }: StatusBadgeProps) {
  return (
    <span className={`${compact ? styles.compact : styles.badge} ${styles[status]}`}>
      {compact ? sharedTexts.statuses[status] : status}
    </span>
  );
}

type FieldRowProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** Shown if there is no value. */
  readonly nothing: string;
};

/** A label and a value in a description list. */
export function FieldRow({ label, children, nothing }: FieldRowProps) {
  return (
    <div className={`${ui.stack} ${styles.row}`}>
      <dt className={ui.small}>{label}</dt>
      <dd className={children ? undefined : styles.empty}>{children || nothing}</dd>
    </div>
  );
}
