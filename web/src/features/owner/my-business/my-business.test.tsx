import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { aPlace } from '../../../testing/a-place.ts';
import { lateAnswer } from '../../../testing/late-answer.ts';
import { polyfillDialog } from '../../../testing/polyfill-dialog.ts';
import { renderPage } from '../../../testing/render-page.tsx';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const address = '/my-businesses/b1';
const call = '/api/businesses/b1';
const historyCall = `${call}/history`;
const updateCall = '/api/businesses/update/b1';

const mine = {
  ...aPlace({ id: 'b1', status: 'approved', address: '12, Jalan Raja Alang' }),
  ...{ phone: '012-3456789', synopsis: 'Nasi lemak.', yearStarted: 1998 },
  adress: '12, Jalan Raja Alang',
  user_id: 'u1',
  revision: 2,
  submittedAt: '2026-11-01T00:00:00.000Z',
  changedAt: '2026-11-01T00:00:00.000Z',
  wasPublic: false,
  rejectionReason: null,
};
const entry = {
  revision: 0,
  type: 'BusinessSubmitted',
  time: '2026-11-01T00:00:00.000Z',
  actor: { role: 'user', id: null },
  status: 'pending',
  changes: [],
  reason: null,
  demonstration: false,
};
const history = { id: 'b1', entries: [entry], business: null, chain: null };
const network = { [call]: mine, [historyCall]: history };

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
  renderPage(address, { [call]: new Promise(() => undefined) });
  expect(await screen.findByText('Loading business details...')).toBeTruthy();
});

test('what is known is shown, and what is not is named so', async () => {
  renderPage(address, network);
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  expect(screen.getByText('approved')).toBeTruthy();
  expect(screen.getByText('Nasi lemak.')).toBeTruthy();
  expect(screen.getByText('Year Opened').nextElementSibling?.textContent).toBe('1998');
  expect(screen.getByText('Address').nextElementSibling?.textContent).toBe('12, Jalan Raja Alang');
  expect(screen.getByText('Website').nextElementSibling?.textContent).toBe('Not Provided');
});

test.each([
  [{ workingDays: 1 }, 'Usually reviewed within 1 working day.'],
  [{ workingDays: 3 }, 'Usually reviewed within 3 working days.'],
])('a business that waits tells what the last reviews took: %o', async (usual, told) => {
  const waiting = { ...mine, status: 'pending' };
  const usualCall = '/api/review-figures/usual-wait';
  renderPage(address, { ...network, [call]: waiting, [usualCall]: usual });
  expect(await screen.findByText(`It waits for an administrator. ${told}`)).toBeTruthy();
});

test('a business that waits promises nothing where nothing was reviewed', async () => {
  const waiting = { ...mine, status: 'pending' };
  const usual = { '/api/review-figures/usual-wait': { workingDays: null } };
  renderPage(address, { ...network, [call]: waiting, ...usual });
  expect(await screen.findByText('It waits for an administrator.')).toBeTruthy();
});

test('a business without a name and words says so', async () => {
  renderPage(address, { ...network, [call]: { ...mine, businessName: '', synopsis: null } });
  expect(await screen.findByRole('heading', { level: 1, name: 'No Name Available' })).toBeTruthy();
  expect(screen.getByText('No Description Available')).toBeTruthy();
});

test('the history tells what happened and why, the newest first', async () => {
  const rejected = {
    ...{ ...entry, revision: 1, type: 'BusinessRejected', actor: { role: 'admin', id: null } },
    reason: { code: 'photo', text: 'Too dark.' },
  };
  renderPage(address, { [call]: mine, [historyCall]: { ...history, entries: [entry, rejected] } });
  const heading = await screen.findByRole('heading', { name: 'Review history' });
  const items = within(heading.parentElement ?? document.body).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Rejected by an administrator, .*Photo unsuitable: Too dark\.$/),
    expect.stringMatching(/^Submitted by you, /),
  ]);
});

test.each([
  ['is gone', Response.json({}, { status: 404 })],
  ['belongs to somebody else', { ...aPlace({ id: 'b1' }), adress: null }],
])('a business that %s is not shown', async (_why, answer) => {
  renderPage(address, { [call]: answer });
  expect(await screen.findByText(/not among yours/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a business that cannot be loaded can be asked for again', async () => {
  const { requests } = renderPage(address, { [call]: Response.json({}, { status: 503 }) });
  expect(await screen.findByText('This business could not be loaded just now.')).toBeTruthy();
  const before = requests.length;
  press('Retry');
  await waitFor(() => {
    expect(requests.length).toBeGreaterThan(before);
  });
});

test('saving what has not changed is refused kindly', async () => {
  const { requests } = renderPage(address, network);
  await openForm();
  press('Save');
  expect(screen.getByText(/Nothing has changed yet/)).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('what is public warns before it is hidden, and is saved after that', async () => {
  const { requests } = renderPage(address, { ...network, [updateCall]: mine });
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
  const saved = { ...mine, businessName: 'Warung Baru', phone: '013-3456789', status: 'pending' };
  renderPage(address, { ...network, [updateCall]: saved });
  await rename('Warung Baru');
  press('Save');
  await screen.findByRole('alertdialog');
  press('Save and send to review');
  await screen.findByText('Saved. Your business now waits for review.');
  expect(await openForm()).toHaveProperty('value', 'Warung Baru');
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '013-3456789');
});

test('while it is being saved nothing can be changed, which would be lost', async () => {
  const refusal = lateAnswer();
  renderPage(address, {
    ...network,
    [call]: { ...mine, status: 'pending' },
    [updateCall]: refusal.promise,
  });
  await rename('Warung Baru');
  press('Save');
  await waitFor(() => {
    expect(screen.getByLabelText('Business name').closest('[inert]')).not.toBeNull();
  });
  press('Cancel');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await refusal.arrive(503);
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Business name').closest('[inert]')).toBeNull();
});

test('a conflict is told in the words of the server and keeps the changes', async () => {
  const conflict = { message: 'This listing changed since you opened it.' };
  renderPage(address, {
    ...network,
    [call]: { ...mine, status: 'pending' },
    [updateCall]: Response.json(conflict, { status: 409 }),
  });
  await rename('Warung Baru');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain(conflict.message);
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
});

test('a required field that is emptied is asked for', async () => {
  renderPage(address, network);
  await rename('');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the name');
});

test('changes that were left behind are here again, until they are discarded', async () => {
  const { unmount } = renderPage(address, network);
  await rename('Warung Baru');
  unmount();
  renderPage(address, network);
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
  const { browser } = renderPage(address, network);
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
