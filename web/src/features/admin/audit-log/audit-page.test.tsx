import type { AuditEntryResponse, AuditResponse } from '@directory/api/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import {
  pending,
  problem,
  reviewQueue,
  stub,
  type Stub,
  unreachable,
} from '../../../testing/stub-network.ts';

const id = '01HZX0000000000000000000A1';
const admin = { id: '0190b5b4-1f2e-7c55-8a77-3d0f2f0c9a12', name: 'penghulu' };
const anEntry = (given: Partial<AuditEntryResponse> = {}): AuditEntryResponse => ({
  id: '2026-11-22T02:00:00.000Z/1',
  time: '2026-11-22T02:00:00.000Z',
  day: '2026-11-22',
  kind: 'approval',
  type: 'BusinessApproved',
  role: 'admin',
  person: admin,
  business: { id, name: 'Warung Mak Teh' },
  revision: 3,
  changed: [],
  reasonCode: null,
  view: null,
  account: null,
  places: null,
  demonstration: false,
  ...given,
});
const audit = (
  given: Partial<AuditResponse>,
  params: Readonly<Record<string, string>> = {},
): Stub => stub('GET /api/audit', { entries: [], next: null, people: [admin], ...given }, params);

beforeEach(() => {
  localStorage.clear();
  writeSession({
    token: 't',
    role: 'admin',
    user: { id: '9', full_name: 'penghulu', email: '' },
  });
});
const open = (search: string, ...stubs: readonly Stub[]) =>
  renderPage(`/adminDashboard/audit${search}`, reviewQueue(), ...stubs);

