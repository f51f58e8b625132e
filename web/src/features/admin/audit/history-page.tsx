import type { HistoryResponse } from '@directory/api/contracts';
import { useParams } from 'react-router-dom';
import { useQuery } from '../../../shared/navigation/use-query.ts';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { OutcomeLine } from '../decisions/outcome-line.tsx';
import { useDecisions } from '../decisions/use-decisions.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import { StatusBadge } from '../listings/status-badge.tsx';
import { useHistory } from '../../../shared/listing/use-history.ts';
import { HistoricalSnapshot } from './as-it-was.tsx';
import { ChainVerdict } from './chain-verdict.tsx';
import { HistoryActions } from './history-actions.tsx';
import styles from './history-page.module.css';
import { Timeline } from './timeline.tsx';

/** Everything that ever happened to a listing, and the listing as it was at any time. */
export function HistoryPage() {
  const { id = '' } = useParams();
  return <ListingHistory key={id} id={id} />;
}

function ListingHistory({ id }: { readonly id: string }) {
  const { audit, frame } = useAdminTexts();
  const { data, error, retry } = useHistory(id);
  const name = data?.business?.businessName;
  const title = name === undefined ? audit.title : audit.titleOf(name);
  return (
    <AdminFrame title={frame.panel} pageTitle={title}>
      <div className={styles.page}>
        <PageHeading className={styles.title}>{title}</PageHeading>
        {error !== undefined && <Failure error={error} onRetry={retry} />}
        {data === undefined && error === undefined && <Loading />}
        {data && <History history={data} onReload={retry} />}
      </div>
    </AdminFrame>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { audit } = useAdminTexts();
  const isUnknown = error instanceof RequestFailed && error.status === 404;
  return isUnknown ? (
    <p>{audit.noneSuch}</p>
  ) : (
    <LoadFailure text={audit.failed} onRetry={onRetry} />
  );
}

type HistoryProps = { readonly history: HistoryResponse; readonly onReload: () => void };

function History({ history, onReload }: HistoryProps) {
  const { audit } = useAdminTexts();
  const search = useQuery();
  const decisions = useDecisions(onReload);
  const { entries, chain } = history;
  const status = entries.at(-1)?.status ?? 'pending';
  return (
    <>
      <div className={styles.standing}>
        <StatusBadge status={status} />
        {chain && <ChainVerdict chain={chain} events={entries.length} />}
      </div>
      {status === 'deleted' && <p className={styles.deleted}>{audit.wasDeleted}</p>}
      <HistoryActions history={history} status={status} decisions={decisions} />
      <div className={styles.columns}>
        <section className={panel.panel}>
          <h2>{audit.timeline}</h2>
          <Timeline entries={entries} shownAt={search.get('at')} />
        </section>
        <HistoricalSnapshot id={history.id} at={search.get('at')} />
      </div>
      <OutcomeLine decisions={decisions} />
    </>
  );
}
