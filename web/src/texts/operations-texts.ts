import { number } from './count.ts';

export const operations = {
  problems: {
    paused: (name: string) => `${name} is paused and shows nothing new. Choose Resume to continue.`,
    failed: (name: string) => `${name} stopped at an error. Fix the cause, then choose Rebuild.`,
    rebuilding: (name: string) => `${name} is being built. Nothing needs to be done.`,
  },
  mails: {
    transport: {
      smtp: 'Emails are sent by the SMTP server in the settings.',
      outbox:
        'No SMTP server is set: each email is saved as a file in the outbox folder of the data folder.',
    },
    kinds: {
      reset: 'New password',
      verification: 'Confirmation of an address',
      'address-change': 'Change of an address',
      decision: 'Decision on a listing',
      summary: 'Daily summary',
    },
    discard: 'Discard them',
  },
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
  since: (seconds: number) => `for ${duration(seconds)}`,
  rate: (perSecond: number) => number.format(Math.round(perSecond * 10) / 10),
  unknown: '–',
  pause: 'Pause',
  resume: 'Resume',
  rebuild: 'Rebuild',
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
  remaining: (seconds: number) => `about ${duration(seconds)} left`,
};

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return `${number.format(Math.round(seconds / 3_600))} h`;
}
