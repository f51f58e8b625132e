import type { ReportResponse } from '@directory/api/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import {
  problem,
  reviewQueue,
  stub,
  type Stub,
  unreachable,
} from '../../../testing/stub-network.ts';
import { reportNames } from './reports-page.tsx';
import { chartOf } from './report-result.tsx';

const aReport = (given: Partial<ReportResponse> = {}): ReportResponse => ({
  about: {
    report: 'views',
    version: 1,
    by: ['weekday'],
    timeZone: 'Asia/Kuala_Lumpur',
    from: null,
    to: null,
    asOf: null,
    demonstration: false,
    firstPosition: '1',
    lastPosition: '42',
  },
  columns: [
    { name: 'weekday', type: 'integer' },
    { name: 'views', type: 'integer' },
    { name: 'share', type: 'number' },
  ],
  rows: [
    [1, 1200, 0.75],
    [7, 400, 0.25],
  ],
  ...given,
});
const report = (answer: ReportResponse | Response, params: Readonly<Record<string, string>> = {}) =>
  stub('GET /api/reports/:name', answer, { name: 'views', ...params });

beforeEach(() => {
  localStorage.clear();
  writeSession({
    token: 't',
    role: 'admin',
    user: { id: '9', full_name: 'penghulu', email: '' },
  });
});
const open = (search: string, ...stubs: readonly Stub[]) =>
  renderPage(`/adminDashboard/reports${search}`, reviewQueue(), ...stubs);
const select = (label: string) => screen.findByLabelText<HTMLSelectElement>(label);
const optionsOf = (control: HTMLSelectElement) =>
  [...control.options].map(({ textContent }) => textContent);

test('the choices are those of the report', async () => {
  open('');
  fireEvent.change(await select('Report'), { target: { value: 'retention' } });
  expect(optionsOf(await select('Grouped by'))).toEqual([
    'No grouping (totals)',
    'Category',
    'Kampong',
  ]);
  screen.getByLabelText(/^As of the end of/);
  expect(screen.queryByLabelText(/^From/)).toBeNull();
  fireEvent.change(await select('Report'), { target: { value: 'growth' } });
  const groupings = optionsOf(await select('Grouped by'));
  expect(groupings[0]).toBe('Month (default)');
  expect(groupings).not.toContain('Month');
  screen.getByLabelText(/^From/);
});

test('before a report is chosen, each is described and linked', async () => {
  open('', report(aReport()));
  await screen.findByText(/^Which businesses, hours or categories/);
  expect(document.title).toBe('Reports · Kampong Bharu Directory');
  expect(screen.getAllByRole('listitem').length).toBe(reportNames.length);
  fireEvent.click(screen.getByRole('link', { name: 'Visits' }));
  await screen.findByRole('table', { name: 'Visits' });
  expect(document.title).toBe('Reports: Visits · Kampong Bharu Directory');
  expect(screen.queryByRole('link', { name: 'Visits' })).toBeNull();
  expect(document.activeElement).toBe(await select('Report'));
  expect((await select('Report')).value).toBe('views');
});

test('the form shows the chosen report', async () => {
  const { requests } = open(
    '',
    report(aReport(), { by: 'weekday', from: '2026-11-01', demonstration: 'true' }),
  );
  fireEvent.change(await select('Report'), { target: { value: 'views' } });
  fireEvent.change(await select('Grouped by'), { target: { value: 'weekday' } });
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '2026-11-01' } });
  fireEvent.click(screen.getByLabelText('Include demo data'));
  const show = screen.getByRole('button', { name: 'Show report' });
  show.focus();
  fireEvent.click(show);
  await screen.findByRole('table', { name: 'Visits' });
  expect(document.activeElement).toBe(show);
  expect(requests.map(({ path }) => path)).toContain(
    '/api/reports/views?by=weekday&from=2026-11-01&demonstration=true',
  );
  expect((await select('Grouped by')).value).toBe('weekday');
});

