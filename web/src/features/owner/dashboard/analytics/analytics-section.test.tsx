import type { VisitsResponse } from '@directory/api/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../../shared/session/session.ts';
import { aBusinessWithVisits, aHistory, aHistoryEntry } from '../../../../testing/fixtures.ts';
import { renderPage } from '../../../../testing/render-page.tsx';
import { pending, problem, stub } from '../../../../testing/stub-network.ts';
import { watchDownloads } from '../../../../testing/watch-downloads.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const base = '/api/businesses/userbusinesses/u1';
const counts = { views: 0, visitors: 0, actions: 0 };
const channels = {
  ...{ phone: 0, whatsapp: 0, website: 0, directions: 0, onlineOrder: 0 },
  ...{ facebook: 0, instagram: 0, tiktok: 0, youtube: 0 },
};

/** Two days up to Saturday the 21st, and the previous two. */
const previous = {
  from: '2026-11-18',
  to: '2026-11-19',
  totals: { views: 20, visitors: 25, actions: 0, channels },
  days: [
    { date: '2026-11-18', views: 15, visitors: 15, actions: 0 },
    { date: '2026-11-19', views: 5, visitors: 10, actions: 0 },
  ],
};
const visits: VisitsResponse = {
  timeZone: 'Asia/Kuala_Lumpur',
  today: '2026-11-21',
  from: '2026-11-20',
  to: '2026-11-21',
  totals: { views: 30, visitors: 20, actions: 5, channels: { ...channels, phone: 4, website: 1 } },
  days: [
    { date: '2026-11-20', views: 10, visitors: 8, actions: 0 },
    { date: '2026-11-21', views: 20, visitors: 12, actions: 5 },
  ],
  weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    hours: Array.from({ length: 24 }, (_, hour) => (weekday === 6 && hour === 7 ? 20 : 0)),
  })),
  countedFrom: '2026-11-18',
  previous,
};
const empty: VisitsResponse = {
  ...visits,
  totals: { ...counts, channels },
  days: visits.days.map(({ date }) => ({ date, ...counts })),
  weekdays: visits.weekdays.map(({ weekday }) => ({ weekday, hours: Array(24).fill(0) })),
  countedFrom: null,
  previous: null,
};

const owner = { userId: 'u1' };
const analytics = stub(
  'GET /api/businesses/userbusinesses/:userId/analytics',
  {
    analytics: [
      aBusinessWithVisits({ id: 'b1', businessName: 'Kedai Satu' }),
      aBusinessWithVisits({ id: 'b2', businessName: 'Kedai Dua' }),
    ],
    hourlyViews: [],
  },
  owner,
);
const visitsIn = (
  answer: VisitsResponse | Response | Promise<never>,
  period: Record<string, string> = { days: '28' },
) => stub('GET /api/businesses/userbusinesses/:userId/visits', answer, { ...owner, ...period });
const csvOf = (answer: Response, days: string) =>
  stub('GET /api/businesses/userbusinesses/:userId/visits.csv', answer, { ...owner, days });

