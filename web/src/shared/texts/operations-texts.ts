import { count, number } from '../../texts/count.ts';

export const operations = {
  title: 'Operations',
  lead: 'How the views follow the event log. A view that is paused or being rebuilt goes on answering.',
  failed: 'How the views are could not be loaded.',
  logHead: (head: string) => `The event log is at ${number.format(Number(head))}.`,
  logAway: 'The event log cannot be reached.',
  viewsAway: 'The views cannot be reached.',
  worker: (holder: string) => `Working: ${holder}`,
  noWorker: 'No projector is working.',
  caption: 'Every view with its state, how far it is, and what can be done',
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
  states: { running: 'Running', paused: 'Paused', failed: 'Failed', rebuilding: 'Building' },
  marks: { running: '✓', paused: '❚❚', failed: '✕', rebuilding: '↻' },
  version: (version: string) => `version ${version}`,
  position: (position: string) => number.format(Number(position)),
  handled: (events: number) => `${count(events, 'event', 'events')} taken in`,
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
  cancel: 'Cancel',
  ask: {
    pause: {
      title: (name: string) => `Pause ${name}?`,
      text: 'It goes on answering as it is, and shows nothing new until it is resumed.',
    },
    resume: {
      title: (name: string) => `Resume ${name}?`,
      text: 'It catches up with the event log and shows what is new.',
    },
    rebuild: {
      title: (name: string) => `Rebuild ${name}?`,
      text: 'It is built anew from the whole event log, beside the view that goes on answering.',
    },
  },
  done: {
    pause: (name: string) => `Paused ${name}.`,
    resume: (name: string) => `Resumed ${name}.`,
    rebuild: (name: string) => `The rebuild of ${name} was asked for.`,
  },
  notDone: (name: string, why: string) => `${name}: ${why}`,
  couldNot: 'It could not be done.',
  changed: (name: string, state: string) => `${name}: ${state}.`,
  rebuildTitle: (name: string) => `Rebuild of ${name}`,
  progress: (percent: number, perSecond: string) => `${percent}% done, ${perSecond} events/s`,
  remaining: (seconds: number) => `about ${duration(seconds)} to go`,
  rebuildFailed: 'The rebuild stopped. What was there goes on answering.',
  quarantine: 'Set aside',
  quarantineLead: 'An event of these could not be folded. A rebuild takes them up again.',
  quarantined: (events: number) =>
    count(events, 'later event passed over', 'later events passed over'),
  quarantinedIn: (name: string, keys: number) => `${name}: ${count(keys, 'document', 'documents')}`,
};

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return `${number.format(Math.round(seconds / 3_600))} h`;
}