test('a day with a year of two digits is of this century, in the address and in the fields', async () => {
  const days = { from: '2019-05-12', to: '2020-05-12' };
  const { browser } = open('?report=views', report(aReport()), report(aReport(), days));
  const fields = [/^From/, /^To/].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  for (const [index, value] of ['0019-05-12', '0020-05-12'].entries())
    fireEvent.change(fields[index] ?? document, { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Show report' }));
  await screen.findByRole('table', { name: 'Visits' });
  expect(browser.location?.search).toBe('?report=views&from=2019-05-12&to=2020-05-12');
  expect(fields.map(({ value }) => value)).toEqual(Object.values(days));
});

test('so is the day of a report as of the end of a day', async () => {
  const asked = { name: 'listings', asOf: '2019-05-12' };
  open('?report=listings&asOf=0019-05-12', report(aReport(), asked));
  await screen.findByRole('table');
  expect(screen.getByLabelText(/^As of/)).toHaveProperty('value', '2019-05-12');
});

test('the last month, quarter and year fill in their days', async () => {
  vi.setSystemTime('2026-01-31T17:00:00.000Z');
  onTestFinished(() => void vi.useRealTimers());
  open('?report=growth', report(aReport(), { name: 'growth' }));
  const days = () =>
    [/^From/, /^To/].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  const daysOf = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name }));
    return days();
  };
  expect(await daysOf('Last month')).toEqual(['2026-01-01', '2026-01-31']);
  expect(await daysOf('Last quarter')).toEqual(['2025-10-01', '2025-12-31']);
  expect(await daysOf('Last year')).toEqual(['2025-01-01', '2025-12-31']);
});

test('an address that names the default grouping shows it', async () => {
  open('?report=growth&by=month', report(aReport(), { name: 'growth', by: 'month' }));
  const by = await select('Grouped by');
  expect(by.selectedOptions[0]?.textContent).toBe('Month (default)');
});

test('the table shows names of days, and shares in percent', async () => {
  open('?report=views&by=weekday', report(aReport(), { by: 'weekday' }));
  const table = await screen.findByRole('table', { name: 'Visits' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Weekday', 'Views', 'Share'],
    ['Monday', '1,200', '75%'],
    ['Sunday', '400', '25%'],
  ]);
  screen.getByText('Highest: Monday, 1,200 views.');
  screen.getByText('Report version 1, days and hours in Asia/Kuala_Lumpur.');
});

test('the highest amount of a chart may be one', async () => {
  const rows = [
    [1, 1, 0.5],
    [7, 1, 0.5],
  ];
  open('?report=views&by=weekday', report(aReport({ rows }), { by: 'weekday' }));
  expect(await screen.findByText('Highest: Monday, 1 view.')).toBeTruthy();
});

test('the table shows the ids of businesses after everything else', async () => {
  const columns = [
    { name: 'businessId', type: 'text' },
    { name: 'businessName', type: 'text' },
    { name: 'views', type: 'integer' },
  ] as const;
  const rows = [['01J', 'Warung Mak Teh', 7]];
  open('?report=views', report(aReport({ columns: [...columns], rows })));
  const table = await screen.findByRole('table', { name: 'Visits' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Business', 'Views', 'Business ID'],
    ['Warung Mak Teh', '7', '01J'],
  ]);
});

test('the table shows each kind of value as people write it, and a dash for none', async () => {
  const columns = [
    { name: 'businessName', type: 'text' },
    { name: 'yearStarted', type: 'integer' },
    { name: 'hour', type: 'integer' },
    { name: 'demonstration', type: 'boolean' },
    { name: 'submittedAt', type: 'time' },
  ] as const;
  const rows = [
    ['Warung', 1998, 9, true, '2026-11-21T04:00:00.000Z'],
    ['', null, 0, false, null],
  ];
  open('?report=views', report(aReport({ columns: [...columns], rows })));
  const table = await screen.findByRole('table', { name: 'Visits' });
  await within(table).findByText('21 Nov 2026, 12:00');
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells.slice(1)).toEqual([
    ['Warung', '1998', '9:00', 'Yes', '21 Nov 2026, 12:00'],
    ['–', '–', '0:00', 'No', '–'],
  ]);
});

