import type {
  OpeningResponse,
  OwnBusinessDetailResponse,
  OwnBusinessResponse,
  PastBusinessResponse,
  RelatedListingsResponse,
} from '@directory/api/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { savedDrafts } from '../../../shared/local-storage.ts';
import { writeSession } from '../../../shared/session/session.ts';
import {
  aHistory,
  aListingPage,
  aHistoryEntry,
  anOwnBusiness,
  anOwnBusinessDetail,
  aPastBusiness,
  aSite,
  type HistoryEntry,
} from '../../../testing/fixtures.ts';
import { rejectionKey, saveRejection } from '../decisions/use-decisions.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import {
  lateStub,
  problem,
  reviewQueue,
  stale,
  stub,
  unreachable,
  type Stub,
  unchanged,
} from '../../../testing/stub-network.ts';

const path = '/api/businesses';
const first = anOwnBusiness({
  id: 'a',
  businessName: 'Kedai Lama',
  phone: '012-2222222',
  wasPublic: true,
  revision: 2,
});
const second = anOwnBusiness({ id: 'b', businessName: 'Warung Baru', revision: 0 });
const third = anOwnBusiness({ id: 'c', businessName: 'Gerai Tiga', revision: 0 });

const list = (...listings: OwnBusinessResponse[]) => reviewQueue(listings);
const pastOf = (id: string, ...entries: HistoryEntry[]) =>
  stub('GET /api/businesses/:id/history', aHistory(id, entries), { id });
const changedHistory = (
  id: string,
  change: HistoryEntry['changes'][number],
  business: PastBusinessResponse | null = null,
) => {
  const time = '2026-11-01T00:00:00.000Z';
  const sinceDecision = { base: 'approved' as const, time, changes: [change] };
  return aHistory(id, [aHistoryEntry()], { sinceDecision, business });
};
const approvedBefore = (...given: Parameters<typeof changedHistory>) =>
  stub('GET /api/businesses/:id/history', changedHistory(...given), { id: given[0] });
const openedBy = (id: string, ...others: OpeningResponse['others']) =>
  stub('POST /api/businesses/:id/opening', { others, isOwnerVerified: null }, { id });
const relatedTo = (id: string, given: Partial<RelatedListingsResponse> = {}) =>
  stub('GET /api/businesses/:id/related', { duplicates: [], others: [], ...given }, { id });
const decisionOn = (
  id: string,
  answer: OwnBusinessDetailResponse | Response | TypeError = detail(id),
) => stub('PUT /api/businesses/:id', answer, { id });
const detail = (id: string) => anOwnBusinessDetail({ id });
const phone = { field: 'phone', before: '011-1111111', after: '012-2222222' };
const details = [
  approvedBefore('a', phone, aPastBusiness(first)),
  pastOf('b', aHistoryEntry()),
  pastOf('c', aHistoryEntry()),
  ...['a', 'b', 'c'].flatMap((id) => [openedBy(id), relatedTo(id)]),
];

beforeEach(() => {
  localStorage.clear();
  const user = { id: '9', full_name: 'penghulu', email: '' };
  writeSession({ token: 't', role: 'admin', user });
});

