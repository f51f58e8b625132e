import { Link } from 'react-router-dom';
import { RejectionNote } from '../../shared/listing/rejection-note.tsx';
import { ownerTexts } from '../../texts/owner-texts.ts';
import styles from './dashboard-page.module.css';
import { useOwnBusinesses } from './use-own.ts';

const { dashboard } = ownerTexts;

/** Right on the overview, so that nobody has to look for why. */
export function RejectedList({ userId }: { readonly userId: string }) {
  const { data = [] } = useOwnBusinesses(userId);
  const rejected = data.filter(({ status }) => status === 'rejected');
  if (rejected.length === 0) return null;
  return (
    <div className={styles.attention}>
      <h2>{dashboard.rejectedTitle}</h2>
      <ul className={styles.reasons}>
        {rejected.map(({ id, businessName, rejectionReason }) => (
          <li key={id}>
            <p>
              <strong lang="ms">{businessName}</strong> {dashboard.rejectedWas}.{' '}
              <RejectionNote reason={rejectionReason} />
            </p>
            <Link to={`/my-businesses/${id}`} aria-label={`${dashboard.fix}: ${businessName}`}>
              {dashboard.fix}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
