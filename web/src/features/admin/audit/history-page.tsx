import type { HistoryResponse } from '@directory/api/contracts';
import { useParams, useQuery } from '../../../shared/navigation/router.tsx';
import { useHistory, type HistoryEntry } from '../../../shared/listing/use-history.ts';
import { DemonstrationBadge } from '../../../shared/place/place-parts.tsx';
import { StatusBadge } from '../../../shared/listing/listing-parts.tsx';
import { CommandButton, ConfirmButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common, frame } from '../../../texts/admin-texts.ts';
import { audit } from '../../../texts/admin-review-texts.ts';
import { DecisionDialogs, OutcomeLine } from '../decisions/decision-dialogs.tsx';
import { useDecisions, type Decisions } from '../decisions/use-decisions.ts';
import { useLostFocus } from '../listings/focus.ts';
import { AdminPage, AskedLoadState, useReload } from '../frame/admin-frame.tsx';
import styles from './audit.module.css';
import { HistoricalSnapshot, VersionComparison } from './versions.tsx';
import { Timeline } from './timeline.tsx';
import { count, number } from '../../../texts/count.ts';
import { ButtonLink, QuietLink } from '../../../shared/ui/controls.tsx';

/** The events of a listing, beside its current version or an earlier one. */
export function HistoryPage() {
  const { id = '' } = useParams();
  const query = useQuery();
  const history = useHistory(id, { before: query.get('before'), after: query.get('after') });
  const { data, retry } = history;
  const reload = useReload(retry);
  const name = data?.business?.businessName;
  const title = name === undefined ? 'History' : `History of ${name}`;
  return (
    <AdminPage title={title} width="wide">
      <AskedLoadState resource={history} failed={audit.failed} />
      {data && <History history={data} onReload={reload} />}
    </AdminPage>
  );
}

type HistoryProps = { readonly history: HistoryResponse; readonly onReload: () => void };

function History({ history, onReload }: HistoryProps) {
  const decisions = useDecisions(onReload);
  // A dialog that closes returns the focus to a button that may be gone by then.
  const heading = useLostFocus(decisions.outcome, decisions.dialog ?? history);
  const status = history.status ?? 'pending';
  return (
    <>
      <div className={ui.row}>
        <StatusBadge compact status={status} />
        {history.business && <DemonstrationBadge place={history.business} />}
        <ChainVerdict {...history} />
      </div>
      {status === 'deleted' && (
        <p className={ui.alert}>Deleted. Visitors can't see this business.</p>
      )}
      {status === 'erased' && (
        <p className={ui.alert}>
          The owner’s account and this listing were permanently deleted and cannot be restored.
        </p>
      )}
      <HistoryActions history={history} status={status} decisions={decisions} />
      {history.total > 1 && <VersionComparison history={history} />}
      <div className={`${ui.stack} ${styles.columns}`}>
        <section className={ui.panel}>
          <h2 ref={heading} tabIndex={-1}>
            Timeline
          </h2>
          <Timeline history={history} />
        </section>
        <HistoricalSnapshot current={history} decisions={decisions} />
      </div>
      <DecisionDialogs decisions={decisions} />
      <OutcomeLine decisions={decisions} />
    </>
  );
}

/** Whether stored events were changed afterwards. */
function ChainVerdict({ chain, total }: HistoryResponse) {
  if (!chain) return null;
  if (chain.intact)
    return (
      <p className={styles.intact}>
        History intact: {number.format(total)} of {count(total, 'event', 'events')} verified.
      </p>
    );
  return (
    <p className={ui.alert}>
      Warning: this history was altered at event {number.format(chain.firstBreak ?? 0)}.
    </p>
  );
}

type HistoryActionsProps = {
  readonly history: HistoryResponse;
  readonly status: HistoryEntry['status'];
  readonly decisions: Decisions;
};

function HistoryActions({ history, status, decisions }: HistoryActionsProps) {
  const { business: listing, id } = history;
  if (!listing) return null;
  const isListed = status !== 'deleted' && status !== 'erased';
  return (
    <div className={ui.row}>
      {status === 'deleted' && (
        <CommandButton
          className={ui.button}
          busy={decisions.isBusy}
          onClick={() => decisions.run({ kind: 'restore', listing })}
        >
          {audit.restore}
        </CommandButton>
      )}
      {(status === 'approved' || status === 'rejected') && (
        <ConfirmButton
          busy={decisions.isBusy}
          label="Undo decision"
          title="Undo this decision?"
          confirm={common.undo}
          onConfirm={() => decisions.run({ kind: 'withdraw', listing })}
        >
          <p>{listing.businessName} will go back to the review queue.</p>
        </ConfirmButton>
      )}
      {status === 'pending' && (
        <ButtonLink to={`/adminDashboard/review?listing=${id}`}>{frame.review}</ButtonLink>
      )}
      {isListed && listing.user_id === null && (
        <QuietLink to={`/adminDashboard/correct/${id}`}>{audit.correct}</QuietLink>
      )}
      {status === 'approved' && <QuietLink to={`/places/${id}`}>Public page</QuietLink>}
      {isListed && (
        <CommandButton
          className={`${ui.quiet} ${ui.destructive}`}
          busy={decisions.isBusy}
          onClick={() => decisions.confirm('delete', listing)}
        >
          Delete business
        </CommandButton>
      )}
    </div>
  );
}
