import type { VisitsResponse } from '@directory/api/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeSession } from '../../../../shared/session/session.ts';
import { aHistory, aHistoryEntry } from '../../../../testing/a-history.ts';
import { aBusinessWithVisits } from '../../../../testing/an-own-business.ts';
import { renderPage } from '../../../../testing/render-page.tsx';
import { pending, problem, stub } from '../../../../testing/stub-network.ts';

// The browser of the tests measures no letters, without which the library draws nothing.
vi.mock('./charts.tsx', () => ({ BarChart: () => null, TrendChart: () => null }));

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const base = '/api/businesses/userbusinesses/u1';
const counts = { views: 0, visitors: 0, actions: 0 };
const channels = {
  ...{ phone: 0, whatsapp: 0, website: 0, directions: 0, onlineOrder: 0 },
  ...{ facebook: 0, instagram: 0, tiktok: 0, youtube: 0 },
};

/** Two days up to Saturday the 21st, and the two before. */
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
/** The visits of the last 28 days, or of the period that the query names. */
const visitsIn = (
  answer: VisitsResponse | Response | Promise<never>,
  period: Record<string, string> = { days: '28' },
) => stub('GET /api/businesses/userbusinesses/:userId/visits', answer, { ...owner, ...period });
const csvOf = (answer: Response, days: string) =>
  stub('GET /api/businesses/userbusinesses/:userId/visits.csv', answer, { ...owner, days });

