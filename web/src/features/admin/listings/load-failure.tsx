import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './listings.module.css';

type LoadFailureProps = { readonly text: string; readonly onRetry: () => void };

/** Quiet: what was loaded before stays where it is. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  const { common } = useAdminTexts();
  return (
    <div role="status" className={styles.failure}>
      <p>{text}</p>
      <button type="button" className={ui.quiet} onClick={onRetry}>
        {common.retry}
      </button>
    </div>
  );
}

export function Loading() {
  const { common } = useAdminTexts();
  return (
    <p role="status" className={styles.loading}>
      {common.loading}
    </p>
  );
}