async function open(...stubs: readonly Stub[]) {
  const page = renderPage('/adminDashboard/review', list(first, second), ...details, ...stubs);
  await screen.findByRole('heading', { level: 1, name: 'Review queue' });
  return page;
}
/** Waits until possible duplicates are known. */
const confirmApproval = async () => {
  const dialog = within(screen.getByRole('alertdialog'));
  const approve = dialog.getByRole('button', { name: 'Approve' });
  await waitFor(() => expect(approve.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(approve);
};
const approveSelected = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  return confirmApproval();
};
const shown = (name: string) => screen.findByRole('heading', { level: 2, name });
const press = (key: string, repeat = false) => fireEvent.keyDown(document.body, { key, repeat });
const waiting = () => within(screen.getByRole('group', { name: 'Businesses waiting for review' }));
const pick = (name: string) => fireEvent.click(waiting().getByRole('link', { name }));
const approveButton = () => screen.getByRole('button', { name: 'Approve' });
const isDisabled = () => approveButton().getAttribute('aria-disabled') === 'true';
const decidable = async (name: string) => {
  const heading = await shown(name);
  await waitFor(() => {
    expect(isDisabled()).toBe(false);
  });
  // The keys are updated in an effect.
  await act(async () => undefined);
  return heading;
};

test('the queue starts with the listing that was public and shows its changes since approval', async () => {
  await open();
  await shown('Kedai Lama');
  const names = waiting().getAllByRole('link');
  expect(names.map((link) => link.textContent)).toEqual(['Kedai Lama', 'Warung Baru']);
  expect(await screen.findByText('1 field changed since approval.')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Phone 011-1111111 012-2222222' })).toBeTruthy();
  expect(screen.queryByText('Address')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Show unchanged fields' }));
  expect(screen.getByText('Address')).toBeTruthy();
});

test('Approve shows the outcome with Undo and opens the next listing', async () => {
  const { requests } = await open(decisionOn('a'));
  await decidable('Kedai Lama');
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved Kedai Lama.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')).toEqual({
    method: 'PUT',
    path: `${path}/a?revision=2`,
    body: { status: 'approved' },
  });
  const next = await shown('Warung Baru');
  await waitFor(() => {
    expect(document.activeElement).toBe(next);
  });
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

const edited = { ...first, phone: '013-3333333', revision: 3 };
const editedPhone = { ...phone, after: edited.phone };

test('a listing that was edited while it was open waits for the new comparison', async () => {
  const { requests, respond } = await open(decisionOn('a'), decisionOn('b'));
  const decided = () => requests.filter(({ method }) => method === 'PUT').map((put) => put.path);
  await decidable('Kedai Lama');
  const comparison = lateStub('GET /api/businesses/:id/history', { id: 'a' });
  respond(list(edited), comparison);
  fireEvent.click(screen.getByRole('checkbox', { name: /Warung Baru/ }));
  await approveSelected();
  await screen.findByText('1 approved');
  await waitFor(() => {
    expect(isDisabled()).toBe(true);
  });
  expect(screen.queryByRole('row', { name: /^Phone/ })).toBeNull();
  fireEvent.click(approveButton());
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(decided()).toEqual([`${path}/b?revision=0`]);
  await comparison.arrive(changedHistory('a', editedPhone, aPastBusiness(edited)));
  await screen.findByRole('row', { name: 'Phone 011-1111111 013-3333333' });
  press('a');
  expect(decided()).toEqual([`${path}/b?revision=0`, `${path}/a?revision=3`]);
  await screen.findByText('Approved Kedai Lama.');
});

test('a queue that is older than the history of the listing is reloaded, and says so', async () => {
  const { requests, respond } = await open(approvedBefore('a', editedPhone, aPastBusiness(edited)));
  const countLoads = () => requests.filter(({ path: to }) => to.includes('pending')).length;
  await shown('Kedai Lama');
  await waitFor(() => {
    expect(requests.some(({ path: to }) => to === `${path}/a/history`)).toBe(true);
  });
  const before = countLoads();
  await waitFor(() => expect(countLoads()).toBeGreaterThan(before), { timeout: 5000 });
  expect(screen.getByText('The lists are behind. Waiting for the latest version…')).toBeTruthy();
  expect(isDisabled()).toBe(true);
  respond(list(edited, second));
  await screen.findByRole('row', { name: 'Phone 011-1111111 013-3333333' }, { timeout: 5000 });
  expect(isDisabled()).toBe(false);
});

test('a listing of another page of the queue is reloaded after a conflict', async () => {
  const { respond } = openAt('b', { ...detail('b'), status: 'pending' });
  respond(decisionOn('b', problem(409, 'This listing changed since you opened it.')));
  await decidable('Warung Mak Teh');
  const newer = {
    ...detail('b'),
    businessName: 'Warung Dua',
    status: 'pending',
    revision: 1,
  } as const;
  respond(stub('GET /api/businesses/:id', newer, { id: 'b' }));
  press('a');
  expect(await shown('Warung Dua')).toBeTruthy();
});

test.each([
  ['decided on', { ...detail('a'), businessName: 'Kedai Lama', status: 'rejected' }, 'Kedai Lama'],
  ['deleted', problem(404), 'No such listing'],
] as const)('the focus is on a listing that another admin %s first', async (_, answer, name) => {
  const { respond } = await open(decisionOn('a', problem(409, 'It has already been decided.')));
  await decidable('Kedai Lama');
  pick('Kedai Lama');
  const now = lateStub('GET /api/businesses/:id', { id: 'a' });
  respond(list(second), now);
  fireEvent.click(approveButton());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull());
  await now.arrive(answer);
  const heading = await shown(name);
  expect(screen.getByText(/^This listing is no longer waiting for review\./)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('the focus is on a listing that another admin decided on, once a rejection is cancelled', async () => {
  const { respond } = await open(decisionOn('a', problem(409, 'It has already been decided.')));
  await decidable('Kedai Lama');
  pick('Kedai Lama');
  const approved = { ...detail('a'), businessName: 'Kedai Lama', status: 'approved' } as const;
  respond(list(second), stub('GET /api/businesses/:id', approved, { id: 'a' }));
  press('r');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: 'Duplicate' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  await dialog.findByText(/^Couldn't reject Kedai Lama/);
  await screen.findByText(/^This listing is no longer waiting for review\./);
  dialog.getByRole('button', { name: 'Cancel' }).focus();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  const heading = await shown('Kedai Lama');
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('Undo withdraws the decision', async () => {
  const { requests } = await open(
    decisionOn('a'),
    stub('POST /api/businesses/:id/decision-withdrawal', detail('a'), { id: 'a' }),
  );
  await decidable('Kedai Lama');
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Kedai Lama is waiting for review again.')).toBeTruthy();
  const undone = requests.find(
    ({ method, path }) => method === 'POST' && path.includes('withdrawal'),
  );
  expect(undone?.path).toBe('/api/businesses/a/decision-withdrawal?revision=3');
});

test('Undo opens the listing again', async () => {
  const undo = stub('POST /api/businesses/:id/decision-withdrawal', detail('a'), { id: 'a' });
  const { browser } = await open(decisionOn('a'), undo);
  await decidable('Kedai Lama');
  fireEvent.click(approveButton());
  await shown('Warung Baru');
  expect(browser.location?.search).toBe('?listing=b');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await shown('Kedai Lama');
  expect(browser.location?.search).toBe('?listing=a');
});

test('the key u undoes the last decision once', async () => {
  const { requests } = await open(
    decisionOn('a'),
    stub('POST /api/businesses/:id/decision-withdrawal', detail('a'), { id: 'a' }),
  );
  const undone = () => requests.filter(({ path: to }) => to.includes('withdrawal'));
  await decidable('Kedai Lama');
  press('u');
  press('a');
  await screen.findByText('Approved Kedai Lama.');
  await decidable('Warung Baru');
  press('u', true);
  expect(undone()).toEqual([]);
  press('u');
  press('u');
  expect(await screen.findByText('Kedai Lama is waiting for review again.')).toBeTruthy();
  press('u');
  expect(undone().map(({ path: to }) => to)).toEqual([`${path}/a/decision-withdrawal?revision=3`]);
});

test('a decision that another admin had made before cannot be undone as an own one', async () => {
  await open(unchanged(decisionOn('a')));
  await decidable('Kedai Lama');
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('Nothing changed for Kedai Lama: this had already been done.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('single keys navigate, decide and open help, but not while typing', async () => {
  await open(list(first, second, third));
  await shown('Kedai Lama');
  press('j');
  await shown('Warung Baru');
  press('k');
  await decidable('Kedai Lama');
  press('r');
  const dialog = screen.getByRole('dialog', { name: 'Reject Kedai Lama' });
  fireEvent.keyDown(within(dialog).getByRole('textbox'), { key: 'j' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  press('j');
  // Had the key counted in the dialog, this would be the third.
  expect(await shown('Warung Baru')).toBeTruthy();
  press('?');
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
});

test('a held key repeats navigation, but decides only once', async () => {
  const { requests } = await open(decisionOn('a'), decisionOn('b'));
  const decided = () => requests.filter(({ method }) => method === 'PUT').map((put) => put.path);
  await shown('Kedai Lama');
  press('j', true);
  await shown('Warung Baru');
  press('k', true);
  await decidable('Kedai Lama');
  press('a');
  await decidable('Warung Baru');
  press('a', true);
  expect(decided()).toEqual([`${path}/a?revision=2`]);
  press('a');
  expect(decided()).toEqual([`${path}/a?revision=2`, `${path}/b?revision=0`]);
  expect(await screen.findByText('Approved Warung Baru.')).toBeTruthy();
});

test('a double click approves one listing, not also the next', async () => {
  const { requests } = await open(decisionOn('a'), decisionOn('b'));
  await decidable('Kedai Lama');
  fireEvent.click(approveButton(), { detail: 1 });
  await decidable('Warung Baru');
  fireEvent.click(approveButton(), { detail: 2 });
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a double click on Reject sends no reason that was written before', async () => {
  saveRejection(rejectionKey('9', 'a'), { code: 'photo', text: 'Too dark.' });
  const { requests } = await open(decisionOn('a'));
  await decidable('Kedai Lama');
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }), { detail: 1 });
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }), { detail: 2 });
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }), { detail: 1 });
  await waitFor(() => expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1));
});

test('a second decision waits for the first response, and a late response does not navigate', async () => {
  const answer = lateStub('PUT /api/businesses/:id', { id: 'a' });
  const { browser } = await open(answer, list(first, second, third));
  await decidable('Kedai Lama');
  fireEvent.click(approveButton());
  pick('Gerai Tiga');
  await shown('Gerai Tiga');
  expect(isDisabled()).toBe(true);
  await answer.arrive(detail('a'));
  expect(await screen.findByText('Approved Kedai Lama.')).toBeTruthy();
  await decidable('Gerai Tiga');
  expect(browser.location?.search).toBe('?listing=c');
  expect(await shown('Gerai Tiga')).toBeTruthy();
});

test('a late response to Undo does not navigate', async () => {
  const answer = lateStub('POST /api/businesses/:id/decision-withdrawal', { id: 'a' });
  const { browser } = await open(decisionOn('a'), answer, list(first, second, third));
  await decidable('Kedai Lama');
  fireEvent.click(approveButton());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  pick('Gerai Tiga');
  await shown('Gerai Tiga');
  await answer.arrive(detail('a'));
  expect(await screen.findByText('Kedai Lama is waiting for review again.')).toBeTruthy();
  expect(browser.location?.search).toBe('?listing=c');
});

test('a late response does not navigate after leaving the queue', async () => {
  const answer = lateStub('PUT /api/businesses/:id', { id: 'a' });
  const { browser } = await open(answer);
  await decidable('Kedai Lama');
  fireEvent.click(approveButton());
  press('o');
  await screen.findByRole('heading', { level: 1, name: /^History/ });
  await answer.arrive(detail('a'));
  expect(browser.location?.pathname).toBe('/adminDashboard/history/a');
});

test('a late response does not navigate while the next page is pending', async () => {
  const answer = lateStub('PUT /api/businesses/:id', { id: 'a' });
  const { browser, requests } = await open(answer, list(first, second, third));
  const countLoads = () => requests.filter(({ path: to }) => to.includes('pending')).length;
  await decidable('Kedai Lama');
  fireEvent.click(approveButton());
  const before = countLoads();
  // What is removed once the response has been handled.
  saveRejection(rejectionKey('9', 'a'), { code: 'photo', text: 'Too dark.' });
  // React renders the next page after the whole of this.
  await act(async () => {
    browser.navigate?.('/adminDashboard/history/c');
    await answer.arrive(detail('a'));
    await vi.waitUntil(() => savedDrafts('9').length === 0);
  });
  await waitFor(() => expect(countLoads()).toBeGreaterThan(before));
  expect(window.location.pathname).toBe('/adminDashboard/history/c');
  await waitFor(() => expect(browser.location?.pathname).toBe('/adminDashboard/history/c'));
});

test('a decision on the first page loads the queue once', async () => {
  const { requests } = await open(decisionOn('a'));
  const countLoads = () => requests.filter(({ path: to }) => to.includes('pending')).length;
  await decidable('Kedai Lama');
  const before = countLoads();
  fireEvent.click(approveButton());
  await waitFor(() => expect(countLoads()).toBeGreaterThan(before));
  expect(countLoads()).toBe(before + 1);
});

test('single keys can be disabled, and the setting is saved', async () => {
  await open(list(first, second, third));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  press('j');
  expect(localStorage.getItem('admin-single-keys')).toBe('off');
  fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  press('j');
  // Had the key counted while switched off, this would be the third.
  expect(await shown('Warung Baru')).toBeTruthy();
});

test('the queue names each listing by its link and its checkbox, not also by its photograph', async () => {
  const pictured = { ...first, imagePath: 'a.webp' };
  renderPage('/adminDashboard/review', list(pictured), ...details);
  await shown('Kedai Lama');
  expect(waiting().getByRole('link', { name: 'Kedai Lama' })).toBeTruthy();
  expect(waiting().getByRole('checkbox', { name: 'Select Kedai Lama' })).toBeTruthy();
  expect(waiting().queryByRole('img', { name: 'Kedai Lama' })).toBeNull();
});

test('a bulk approval asks once and reports listings that changed in the meantime', async () => {
  const message = 'This listing changed since you opened it.';
  const { requests } = await open(decisionOn('a'), decisionOn('b', problem(409, message)));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  screen.getByRole('alertdialog', { name: 'Approve 2 businesses?' });
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  await confirmApproval();
  expect(await screen.findByText('1 approved, 1 skipped (changed in the meantime)')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
});

test('a bulk approval of one listing speaks of one', async () => {
  await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Kedai Lama' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Approve 1 business?' }));
  expect(dialog.getByText(/^It will go live immediately\./)).toBeTruthy();
});

