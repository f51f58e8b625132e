import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { aHistory, aHistoryEntry, type HistoryEntry } from '../../../testing/a-history.ts';
import { aPlace } from '../../../testing/a-place.ts';
import { anOwnBusinessDetail } from '../../../testing/an-own-business.ts';
import { polyfillDialog } from '../../../testing/polyfill-dialog.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, pending, problem, stub } from '../../../testing/stub-network.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const address = '/my-businesses/b1';
const own = { id: 'b1' };
const mine = anOwnBusinessDetail({
  id: 'b1',
  status: 'approved',
  address: '12, Jalan Raja Alang',
  phone: '012-3456789',
  synopsis: 'Nasi lemak.',
  yearStarted: 1998,
  user_id: 'u1',
  revision: 2,
});
const found = (detail = mine) => stub('GET /api/businesses/:id', detail, own);
const pastOf = (...entries: HistoryEntry[]) =>
  stub('GET /api/businesses/:id/history', aHistory('b1', entries), own);
const network = [found(), pastOf(aHistoryEntry())];
const usualWait = (workingDays: number | null) =>
  stub('GET /api/review-figures/usual-wait', { workingDays });
const updateCall = '/api/businesses/update/b1';

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const openForm = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  return screen.findByLabelText('Business name');
};
const rename = async (value: string) => {
  fireEvent.change(await openForm(), { target: { value } });
};

beforeEach(() => {
  localStorage.clear();
  polyfillDialog();
  writeSession(localStorage, { token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a business that is awaited says so', async () => {
  renderPage(address, stub('GET /api/businesses/:id', pending, own));
  expect(await screen.findByText('Loading business details...')).toBeTruthy();
});

test('what is known is shown, and what is not is named so', async () => {
  renderPage(address, ...network);
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  expect(screen.getByText('approved')).toBeTruthy();
  expect(screen.getByText('Nasi lemak.')).toBeTruthy();
  expect(screen.getByText('Year Opened').nextElementSibling?.textContent).toBe('1998');
  expect(screen.getByText('Address').nextElementSibling?.textContent).toBe('12, Jalan Raja Alang');
  expect(screen.getByText('Website').nextElementSibling?.textContent).toBe('Not Provided');
});

test.each([
  [1, 'Usually reviewed within 1 working day.'],
  [3, 'Usually reviewed within 3 working days.'],
])('a business that waits tells what the last reviews took: %o', async (days, told) => {
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), usualWait(days));
  expect(await screen.findByText(`It waits for an administrator. ${told}`)).toBeTruthy();
});

test('a business that waits promises nothing where nothing was reviewed', async () => {
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), usualWait(null));
  expect(await screen.findByText('It waits for an administrator.')).toBeTruthy();
});

test('a business without a name and words says so', async () => {
  renderPage(address, ...network, found({ ...mine, businessName: '', synopsis: null }));
  expect(await screen.findByRole('heading', { level: 1, name: 'No Name Available' })).toBeTruthy();
  expect(screen.getByText('No Description Available')).toBeTruthy();
});

test('the history tells what happened and why, the newest first', async () => {
  const rejected = aHistoryEntry({
    revision: 1,
    type: 'BusinessRejected',
    actor: { role: 'admin', id: null, name: null },
    status: 'rejected',
    reason: { code: 'photo', text: 'Too dark.' },
  });
  renderPage(address, found(), pastOf(aHistoryEntry(), rejected));
  const heading = await screen.findByRole('heading', { name: 'Review history' });
  const items = within(heading.parentElement ?? document.body).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Rejected by an administrator, .*Photo unsuitable: Too dark\.$/),
    expect.stringMatching(/^Submitted by you, /),
  ]);
});

test.each([
  ['is gone', problem(404)],
  ['belongs to somebody else', { ...aPlace({ id: 'b1' }), adress: null }],
])('a business that %s is not shown', async (_why, answer) => {
  renderPage(address, stub('GET /api/businesses/:id', answer, own));
  expect(await screen.findByText(/not among yours/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a business that cannot be loaded can be asked for again', async () => {
  const { requests } = renderPage(address, stub('GET /api/businesses/:id', problem(503), own));
  expect(await screen.findByText('This business could not be loaded just now.')).toBeTruthy();
  const before = requests.length;
  press('Retry');
  await waitFor(() => {
    expect(requests.length).toBeGreaterThan(before);
  });
});

test('saving what has not changed is refused kindly', async () => {
  const { requests } = renderPage(address, ...network);
  await openForm();
  press('Save');
  expect(screen.getByText(/Nothing has changed yet/)).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('what is public warns before it is hidden, and is saved after that', async () => {
  const { requests } = renderPage(
    address,
    ...network,
    stub('PUT /api/businesses/update/:id', mine, own),
  );
  await rename('Warung Baru');
  press('Save');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('It will be hidden from visitors until an administrator');
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  press('Save and send to review');
  expect(await screen.findByText('Saved. Your business now waits for review.')).toBeTruthy();
  expect(requests.filter(({ path }) => path === updateCall)).toHaveLength(1);
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });
});

test('an edit right after another one starts from what was saved', async () => {
  const saved = anOwnBusinessDetail({
    ...mine,
    businessName: 'Warung Baru',
    phone: '013-3456789',
    status: 'pending',
  });
  renderPage(address, ...network, stub('PUT /api/businesses/update/:id', saved, own));
  await rename('Warung Baru');
  press('Save');
  await screen.findByRole('alertdialog');
  press('Save and send to review');
  await screen.findByText('Saved. Your business now waits for review.');
  expect(await openForm()).toHaveProperty('value', 'Warung Baru');
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '013-3456789');
});

test('while it is being saved nothing can be changed, which would be lost', async () => {
  const refusal = lateStub('PUT /api/businesses/update/:id', own);
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), refusal);
  await rename('Warung Baru');
  press('Save');
  await waitFor(() => {
    expect(screen.getByLabelText('Business name').closest('[inert]')).not.toBeNull();
  });
  press('Cancel');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await refusal.arrive(problem(503));
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Business name').closest('[inert]')).toBeNull();
});

test('a conflict is told in the words of the server and keeps the changes', async () => {
  const message = 'This listing changed since you opened it.';
  renderPage(
    address,
    ...network,
    found({ ...mine, status: 'pending' }),
    stub('PUT /api/businesses/update/:id', problem(409, message), own),
  );
  await rename('Warung Baru');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
});

test('a required field that is emptied is asked for', async () => {
  renderPage(address, ...network);
  await rename('');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the name');
});

test('changes that were left behind are here again, until they are discarded', async () => {
  const { unmount } = renderPage(address, ...network);
  await rename('Warung Baru');
  unmount();
  renderPage(address, ...network);
  expect(await screen.findByText(/You changed something here that is not saved yet/)).toBeTruthy();
  expect(await openForm()).toHaveProperty('value', 'Warung Baru');
  expect(screen.getByText(/These are your changes from before/)).toBeTruthy();
  press('Cancel');
  press('Leave without saving');
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  expect(screen.queryByText(/You changed something here/)).toBeNull();
  expect(await openForm()).toHaveProperty('value', 'Warung Mak Teh');
});

test('leaving with changes asks first, by Cancel and by a link', async () => {
  const { browser } = renderPage(address, ...network);
  await rename('Warung Baru');
  press('Cancel');
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  press('Stay here');
  fireEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(browser.location?.pathname).toBe(address);
  press('Stay here');
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
  press('Cancel');
  press('Leave without saving');
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
});
