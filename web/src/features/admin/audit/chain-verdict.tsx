import type { HistoryResponse } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './history-page.module.css';

type ChainVerdictProps = {
  readonly chain: NonNullable<HistoryResponse['chain']>;
  readonly events: number;
};

/** Whether the record was changed afterwards: it cannot be prevented, but it shows. */
export function ChainVerdict({ chain: { intact, firstBreak }, events }: ChainVerdictProps) {
  const { audit } = useAdminTexts();
  if (!intact) return <p className={styles.broken}>{audit.broken(firstBreak ?? 0)}</p>;
  return <p className={styles.intact}>{events === 1 ? audit.intactOne : audit.intact(events)}</p>;
}
