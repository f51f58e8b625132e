import { Link } from 'react-router-dom';
import { useSession } from '../../../shared/session/use-session.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { countByStatus, type StatusCounts } from '../listings/count-by-status.ts';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import { useListings } from '../listings/use-listings.ts';
import { useNow } from '../listings/use-now.ts';
import { WaitingAge } from '../listings/waiting-age.tsx';
import { reviewQueue } from '../review/review-queue.ts';
import styles from './dashboard-page.module.css';
import { ReviewFigures } from './review-figures.tsx';

export function DashboardPage() {
  const { dashboard, common } = useAdminTexts();
  const { data, error, retry } = useListings();
  const username = useSession()?.user.full_name ?? '';
  return (
    <AdminFrame title={dashboard.title} titleIsHeading>
      <div className={styles.page}>
        <div>
          <h2 className={styles.welcome}>{dashboard.welcome(username)}</h2>
          <p className={styles.lead}>{dashboard.lead}</p>
        </div>
        {error !== undefined && <LoadFailure text={common.failed} onRetry={retry} />}
        {data === undefined && error === undefined && <Loading />}
        {data && (
          <>
            <Counts counts={countByStatus(data)} />
            <Queue queue={reviewQueue(data)} />
            <ReviewFigures />
          </>
        )}
      </div>
    </AdminFrame>
  );
}

function Counts({ counts }: { readonly counts: StatusCounts }) {
  const { dashboard } = useAdminTexts();
  const cards = [
    ['pending', dashboard.waiting],
    ['approved', dashboard.approved],
    ['rejected', dashboard.rejected],
    ['all', dashboard.total],
  ] as const;
  return (
    <ul className={styles.counts}>
      {cards.map(([status, label]) => (
        <li key={status}>
          <Link
            className={`${styles.card} ${styles[status]}`}
            to={`/business-list${queryOf(status)}`}
          >
            <span className={styles.label}>{label}</span>{' '}
            <span className={styles.number}>{counts[status]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function queryOf(status: keyof StatusCounts): string {
  return status === 'all' ? '' : `?status=${status}`;
}

const maxShownLength = 5;

function Queue({ queue }: { readonly queue: ReturnType<typeof reviewQueue> }) {
  const { dashboard } = useAdminTexts();
  const now = useNow();
  const hidden = queue.filter(({ wasPublic }) => wasPublic).length;
  return (
    <section className={panel.panel}>
      <h2>{dashboard.queue}</h2>
      <p>
        {dashboard.queueLead(queue.length)} {hidden > 0 && dashboard.hidden(hidden)}
      </p>
      {queue.length > 0 && (
        <ol className={styles.waiting}>
          {queue.slice(0, maxShownLength).map(({ id, businessName, changedAt }) => (
            <li key={id}>
              <Link to={`/adminDashboard/review?listing=${id}`}>{businessName}</Link>
              <WaitingAge since={changedAt} now={now} />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.actions}>
        {queue.length > 0 && (
          <Link className={ui.button} to="/adminDashboard/review">
            {dashboard.startReview}
          </Link>
        )}
        <Link className={ui.quiet} to="/business-list">
          {dashboard.seeList}
        </Link>
      </div>
    </section>
  );
}