beforeEach(() => {
  localStorage.clear();
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const card = async (name: string) => {
  const heading = await screen.findByText(name, { selector: 'h3' });
  return heading.closest('li')?.textContent;
};

test('the figures show the change from the previous period', async () => {
  renderPage('/my-analytics', analytics, visitsIn(visits));
  expect(await card('Views')).toContain('3010 more (+50%)');
  expect(await card('Visitors')).toContain('205 fewer (−20%)');
  expect(await card('Actions')).toContain('5no comparison yet');
  expect(await card('Actions')).toContain('25 per 100 visitors');
  expect(screen.getByText('30 views, 20 Nov 2026 – 21 Nov 2026')).toBeTruthy();
  expect(screen.getByText('Compared with 18 Nov 2026 – 19 Nov 2026.')).toBeTruthy();
});

test('every chart has a summary sentence and a data table', async () => {
  renderPage('/my-analytics', analytics, visitsIn(visits));
  const best = 'Busiest day: Sat 21 Nov (20 views). Average: 10 a day. Today is not complete yet.';
  const hint = 'Select one business to mark when it was edited, approved, hidden or restored.';
  expect(await screen.findByText(`${best} ${hint}`)).toBeTruthy();
  const rows = (name: string) =>
    Array.from(
      screen.getByText(name, { selector: 'caption' }).closest('table')?.rows ?? [],
      ({ cells }) => Array.from(cells, ({ textContent }) => textContent),
    ).slice(1);
  expect(rows('Daily views')).toEqual([
    ['20 Nov 2026', '10', '8', '0', '15'],
    ['21 Nov 2026', '20', '12', '5', '5'],
  ]);
  expect(
    screen.getByText('Busiest: Saturdays at 7:00 (20 views), Kuala Lumpur time.'),
  ).toBeTruthy();
  expect(screen.getByText('Views by day and hour')).toBeTruthy();
  expect(rows('Views by weekday and hour')[5]?.slice(0, 10)).toEqual(
    ['Saturday', 0, 0, 0, 0, 0, 0, 0, 20, 0].map(String),
  );
  expect(screen.getByLabelText('Show as table: Daily views').textContent).toBe('Show as table');
  expect(screen.getByRole('columnheader', { name: 'Change' })).toBeTruthy();
  expect(rows('Visitor actions').slice(0, 2)).toEqual([
    ['Phone', '4', '20%', 'no comparison yet'],
    ['Website', '1', '5%', 'no comparison yet'],
  ]);
});

test('days before counting began are neither compared, averaged nor shown as zeros', async () => {
  const young = { ...visits, today: '2026-11-22', countedFrom: '2026-11-21', previous: null };
  renderPage('/my-analytics', analytics, visitsIn(young));
  const why = 'No earlier period to compare with. Counting began on 21 Nov 2026.';
  expect(await screen.findByText(why)).toBeTruthy();
  expect(await card('Views')).toContain('30no comparison yet');
  expect(screen.getByText(/Average: 20 a day/)).toBeTruthy();
  expect(screen.getByRole('row', { name: '20 Nov 2026 – – –', hidden: true })).toBeTruthy();
  expect(screen.getByRole('row', { name: '21 Nov 2026 20 12 5', hidden: true })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Change' })).toBeNull();
});

test('the daily table of one business lists its events until its last day', async () => {
  const entry = aHistoryEntry({
    type: 'BusinessApproved',
    time: '2026-11-20T17:00:00.000Z',
    actor: { role: 'admin', id: null, name: null },
    status: 'approved',
  });
  const address = '/my-analytics?business=b1';
  renderPage(
    address,
    analytics,
    visitsIn(visits, { days: '28', business: 'b1' }),
    stub('GET /api/businesses/:id/history', aHistory('b1', [entry]), {
      id: 'b1',
      at: '2026-11-21T23:59:59-12:00',
    }),
  );
  const row = await screen.findByRole('row', { name: /^21 Nov 2026 .* approved$/ });
  expect(row.closest('table')?.textContent).toContain('Events');
});

test('a history that fails to load is said beside the chart without events, and loaded again by Retry', async () => {
  const history = 'GET /api/businesses/:id/history';
  const asked = { id: 'b1', at: '2026-11-21T23:59:59-12:00' };
  const { respond } = renderPage(
    '/my-analytics?business=b1',
    analytics,
    visitsIn(visits, { days: '28', business: 'b1' }),
    stub(history, problem(503), asked),
  );
  const failed = await screen.findByText(
    "We couldn't load when this business was edited, approved, hidden or restored.",
  );
  expect(screen.getByRole('heading', { name: 'Daily views' })).toBeTruthy();
  const edited = aHistoryEntry({ type: 'BusinessEdited', time: '2026-11-20T17:00:00.000Z' });
  respond(stub(history, aHistory('b1', [edited]), asked));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(document.activeElement?.textContent).toMatch(/^Loading/);
  expect(await screen.findByRole('row', { name: /^21 Nov 2026 .* edited$/ })).toBeTruthy();
  expect(failed.isConnected).toBe(false);
});

test('a single-day period shows its date once', async () => {
  const day = { from: '2026-11-21', to: '2026-11-21' };
  const before = { ...previous, from: '2026-11-20', to: '2026-11-20' };
  const one = { ...visits, ...day, previous: before };
  renderPage('/my-analytics', analytics, visitsIn(one));
  expect(await screen.findByText('30 views, 21 Nov 2026')).toBeTruthy();
  expect(screen.getByText('Compared with 20 Nov 2026.')).toBeTruthy();
});

test.each([
  [0, false],
  [1203, true],
])('with %i views of all time there are charts of them: %s', async (views, hasCharts) => {
  const business = aBusinessWithVisits({ id: 'b1', businessName: 'Kedai Satu', views });
  renderPage(
    '/my-analytics',
    stub(
      'GET /api/businesses/userbusinesses/:userId/analytics',
      { analytics: [business], hourlyViews: [{ hour: 7, views }] },
      owner,
    ),
    visitsIn(visits),
  );
  const sentences = hasCharts
    ? ['Most viewed: Kedai Satu (1,203 views).', 'Busiest: 7:00 (1,203 views).']
    : ['No views yet.', 'No views yet.'];
  const headings = await Promise.all(
    ['Performance Overview', 'Busiest Time of Day'].map((name) =>
      screen.findByRole('heading', { name }),
    ),
  );
  expect(headings.map((heading) => heading.nextElementSibling?.textContent)).toEqual(sentences);
  const tables = screen.queryAllByText(/^(Performance|Busiest)/, { selector: 'caption' });
  expect(tables).toHaveLength(hasCharts ? 2 : 0);
  // In both tables, and in the list of the businesses.
  expect(screen.queryAllByText('1,203')).toHaveLength(hasCharts ? 3 : 0);
});

test('the busiest hour is not said to be alone where others had as many views', async () => {
  const weekdays = visits.weekdays.map(({ weekday, hours }) => ({
    weekday,
    hours: hours.map((views, hour) => (weekday === 1 && hour === 9 ? 20 : views)),
  }));
  const hourlyViews = [7, 9, 12].map((hour) => ({ hour, views: 1 }));
  renderPage(
    '/my-analytics',
    stub(
      'GET /api/businesses/userbusinesses/:userId/analytics',
      { analytics: [aBusinessWithVisits({ id: 'b1', views: 3 })], hourlyViews },
      owner,
    ),
    visitsIn({ ...visits, weekdays }),
  );
  const week = 'Busiest: Mondays at 9:00 and 1 other hour (20 views each), Kuala Lumpur time.';
  expect(await screen.findByText(week)).toBeTruthy();
  expect(screen.getByText('Busiest: 7:00 and 2 other hours (1 view each).')).toBeTruthy();
});

test('a period without views shows an empty state and no charts', async () => {
  renderPage('/my-analytics', analytics, visitsIn(empty));
  expect(await screen.findByText('No views in this period.')).toBeTruthy();
  expect(screen.getByText('No earlier period to compare with.')).toBeTruthy();
  expect(screen.queryByText('Views by day and hour')).toBeNull();
  expect(screen.getByText('Busiest Time of Day', { selector: 'h3' })).toBeTruthy();
});

test('today without views is said to be incomplete', async () => {
  renderPage(
    '/my-analytics',
    analytics,
    visitsIn({ ...empty, from: empty.today, to: empty.today }),
  );
  expect(await screen.findByText(/^Today is not complete yet\./)).toBeTruthy();
});

test('the URL holds period and business', async () => {
  const address = '/user/dashboard?section=analytics';
  const { browser, requests } = renderPage(
    address,
    analytics,
    visitsIn(visits),
    visitsIn(visits, { days: '7' }),
    visitsIn(empty, { days: '7', business: 'b2' }),
  );
  fireEvent.click(await screen.findByText('7 days'));
  await waitFor(() => {
    expect(browser.location?.search).toBe('?section=analytics&days=7');
  });
  expect(screen.getByText('7 days').getAttribute('aria-current')).toBe('true');
  fireEvent.change(screen.getByLabelText('Business'), { target: { value: 'b2' } });
  expect(await screen.findByText('No views in this period.')).toBeTruthy();
  expect(browser.location?.search).toBe('?section=analytics&days=7&business=b2');
  const calls = requests.map(({ path }) => path).filter((path) => path.includes('/visits'));
  expect(calls.at(-1)).toBe(`${base}/visits?days=7&business=b2`);
});

test('a custom range is validated before it is requested', async () => {
  const { browser } = renderPage(
    '/my-analytics',
    analytics,
    visitsIn(visits),
    visitsIn(visits, { from: '2026-11-20', to: '2026-11-21' }),
    visitsIn(empty, { from: '2026-11-01', to: '2026-11-21' }),
  );
  fireEvent.click(await screen.findByText('Custom'));
  const first = await screen.findByLabelText('From');
  expect(first).toHaveProperty('value', '2026-11-20');
  fireEvent.change(first, { target: { value: '2026-11-22' } });
  fireEvent.click(screen.getByText('Apply'));
  expect(await screen.findByText('Choose today or an earlier date.')).toBeTruthy();
  // As a browser reads 26 for the year.
  fireEvent.change(first, { target: { value: '0026-11-01' } });
  screen.getByText('Apply').focus();
  fireEvent.click(screen.getByText('Apply'));
  expect(await screen.findByText('No views in this period.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByText('Apply'));
  expect(browser.location?.search).toBe('?from=2026-11-01&to=2026-11-21');
  // Back starts the form again, without what was wrong in it.
  fireEvent.change(first, { target: { value: '2026-11-22' } });
  fireEvent.click(screen.getByText('Apply'));
  expect(await screen.findByText('Choose today or an earlier date.')).toBeTruthy();
  browser.navigate?.(-1);
  await waitFor(() => expect(first).toHaveProperty('value', '2026-11-20'));
  expect(screen.queryByText('Choose today or an earlier date.')).toBeNull();
  browser.navigate?.(1);
  await waitFor(() => expect(first).toHaveProperty('value', '2026-11-01'));
  expect(screen.queryByText('Choose today or an earlier date.')).toBeNull();
});

test('a range that the server rejects shows the error at its field', async () => {
  const errors = { to: ['Choose a day from 2000-01-01 to today, 2026-11-21.'] };
  const refused = problem(400, 'Please check.', errors);
  renderPage(
    '/my-analytics?from=2026-11-21&to=2027-01-01',
    analytics,
    visitsIn(refused, { from: '2026-11-21', to: '2027-01-01' }),
  );
  expect(await screen.findByText(errors.to[0] ?? '')).toBeTruthy();
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
});

test('a failed visits request shows an error beside the other sections', async () => {
  renderPage('/my-analytics', analytics, visitsIn(problem(503)));
  expect(await screen.findByText("We couldn't load this. Please try again.")).toBeTruthy();
  expect(screen.getByText('Performance Overview', { selector: 'h3' })).toBeTruthy();
});

test('a business that was deleted meanwhile is left out after Retry', async () => {
  const { respond } = renderPage(
    '/my-analytics?business=b2',
    analytics,
    visitsIn(problem(404), { days: '28', business: 'b2' }),
    visitsIn(visits),
  );
  const period = within(await screen.findByRole('region', { name: 'Selected period' }));
  const retry = await period.findByRole('button', { name: 'Retry' });
  const only = { analytics: [aBusinessWithVisits({ id: 'b1' })], hourlyViews: [] };
  respond(stub('GET /api/businesses/userbusinesses/:userId/analytics', only, owner));
  fireEvent.click(retry);
  expect(await screen.findByText('30 views, 20 Nov 2026 – 21 Nov 2026')).toBeTruthy();
});

test('a failed CSV download shows an error', async () => {
  renderPage(
    '/my-analytics',
    analytics,
    visitsIn(visits),
    csvOf(problem(503, 'The views are being built.'), '28'),
  );
  fireEvent.click(await screen.findByText('Download CSV'));
  expect(await screen.findByText('The views are being built.')).toBeTruthy();
});

test('the CSV file has the name from the response while the page shows other days', async () => {
  const csv = new Response('Date', {
    headers: {
      'Content-Type': 'text/csv',
      'Content-Disposition': 'attachment; filename="visits-2026-11-15-to-2026-11-21.csv"',
    },
  });
  const downloads = watchDownloads();
  renderPage(
    '/my-analytics',
    analytics,
    visitsIn(visits),
    visitsIn(pending, { days: '7' }),
    csvOf(csv, '7'),
  );
  await screen.findByText('Download CSV');
  fireEvent.click(screen.getByText('7 days'));
  await waitFor(() => {
    expect(screen.getByText('7 days').getAttribute('aria-current')).toBe('true');
  });
  fireEvent.click(screen.getByText('Download CSV'));
  await waitFor(() => {
    expect(downloads.contexts).toMatchObject([{ download: 'visits-2026-11-15-to-2026-11-21.csv' }]);
  });
});

test('the businesses of an owner of many are listed on pages, and the chart has the most viewed', async () => {
  const many = Array.from({ length: 51 }, (_, index) =>
    aBusinessWithVisits({ id: `b${index}`, businessName: `Kedai ${index}`, views: index }),
  );
  const answer = stub(
    'GET /api/businesses/userbusinesses/:userId/analytics',
    { analytics: many, hourlyViews: [] },
    owner,
  );
  renderPage('/my-analytics', answer, visitsIn(empty));
  expect(
    await screen.findByText(
      'Most viewed: Kedai 50 (50 views). The chart shows the 50 most viewed.',
    ),
  ).toBeTruthy();
  const cards = () => screen.getAllByRole('heading', { level: 3, name: /^Kedai/ });
  expect(cards()).toHaveLength(50);
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  await screen.findByText('Page 2 of 2');
  expect(cards()).toHaveLength(1);
});
