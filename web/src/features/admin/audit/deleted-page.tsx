import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useMemo } from 'react';
import { Link } from '../../../shared/navigation/router.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { NothingFound } from '../../../shared/listing/listing-parts.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { CommandButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common } from '../../../texts/admin-texts.ts';
import { deleted } from '../../../texts/admin-review-texts.ts';
import { sharedTexts } from '../../../texts/shared-texts.ts';
import { OutcomeLine } from '../decisions/decision-dialogs.tsx';
import { command, useDecisions, type Decisions } from '../decisions/use-decisions.ts';
import { rowId, useRowFocus } from '../listings/focus.ts';
import { AdminPage } from '../frame/admin-frame.tsx';
import { useReviewQueue } from '../listings/listings.ts';
import { Dated } from '../listings/time.tsx';
import styles from './audit.module.css';

export function DeletedPage() {
  const listings = useResource<readonly OwnBusinessResponse[]>('/api/businesses?deleted=true');
  const { data, retry } = listings;
  const ids = useMemo(() => data?.map(({ id }) => id) ?? [], [data]);
  const focusRow = useRowFocus(ids);
  const queue = useReviewQueue();
  const decisions = useDecisions((done) => {
    if (done) focusRow(done.listing.id);
    retry();
    queue.retry();
  });
  return (
    <AdminPage title={deleted.title} lead={deleted.lead} width="wide">
      <LoadState resource={listings} failed={common.failed} />
      {data?.length === 0 && <NothingFound title={deleted.none} text={deleted.noneText} />}
      {data && data.length > 0 && (
        <ul className={ui.stack}>
          {data.map((listing) => (
            <DeletedItem key={listing.id} listing={listing} decisions={decisions} />
          ))}
        </ul>
      )}
      <OutcomeLine decisions={decisions} />
    </AdminPage>
  );
}

type DeletedItemProps = { readonly listing: OwnBusinessResponse; readonly decisions: Decisions };

function DeletedItem({ listing, decisions }: DeletedItemProps) {
  const { id, businessName, changedAt, status } = listing;
  return (
    <li className={`${ui.card} ${ui.row} ${ui.spread} ${styles.deletedItem}`}>
      <div>
        <h2 id={rowId(id)} tabIndex={-1} className={ui.subtitle}>
          {businessName}
        </h2>
        <p className={ui.soft}>
          {deleted.deletedAt} <Dated time={changedAt} /> ·{' '}
          {deleted.restoredAs(sharedTexts.statuses[status])}
        </p>
      </div>
      <div className={ui.row}>
        <CommandButton
          className={ui.button}
          busy={decisions.busyId !== null}
          aria-label={deleted.restoreOf(businessName)}
          onClick={() => decisions.run(command('restore', listing))}
        >
          {deleted.restore}
        </CommandButton>
        <Link className={ui.quiet} to={`/adminDashboard/history/${id}`}>
          {deleted.history}
          <span className={ui.hidden}>: {businessName}</span>
        </Link>
      </div>
    </li>
  );
}
