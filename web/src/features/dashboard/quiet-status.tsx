import { ownerTexts } from '../../texts/owner-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './dashboard-page.module.css';

const { dashboard } = ownerTexts;

type QuietStatusProps = { readonly error: unknown; readonly onRetry: () => void };

/** While something is awaited, and when it could not be had: said politely, with a way to try again. */
export function InlineStatus({ error, onRetry }: QuietStatusProps) {
  const hasFailed = error !== undefined;
  return (
    <div className={styles.quiet}>
      <p role="status">{hasFailed ? dashboard.failed : dashboard.loading}</p>
      {hasFailed && (
        <button type="button" className={ui.quiet} onClick={onRetry}>
          {dashboard.retry}
        </button>
      )}
    </div>
  );
}
