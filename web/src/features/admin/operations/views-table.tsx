import type { ViewReportResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { logFailure } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { ConfirmDialog, DialogButton } from '../../../shared/ui/modal.tsx';
import { ScrollRegion, TableHead } from '../../../shared/ui/scroll-region.tsx';
import badge from '../../../shared/listing/listing-parts.module.css';
import ui from '../../../shared/ui/ui.module.css';
import admin from '../admin.module.css';
import { messageOf } from '../decisions/use-decisions.ts';
import { count, number } from '../../../texts/count.ts';

export const states = {
  running: { name: 'Running', mark: '✓', tone: 'approved' },
  paused: { name: 'Paused', mark: '❚❚', tone: 'pending' },
  rebuilding: { name: 'Catching up', mark: '↻', tone: 'pending' },
  failed: { name: 'Failed', mark: '✕', tone: 'rejected' },
} as const;

/** What can be done with a view: the text says what that means for it. */
const actions = {
  pause: {
    label: 'Pause',
    text: 'It still serves its current data, without new events until you resume it.',
    done: (name: string) => `Paused ${name}.`,
  },
  resume: {
    label: 'Resume',
    text: 'It catches up with the event log.',
    done: (name: string) => `Resumed ${name}.`,
  },
  rebuild: {
    label: 'Rebuild',
    text: 'A new copy is built from the whole event log. The current one serves requests until then.',
    done: (name: string) => `Requested a rebuild of ${name}.`,
  },
};
type ViewAction = keyof typeof actions;

const columns = ['View', 'State', 'Position', 'Lag', 'Events/s', 'Error', 'Actions'];
const unknown = '–';

type ViewsTableProps = {
  readonly views: readonly ViewReportResponse[];
  readonly commands: ViewCommands;
};

export function ViewsTable({ views, commands }: ViewsTableProps) {
  return (
    <ScrollRegion className={`${ui.card} ${admin.operationsFrame}`} label="Views, scrolls sideways">
      <table className={`${ui.table} ${admin.operations}`}>
        <caption className={ui.hidden}>Views with state, position, lag and actions</caption>
        <TableHead columns={columns} />
        <tbody>
          {views.map((view) => (
            <ViewRow key={view.name} view={view} commands={commands} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type ViewRowProps = { readonly view: ViewReportResponse; readonly commands: ViewCommands };

function ViewRow({ view, commands }: ViewRowProps) {
  const { name, version, state, position, handled, eventsPerSecond, error } = view;
  return (
    <tr>
      <th scope="row">
        {name} <p className={ui.small}>version {version}</p>
      </th>
      <td>
        <span className={`${badge.compact} ${badge[states[state].tone]}`}>
          <span aria-hidden="true">{states[state].mark}</span> {states[state].name}
        </span>
      </td>
      <td>
        {number.format(Number(position))}{' '}
        <p className={ui.small}>{count(handled, 'event', 'events')} processed</p>
      </td>
      <td>
        <Lag lag={view.lag} />
      </td>
      <td>{rateText(eventsPerSecond)}</td>
      <td className={error === null ? undefined : admin.error}>{error ?? 'None'}</td>
      <td>
        <Actions view={view} commands={commands} />
      </td>
    </tr>
  );
}

function Lag({ lag }: Pick<ViewReportResponse, 'lag'>) {
  if (!lag) return unknown;
  if (lag.events === 0) return 'Up to date';
  return (
    <>
      {lag.isMore
        ? `More than ${number.format(lag.events)} events`
        : `${count(lag.events, 'event', 'events')} behind`}{' '}
      <p className={ui.small}>for {roughDuration(lag.seconds)}</p>
    </>
  );
}

function rateText(eventsPerSecond: number | null): string {
  return eventsPerSecond === null ? unknown : number.format(Math.round(eventsPerSecond * 10) / 10);
}

function roughDuration(seconds: number): string {
  if (seconds < 60) return count(Math.ceil(seconds), 'second', 'seconds');
  if (seconds < 3_600) return count(Math.round(seconds / 60), 'minute', 'minutes');
  return count(Math.round(seconds / 3_600), 'hour', 'hours');
}

export function isBuilding({ state, rebuild }: ViewReportResponse): boolean {
  return state === 'rebuilding' || rebuild?.state === 'rebuilding';
}

function Actions({ view, commands }: ViewRowProps) {
  const { name, state } = view;
  const button = (action: ViewAction, isDisabled = false) => (
    <DialogButton
      busy={isDisabled}
      aria-label={`${actions[action].label} ${name}`}
      dialog={(close) => (
        <ActionDialog offered={action} name={name} commands={commands} onClose={close} />
      )}
    >
      {actions[action].label}
    </DialogButton>
  );
  // The buttons stay in place whatever the state is, and so does the focus.
  return (
    <div className={admin.actions}>
      {button(state === 'paused' ? 'resume' : 'pause')}
      {button('rebuild', isBuilding(view))}
    </div>
  );
}

type RebuildProps = {
  readonly name: string;
  readonly rebuild: NonNullable<ViewReportResponse['rebuild']>;
};

export function Rebuild({ name, rebuild }: RebuildProps) {
  const { share, eventsPerSecond, remainingSeconds, state, error } = rebuild;
  const title = `Rebuild of ${name}`;
  const rate = rateText(eventsPerSecond);
  return (
    <section className={ui.panel}>
      <h2>{title}</h2>
      {state === 'failed' ? (
        <p>
          The rebuild failed. The previous copy still serves requests.{' '}
          <span className={admin.error}>{error}</span>
        </p>
      ) : (
        <>
          <progress className={admin.bar} aria-label={title} max={1} value={share} />
          <p className={ui.small}>
            {Math.floor(share * 100)}% done, {rate} events/s
            {remainingSeconds !== null && `, about ${roughDuration(remainingSeconds)} left`}
          </p>
        </>
      )}
    </section>
  );
}

/** The documents that receive no more events, each with the event that failed. */
export function Quarantine({ views }: { readonly views: readonly ViewReportResponse[] }) {
  const affected = views.filter(({ quarantinedCount }) => quarantinedCount > 0);
  if (affected.length === 0) return null;
  return (
    <section className={ui.panel}>
      <h2>Quarantined</h2>
      <p className={ui.small}>
        These documents hit an event that couldn't be processed. Rebuild the view once the cause is
        fixed.
      </p>
      {affected.map(({ name, quarantined, quarantinedCount }) => (
        <div key={name}>
          <h3>
            {name}: {count(quarantinedCount, 'document', 'documents')}
          </h3>
          <ul className={`${ui.group} ${admin.keys}`}>
            {quarantined.map(({ key, eventId, error }) => (
              <li key={key}>
                <b>{key}</b> <code>{eventId}</code>
                <p className={admin.error}>{error}</p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

type ActionDialogProps = {
  /** What the button offers; the dialog stays with the first, also when a new report has other actions. */
  readonly offered: ViewAction;
  readonly name: string;
  readonly commands: ViewCommands;
  readonly onClose: () => void;
};

function ActionDialog({ offered, name, commands, onClose }: ActionDialogProps) {
  const { isBusy, send } = commands;
  const [action] = useState(offered);
  return (
    <ConfirmDialog
      title={`${actions[action].label} ${name}?`}
      confirm={actions[action].label}
      busy={isBusy}
      onCancel={() => isBusy || onClose()}
      onConfirm={() => void send(action, name).then(onClose)}
    >
      <p>{actions[action].text}</p>
    </ConfirmDialog>
  );
}

export type ViewCommands = ReturnType<typeof useViewCommands>;

export function useViewCommands(onSettled: () => void) {
  const send = useSend();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState({ text: '', hasFailed: false });

  const sendCommand = async (action: ViewAction, name: string) => {
    setBusy(true);
    try {
      await send(`/api/operations/views/${name}/${action}`, { method: 'POST' });
      setOutcome({ text: actions[action].done(name), hasFailed: false });
    } catch (error) {
      logFailure(`${action} of ${name} failed`, error);
      const text = `${name}: ${messageOf(error) || 'The action failed.'}`;
      setOutcome({ text, hasFailed: true });
    } finally {
      setBusy(false);
      onSettled();
    }
  };

  return {
    isBusy,
    /** The outcome of the last command; its text is empty before the first. */
    outcome,
    /** Never rejects. */
    send: sendCommand,
  };
}