function onPhone() {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

const link = (name: RegExp | string) => screen.findByRole<HTMLAnchorElement>('link', { name });

test('entries say what was done, by whom and when, under their days', async () => {
  const rejection = { kind: 'rejection', type: 'BusinessRejected', reasonCode: 'photo' } as const;
  const before = { id: '2', time: '2026-11-21T02:00:00.000Z', day: '2026-11-21', person: null };
  const entries = [
    anEntry(),
    anEntry({ id: '3', kind: 'edit', type: 'BusinessEdited', changed: ['imagePath', 'phone'] }),
    anEntry({ ...rejection, id: '1', person: { ...admin, name: null } }),
    anEntry({ id: '0', person: { ...admin, name: null }, demonstration: true }),
    anEntry({
      ...before,
      kind: 'operation',
      type: 'PlacesImported',
      role: 'system',
      business: null,
      places: { imported: 1_200, existing: 0, refused: 3, published: true },
    }),
  ];
  open('', audit({ entries }));
  const today = await screen.findByRole('heading', { name: /^Sunday,? 22 November 2026$/ });
  const items = within(today.parentElement ?? today).getAllByRole('listitem');
  const [approval, edit, rejected, demonstrated] = items.map(({ textContent }) => textContent);
  expect(approval).toMatch(/10:00Approved: Warung Mak Teh.*by penghulu \(admin/);
  expect(edit).toMatch(/by penghulu \(administrator\) · Changed: Image, Phone/);
  expect(rejected).toMatch(/Rejected: .*by a deleted account.*Reason: Photo unsuitable/);
  expect(demonstrated).toMatch(/by a demonstration user \(administrator\) · Demo data/);
  screen.getByRole('heading', { name: /^Saturday,? 21 November 2026$/ });
  screen.getByText('Imported 1,200 places (0 existed, 3 refused)');
  screen.getByText('by the system');
});

test('one link of an entry leads to what the same person did alike that day', async () => {
  open('', audit({ entries: [anEntry()] }));
  const sameDay = await link('What else that day? Approvals by penghulu on this day');
  expect(sameDay.getAttribute('href')).toBe(
    `/adminDashboard/audit?kind=approval&person=${admin.id}&from=2026-11-22&to=2026-11-22`,
  );
  expect((await link('Warung Mak Teh')).getAttribute('href')).toBe(
    `/adminDashboard/history/${id}?at=3`,
  );
});

test('the form filters by kind, person and period', async () => {
  const wanted = { kind: 'deletion', person: admin.id, from: '2026-11-01', to: '2026-11-22' };
  const { requests } = open('', audit({ entries: [anEntry()] }), audit({}, wanted));
  await link('Warung Mak Teh');
  for (const [label, value] of [
    ['What', 'deletion'],
    ['Who', admin.id],
    // As a browser reads 26 for the year.
    ['From', '0026-11-01'],
    ['To', '0026-11-22'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const show = screen.getByRole('button', { name: 'Show' });
  show.focus();
  const status = screen.getByText('1 entry');
  fireEvent.click(show);
  await screen.findByRole('heading', { name: 'No entries found' });
  // Screen readers announce changes of what is there already.
  expect(screen.getByText('0 entries')).toBe(status);
  expect(status.role).toBe('status');
  expect(document.activeElement).toBe(show);
  expect(requests.at(-1)?.path).toBe(
    `/api/audit?kind=deletion&person=${admin.id}&from=2026-11-01&to=2026-11-22`,
  );
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLSelectElement>('Who').value).toBe(admin.id);
  });
});

test('a filter by business is shown and can be removed, and others stay', async () => {
  const kind = 'approval';
  open(`?business=${id}&kind=${kind}`, audit({ entries: [anEntry()] }, { kind, business: id }));
  await screen.findByText('Only Warung Mak Teh');
  expect((await link('Show all businesses')).getAttribute('href')).toBe(
    `/adminDashboard/audit?kind=${kind}`,
  );
  expect(screen.queryByRole('link', { name: /All entries for this business/ })).toBeNull();
});

test('on a phone the filters are behind a button, which has the focus once they are applied', async () => {
  onPhone();
  const deletions = audit({ entries: [anEntry({ kind: 'deletion' })] }, { kind: 'deletion' });
  open('', audit({ entries: [anEntry()] }), deletions);
  await link('Warung Mak Teh');
  const toggle = screen.getByRole('button', { name: 'Filters' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByLabelText('What')).toBeNull();
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  fireEvent.change(screen.getByLabelText('What'), { target: { value: 'deletion' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Filters (1)' }));
  expect(screen.queryByLabelText('What')).toBeNull();
  await link('Clear filters');
});

test('on a phone a filter that was refused is shown with the reason', async () => {
  onPhone();
  const params = { from: '2026-11-22', to: '2026-11-01' };
  const message = 'The last day is before the first one.';
  const answer = problem(400, 'Please check what you entered.', { to: [message] });
  open('?from=2026-11-22&to=2026-11-01', stub('GET /api/audit', answer, params));
  await screen.findByText(message);
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
});

test('an owner who is filtered by is a choice, too', async () => {
  const owner = { id: '0190b5b4-1f2e-7c55-8a77-3d0f2f0c9a11', name: 'Siti' };
  open(`?person=${owner.id}`, audit({ people: [admin, owner] }, { person: owner.id }));
  await screen.findByRole('heading', { name: 'No entries found' });
  expect(screen.getByLabelText<HTMLSelectElement>('Who').value).toBe(owner.id);
});

test('the person who is filtered by is chosen before the entries are there', async () => {
  open('?person=unknown', stub('GET /api/audit', pending, { person: 'unknown' }));
  expect((await screen.findByLabelText<HTMLSelectElement>('Who')).value).toBe('unknown');
});

test('the file has the entries that the filter shows', async () => {
  const { requests } = open(
    '?kind=approval&before=n1',
    audit({ entries: [anEntry()] }, { kind: 'approval', before: 'n1' }),
    stub('GET /api/audit.csv', problem(503), { kind: 'approval' }),
  );
  fireEvent.click(await screen.findByText('Download CSV'));
  await waitFor(() =>
    expect(requests.map(({ path }) => path)).toContain('/api/audit.csv?kind=approval'),
  );
});

test('the reviewer of a demonstration is named alike in the entries and in the filter', async () => {
  const reviewer = { id: 'seeded', name: null };
  const entries = [anEntry({ person: reviewer, demonstration: true })];
  open('?person=seeded', audit({ entries, people: [admin, reviewer] }, { person: 'seeded' }));
  await link('a demonstration user');
  expect(screen.getByRole('option', { name: 'a demonstration user', selected: true })).toBeTruthy();
});

test('pages have links to older entries and to the newest', async () => {
  open('?kind=approval', audit({ entries: [anEntry()], next: 'n1' }, { kind: 'approval' }));
  const older = await link('Older');
  expect(older.getAttribute('href')).toBe('/adminDashboard/audit?kind=approval&before=n1');
  expect(screen.queryByRole('link', { name: 'Newest' })).toBeNull();
});

test('older entries begin at the line above them, which gets the focus', async () => {
  const older = audit({ entries: [anEntry(), anEntry({ id: '2' })] }, { before: 'n1' });
  open('', audit({ entries: [anEntry()], next: 'n1' }), older);
  fireEvent.click(await link('Older'));
  await link('Newest');
  expect(document.activeElement?.textContent).toMatch(/^2 /);
});

test('Clear filters moves the focus to the line above the entries', async () => {
  const all = audit({ entries: [anEntry(), anEntry({ id: '2' })] });
  open('?kind=approval', audit({ entries: [anEntry()] }, { kind: 'approval' }), all);
  await screen.findByText('1 entry');
  fireEvent.click(await link('Clear filters'));
  const line = await screen.findByText('2 entries');
  expect(document.activeElement).toBe(line);
});

test('a later page leads back to the newest', async () => {
  open('?before=n1', audit({ entries: [anEntry()] }, { before: 'n1' }));
  expect((await link('Newest')).getAttribute('href')).toBe('/adminDashboard/audit');
  expect(screen.queryByRole('link', { name: 'Older' })).toBeNull();
});

test('a wrong period is announced, and explained at its field', async () => {
  const params = { from: '2026-11-22', to: '2026-11-01' };
  const message = 'The last day is before the first one.';
  const answer = problem(400, 'Please check what you entered.', { to: [message] });
  open('?from=2026-11-22&to=2026-11-01', stub('GET /api/audit', answer, params));
  await screen.findByText(message);
  expect(screen.getByText('Please check what you entered.').getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true');
});

test('a failed request can be retried', async () => {
  const { respond } = open('', stub('GET /api/audit', unreachable));
  await screen.findByText("Couldn't load the audit log.");
  respond(audit({ entries: [anEntry()] }));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await link('Warung Mak Teh');
});