beforeEach(() => {
  localStorage.clear();
  writeSession(localStorage, { token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const card = async (name: string) => {
  const heading = await screen.findByText(name, { selector: 'h3' });
  return heading.closest('li')?.textContent;
};

test('the figures stand beside those of the period before', async () => {
  renderPage('/my-analytics', analytics, visitsIn(visits));
  expect(await card('Views')).toContain('3010 more (+50%)');
  expect(await card('Visitors')).toContain('205 fewer (−20%)');
  expect(await card('Actions')).toContain('5no earlier data');
  expect(await card('Actions')).toContain('25% of the visitors');
  expect(screen.getByText('20 Nov 2026 to 21 Nov 2026: 30 views.')).toBeTruthy();
  expect(screen.getByText('Compared with 18 Nov 2026 to 19 Nov 2026.')).toBeTruthy();
});

test('every chart says in words and in a table what it shows', async () => {
  renderPage('/my-analytics', analytics, visitsIn(visits));
  const best = 'Most on Sat 21 Nov, with 20 views; 15 a day on the average. Today is not over yet.';
  const hint = 'Choose one business to see here when it was edited, approved or hidden.';
  expect(await screen.findByText(`${best} ${hint}`)).toBeTruthy();
  const rows = (name: string) =>
    Array.from(
      screen.getByText(name, { selector: 'caption' }).closest('table')?.rows ?? [],
      ({ cells }) => Array.from(cells, ({ textContent }) => textContent),
    ).slice(1);
  expect(rows('Day by day')).toEqual([
    ['20 Nov 2026', '10', '8', '0', '15'],
    ['21 Nov 2026', '20', '12', '5', '5'],
  ]);
  expect(
    screen.getByText(/^Busiest on Saturdays at 7:00, with 20 views\. Hours of Kuala/),
  ).toBeTruthy();
  expect(rows('Views by weekday and hour')[5]?.slice(0, 10)).toEqual(
    ['Saturday', 0, 0, 0, 0, 0, 0, 0, 20, 0].map(String),
  );
  expect(screen.getByRole('columnheader', { name: 'Change' })).toBeTruthy();
  expect(rows('What visitors did').slice(0, 2)).toEqual([
    ['Phone', '4', '20%', 'no earlier data'],
    ['Website', '1', '5%', 'no earlier data'],
  ]);
});

test('days before the first that was counted are neither compared nor averaged', async () => {
  const young = { ...visits, countedFrom: '2026-11-21', previous: null };
  renderPage('/my-analytics', analytics, visitsIn(young));
  const why = 'There is no earlier data to compare with. Nothing was counted before 21 Nov 2026.';
  expect(await screen.findByText(why)).toBeTruthy();
  expect(await card('Views')).toContain('30no earlier data');
  expect(screen.getByText(/30 a day on the average/)).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Change' })).toBeNull();
});

test('the days of one business tell what became of it', async () => {
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
    stub('GET /api/businesses/:id/history', aHistory('b1', [entry]), { id: 'b1' }),
  );
  const row = await screen.findByRole('row', { name: /^21 Nov 2026 .* approved$/ });
  expect(row.closest('table')?.textContent).toContain('Your business');
});

test('a single day is named once', async () => {
  const day = { from: '2026-11-21', to: '2026-11-21' };
  const before = { ...previous, from: '2026-11-20', to: '2026-11-20' };
  const one = { ...visits, ...day, previous: before };
  renderPage('/my-analytics', analytics, visitsIn(one));
  expect(await screen.findByText('21 Nov 2026: 30 views.')).toBeTruthy();
  expect(screen.getByText('Compared with 20 Nov 2026.')).toBeTruthy();
});

test('days without a view are told as such, and nothing is drawn of them', async () => {
  renderPage('/my-analytics', analytics, visitsIn(empty));
  expect(await screen.findByText('Nobody has looked in these days.')).toBeTruthy();
  expect(screen.getByText('There is no earlier data to compare with.')).toBeTruthy();
  expect(screen.queryByText('Hours of the week')).toBeNull();
  expect(screen.getByText('Busiest Time of Day', { selector: 'h3' })).toBeTruthy();
});

test('period and business are chosen in the address', async () => {
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
  expect(await screen.findByText('Nobody has looked in these days.')).toBeTruthy();
  expect(browser.location?.search).toBe('?section=analytics&days=7&business=b2');
  const calls = requests.map(({ path }) => path).filter((path) => path.includes('/visits'));
  expect(calls.at(-1)).toBe(`${base}/visits?days=7&business=b2`);
});

test('days of one’s own are checked before they are asked for', async () => {
  const { browser } = renderPage(
    '/my-analytics',
    analytics,
    visitsIn(visits),
    visitsIn(visits, { from: '2026-11-20', to: '2026-11-21' }),
    visitsIn(empty, { from: '2026-11-01', to: '2026-11-21' }),
  );
  fireEvent.click(await screen.findByText('Other days'));
  const first = await screen.findByLabelText('First day');
  expect(first).toHaveProperty('value', '2026-11-20');
  fireEvent.change(first, { target: { value: '2026-11-22' } });
  fireEvent.click(screen.getByText('Show these days'));
  expect(await screen.findByText('Choose a day that is not after today.')).toBeTruthy();
  fireEvent.change(first, { target: { value: '2026-11-01' } });
  fireEvent.click(screen.getByText('Show these days'));
  expect(await screen.findByText('Nobody has looked in these days.')).toBeTruthy();
  expect(browser.location?.search).toBe('?from=2026-11-01&to=2026-11-21');
});

test('days that the server refuses are told at their field', async () => {
  const errors = { to: ['Choose a day from 2000-01-01 to today, 2026-11-21.'] };
  const refused = problem(400, 'Please check.', errors);
  renderPage(
    '/my-analytics?from=2026-11-21&to=2027-01-01',
    analytics,
    visitsIn(refused, { from: '2026-11-21', to: '2027-01-01' }),
  );
  expect(await screen.findByText(errors.to[0] ?? '')).toBeTruthy();
  expect(screen.getByLabelText('Last day').getAttribute('aria-invalid')).toBe('true');
});

test('visits that cannot be had are said quietly, beside what can', async () => {
  renderPage('/my-analytics', analytics, visitsIn(problem(503)));
  expect(await screen.findByText('This could not be loaded just now.')).toBeTruthy();
  expect(screen.getByText('Performance Overview', { selector: 'h3' })).toBeTruthy();
});

test('a file that cannot be made is told', async () => {
  renderPage('/my-analytics', analytics, visitsIn(visits), csvOf(problem(503), '28'));
  fireEvent.click(await screen.findByText('Download as CSV'));
  expect(await screen.findByText(/The file could not be made just now/)).toBeTruthy();
});

test('a file is named after what it holds, while the page shows other days', async () => {
  const csv = new Response('Date', {
    headers: {
      'Content-Type': 'text/csv',
      'Content-Disposition': 'attachment; filename="visits-2026-11-15-to-2026-11-21.csv"',
    },
  });
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:a';
    },
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => {
    click.mockRestore();
  });
  renderPage(
    '/my-analytics',
    analytics,
    visitsIn(visits),
    visitsIn(pending, { days: '7' }),
    csvOf(csv, '7'),
  );
  fireEvent.click(await screen.findByText('7 days'));
  await waitFor(() => {
    expect(screen.getByText('7 days').getAttribute('aria-current')).toBe('true');
  });
  fireEvent.click(screen.getByText('Download as CSV'));
  await waitFor(() => {
    expect(click.mock.contexts).toMatchObject([
      { download: 'visits-2026-11-15-to-2026-11-21.csv' },
    ]);
  });
});
