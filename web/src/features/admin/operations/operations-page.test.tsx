import type {
  MailReviewResponse,
  OperationsResponse,
  ViewReportResponse,
} from '@directory/api/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';

import { renderPage } from '../../../testing/render-page.tsx';
import {
  lateStub,
  problem,
  reviewQueue,
  stub,
  type Stub,
  unreachable,
} from '../../../testing/stub-network.ts';

const path = '/api/operations/views';
const aView = (given: Partial<ViewReportResponse> = {}): ViewReportResponse => ({
  name: 'listings',
  version: '1',
  generation: '7',
  state: 'running',
  position: '00000000000000000042',
  handled: 40,
  lag: { events: 0, isMore: false, seconds: 0 },
  eventsPerSecond: 12.34,
  error: null,
  updatedAt: '2026-11-21T10:00:00.000Z',
  quarantinedCount: 0,
  quarantined: [],
  rebuild: null,
  ...given,
});
const reported: OperationsResponse = {
  at: '2026-11-21T10:00:00.000Z',
  log: { reachable: true, head: '00000000000000000042' },
  viewStore: { reachable: true },
  projector: { holder: 'host:12:ab', expiresAt: '2026-11-21T10:00:10.000Z' },
  rebuilder: null,
  views: [],
};
const report = (...views: ViewReportResponse[]) =>
  stub('GET /api/operations/views', { ...reported, views });
const rebuild = {
  version: '1',
  state: 'rebuilding' as const,
  position: '00000000000000000021',
  handled: 20,
  share: 0.5,
  eventsPerSecond: 10,
  remainingSeconds: 90,
  error: null,
};
const mails = (given: Partial<MailReviewResponse> = {}): MailReviewResponse => ({
  ...{ transport: 'smtp', waiting: 0, oldestAt: null },
  ...{ undeliveredCount: 0, undelivered: [] },
  ...given,
});
const none = reviewQueue();

beforeEach(() => {
  localStorage.clear();
  writeSession({
    token: 't',
    role: 'admin',
    user: { id: '9', full_name: 'penghulu', email: '' },
  });
});
const open = (...stubs: readonly Stub[]) =>
  renderPage(
    '/adminDashboard/operations',
    none,
    stub('GET /api/operations/mail', mails()),
    ...stubs,
  );
/** Opens the page in a time of which only `poll` lets pass what is between two reports. */
const openPolled = (...stubs: readonly Stub[]) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return open(...stubs);
};
const poll = () => act(() => vi.advanceTimersByTimeAsync(2_000));

test('the views table shows state, position, lag and rate', async () => {
  open(report(aView()));
  await screen.findByRole('rowheader', { name: 'listings version 1' });
  expect(screen.getByText('Running')).toBeTruthy();
  expect(screen.getByText('Up to date')).toBeTruthy();
  expect(screen.getByText('Everything is up to date.')).toBeTruthy();
  expect(screen.getByText('12.3')).toBeTruthy();
  expect(screen.getByText('Event log position: 42')).toBeTruthy();
  expect(screen.getByText('Active projector: host:12:ab')).toBeTruthy();
  expect(document.title).toContain('Operations');
});

test.each([
  [null, 'The view listings was rebuilt.', 'Everything is up to date.'],
  [
    { ...rebuild, state: 'failed' as const, error: 'Disk full' },
    'listings: the rebuild failed.',
    'The rebuild of the view listings failed. Fix the cause shown below, then choose Rebuild.',
  ],
])('a rebuild that ends as %s is announced', async (ended, message, summary) => {
  const { respond } = openPolled(report(aView({ rebuild }), aView({ name: 'audit' })));
  await screen.findByRole('progressbar');
  expect(screen.queryByText(message)).toBeNull();
  respond(report(aView({ rebuild: ended }), aView({ name: 'audit' })));
  await poll();
  expect((await screen.findByText(message)).role).toBe('status');
  expect(
    screen.queryAllByText(/^Everything is|^The rebuild of/).map((line) => line.textContent),
  ).toEqual([summary]);
  expect(screen.queryByText(/was rebuilt/) !== null).toBe(ended === null);
  respond(report(aView({ rebuild: ended, handled: 60 }), aView({ name: 'audit' })));
  await poll();
  await screen.findByText('60 events processed');
  expect(screen.getByText(message)).toBeTruthy();
});

test('a paused view that lacks events is not called catching up', async () => {
  const lag = { events: 3, isMore: false, seconds: 5 };
  open(report(aView({ state: 'paused', lag }), aView({ name: 'audit', lag })));
  expect(await screen.findByText('Catching up: audit.')).toBeTruthy();
});

