import type { ReactNode } from 'react';
import type { ListingPageResponse, ReviewFiguresResponse } from '@directory/api/contracts';
import { Link } from '../../../shared/navigation/router.tsx';
import { useStaysPublic } from '../../../shared/listing/listing-parts.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { useSession } from '../../../shared/session/session.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import ui from '../../../shared/ui/ui.module.css';
import tones from '../../../shared/ui/status-tones.module.css';
import { number, businesses } from '../../../texts/count.ts';
import { common } from '../../../texts/admin-texts.ts';
import { rejectionText } from '../../../texts/history-texts.ts';
import admin from '../admin.module.css';
import { AdminFrame, useReviewQueue } from '../frame/admin-frame.tsx';
import { Duration, WaitingAge } from '../listings/time.tsx';
import styles from './dashboard.module.css';
import { ButtonLink, QuietLink } from '../../../shared/ui/controls.tsx';

export function DashboardPage() {
  const queue = useReviewQueue();
  const { data } = queue;
  const username = useSession()?.user.full_name ?? '';
  return (
    <AdminFrame title="Admin Panel" titleIsHeading>
      <div className={`${ui.stack} ${admin.page} ${admin.narrow} ${styles.page}`}>
        <div>
          <h2 className={ui.title}>Welcome, {username}!</h2>
          <p className={ui.soft}>Listings to review, and totals by status.</p>
        </div>
        <LoadState resource={queue} failed={common.failed} />
        {data && (
          <>
            <Counts counts={data.counts} />
            <Queue queue={data} />
            <ReviewFigures />
          </>
        )}
      </div>
    </AdminFrame>
  );
}

function Counts({ counts }: Pick<ListingPageResponse, 'counts'>) {
  const cards = [
    ['pending', 'Waiting for review'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
    ['all', 'All businesses'],
  ] as const;
  return (
    <ul className={`${ui.stack} ${styles.counts}`}>
      {cards.map(([status, label]) => (
        <li key={status}>
          <Link
            className={`${ui.tile} ${styles.card} ${tones[status]}`}
            to={status === 'all' ? '/business-list' : `/business-list?status=${status}`}
          >
            <span className={styles.label}>{label}</span>{' '}
            <span className={ui.number}>{number.format(counts[status])}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const maxQueueEntries = 5;

function Queue({ queue }: { readonly queue: ListingPageResponse }) {
  const staysPublic = useStaysPublic();
  const { listings, total, offline } = queue;
  return (
    <section className={ui.panel}>
      <h2>Review queue</h2>
      <p>
        {total === 0
          ? 'No listings to review.'
          : `${businesses(total)} ${total === 1 ? 'is' : 'are'} waiting for review.`}{' '}
        {offline > 0 && liveText(queue, staysPublic)}
      </p>
      {total > 0 && (
        <ol className={styles.queue}>
          {listings.slice(0, maxQueueEntries).map(({ id, businessName, sentAt, wasPublic }) => (
            <li key={id} className={ui.row}>
              <Link
                className={`${ui.ownLine} ${ui.strong} ${ui.anywhere}`}
                to={`/adminDashboard/review?listing=${id}`}
              >
                {businessName}
              </Link>
              <span className={ui.small}>
                {wasPublic && 'was live · '}
                <WaitingAge since={sentAt} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className={ui.row}>
        {total > 0 && <ButtonLink to="/adminDashboard/review">Start reviewing</ButtonLink>}
        <QuietLink to="/business-list">View Business List</QuietLink>
      </div>
    </section>
  );
}

function liveText({ total, offline }: ListingPageResponse, staysPublic: boolean): string {
  const who = total === 1 ? 'It' : `${offline} of them`;
  const were = `${who} ${offline === 1 ? 'was' : 'were'} live`;
  if (staysPublic) return `${were} before.`;
  return `${were} and ${offline === 1 ? 'stays' : 'stay'} hidden until you decide.`;
}

function ReviewFigures() {
  const figures = useResource<ReviewFiguresResponse>('/api/review-figures');
  const { data } = figures;
  return (
    <section className={ui.panel}>
      <h2>Review activity{data && `, last ${data.days} days`}</h2>
      <LoadState resource={figures} failed="Couldn't load review activity." />
      {data?.medianWaitMinutes === null && <p>No decisions in this period.</p>}
      {data && data.medianWaitMinutes !== null && (
        <>
          <dl className={`${ui.stack} ${styles.figures}`}>
            <Figure label="Median wait" value={<Duration minutes={data.medianWaitMinutes} />} />
            <Figure label="Approved" value={number.format(data.approved)} />
            <Figure label="Rejected" value={number.format(data.rejected)} />
            {data.rejected > 0 && (
              <Figure
                label="Rejected and resubmitted"
                value={`${number.format(data.resubmitted)} of ${number.format(data.rejected)} (${Math.round((100 * data.resubmitted) / data.rejected)}%)`}
              />
            )}
          </dl>
          {data.rejections.length > 0 && <Reasons {...data} />}
        </>
      )}
    </section>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={ui.number}>{value}</dd>
    </div>
  );
}

function Reasons({ rejections, rejected }: ReviewFiguresResponse) {
  return (
    <table className={`${ui.table} ${styles.reasons}`}>
      <caption>Rejection reasons</caption>
      <tbody>
        {rejections.map(({ code, count }) => (
          <tr key={code}>
            <th scope="row">
              {code === null ? 'No reason given' : rejectionText({ code, text: '' })}
            </th>
            <td>
              <div className={styles.track}>
                <div
                  className={styles.bar}
                  style={{ inlineSize: `${(count / rejected) * 100}%` }}
                />
              </div>
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