test('a bulk approval names possible duplicates, and waits until they are known', async () => {
  const related = lateStub('GET /api/businesses/:id/related', { id: 'b' });
  const { requests } = await open(related, decisionOn('a'), decisionOn('b'));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(await dialog.findByText('Looking for possible duplicates…')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  const same = { id: 'x', businessName: 'Kedai Sama', status: 'approved', match: 'phone' } as const;
  await related.arrive({ duplicates: [same], others: [] });
  await dialog.findByText('Possible duplicates: Warung Baru. Cancel to compare them first.');
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  await confirmApproval();
  expect(await screen.findByText('2 approved')).toBeTruthy();
});

test('a bulk approval is possible where duplicates cannot be looked for', async () => {
  await open(stub('GET /api/businesses/:id/related', problem(503), { id: 'b' }), decisionOn('b'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Warung Baru' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  await screen.findByText("Couldn't look for duplicates.");
  await confirmApproval();
  expect(await screen.findByText('1 approved')).toBeTruthy();
});

const logInElsewhere = () => {
  const user = { id: 'other', full_name: 'Other', email: '' };
  writeSession({ token: 'other', role: 'admin', user });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
};

test.each([
  ['Approve', 'alertdialog'],
  ['Reject', 'dialog'],
] as const)(
  'the dialog of a bulk decision cannot be cancelled while it runs (%s)',
  async (name, role) => {
    const answer = lateStub('PUT /api/businesses/:id', { id: 'a' });
    await open(answer);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Kedai Lama' }));
    fireEvent.click(screen.getByRole('button', { name: `${name} selected` }));
    const dialog = within(screen.getByRole(role));
    const confirm = dialog.getByRole('button', { name });
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('false'));
    if (name === 'Reject') fireEvent.click(dialog.getByRole('radio', { name: 'Duplicate' }));
    fireEvent.click(confirm);
    await dialog.findByText('0 of 1 done…');
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole(role)).toBeTruthy();
    await answer.arrive(detail('a'));
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  },
);

test('a bulk approval ends once another admin has logged in, who approved nothing', async () => {
  const answer = lateStub('PUT /api/businesses/:id', { id: 'a' });
  const { requests } = await open(answer, decisionOn('b'));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  logInElsewhere();
  await answer.arrive(detail('a'));
  await shown('Kedai Lama');
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a bulk approval one of which the lists do not show yet says so', async () => {
  await open(stale(decisionOn('a')), decisionOn('b'));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  const outcome = await screen.findByText(/^2 approved/);
  expect(outcome.textContent).toMatch(/The lists are behind and will show this later\.$/);
});

test('the focus follows to the listing that is picked, and back to the queue', async () => {
  await open();
  const heading = await shown('Kedai Lama');
  pick('Kedai Lama');
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
  fireEvent.click(screen.getByRole('link', { name: 'Back to the queue' }));
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByText('2 businesses waiting'));
  });
});

