import { Link } from 'react-router-dom';
import ui from '../../../shared/ui/ui.module.css';
import { ownerTexts } from '../../../texts/owner-texts.ts';
import styles from './dashboard.module.css';

const { dashboard } = ownerTexts;

type InlineStatusProps = { readonly error: unknown; readonly onRetry: () => void };

/** Loading, or failed with Retry. */
export function InlineStatus({ error, onRetry }: InlineStatusProps) {
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

/** For owners without a business: a text and a link to add one. */
export function EmptyState({ text }: { readonly text: string }) {
  return (
    <>
      <p>{text}</p>
      <div>
        <Link className={ui.button} to="/form">
          {dashboard.addNew}
        </Link>
      </div>
    </>
  );
}
