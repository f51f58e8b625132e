import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { NothingFound } from '../../../shared/listing/listing-parts.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { CommandButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common } from '../../../texts/admin-texts.ts';
import { sharedTexts } from '../../../texts/shared-texts.ts';
import { OutcomeLine } from '../decisions/decision-dialogs.tsx';
import { useDecisions } from '../decisions/use-decisions.ts';
import { rowId, useRowFocus } from '../listings/focus.ts';
import { AdminPage, useReload } from '../frame/admin-frame.tsx';
import { Dated } from '../listings/time.tsx';
import styles from './audit.module.css';
import { QuietLink } from '../../../shared/ui/controls.tsx';

export function DeletedPage() {
  const listings = useResource<readonly OwnBusinessResponse[]>('/api/businesses?deleted=true');
  const { data, retry } = listings;
  const focusRow = useRowFocus(data ?? []);
  const reload = useReload(retry);
  const decisions = useDecisions((done) => {
    if (done) focusRow(done.listing.id);
    reload();
  });
  return (
    <AdminPage
      title="Deleted businesses"
      lead="Hidden from all lists, counts and pages. Their history is kept, and they can be restored."
      width="wide"
    >
      <LoadState resource={listings} failed={common.failed} />
      {data?.length === 0 && (
        <NothingFound
          title="No deleted businesses"
          text="Businesses you delete can be restored here."
        />
      )}
      {data && data.length > 0 && (
        <ul className={ui.stack}>
          {data.map((listing) => (
            <li
              key={listing.id}
              className={`${ui.card} ${ui.row} ${ui.spread} ${styles.deletedItem}`}
            >
              <div>
                <h2 id={rowId(listing.id)} tabIndex={-1} className={ui.subtitle}>
                  {listing.businessName}
                </h2>
                <p className={ui.soft}>
                  Deleted <Dated time={listing.changedAt} /> · Will be restored as{' '}
                  {sharedTexts.statuses[listing.status].toLowerCase()}
                </p>
              </div>
              <div className={ui.row}>
                <CommandButton
                  className={ui.button}
                  busy={decisions.isBusy}
                  aria-label={`Restore ${listing.businessName}`}
                  onClick={() => decisions.run({ kind: 'restore', listing })}
                >
                  Restore
                </CommandButton>
                <QuietLink to={`/adminDashboard/history/${listing.id}`}>
                  History
                  <span className={ui.hidden}>: {listing.businessName}</span>
                </QuietLink>
              </div>
            </li>
          ))}
        </ul>
      )}
      <OutcomeLine decisions={decisions} />
    </AdminPage>
  );
}