test('a long report shows its progress until it is there', async () => {
  const progress = { share: 0.42, events: 42_000, eventsPerSecond: 1_000, remainingSeconds: 58 };
  const { respond } = open(
    '?report=views',
    stub('GET /api/reports/:name', progress, { name: 'views' }),
  );
  await screen.findByText('42% done, 42,000 events read, about 58 seconds left');
  const status = screen.getAllByRole('status').at(-1);
  expect(status?.textContent).toBe('Reading the event log…');
  const bar = screen.getByRole('progressbar', { name: 'Reading the event log…' });
  expect(bar.getAttribute('value')).toBe('0.42');
  respond(report(aReport()));
  await screen.findByRole('table', { name: 'Visits' }, { timeout: 10_000 });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(status?.textContent).toBe('Visits: 2 rows');
});

test('a long report that fails while it is made shows no progress, and is asked for by Retry alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = { share: 0.42, events: 42_000, eventsPerSecond: 1_000, remainingSeconds: 58 };
  const { requests, respond } = open(
    '?report=views',
    stub('GET /api/reports/:name', progress, { name: 'views' }),
  );
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByRole('progressbar')).toBeTruthy();
  respond(report(problem(503)));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  const asked = requests.length;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(requests).toHaveLength(asked);
});

test.each([
  ['views', 'asOf=2026-11-01'],
  ['listings', 'from=2026-11-01&to=2026-11-02'],
])('the report %s leaves out %s of its address, which it does not have', async (name, others) => {
  const { requests } = open(`?report=${name}&${others}`, report(aReport(), { name }));
  await screen.findByRole('table');
  expect(requests.map(({ path }) => path)).toContain(`/api/reports/${name}`);
});

test('a report without rows says so', async () => {
  open('?report=views', report(aReport({ rows: [] })));
  await screen.findByRole('heading', { name: 'Nothing in this period' });
});

test('a refused choice is explained', async () => {
  open('?report=views', report(problem(400, 'The period ends before it begins.')));
  expect((await screen.findByRole('alert')).textContent).toBe('The period ends before it begins.');
});

test('a failed report can be retried', async () => {
  const { respond } = open(
    '?report=views',
    stub('GET /api/reports/:name', unreachable, { name: 'views' }),
  );
  await screen.findByText("Couldn't make the report.");
  respond(report(aReport()));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('table', { name: 'Visits' });
});

test('a chart shows the first number of one grouping, by names, the highest business first', () => {
  const columns = [
    { name: 'rank', type: 'integer' },
    { name: 'businessId', type: 'text' },
    { name: 'businessName', type: 'text' },
    { name: 'views', type: 'integer' },
  ] as const;
  const about = { ...aReport().about, by: ['business' as const] };
  const rows = [
    [2, null, null, 3],
    [1, 'b1', 'Warung', 9],
  ];
  expect(chartOf({ about, columns: [...columns], rows })).toMatchObject({
    group: 'business',
    column: { name: 'views' },
    bars: [
      { name: 'Warung', value: 9 },
      { name: 'Unknown', value: 3 },
    ],
  });
  expect(chartOf({ ...aReport(), about: { ...about, by: [] } })).toBeNull();
  expect(chartOf({ ...aReport(), about: { ...about, by: ['day', 'category'] } })).toBeNull();
});

test.each([
  ['business', 'businessName', 'highest'],
  ['day', 'day', 'first'],
] as const)(
  'the note below a long report by %s says what its chart shows',
  async (by, name, word) => {
    const columns = [
      { name, type: 'text' as const },
      { name: 'views', type: 'integer' as const },
    ];
    const rows = Array.from({ length: 101 }, (_, index) => [`${index}`, index]);
    open(
      `?report=views&by=${by}`,
      report(aReport({ about: { ...aReport().about, by: [by] }, columns, rows }), { by }),
    );
    await screen.findByText(new RegExp(`The chart shows the ${word} 100 of 101\\.$`));
  },
);

