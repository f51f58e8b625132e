import type {
  MailReviewResponse,
  OperationsResponse,
  ViewReportResponse,
} from '@directory/api/contracts';
import { useEffect, useRef, useState } from 'react';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { ConfirmButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { useSend } from '../../../shared/api/use-send.ts';
import { ErrorSummary, useRequest } from '../../../shared/forms/request-form.tsx';
import { BusyButton } from '../../../shared/forms/form-fields.tsx';
import { useDateText } from '../../../shared/listing/site-time.ts';
import {
  type Resource,
  useResource,
  useSetQueryData,
} from '../../../shared/resource/use-resource.ts';
import admin from '../admin.module.css';
import { AdminPage } from '../frame/admin-frame.tsx';
import { useLostFocus } from '../listings/focus.ts';
import {
  isBuilding,
  Quarantine,
  Rebuild,
  states,
  useViewCommands,
  type ViewCommands,
  ViewsTable,
} from './views-table.tsx';
import { count, number } from '../../../texts/count.ts';

export function OperationsPage() {
  const operations = useOperations();
  const { data, error, retry } = operations;
  const commands = useViewCommands(retry);
  const { text, hasFailed } = commands.outcome;
  return (
    <AdminPage
      title="Operations"
      lead="Status of the views built from the event log. Paused and rebuilding views still serve requests."
    >
      <LoadState resource={operations} failed="Couldn't load view status." />
      <p role="status" className={`${ui.note} ${ui.success}`}>
        {!hasFailed && text}
      </p>
      {hasFailed && (
        <p role="alert" className={ui.alert}>
          {text}
        </p>
      )}
      {data && <Report report={data} commands={commands} />}
      {(data || error !== undefined) && <Mails />}
    </AdminPage>
  );
}

const pollIntervalMs = 2_000;

/** Polls two seconds after each response or failure, while the page is visible. */
function useOperations(): Resource<OperationsResponse> {
  const operations = useResource<OperationsResponse>('/api/operations/views');
  const { data, error, retry } = operations;
  const lastData = useRef(data);
  useEffect(() => {
    const isPending = error === undefined && data === lastData.current;
    lastData.current = data;
    if (isPending) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      window.clearInterval(timer);
      retry();
    }, pollIntervalMs);
    return () => window.clearInterval(timer);
  }, [data, error, retry]);
  return operations;
}

type ReportProps = { readonly report: OperationsResponse; readonly commands: ViewCommands };

