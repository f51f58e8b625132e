import type { OperationsResponse } from '@directory/api/contracts';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ConfirmDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import styles from './operations-page.module.css';
import { Quarantine } from './quarantine.tsx';
import { Rebuilds } from './rebuilds.tsx';
import { useOperations } from './use-operations.ts';
import { useViewCommands, type ViewCommands } from './use-view-commands.ts';
import { ViewsTable } from './views-table.tsx';

export function OperationsPage() {
  const { frame, operations: texts } = useAdminTexts();
  const { data, error, retry } = useOperations();
  const commands = useViewCommands(retry);
  return (
    <AdminFrame title={frame.panel} pageTitle={texts.title}>
      <div className={styles.page}>
        <div>
          <PageHeading className={styles.title}>{texts.title}</PageHeading>
          <p className={styles.soft}>{texts.lead}</p>
        </div>
        {error !== undefined && <LoadFailure text={texts.failed} onRetry={retry} />}
        {data === undefined && error === undefined && <Loading />}
        <p role="status" className={styles.outcome}>
          {commands.outcome}
        </p>
        {data && <Report report={data} commands={commands} />}
        <Question commands={commands} />
      </div>
    </AdminFrame>
  );
}

type ReportProps = { readonly report: OperationsResponse; readonly commands: ViewCommands };

function Report({ report, commands }: ReportProps) {
  const { operations: texts } = useAdminTexts();
  const { log, projector, viewStore, views } = report;
  return (
    <>
      <ul className={styles.facts}>
        <li>{log.head === null ? texts.logAway : texts.logHead(log.head)}</li>
        <li>{projector ? texts.worker(projector.holder) : texts.noWorker}</li>
        {!viewStore.reachable && <li>{texts.viewsAway}</li>}
      </ul>
      <StateChanges views={views} />
      <ViewsTable views={views} commands={commands} />
      <Rebuilds views={views} />
      <Quarantine views={views} />
    </>
  );
}

/** Read out when a state changes, and not at every look: what stays the same is not announced again. */
function StateChanges({ views }: Pick<OperationsResponse, 'views'>) {
  const { operations: texts } = useAdminTexts();
  const unusual = views.filter(({ state }) => state !== 'running');
  return (
    <p role="status" className={ui.hidden}>
      {unusual.map(({ name, state }) => texts.changed(name, texts.states[state])).join(' ')}
    </p>
  );
}

function Question({
  commands: { asked, isBusy, ask, confirm },
}: {
  readonly commands: ViewCommands;
}) {
  const { operations: texts } = useAdminTexts();
  if (!asked) return null;
  const { action, name } = asked;
  return (
    <ConfirmDialog
      title={texts.ask[action].title(name)}
      cancel={texts.cancel}
      confirm={texts[action]}
      busy={isBusy}
      onCancel={() => {
        ask(null);
      }}
      onConfirm={confirm}
    >
      <p>{texts.ask[action].text}</p>
    </ConfirmDialog>
  );
}