test.each([
  ['views', {}, 'all days, without demo data'],
  ['views', { from: '2026-11-01' }, 'from 1 Nov 2026, without demo data'],
  [
    'views',
    { from: '2026-11-01', to: '2026-11-30', demonstration: true },
    'from 1 Nov 2026 to 30 Nov 2026, with demo data',
  ],
  ['listings', {}, 'as of now, without demo data'],
  // It counts months up to an event, so that the same log gives the same rows, and never to the present.
  ['retention', {}, 'as of the last change of any listing, without demo data'],
  ['listings', { asOf: '2026-11-21T15:59:59.999Z' }, 'as of 21 Nov 2026, 23:59, without demo data'],
] as const)('the result of %s for %j says what was counted', async (name, asked, counted) => {
  const about = { ...aReport().about, ...asked };
  open(`?report=${name}`, report(aReport({ about }), { name }));
  expect(await screen.findByText(new RegExp(`\\. Counted: ${counted}\\.$`))).toBeTruthy();
});

test('the table of a long report by business has the highest ones', async () => {
  const columns = [
    { name: 'businessName', type: 'text' as const },
    { name: 'views', type: 'integer' as const },
  ];
  const rows = Array.from({ length: 501 }, (_, index) => [`Warung ${index}`, index]);
  const about = { ...aReport().about, by: ['business' as const] };
  open('?report=views&by=business', report(aReport({ about, columns, rows }), { by: 'business' }));
  await screen.findByText('Highest 500 of 501 rows; the file has all.');
  const [, first, ...others] = within(screen.getByRole('table')).getAllByRole('row');
  expect(first?.textContent).toBe('Warung 500500');
  expect(others.at(-1)?.textContent).toBe('Warung 11');
});

test('reasons and channels have the words of other pages', () => {
  const barsOf = (by: 'reason' | 'channel', rows: ReportResponse['rows']) =>
    chartOf({
      about: { ...aReport().about, by: [by] },
      columns: [
        { name: by, type: 'text' },
        { name: 'amount', type: 'integer' },
      ],
      rows,
    })?.bars.map(({ name }) => name);
  const reasons = [
    ['photo', 2],
    [null, 29],
  ];
  expect(barsOf('reason', reasons)).toEqual(['Photo unsuitable', 'No reason']);
  const channels = [
    ['onlineOrder', 2],
    ['tiktok', 1],
  ];
  expect(barsOf('channel', channels)).toEqual(['Online order', 'TikTok']);
});

test('the chart of the growth shows how many places were public', () => {
  const columns = [
    { name: 'month', type: 'text' },
    { name: 'submitted', type: 'integer' },
    { name: 'publicChange', type: 'integer' },
    { name: 'public', type: 'integer' },
  ] as const;
  const about = { ...aReport().about, by: ['month' as const] };
  const rows = [
    ['2026-10', 0, 586, 586],
    ['2026-11', 8, 6, 592],
  ];
  expect(chartOf({ about, columns: [...columns], rows })?.bars).toEqual([
    { name: '2026-10', value: 586 },
    { name: '2026-11', value: 592 },
  ]);
});

test('listings one by one have no chart, as a year is no amount', () => {
  const columns = [
    { name: 'businessId', type: 'text' },
    { name: 'businessName', type: 'text' },
    { name: 'status', type: 'text' },
    { name: 'yearStarted', type: 'integer' },
    { name: 'submittedAt', type: 'time' },
  ] as const;
  const about = { ...aReport().about, by: ['business' as const] };
  const rows = [
    ['b1', 'Warung', 'approved', 1998, '2026-11-21T04:00:00.000Z'],
    ['b2', 'Kafe', 'pending', 2014, '2026-11-22T04:00:00.000Z'],
  ];
  expect(chartOf({ about, columns: [...columns], rows })).toBeNull();
});

test('the time since the last edit has no chart by category, as months are a second grouping', () => {
  const columns = [
    { name: 'category', type: 'text' },
    { name: 'months', type: 'integer' },
    { name: 'listings', type: 'integer' },
  ] as const;
  const about = { ...aReport().about, by: ['category' as const] };
  const rows = [
    ['IT', 0, 5],
    ['IT', 1, 2],
  ];
  expect(chartOf({ about, columns: [...columns], rows })).toBeNull();
});