function Report({ report, commands }: ReportProps) {
  const { log, projector, viewStore, views } = report;
  const problems = problemsOf(report);
  const unusual = views.flatMap(({ name, state, rebuild }) => [
    state !== 'running' && `${name}: ${states[state].name}.`,
    rebuild?.state === 'failed' && `${name}: the rebuild failed.`,
  ]);
  return (
    <>
      {problems.length === 0 ? (
        <p className={`${ui.note} ${ui.success}`}>
          <strong>Everything is up to date.</strong>
        </p>
      ) : (
        <ul className={`${ui.note} ${admin.facts}`}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <details>
        <summary className={ui.ownLine}>Technical details</summary>
        <ul className={admin.facts}>
          <li>
            {log.head === null
              ? 'Event log unreachable'
              : `Event log position: ${number.format(Number(log.head))}`}
          </li>
          {viewStore.reachable && (
            <li>{projector ? `Active projector: ${projector.holder}` : 'No active projector'}</li>
          )}
        </ul>
      </details>
      {/* Announces changes of state to screen readers; an unchanged text is not announced again. */}
      <p role="status" className={ui.hidden}>
        {unusual.filter(Boolean).join(' ')}
      </p>
      <EndedRebuilds views={views} />
      <ViewsTable views={views} commands={commands} />
      {views.map(
        ({ name, rebuild }) => rebuild && <Rebuild key={name} name={name} rebuild={rebuild} />,
      )}
      <Quarantine views={views} />
    </>
  );
}

const stateProblems = {
  paused: (name: string) => `${name} is paused and shows nothing new. Choose Resume to continue.`,
  failed: (name: string) => `${name} stopped at an error. Fix the cause, then choose Rebuild.`,
  rebuilding: (name: string) =>
    `${name} is catching up with the event log. Nothing needs to be done.`,
};

/** Problems, each with what to do. Whether there is a projector is known only from the view store. */
function problemsOf({ log, projector, viewStore, views }: OperationsResponse): string[] {
  const behind = views.filter(({ state, lag }) => state === 'running' && (lag?.events ?? 0) > 0);
  return [
    log.head === null &&
      'The event log cannot be reached: nothing can be saved. Check its server or its disk.',
    !viewStore.reachable &&
      'The view store cannot be reached: pages may fail. Check its server or its disk.',
    !projector &&
      viewStore.reachable &&
      'No process updates the views: changes do not show. Start the directory or a projector.',
    ...views.flatMap(({ name, state, rebuild, quarantinedCount }) => [
      state !== 'running' &&
        !(state === 'failed' && rebuild?.state === 'failed') &&
        stateProblems[state](name),
      rebuild?.state === 'failed' &&
        `The rebuild of the view ${name} failed. Fix the cause shown below, then choose Rebuild.`,
      quarantinedCount > 0 &&
        `${name} left out documents. See “Quarantined” below, then choose Rebuild.`,
    ]),
    behind.length > 0 && `Catching up: ${behind.map(({ name }) => name).join(', ')}.`,
  ].filter((problem) => problem !== false);
}

/** Says which views were rebuilt, or have caught up, since the previous report. */
function EndedRebuilds({ views }: Pick<OperationsResponse, 'views'>) {
  const [seen, setSeen] = useState(views);
  const [ended, setEnded] = useState('');
  if (views !== seen) {
    setSeen(views);
    const endings = views.flatMap((view) => {
      const before = seen.find(({ name }) => name === view.name);
      return (before && endText(before, view)) ?? [];
    });
    if (endings.length > 0) setEnded(endings.join(' '));
  }
  return (
    <p role="status" className={`${ui.note} ${ui.success}`}>
      {ended}
    </p>
  );
}

/** Null where nothing ended, after a pause, and after a failure, which is among the problems. */
function endText(before: ViewReportResponse, now: ViewReportResponse): string | null {
  const { name, state, rebuild } = now;
  if (!isBuilding(before) || isBuilding(now) || state === 'failed') return null;
  if (before.rebuild?.state === 'rebuilding')
    return rebuild === null ? `The view ${name} was rebuilt.` : null;
  return state === 'running' ? `The view ${name} has caught up.` : null;
}

const mailPath = '/api/operations/mail';

const transports = {
  smtp: 'Emails are sent by the SMTP server in the settings.',
  outbox:
    'No SMTP server is set: each email is saved as a file in the outbox folder of the data folder.',
};

const mailKinds = {
  reset: 'New password',
  verification: 'Confirmation of an address',
  'address-change': 'Change of an address',
  decision: 'Decision on a listing',
  summary: 'Daily summary',
};

/** How mails are sent, and which could not be. */
function Mails() {
  const mails = useResource<MailReviewResponse>(mailPath);
  const dateText = useDateText();
  const { data } = mails;
  return (
    <section className={ui.stack} aria-labelledby="mails-title">
      <h2 id="mails-title">Emails</h2>
      <LoadState resource={mails} failed="Couldn't load the emails." />
      {data && (
        <ul className={admin.facts}>
          <li>{transports[data.transport]}</li>
          <li>
            {data.waiting === 0
              ? 'No emails are waiting to be sent'
              : `${count(data.waiting, 'email is', 'emails are')} waiting to be sent`}
            {data.oldestAt !== null && ` (the oldest since ${dateText(data.oldestAt)})`}.
          </li>
          {data.undeliveredCount > 0 && (
            <li>
              {count(data.undeliveredCount, 'email was', 'emails were')} not delivered and won't be
              tried again:
              <ul className={admin.mails}>
                {data.undelivered.map(({ id, kind, attempts, failure, orderedAt }) => (
                  <li key={id}>
                    {mailKinds[kind]}, {dateText(orderedAt)}, after{' '}
                    {count(attempts, 'attempt', 'attempts')}: <code>{failure}</code>
                  </li>
                ))}
              </ul>
            </li>
          )}
        </ul>
      )}
      {data && <Undelivered mails={data.undeliveredCount} />}
    </section>
  );
}

function Undelivered({ mails }: { readonly mails: number }) {
  const send = useSend();
  const store = useSetQueryData(mailPath);
  const { failures, isBusy, isDone, run } = useRequest('Nothing was changed. Please try again.');
  const [done, setDone] = useState('');
  const outcome = isDone && done;
  const status = useLostFocus<HTMLParagraphElement>(outcome, mails);
  const change = async (method: 'POST' | 'DELETE', path: string, text: string) => {
    store(await send(`${mailPath}/${path}`, { method }));
    setDone(text);
  };
  const retry = () => change('POST', 'retry', 'Waiting to be sent again.');
  const discard = () => change('DELETE', 'undelivered', 'Discarded.');
  return (
    <>
      <ErrorSummary {...failures} />
      {mails > 0 && (
        <div className={ui.row}>
          <BusyButton type="button" busy={isBusy} onClick={() => void run(retry)}>
            Send again
          </BusyButton>
          <ConfirmButton
            busy={isBusy}
            label="Discard"
            title={`Discard ${count(mails, 'email', 'emails')}?`}
            confirm="Discard"
            destructive
            onConfirm={() => void run(discard)}
          >
            <p>Discarded emails are never sent.</p>
          </ConfirmButton>
        </div>
      )}
      <p ref={status} role="status" tabIndex={-1} className={ui.notice}>
        {outcome}
      </p>
    </>
  );
}
