import { Link } from 'react-router-dom';
import ui from '../../../shared/ui/ui.module.css';
import { ownerTexts } from '../../../texts/owner-texts.ts';
import styles from './dashboard.module.css';

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

/** For who has no business yet: what is missing, and the way to add the first. */
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