test('a view that stopped, and whose rebuild failed, is one problem', async () => {
  const failed = { state: 'failed' as const, error: 'Disk full' };
  open(report(aView({ ...failed, rebuild: { ...rebuild, ...failed } })));
  const problems = await screen.findAllByText(/^listings stopped|^The rebuild of the view/);
  expect(problems.map((line) => line.textContent)).toEqual([
    'The rebuild of the view listings failed. Fix the cause shown below, then choose Rebuild.',
  ]);
});

test('a view that stops while it is rebuilt is announced as stopped', async () => {
  const { respond } = openPolled(report(aView({ rebuild })));
  await screen.findByRole('progressbar');
  respond(report(aView({ state: 'failed', error: 'Disk full', rebuild: null })));
  await poll();
  await screen.findByText('listings stopped at an error. Fix the cause, then choose Rebuild.');
  expect(screen.queryByText(/was rebuilt/)).toBeNull();
});

test.each([
  ['running', 'The view listings has caught up.'],
  ['paused', null],
] as const)('a resumed view is not called rebuilt when it is %s', async (state, message) => {
  const { respond } = openPolled(report(aView({ state: 'rebuilding' })));
  await screen.findByText('Catching up');
  expect(screen.getByText(/^listings is catching up with the event log\./)).toBeTruthy();
  respond(report(aView({ state })));
  await poll();
  await waitFor(() => expect(screen.queryByText('Catching up')).toBeNull());
  expect(screen.queryByText(/was rebuilt|has caught up/)?.textContent ?? null).toBe(message);
});

test('a report is asked for again while the page is visible, and not in a hidden tab', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  const { requests } = openPolled(report(aView()));
  await screen.findByText('Running');
  const loads = () => requests.filter((request) => request.path === path).length;
  const before = loads();
  await poll();
  expect(loads()).toBe(before);
  visibility.mockReturnValue('visible');
  await poll();
  expect(loads()).toBe(before + 1);
});

test('the projector is not called stopped while the store that knows it is away', async () => {
  const away = { ...reported, projector: null, viewStore: { reachable: false } };
  open(stub('GET /api/operations/views', away));
  await screen.findByText(/^The view store cannot be reached/);
  expect(screen.queryByText(/^No process updates the views|^No active projector/)).toBeNull();
});

test('an unreachable log and a missing projector are named, with what to do', async () => {
  const down = { ...reported, log: { reachable: false, head: null }, projector: null };
  open(stub('GET /api/operations/views', down));
  await screen.findByText(/^The event log cannot be reached: nothing can be saved\./);
  expect(screen.getByText(/^No process updates the views: changes do not show\./)).toBeTruthy();
  expect(screen.getByText('Event log unreachable')).toBeTruthy();
  expect(screen.getByText('No active projector')).toBeTruthy();
});

test('the page shows lag, errors, a rebuild and quarantined documents', async () => {
  const key = {
    key: 'a-listing',
    eventId: 'e-1',
    position: '00000000000000000003',
    error: 'no such case',
    at: '2026-11-21T10:00:00.000Z',
  };
  const failed = aView({ name: 'owner-summary', state: 'failed', error: 'it broke' });
  const lag = { events: 1_000, isMore: true, seconds: 7_300 };
  const views = [aView({ lag, rebuild, quarantinedCount: 1, quarantined: [key] }), failed];
  open(report(...views));
  expect(await screen.findByText('More than 1,000 events')).toBeTruthy();
  expect(screen.getByText('for 2 hours')).toBeTruthy();
  expect(screen.getByText('it broke')).toBeTruthy();
  expect(screen.getByText('owner-summary: Failed.')).toBeTruthy();
  expect(screen.getByText(/^owner-summary stopped at an error/)).toBeTruthy();
  expect(screen.queryByText('Everything is up to date.')).toBeNull();
  const bar = screen.getByRole('progressbar', { name: 'Rebuild of listings' });
  expect(bar.getAttribute('value')).toBe('0.5');
  expect(screen.getByText('50% done, 10 events/s, about 2 minutes left')).toBeTruthy();
  expect(screen.getByText('no such case')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Rebuild listings' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['Pause', 'running', 'pause', 'Paused listings.'],
  ['Resume', 'paused', 'resume', 'Resumed listings.'],
  ['Rebuild', 'running', 'rebuild', 'Requested a rebuild of listings.'],
] as const)(
  '%s is sent after confirmation and its outcome is shown',
  async (label, state, action, outcome) => {
    const address = `${path}/listings/${action}`;
    const { requests } = open(
      report(aView({ state })),
      stub(`POST /api/operations/views/:name/${action}`, aView(), { name: 'listings' }),
    );
    const sent = () => requests.some((request) => request.path === address);
    fireEvent.click(await screen.findByRole('button', { name: `${label} listings` }));
    expect(await screen.findByText(`${label} listings?`)).toBeTruthy();
    expect(sent()).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: label }));
    expect(await screen.findByText(outcome)).toBeTruthy();
    expect(requests.find((request) => request.path === address)?.method).toBe('POST');
  },
  15_000,
);

