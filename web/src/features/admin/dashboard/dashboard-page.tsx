import type { ListingPageResponse, ReviewFiguresResponse } from '@directory/api/contracts';
import { Link } from '../../../shared/navigation/router.tsx';
import { useStaysPublic } from '../../../shared/listing/listing-parts.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { useSession } from '../../../shared/session/session.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import ui from '../../../shared/ui/ui.module.css';
import tones from '../../../shared/ui/status-tones.module.css';
import { number } from '../../../texts/count.ts';
import { common, dashboard } from '../../../texts/admin-texts.ts';
import { rejectionText } from '../../../texts/history-texts.ts';
import { figures as texts } from '../../../texts/admin-review-texts.ts';
import admin from '../admin.module.css';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { useReviewQueue } from '../listings/listings.ts';
import { ageText, useNow, WaitingAge } from '../listings/time.tsx';
import styles from './dashboard.module.css';

export function DashboardPage() {
  const queue = useReviewQueue();
  const { data } = queue;
  const username = useSession()?.user.full_name ?? '';
  return (
    <AdminFrame title={dashboard.title} titleIsHeading>
      <div className={`${ui.stack} ${admin.page} ${admin.narrow} ${styles.page}`}>
        <div>
          <h2 className={ui.title}>{dashboard.welcome(username)}</h2>
          <p className={ui.soft}>{dashboard.lead}</p>
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
    ['pending', dashboard.waiting],
    ['approved', dashboard.approved],
    ['rejected', dashboard.rejected],
    ['all', dashboard.total],
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
  const now = useNow();
  const staysPublic = useStaysPublic();
  const { listings, total, offline } = queue;
  const liveBefore = staysPublic ? dashboard.wereLive : dashboard.hidden;
  return (
    <section className={ui.panel}>
      <h2>{dashboard.queue}</h2>
      <p>
        {dashboard.queueLead(total)} {offline > 0 && liveBefore(offline)}
      </p>
      {total > 0 && (
        <ol className={styles.queue}>
          {listings.slice(0, maxQueueEntries).map(({ id, businessName, sentAt }) => (
            <li key={id} className={ui.row}>
              <Link
                className={`${ui.ownLine} ${ui.strong} ${ui.anywhere}`}
                to={`/adminDashboard/review?listing=${id}`}
              >
                {businessName}
              </Link>
              <WaitingAge since={sentAt} now={now} />
            </li>
          ))}
        </ol>
      )}
      <div className={ui.row}>
        {total > 0 && (
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

function ReviewFigures() {
  const figures = useResource<ReviewFiguresResponse>('/api/review-figures');
  const { data } = figures;
  return (
    <section className={ui.panel}>
      <h2>{texts.title(data?.days ?? null)}</h2>
      <LoadState resource={figures} failed={texts.failed} />
      {data && <Figures figures={data} />}
    </section>
  );
}

function Figures({ figures }: { readonly figures: ReviewFiguresResponse }) {
  const { approved, rejected, resubmitted, medianWaitMinutes, rejections } = figures;
  if (medianWaitMinutes === null) return <p>{texts.none}</p>;
  return (
    <>
      <dl className={`${ui.stack} ${styles.figures}`}>
        <Figure label={texts.medianWait} value={ageText(medianWaitMinutes)} />
        <Figure label={texts.approved} value={number.format(approved)} />
        <Figure label={texts.rejected} value={number.format(rejected)} />
        {rejected > 0 && (
          <Figure label={texts.resubmitted} value={texts.share(resubmitted, rejected)} />
        )}
      </dl>
      {rejections.length > 0 && <Reasons {...figures} />}
    </>
  );
}

type FigureProps = { readonly label: string; readonly value: string };

function Figure({ label, value }: FigureProps) {
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
      <caption>{texts.reasons}</caption>
      <tbody>
        {rejections.map(({ code, count }) => (
          <tr key={code}>
            <th scope="row">
              {code === null ? texts.noReason : rejectionText({ code, text: '' })}
            </th>
            <td>
              <meter min={0} max={rejected} value={count} aria-hidden="true" />
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
