import type { OwnBusinessResponse } from '@directory/api/contracts';
import { Link } from 'react-router-dom';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { command } from '../decisions/listing-command.ts';
import { OutcomeLine } from '../decisions/outcome-line.tsx';
import { type Decisions, useDecisions } from '../decisions/use-decisions.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { Dated } from '../listings/dated.tsx';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import { useDeletedListings } from '../listings/use-listings.ts';
import styles from './history-page.module.css';

export function DeletedPage() {
  const { common, deleted, frame } = useAdminTexts();
  const { data, error, retry } = useDeletedListings();
  const decisions = useDecisions(retry);
  return (
    <AdminFrame title={frame.panel} pageTitle={deleted.title}>
      <div className={styles.page}>
        <div>
          <PageHeading className={styles.title}>{deleted.title}</PageHeading>
          <p className={styles.facts}>{deleted.lead}</p>
        </div>
        {error !== undefined && <LoadFailure text={common.failed} onRetry={retry} />}
        {data === undefined && error === undefined && <Loading />}
        {data?.length === 0 && <NothingDeleted />}
        {data && data.length > 0 && (
          <ul className={styles.graves}>
            {data.map((listing) => (
              <Deleted key={listing.id} listing={listing} decisions={decisions} />
            ))}
          </ul>
        )}
        <OutcomeLine decisions={decisions} />
      </div>
    </AdminFrame>
  );
}

function NothingDeleted() {
  const { deleted } = useAdminTexts();
  return (
    <div className={panel.none}>
      <h2>{deleted.none}</h2>
      <p>{deleted.noneText}</p>
    </div>
  );
}

type DeletedProps = { readonly listing: OwnBusinessResponse; readonly decisions: Decisions };

function Deleted({ listing, decisions: { busyId, run } }: DeletedProps) {
  const { common, deleted } = useAdminTexts();
  const { id, businessName, changedAt, status } = listing;
  const isBusy = busyId !== null;
  return (
    <li className={styles.grave}>
      <div>
        <h2>{businessName}</h2>
        <p className={styles.facts}>
          {deleted.deletedAt} <Dated time={changedAt} /> ·{' '}
          {deleted.returnsTo(common.statuses[status])}
        </p>
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={ui.button}
          aria-disabled={isBusy}
          aria-label={deleted.restoreOf(businessName)}
          onClick={() => {
            if (!isBusy) run(command('restore', listing));
          }}
        >
          {deleted.restore}
        </button>
        <Link className={ui.quiet} to={`/adminDashboard/history/${id}`}>
          {deleted.history}
          <span className={ui.hidden}>: {businessName}</span>
        </Link>
      </div>
    </li>
  );
}