test('after the last decision the focus is on the empty state', async () => {
  const { respond } = await open(list(first), decisionOn('a'));
  await decidable('Kedai Lama');
  respond(list());
  const approve = screen.getByRole('button', { name: 'Approve' });
  approve.focus();
  fireEvent.click(approve);
  const nothing = await shown('No listings to review');
  await waitFor(() => {
    expect(document.activeElement).toBe(nothing);
  });
});

test('a bulk decision on other listings focuses the heading of the shown one', async () => {
  const { respond } = await open(list(first, second), decisionOn('b'));
  const heading = await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: /Warung Baru/ }));
  respond(list(first));
  await approveSelected();
  expect(await screen.findByText('1 approved')).toBeTruthy();
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
});

test('a bulk decision on the listing of the address opens the next one that waits', async () => {
  const { respond } = await open(list(first, second, third), decisionOn('a'), decisionOn('b'));
  await shown('Kedai Lama');
  pick('Kedai Lama');
  for (const name of ['Kedai Lama', 'Warung Baru'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  respond(list(third));
  await approveSelected();
  const heading = await shown('Gerai Tiga');
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
  expect(screen.queryByText(/no longer waiting for review/)).toBeNull();
});

test.each([
  ['failed', 503],
  ['was skipped', 409],
])('a bulk decision that %s for the listing of the address stays on it', async (_, status) => {
  const refused = decisionOn('b', problem(status, 'Not now.'));
  const { browser, respond } = await open(list(first, second, third), decisionOn('a'), refused);
  await shown('Kedai Lama');
  pick('Warung Baru');
  await shown('Warung Baru');
  for (const name of ['Kedai Lama', 'Warung Baru'])
    fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  respond(list(second, third));
  await approveSelected();
  await screen.findByText('2 businesses waiting');
  await shown('Warung Baru');
  expect(browser.location?.search).toBe('?listing=b');
});

test('one Retry loads all of a listing that an outage left out', async () => {
  const { respond } = await open(
    stub('GET /api/businesses/:id/history', unreachable, { id: 'a' }),
    stub('GET /api/businesses/:id/related', unreachable, { id: 'a' }),
  );
  await shown('Kedai Lama');
  const [retry, ...others] = await screen.findAllByRole('button', { name: 'Retry' });
  expect(others).toHaveLength(1);
  respond(...details);
  if (retry) fireEvent.click(retry);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(screen.queryByText("Couldn't look for duplicates.")).toBeNull();
});

test('a bulk approval reports failures with their message', async () => {
  const message = 'The store is unreachable.';
  await open(decisionOn('a'), decisionOn('b', problem(503, message)));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  expect(await screen.findByText(`1 approved, 1 failed: ${message}`)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('what a bulk approval could not send stays selected, and what changed does not', async () => {
  const { requests } = await open(
    decisionOn('a', problem(409, 'This listing changed.')),
    decisionOn('b', problem(503, 'The store is unreachable.')),
  );
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  await screen.findByText(/^0 approved, 1 skipped .*, 1 failed/);
  const selected = screen.getAllByRole('checkbox', { checked: true });
  expect(selected.map((box) => box.getAttribute('aria-label'))).toEqual(['Select Warung Baru']);
  await approveSelected();
  await waitFor(() => {
    const sent = requests.filter(({ method }) => method === 'PUT').map((request) => request.path);
    expect(sent).toEqual([`${path}/a?revision=2`, `${path}/b?revision=0`, `${path}/b?revision=0`]);
  });
});

/** Approves both listings, and returns once the first decision waits to be sent again. */
const approveUntilRefused = async (refused: Response | TypeError) => {
  const page = await open(decisionOn('a', refused), decisionOn('b'));
  const keys = vi.spyOn(window, 'fetch');
  const sent = () => keys.mock.calls.filter(([, request]) => request?.method === 'PUT');
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await approveSelected();
  await waitFor(() => expect(sent()).toHaveLength(1));
  return { ...page, sent };
};

test.each([
  ['lost', unreachable],
  ['refused as one too many', problem(429)],
])(
  'a decision of a bulk approval that was %s is sent again with the same key',
  async (_, answer) => {
    const { respond, sent } = await approveUntilRefused(answer);
    respond(decisionOn('a'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await screen.findByText('2 approved')).toBeTruthy();
    const [first, second] = sent().map(([path, request]) => [
      path,
      new Headers(request?.headers).get('Idempotency-Key'),
    ]);
    expect(second).toEqual(first);
  },
);

test('a bulk approval that waits is not continued by another admin who logs in', async () => {
  const { sent } = await approveUntilRefused(problem(429));
  logInElsewhere();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent()).toHaveLength(1);
});

test('a bulk approval ends while the server cannot be reached', async () => {
  const { sent } = await approveUntilRefused(unreachable);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText(/^0 approved, 2 failed: We can't reach/)).toBeTruthy();
  expect(sent().map(([path]) => path)).toEqual([`${path}/a?revision=2`, `${path}/a?revision=2`]);
});

test('a bulk rejection sends one reason for every listing', async () => {
  const { requests } = await open(decisionOn('a'), decisionOn('b'));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Reject selected' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reject 2 businesses' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Duplicate' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('2 rejected')).toBeTruthy();
  const reasons = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(reasons).toMatchObject([
    { reason: { code: 'duplicate', text: '' } },
    { reason: { code: 'duplicate', text: '' } },
  ]);
  expect(savedDrafts('9')).toEqual([]);
});

test('a bulk rejection that failed for a listing keeps its reason for the next one', async () => {
  await open(decisionOn('a'), decisionOn('b', problem(503, 'The store is unreachable.')));
  await shown('Kedai Lama');
  const dialog = () => within(screen.getByRole('dialog'));
  const startRejection = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Reject selected' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  startRejection();
  fireEvent.click(dialog().getByRole('radio', { name: 'Duplicate' }));
  fireEvent.change(dialog().getByRole('textbox'), { target: { value: 'Listed twice.' } });
  fireEvent.click(dialog().getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText(/^1 rejected, 1 failed/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  startRejection();
  expect(dialog().getByRole('radio', { name: 'Duplicate', checked: true })).toBeTruthy();
  expect(dialog().getByRole<HTMLTextAreaElement>('textbox').value).toBe('Listed twice.');
});

test('a rejection that an expired session interrupted keeps its text after the next log-in', async () => {
  const user = { id: '9', full_name: 'penghulu', email: '' };
  const reasons = () => within(screen.getByRole('dialog', { name: 'Reject Kedai Lama' }));
  const { browser } = await open(decisionOn('a', problem(401, 'Your session has expired.')));
  await decidable('Kedai Lama');
  press('r');
  fireEvent.click(reasons().getByRole('radio', { name: 'Photo unsuitable' }));
  fireEvent.change(reasons().getByRole('textbox'), { target: { value: 'Too dark.' } });
  fireEvent.click(reasons().getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(browser.location?.pathname).toBe('/admin'));
  cleanup();

  writeSession({ token: 't2', role: 'admin', user });
  const { requests } = await open(decisionOn('a'));
  await decidable('Kedai Lama');
  press('r');
  fireEvent.click(reasons().getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Rejected Kedai Lama.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    reason: { code: 'photo', text: 'Too dark.' },
  });
  expect(savedDrafts(user.id)).toEqual([]);
});

test('a cancelled rejection leaves no draft', async () => {
  await open();
  await decidable('Kedai Lama');
  press('r');
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Too dark.' } });
  expect(savedDrafts('9')).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(savedDrafts('9')).toEqual([]);
});

test('a rejection that is given up for an approval leaves no draft', async () => {
  const key = rejectionKey('9', 'a');
  saveRejection(key, { code: 'photo', text: 'Too dark.' });
  await open(decisionOn('a'));
  await decidable('Kedai Lama');
  press('a');
  expect(await screen.findByText('Approved Kedai Lama.')).toBeTruthy();
  expect(savedDrafts('9')).toEqual([]);
});

test('a rejection that is given up for a bulk approval leaves no draft', async () => {
  saveRejection(rejectionKey('9', 'a'), { code: 'photo', text: 'Too dark.' });
  await open(decisionOn('a'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Kedai Lama' }));
  await approveSelected();
  expect(await screen.findByText('1 approved')).toBeTruthy();
  expect(savedDrafts('9')).toEqual([]);
});

test('a rejection that was being written when another admin decided leaves no draft', async () => {
  saveRejection(rejectionKey('9', 'b'), { code: 'photo', text: 'Too dark.' });
  openAt('b', { ...detail('b'), status: 'approved' });
  await screen.findByText(/^This listing is no longer waiting for review\./);
  expect(savedDrafts('9')).toEqual([]);
});

test('a rejection of a listing that left the queue meanwhile leaves no draft', async () => {
  for (const id of ['a', 'decided', 'selected'])
    saveRejection(rejectionKey('9', id), { code: 'photo', text: 'Too dark.' });
  await open();
  await shown('Kedai Lama');
  expect(savedDrafts('9')).toEqual(['a', 'selected'].map((id) => rejectionKey('9', id)));
});

test('the note about another admin is shown for their listing only', async () => {
  const openedAt = new Date(Date.now() - 120_000).toISOString();
  const { requests } = await open(openedBy('a', { name: 'ali', openedAt }));
  await shown('Kedai Lama');
  const note = 'Another admin, ali, opened this 2 minutes ago.';
  expect(await screen.findByText(note)).toBeTruthy();
  press('j');
  await shown('Warung Baru');
  await waitFor(() => {
    expect(requests.some((request) => request.path === '/api/businesses/b/opening')).toBe(true);
  });
  expect(screen.queryByText(note)).toBeNull();
});

test('an owner whose address is not confirmed is pointed out, for that listing only', async () => {
  const opening = (id: string, others: OpeningResponse['others'], isOwnerVerified: boolean) =>
    stub('POST /api/businesses/:id/opening', { others, isOwnerVerified }, { id });
  const other = { name: 'ali', openedAt: new Date().toISOString() };
  await open(opening('a', [], false), opening('b', [other], true));
  await shown('Kedai Lama');
  expect(await screen.findByText(/hasn't confirmed the email address/)).toBeTruthy();
  press('j');
  await shown('Warung Baru');
  await screen.findByText(/Another admin, ali/);
  expect(screen.queryByText(/hasn't confirmed the email address/)).toBeNull();
});

const openAt = (id: string, listing: OwnBusinessDetailResponse) =>
  renderPage(
    `/adminDashboard/review?listing=${id}`,
    list(first),
    ...details,
    stub('GET /api/businesses/:id', listing, { id }),
  );

test('a listing that no longer waits is said to be decided, and no other is opened', async () => {
  openAt('b', { ...detail('b'), businessName: 'Warung Baru', status: 'approved' });
  expect(await shown('Warung Baru')).toBeTruthy();
  expect(screen.getByText(/^This listing is no longer waiting for review\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(waiting().getByRole('link', { name: 'Kedai Lama' })).toBeTruthy();
});

test.each(['j', 'k'])(
  'the key %s leads from a listing that no longer waits to the first of the queue',
  async (key) => {
    openAt('b', { ...detail('b'), businessName: 'Warung Baru', status: 'approved' });
    await shown('Warung Baru');
    press(key);
    expect(await shown('Kedai Lama')).toBeTruthy();
  },
);

test('a listing on another page of the queue is opened by its address', async () => {
  openAt('b', { ...detail('b'), businessName: 'Warung Baru', status: 'pending' });
  expect(await shown('Warung Baru')).toBeTruthy();
  expect(approveButton()).toBeTruthy();
});

test('a bulk Undo is offered once, and shows its progress', async () => {
  const withdrawal = lateStub('POST /api/businesses/:id/decision-withdrawal', { id: 'b' });
  await open(decisionOn('b'), withdrawal);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Warung Baru' }));
  await approveSelected();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('0 of 1 done…')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await withdrawal.arrive(detail('b'));
  expect(await screen.findByText('1 business waiting for review again')).toBeTruthy();
});

test('Undo after a bulk approval withdraws each of the decisions', async () => {
  const undo = (id: string) =>
    stub('POST /api/businesses/:id/decision-withdrawal', detail(id), { id });
  const { requests } = await open(decisionOn('a'), decisionOn('b'), undo('a'), undo('b'));
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  await screen.findByText('2 approved');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 businesses waiting for review again')).toBeTruthy();
  const undone = requests.filter((request) => request.path.includes('/decision-withdrawal'));
  expect(undone.map((request) => request.path)).toEqual([
    `${path}/a/decision-withdrawal?revision=3`,
    `${path}/b/decision-withdrawal?revision=1`,
  ]);
});

test('Undo after a bulk approval leaves what failed selected', async () => {
  const undo = stub('POST /api/businesses/:id/decision-withdrawal', detail('a'), { id: 'a' });
  await open(decisionOn('a'), decisionOn('b', problem(503, 'The store is unreachable.')), undo);
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  await screen.findByText(/^1 approved, 1 failed/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 business waiting for review again');
  expect(screen.getByRole('checkbox', { name: 'Select Warung Baru', checked: true })).toBeTruthy();
});

test('Undo after a bulk approval leaves what another admin had approved before', async () => {
  const undo = stub('POST /api/businesses/:id/decision-withdrawal', detail('b'), { id: 'b' });
  await open(unchanged(decisionOn('a')), decisionOn('b'), undo);
  await shown('Kedai Lama');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await approveSelected();
  await screen.findByText('1 approved, 1 skipped (changed in the meantime)');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 business waiting for review again')).toBeTruthy();
});

test('what was live is in a group of its own', async () => {
  await open();
  await shown('Kedai Lama');
  const groups = waiting()
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
  expect(groups).toEqual(['Offline until reviewed', 'New and resubmitted']);
});

test('where edits leave the approved version public, nothing is said to be offline', async () => {
  await open(stub('GET /api/site', { ...aSite, keepLastApprovedPublic: true }));
  expect(await screen.findByText(/visitors see the last approved version/)).toBeTruthy();
  expect(waiting().getByRole('heading', { name: 'Live before' })).toBeTruthy();
  expect(
    screen.getByText('Listings that were live before come first, then the oldest.'),
  ).toBeTruthy();
  expect(screen.queryByText(/offline|cannot see/i)).toBeNull();
});

test('web addresses and numbers of a listing are links, an unsafe address is not', async () => {
  const linked = anOwnBusiness({
    ...third,
    website: 'https://gerai.example/',
    facebook: 'javascript:alert(1)',
    phone: '012-3456789',
    whatsapp: '013-345 6789',
  });
  await open(list(linked));
  await shown('Gerai Tiga');
  const website = await screen.findByRole('link', { name: /gerai\.example/ });
  expect([website.getAttribute('href'), website.getAttribute('rel')]).toEqual([
    'https://gerai.example/',
    'noopener nofollow ugc',
  ]);
  expect(screen.getByRole('link', { name: '012-3456789' }).getAttribute('href')).toMatch(/^tel:/);
  expect(screen.getByRole('link', { name: /^013-345 6789/ }).getAttribute('href')).toBe(
    'https://wa.me/60133456789',
  );
  expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull();
});

test('only what changed within a text is marked', async () => {
  const address = { field: 'address', before: '4, Jalan Raja', after: '4, Jalan Raja Muda' };
  await open(approvedBefore('a', address));
  const row = await screen.findByRole('row', { name: /^Address/ });
  expect(row.querySelector('mark')?.textContent.trim()).toBe('Muda');
});

test('an empty queue shows the empty state', async () => {
  await open(list());
  expect(await screen.findByText('No listings to review')).toBeTruthy();
});

test('a history that failed to load does not hide the listing', async () => {
  await open(stub('GET /api/businesses/:id/history', unreachable, { id: 'a' }));
  expect(await screen.findByText(/changes are not highlighted/)).toBeTruthy();
  await waitFor(() => {
    expect(screen.getByText('012-2222222')).toBeTruthy();
  });
});

test('a listing without changes, as after an undone approval, shows its fields', async () => {
  const time = '2026-11-01T00:00:00.000Z';
  const sinceDecision = { base: 'approved' as const, time, changes: [] };
  const history = aHistory('a', [aHistoryEntry()], { sinceDecision, business: null });
  await open(stub('GET /api/businesses/:id/history', history, { id: 'a' }));
  expect(await screen.findByText('No changes since approval.')).toBeTruthy();
  expect(screen.getByText('Address')).toBeTruthy();
});

test.each([
  ['undone', 'The approval was undone on 1 Nov 2026, 08:00.', '1 field changed since approval.'],
  [
    'rejected',
    'Never approved. It was rejected on 1 Nov 2026, 08:00 and resubmitted.',
    '1 field changed since the rejection.',
  ],
] as const)('a listing that was %s says what its changes are since', async (base, when, count) => {
  const time = '2026-11-01T00:00:00.000Z';
  const sinceDecision = { base, time, changes: [phone] };
  const business = aPastBusiness(first);
  const history = aHistory('a', [aHistoryEntry()], { sinceDecision, business });
  await open(stub('GET /api/businesses/:id/history', history, { id: 'a' }));
  expect(await screen.findByText(when)).toBeTruthy();
  expect(screen.getByText(count)).toBeTruthy();
});

test('a selected listing can be taken out again, and so can all', async () => {
  await open();
  const box = (name: string) => screen.findByRole('checkbox', { name });
  fireEvent.click(await box('Select Kedai Lama'));
  expect(await box('1 selected')).toHaveProperty('indeterminate', true);
  fireEvent.click(await box('Select Kedai Lama'));
  fireEvent.click(await box('Select all'));
  fireEvent.click(await box('2 selected'));
  expect(await box('Select all')).toHaveProperty('checked', false);
  expect(screen.queryByRole('button', { name: 'Approve selected' })).toBeNull();
});

test('possible duplicates and others of the owner are listed with links to their history', async () => {
  await open(
    relatedTo('a', {
      duplicates: [
        { id: 'x', businessName: 'Kedai Sama', status: 'approved', match: 'phone' },
        { id: 'y', businessName: 'Kedai Lama', status: 'pending', match: 'name' },
      ],
      others: [{ id: 'z', businessName: 'Gerai Lain', status: 'rejected' }],
    }),
  );
  const same = await screen.findByRole('link', { name: 'Kedai Sama' });
  expect(same.getAttribute('href')).toBe('/adminDashboard/history/x');
  const section = (name: string) =>
    screen.getByRole('heading', { level: 3, name }).parentElement?.textContent;
  expect(section('Possible duplicates')).toMatch(/Kedai Sama.*phone.*Kedai Lama.*name/is);
  expect(section('Other listings by this owner')).toContain('Gerai Lain');
  const headings = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
  expect(headings[0]).toBe('Possible duplicates');
});

test('of many duplicates and listings of the owner, five are shown, the others behind their number', async () => {
  const listings = (name: string, length: number) =>
    Array.from({ length }, (_, index) => ({
      id: `${name}${index}`,
      businessName: `${name} ${index}`,
      status: 'pending' as const,
    }));
  const duplicates = listings('Kedai', 8).map((each) => ({ ...each, match: 'phone' as const }));
  await open(relatedTo('a', { duplicates, others: listings('Gerai', 17) }));
  const behind = (more: string) => {
    const inMore = within(screen.getByText(more).closest('details') ?? document.body);
    return inMore.getAllByRole('link').map(({ textContent }) => textContent);
  };
  await screen.findByRole('link', { name: 'Gerai 4' });
  expect(behind('12 more')).toEqual(
    listings('Gerai', 17)
      .slice(5)
      .map((each) => each.businessName),
  );
  expect(behind('3 more')).toEqual(['Kedai 5', 'Kedai 6', 'Kedai 7']);
});

test('a listing cannot be decided on before its possible duplicates are known', async () => {
  const related = lateStub('GET /api/businesses/:id/related', { id: 'a' });
  const { requests } = await open(decisionOn('a'), related);
  await shown('Kedai Lama');
  await act(async () => undefined);
  expect(isDisabled()).toBe(true);
  press('a');
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  await related.arrive({ duplicates: [], others: [] });
  await decidable('Kedai Lama');
});

const shownPage = (listings: OwnBusinessResponse[], page: number, params = {}) =>
  stub(
    'GET /api/businesses',
    aListingPage(listings, { page, pages: 2, total: 26, first: page * 25 - 24 }),
    { status: 'pending', sort: 'review', ...params },
  );

test('j leads from the last listing of a page to the next page', async () => {
  const { browser } = await open(
    shownPage([first], 1),
    shownPage([second, third], 2, { page: '2' }),
  );
  await decidable('Kedai Lama');
  press('j');
  await decidable('Warung Baru');
  expect(browser.location?.search).toBe('?page=2');
  expect(document.activeElement?.textContent).toMatch('26 businesses waiting');
  press('j');
  await decidable('Gerai Tiga');
  press('j');
  expect(browser.location?.search).toBe('?page=2&listing=c');
});

test('the navigation separates the thousands that wait', async () => {
  const counts = { all: 1200, approved: 0, rejected: 0, pending: 1200 };
  const queue = aListingPage([first], { total: 1200, counts });
  await open(stub('GET /api/businesses', queue, { status: 'pending', sort: 'review' }));
  expect(await screen.findByRole('link', { name: 'Review queue 1,200' })).toBeTruthy();
});

test('a long queue is shown by pages, where a decision and the way back stay on the page', async () => {
  const { browser, respond } = await open(
    shownPage([first], 1),
    shownPage([second, third], 2, { page: '2' }),
    decisionOn('b'),
  );
  await shown('Kedai Lama');
  expect(screen.getByText('26 businesses waiting')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Review queue 1' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /next/i }));
  await decidable('Warung Baru');
  expect(browser.location?.search).toBe('?page=2');
  expect(document.activeElement).toBe(screen.getByText('26 businesses waiting'));
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBeTruthy();
  respond(list());
  fireEvent.click(approveButton());
  await shown('Gerai Tiga');
  // The navigation counts what waits on the first page, too.
  expect(await screen.findByRole('link', { name: 'Review queue' })).toBeTruthy();
  expect(browser.location?.search).toBe('?page=2&listing=c');
  fireEvent.click(screen.getByRole('link', { name: 'Back to the queue' }));
  expect(browser.location?.search).toBe('?page=2');
});