test('Pause becomes Resume without losing the focus', async () => {
  const { respond } = open(
    report(aView()),
    stub('POST /api/operations/views/:name/pause', aView(), { name: 'listings' }),
  );
  const pause = await screen.findByRole('button', { name: 'Pause listings' });
  fireEvent.click(pause);
  respond(report(aView({ state: 'paused' })));
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('button', { name: 'Resume listings' })).toBe(pause);
});

test('a dialog keeps its command when a new report offers another one', async () => {
  const { respond } = openPolled(report(aView()));
  fireEvent.click(await screen.findByRole('button', { name: 'Pause listings' }));
  respond(report(aView({ state: 'paused' })));
  await poll();
  await screen.findByRole('button', { name: 'Resume listings' });
  expect(screen.getByRole('alertdialog', { name: 'Pause listings?' })).toBeTruthy();
});

test('the dialog of a command cannot be cancelled while the command runs', async () => {
  const pause = lateStub('POST /api/operations/views/:name/pause', { name: 'listings' });
  open(report(aView()), pause);
  fireEvent.click(await screen.findByRole('button', { name: 'Pause listings' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  await pause.arrive(aView());
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

test.each([
  ['of the server', problem(503, 'Try again soon.'), 'listings: Try again soon.'],
  ['of its own where a proxy gives none', problem(502, ''), 'listings: The action failed.'],
])('a refused command shows as an error a message %s', async (_, refused, message) => {
  open(
    report(aView()),
    stub('POST /api/operations/views/:name/pause', refused, { name: 'listings' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Pause listings' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('a response that takes longer than the poll interval is waited for', async () => {
  const late = lateStub('GET /api/operations/views');
  const { requests } = openPolled(late);
  await screen.findByRole('heading', { level: 1, name: 'Operations' });
  const loads = () => requests.filter((request) => request.path === path).length;
  const before = loads();
  await poll();
  expect(loads()).toBe(before);
  await late.arrive({ ...reported, views: [aView()] });
  expect(await screen.findByText('Running')).toBeTruthy();
});

test('a failed request is repeated', async () => {
  const { respond } = openPolled(stub('GET /api/operations/views', unreachable));
  await screen.findByRole('button', { name: 'Retry' });
  respond(report(aView()));
  await poll();
  expect(await screen.findByText('Running')).toBeTruthy();
});

describe('mails', () => {
  const failed = {
    ...{ id: 'm', kind: 'decision' as const, attempts: 12, failure: '450' },
    orderedAt: '2026-11-20T10:00:00.000Z',
  };
  const undelivered = mails({ undeliveredCount: 1, undelivered: [failed] });

  test('that wait and that were given up are shown', async () => {
    const oldestAt = '2026-11-21T09:00:00.000Z';
    const given = { ...undelivered, waiting: 2, oldestAt };
    open(report(aView()), stub('GET /api/operations/mail', given));
    expect(
      await screen.findByText(/^2 emails are waiting to be sent \(the oldest since 21 Nov/),
    ).toBeTruthy();
    expect(
      screen.getByText(/^Decision on a listing, 20 Nov 2026.* after 12 attempts/),
    ).toBeTruthy();
    expect(screen.getByText('450')).toBeTruthy();
  });

  test('that were given up are sent again by a button, which is gone then', async () => {
    const waiting = mails({ waiting: 1, oldestAt: failed.orderedAt });
    const { requests } = open(
      report(aView()),
      stub('GET /api/operations/mail', undelivered),
      stub('POST /api/operations/mail/retry', waiting),
    );
    const button = await screen.findByRole('button', { name: 'Send again' });
    button.focus();
    fireEvent.click(button);
    expect(await screen.findByText('Waiting to be sent again.')).toBeTruthy();
    expect(screen.getByText(/^1 email is waiting to be sent/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe('Waiting to be sent again.'),
    );
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('that were given up are discarded after a question', async () => {
    const { requests } = open(
      report(aView()),
      stub('GET /api/operations/mail', undelivered),
      stub('DELETE /api/operations/mail/undelivered', mails()),
    );
    const sent = () => requests.filter(({ method }) => method === 'DELETE');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Discard 1 email?' }));
    expect(sent()).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Discarded.')).toBeTruthy();
    expect(sent()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Discarded.'));
  });

  test('that could not be sent again keep the button, with the message of the server', async () => {
    open(
      report(aView()),
      stub('GET /api/operations/mail', undelivered),
      stub('POST /api/operations/mail/retry', problem(503, 'Try again soon.')),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Try again soon.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
  });
});
