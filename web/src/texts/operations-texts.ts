import { count, number } from './count.ts';

export const operations = {
  title: 'Operations',
  lead: 'Status of the views built from the event log. Paused and rebuilding views still serve requests.',
  failed: "Couldn't load view status.",
  logHead: (head: string) => `Event log position: ${number.format(Number(head))}`,
  logUnreachable: 'Event log unreachable',
  projector: (holder: string) => `Active projector: ${holder}`,
  noProjector: 'No active projector',
  fine: 'Everything is up to date.',
  problems: {
    log: 'The event log cannot be reached: nothing can be saved. Check its server or its disk.',
    viewStore: 'The view store cannot be reached: pages may fail. Check its server or its disk.',
    projector:
      'No process updates the views: changes do not show. Start the directory or a projector.',
    paused: (name: string) => `${name} is paused and shows nothing new. Choose Resume to continue.`,
    failed: (name: string) => `${name} stopped at an error. Fix the cause, then choose Rebuild.`,
    rebuilding: (name: string) => `${name} is being built. Nothing needs to be done.`,
    quarantined: (name: string) =>
      `${name} left out documents. See “Quarantined” below, then choose Rebuild.`,
    behind: (names: readonly string[]) => `Catching up: ${names.join(', ')}.`,
  },
  mails: {
    title: 'Emails',
    failed: "Couldn't load the emails.",
    transport: {
      smtp: 'Emails are sent by the SMTP server in the settings.',
      outbox:
        'No SMTP server is set: each email is saved as a file in the outbox folder of the data folder.',
    },
    waiting: (mails: number) =>
      mails === 0
        ? 'No emails are waiting to be sent'
        : `${count(mails, 'email is', 'emails are')} waiting to be sent`,
    since: (when: string) => `(the oldest since ${when})`,
    kinds: {
      reset: 'New password',
      verification: 'Confirmation of an address',
      'address-change': 'Change of an address',
      decision: 'Decision on a listing',
      summary: 'Daily summary',
    },
    undeliveredCount: (mails: number) =>
      `${count(mails, 'email was', 'emails were')} not delivered and won't be tried again:`,
    undelivered: (kind: string, date: string, attempts: number) =>
      `${kind}, ${date}, after ${count(attempts, 'attempt', 'attempts')}:`,
    retry: 'Send them again',
    retried: 'They are waiting to be sent again.',
    changeFailed: 'Nothing was changed. Please try again.',
    discard: 'Discard them',
    discardTitle: (mails: number) => `Discard ${count(mails, 'email', 'emails')}?`,
    discardText: 'They will never be sent.',
    discarded: 'They were discarded.',
  },
  details: 'Technical details',
  caption: 'Views with state, position, lag and actions',
  region: 'Views, scrolls sideways',
  columns: {
    name: 'View',
    state: 'State',
    position: 'Position',
    lag: 'Lag',
    rate: 'Events/s',
    error: 'Error',
    actions: 'Actions',
  },
  states: { running: 'Running', paused: 'Paused', failed: 'Failed', rebuilding: 'Rebuilding' },
  marks: { running: '✓', paused: '❚❚', failed: '✕', rebuilding: '↻' },
  version: (version: string) => `version ${version}`,
  position: (position: string) => number.format(Number(position)),
  processed: (events: number) => `${count(events, 'event', 'events')} processed`,
  upToDate: 'Up to date',
  lag: (events: number, isMore: boolean) =>
    isMore
      ? `More than ${number.format(events)} events`
      : `${count(events, 'event', 'events')} behind`,
  since: (seconds: number) => `for ${duration(seconds)}`,
  rate: (perSecond: number) => number.format(Math.round(perSecond * 10) / 10),
  unknown: '–',
  none: 'None',
  pause: 'Pause',
  resume: 'Resume',
  rebuild: 'Rebuild',
  of: (action: string, name: string) => `${action} ${name}`,
  confirm: {
    pause: {
      title: (name: string) => `Pause ${name}?`,
      text: 'It still serves its current data, without new events until you resume it.',
    },
    resume: {
      title: (name: string) => `Resume ${name}?`,
      text: 'It catches up with the event log.',
    },
    rebuild: {
      title: (name: string) => `Rebuild ${name}?`,
      text: 'A new copy is built from the whole event log. The current one serves requests until then.',
    },
  },
  done: {
    pause: (name: string) => `Paused ${name}.`,
    resume: (name: string) => `Resumed ${name}.`,
    rebuild: (name: string) => `Requested a rebuild of ${name}.`,
  },
  failedFor: (name: string, cause: string) => `${name}: ${cause}`,
  actionFailed: 'The action failed.',
  changed: (name: string, state: string) => `${name}: ${state}.`,
  rebuildTitle: (name: string) => `Rebuild of ${name}`,
  progress: (percent: number, perSecond: string) => `${percent}% done, ${perSecond} events/s`,
  remaining: (seconds: number) => `about ${duration(seconds)} left`,
  rebuilt: (name: string) => `The view ${name} was rebuilt.`,
  notRebuilt: (name: string) => `The rebuild of the view ${name} failed.`,
  rebuildFailed: 'The rebuild failed. The previous copy still serves requests.',
  quarantine: 'Quarantined',
  quarantineLead:
    "These documents hit an event that couldn't be processed. Rebuild the view once the cause is fixed.",
  quarantinedIn: (name: string, keys: number) => `${name}: ${count(keys, 'document', 'documents')}`,
};

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return `${number.format(Math.round(seconds / 3_600))} h`;
}
