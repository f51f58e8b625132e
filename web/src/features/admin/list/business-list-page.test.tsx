import type { ListingPageResponse, OwnBusinessResponse } from '@directory/api/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { aListingPage, anOwnBusiness, anOwnBusinessDetail } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import {
  lateStub,
  problem,
  reviewQueue,
  stale,
  stub,
  unchanged,
  unreachable,
  type Stub,
} from '../../../testing/stub-network.ts';
import { readRejection, rejectionKey } from '../decisions/use-decisions.ts';

const path = '/api/businesses';
const waiting = anOwnBusiness({ id: 'w', businessName: 'Warung Baru', revision: 3 });
const full = anOwnBusiness({
  id: 'f',
  businessName: 'Kedai Penuh',
  status: 'approved',
  synopsis: 'x'.repeat(51),
  website: 'https://kedai.example/',
  facebook: 'https://facebook.com/kedai',
  instagram: 'javascript:alert(1)',
  imagePath: 'a.webp',
});
const listings = [waiting, full, anOwnBusiness({ id: 'r', status: 'rejected' })];

beforeEach(() => {
  localStorage.clear();
  const user = { id: '9', full_name: 'penghulu', email: '' };
  writeSession({ token: 't', role: 'admin', user });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});

function narrow() {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

const own = { id: 'w' };
const decided = stub('PUT /api/businesses/:id', anOwnBusinessDetail(own), own);

/** What the server finds for a query of the address. */
function pageOf(
  search: string,
  found: OwnBusinessResponse[],
  given: Partial<ListingPageResponse> = {},
) {
  const query = Object.fromEntries(new URLSearchParams(search || '?page=1'));
  const { counts } = aListingPage(listings);
  return stub('GET /api/businesses', aListingPage(found, { counts, ...given }), query);
}

function open(search = '', ...stubs: readonly Stub[]) {
  return renderPage(
    `/business-list${search}`,
    reviewQueue([waiting]),
    pageOf('', listings),
    pageOf('?status=pending', [waiting]),
    pageOf('?status=approved', [full]),
    ...stubs,
  );
}
const rows = async () => {
  await screen.findByRole('table');
  return screen.getAllByRole('rowheader').map((header) => header.textContent);
};
const dialog = () => within(screen.getByRole('alertdialog'));

test('the table has the eighteen columns of the specification, and a dash for an empty value', async () => {
  open();
  await rows();
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Business Name',
    'Phone',
    'Operating Hours',
    'Year Started',
    'Email',
    'Website',
    'Social Media',
    'Location',
    'Online Order',
    'Address',
    'Synopsis',
    'Business Info',
    'Sub Category',
    'Kampong',
    'Facilities',
    'Images',
    'Status',
    'Action',
  ]);
  const row = screen.getByRole('row', { name: /^Warung Baru/ });
  expect(within(row).getAllByText('–').length).toBeGreaterThan(10);
});

test('a choice of columns keeps the status and the actions, and is remembered on the device', async () => {
  const { unmount } = open();
  await rows();
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  fireEvent.change(screen.getByRole('combobox', { name: 'Columns' }), {
    target: { value: 'review' },
  });
  const review = ['Business Name', 'Phone', 'Business Info', 'Kampong', 'Status', 'Action'];
  expect(headings()).toEqual(review);
  unmount();
  open();
  await rows();
  expect(headings()).toEqual(review);
});

test('a demonstration is marked beside its name', async () => {
  open('', pageOf('', [anOwnBusiness({ demonstration: true })]));
  expect(await rows()).toEqual(['Warung Mak TehDemo']);
});

test('the name of a business leads to its history', async () => {
  open();
  await rows();
  expect(screen.getByRole('link', { name: 'Warung Baru' }).getAttribute('href')).toBe(
    '/adminDashboard/history/w',
  );
});

test('a card has the name, the status and the actions, and the rest under Details', async () => {
  narrow();
  open('?status=approved');
  const list = within(await screen.findByRole('list', { name: 'Approved businesses' }));
  const card = within(list.getByRole('listitem'));
  expect(card.getByText('Approved')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Delete Kedai Penuh' })).toBeTruthy();
  expect(card.queryByText('Synopsis')).toBeNull();
  const details = card.getByRole('group');
  details.setAttribute('open', '');
  fireEvent(details, new Event('toggle'));
  expect(card.getByText('Synopsis')).toBeTruthy();
  expect(card.getByRole('button', { name: 'View Image Kedai Penuh' })).toBeTruthy();
});

test('the status filter counts the businesses of each status and is in the address', async () => {
  const { browser } = open('?status=pending');
  expect(await rows()).toEqual(['Warung Baru']);
  const filter = screen.getByRole('combobox', { name: 'Status' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All (3)', 'Approved (1)', 'Rejected (1)', 'Pending (1)']);
  fireEvent.change(filter, { target: { value: 'approved' } });
  await waitFor(async () => {
    expect(await rows()).toEqual(['Kedai Penuh']);
  });
  expect(browser.location?.search).toBe('?status=approved');
});

test('the name search takes letters typed fast, and asks for what was typed last', async () => {
  const { browser, requests } = open('', pageOf('?q=warung+b', [waiting]));
  await rows();
  const search = screen.getByRole('searchbox', { name: /name/i });
  act(() => {
    for (const letter of 'warung b') {
      const value = (search as HTMLInputElement).value + letter;
      fireEvent.change(search, { target: { value } });
    }
  });
  expect(browser.location?.search).toBe('?q=warung+b');
  await waitFor(async () => {
    expect(await rows()).toEqual(['Warung Baru']);
  });
  const searches = requests.filter((request) => request.path.includes('q='));
  expect(new Set(searches.map((request) => request.path))).toEqual(new Set([`${path}?q=warung+b`]));
});

test('a column heading sorts the list, sets aria-sort and is in the address', async () => {
  const { browser } = open(
    '?page=2',
    pageOf('?page=2', [full]),
    pageOf('?sort=businessName', [full, waiting]),
    pageOf('?sort=-businessName', [waiting, full]),
  );
  expect(await rows()).toEqual(['Kedai Penuh']);
  const heading = screen.getByRole('columnheader', { name: 'Business Name' });
  expect(heading.hasAttribute('aria-sort')).toBe(false);
  const becomes = (names: readonly string[]) =>
    waitFor(async () => {
      expect(await rows()).toEqual(names);
    });
  const press = () => {
    fireEvent.click(within(heading).getByRole('button', { name: 'Business Name' }));
  };
  press();
  await becomes(['Kedai Penuh', 'Warung Baru']);
  expect(heading.getAttribute('aria-sort')).toBe('ascending');
  expect(browser.location?.search).toBe('?sort=businessName');
  press();
  await becomes(['Warung Baru', 'Kedai Penuh']);
  expect(heading.getAttribute('aria-sort')).toBe('descending');
  press();
  await becomes(['Warung Baru', 'Kedai Penuh', 'Warung Mak Teh']);
  expect(heading.hasAttribute('aria-sort')).toBe(false);
});

test('cards are sorted by a select', async () => {
  narrow();
  const { browser } = open('', pageOf('?sort=-businessName', [full]));
  const order = await screen.findByRole('combobox', { name: 'Sort by' });
  await screen.findByRole('heading', { name: 'Warung Baru' });
  fireEvent.change(order, { target: { value: '-businessName' } });
  await waitFor(() => {
    const names = screen.getAllByRole('heading', { level: 2 });
    expect(names.map(({ textContent }) => textContent)).toEqual(['Kedai Penuh']);
  });
  expect(browser.location?.search).toBe('?sort=-businessName');
});

test('what is shown stays until the next page is there', async () => {
  const late = lateStub('GET /api/businesses', { status: 'rejected' });
  open('', late);
  await rows();
  const filter = screen.getByRole('combobox', { name: 'Status' });
  fireEvent.change(filter, { target: { value: 'rejected' } });
  expect(screen.getAllByRole('rowheader')).toHaveLength(3);
  await late.arrive(aListingPage([anOwnBusiness({ id: 'r', status: 'rejected' })]));
  expect(await rows()).toEqual(['Warung Mak Teh']);
});

test('a long synopsis is cut, and Read More shows all of it', async () => {
  open('?status=approved');
  await rows();
  const cell = screen.getByRole('button', { name: 'Read More Kedai Penuh' });
  expect(cell.closest('td')?.textContent).toContain(`${'x'.repeat(50)}…`);
  fireEvent.click(cell);
  expect(dialog().getByText('x'.repeat(51))).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('links open in a new tab with noopener, and an unsafe address is text', async () => {
  open('?status=approved');
  await rows();
  const facebook = screen.getByRole('link', { name: /^Facebook/ });
  expect([facebook.getAttribute('target'), facebook.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener nofollow ugc',
  ]);
  expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Instagram/ })).toBeNull();
});

test('View Image opens the image, and Close closes it', async () => {
  open('?status=approved');
  await rows();
  fireEvent.click(screen.getByRole('button', { name: 'View Image Kedai Penuh' }));
  const photo = within(screen.getByRole('dialog')).getByAltText('Photo of Kedai Penuh');
  expect(photo.getAttribute('srcset')).toContain('/uploads/a.webp 1600w');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('only a pending business has the Change Status select', async () => {
  open();
  await rows();
  expect(screen.getAllByRole('combobox', { name: /^Change Status/ })).toHaveLength(1);
  const select = screen.getByRole('combobox', { name: 'Change Status of Warung Baru' });
  expect(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Change Status', 'Approve', 'Reject']);
});

test('Approve asks for confirmation, sends the revision that was seen and reloads the list', async () => {
  const { requests } = open('?status=pending', decided);
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'approve' },
  });
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Cancel');
  const loads = () =>
    requests.filter((request) => request.path === `${path}?status=pending`).length;
  const before = loads();
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved Warung Baru.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')).toEqual({
    method: 'PUT',
    path: `${path}/w?revision=3`,
    body: { status: 'approved' },
  });
  await waitFor(() => {
    expect(loads()).toBeGreaterThan(before);
  });
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('an approval that the lists do not show yet says so', async () => {
  open('?status=pending', stale(decided));
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'approve' },
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  const outcome = await screen.findByText(/^Approved Warung Baru\./);
  expect(outcome.textContent).toMatch(/The lists are behind and will show this later\.$/);
});

test('a dialog stays open while its decision is sent and closes after the response', async () => {
  const answer = lateStub('PUT /api/businesses/:id', own);
  open('?status=pending', answer);
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'approve' },
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeTruthy();
  await answer.arrive(anOwnBusinessDetail(own));
  expect(await screen.findByText('Approved Warung Baru.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test.each([
  ['the own decision', 4, (answer: Stub) => answer, 'Approved Warung Baru.'],
  ['one that changed nothing', 3, unchanged, /Warung Baru/],
])(
  'a command on a row that is not loaded again yet carries the revision after %s',
  async (_what, revision, mark, outcome) => {
    const answer = stub('PUT /api/businesses/:id', anOwnBusinessDetail({ ...own, revision }), own);
    const { requests } = open(
      '?status=pending',
      mark(answer),
      stub('DELETE /api/businesses/:id', null, own),
    );
    await rows();
    fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
      target: { value: 'approve' },
    });
    fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
    await screen.findByText(outcome, { selector: 'p[role=status]' });
    fireEvent.click(screen.getByRole('button', { name: 'Delete Warung Baru' }));
    fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Business deleted successfully!')).toBeTruthy();
    const deletion = requests.find(({ method }) => method === 'DELETE');
    expect(deletion?.path).toBe(`${path}/w?revision=${revision}`);
  },
);

test('Undo takes back only the own decision, and says when the listing changed after it', async () => {
  const changed = 'This listing changed since you last saw it.';
  const refusal = problem(409, changed);
  const undo = stub('POST /api/businesses/:id/decision-withdrawal', refusal, own);
  const { requests } = open('?status=pending', decided, undo);
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'approve' },
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(
    await screen.findByText(`Couldn't undo the decision on Warung Baru. ${changed}`),
  ).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.path).toBe(
    `${path}/w/decision-withdrawal?revision=4`,
  );
});

test.each([
  ['done', anOwnBusinessDetail(own), 'Warung Baru is waiting for review again.'],
  ['refused', problem(409), /^Couldn't undo the decision on Warung Baru/],
])(
  'an undo that is %s leaves the dialog of another business open',
  async (_, response, outcome) => {
    const undo = lateStub('POST /api/businesses/:id/decision-withdrawal', own);
    const other = anOwnBusiness({ id: 'o', businessName: 'Gerai Lain' });
    open('?status=pending', pageOf('?status=pending', [waiting, other]), decided, undo);
    await rows();
    fireEvent.change(screen.getByRole('combobox', { name: 'Change Status of Warung Baru' }), {
      target: { value: 'approve' },
    });
    fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Change Status of Gerai Lain' }), {
      target: { value: 'reject' },
    });
    const reason = screen.getByRole('textbox');
    fireEvent.change(reason, { target: { value: 'No such street.' } });
    await undo.arrive(response);
    expect(await screen.findByText(outcome)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Reject Gerai Lain' }).contains(reason)).toBe(true);
    expect(reason).toHaveProperty('value', 'No such street.');
  },
);

test('a rejection needs a reason, previews it as the owner will see it, and sends it', async () => {
  const { requests } = open('?status=pending', decided);
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'reject' },
  });
  const form = within(screen.getByRole('dialog', { name: 'Reject Warung Baru' }));
  fireEvent.click(form.getByRole('button', { name: 'Reject' }));
  expect(form.getByText('Choose a reason.')).toBeTruthy();
  expect(document.activeElement).toBe(form.getByRole('radio', { name: 'Wrong category' }));
  fireEvent.click(form.getByRole('radio', { name: 'Other' }));
  expect(form.getByText('Describe the problem.')).toBeTruthy();
  fireEvent.click(form.getByRole('button', { name: 'Reject' }));
  expect(document.activeElement).toBe(form.getByRole('textbox'));
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'Not in the village.' } });
  expect(form.getByRole('figure').textContent).toContain('Not in the village.');
  fireEvent.click(form.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Rejected Warung Baru.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    status: 'rejected',
    reason: { code: 'other', text: 'Not in the village.' },
  });
});

test('a failed rejection leaves its dialog open with the error, and keeps the text when it is opened again', async () => {
  const message = 'This listing changed since you opened it.';
  const refusal = stub('PUT /api/businesses/:id', problem(409, message), own);
  const { requests, respond } = open('?status=pending', refusal);
  await rows();
  const startRejection = () =>
    fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
      target: { value: 'reject' },
    });
  const form = () => within(screen.getByRole('dialog', { name: 'Reject Warung Baru' }));
  const isFilled = () => {
    expect(form().getByRole('radio', { name: 'Other', checked: true })).toBeTruthy();
    expect(form().getByRole<HTMLTextAreaElement>('textbox').value).toBe('No such street.');
  };
  startRejection();
  fireEvent.click(form().getByRole('radio', { name: 'Other' }));
  fireEvent.change(form().getByRole('textbox'), { target: { value: 'No such street.' } });
  respond(pageOf('?status=pending', [{ ...waiting, revision: 5 }]));
  const loads = () => requests.filter(({ method }) => method === 'GET').length;
  const loadsBefore = loads();
  fireEvent.click(form().getByRole('button', { name: 'Reject' }));
  const error = await screen.findByText(`Couldn't reject Warung Baru. ${message}`);
  expect(error.getAttribute('role')).toBe('alert');
  isFilled();
  fireEvent.click(form().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  // The list is loaded again after the failure.
  await vi.waitFor(() => expect(loads()).toBeGreaterThan(loadsBefore));
  await act(() => Promise.resolve());
  startRejection();
  isFilled();
  expect(form().queryByText(/^Couldn't reject/)).toBeNull();
  respond(decided);
  fireEvent.click(form().getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Rejected Warung Baru.')).toBeTruthy();
  const sent = requests.filter(({ method }) => method === 'PUT').map((put) => put.path);
  expect(sent).toEqual([`${path}/w?revision=3`, `${path}/w?revision=5`]);
});

const changed = 'This listing changed since you opened it.';

test.each([
  ['409', problem(409, changed), changed, 0],
  ['503', problem(503, 'The store is unreachable.'), 'The store is unreachable.', 1],
  ['429', problem(429, 'Please wait a moment.'), 'Please wait a moment.', 1],
  [
    'no answer',
    unreachable,
    "We can't reach the server right now. Please try again in a moment.",
    1,
  ],
])(
  'a decision that failed with %s shows a message, and Retry where that may help',
  async (_status, failure, message, retryButtons) => {
    open('?status=pending', stub('PUT /api/businesses/:id', failure, own));
    await rows();
    fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
      target: { value: 'approve' },
    });
    fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(`Couldn't approve Warung Baru. ${message}`)).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(retryButtons);
  },
);

test('a failed rejection is sent again with the text as it is then, without the error, and keeps its draft', async () => {
  const { requests, respond } = open(
    '?status=pending',
    stub('PUT /api/businesses/:id', problem(503, 'The store is unreachable.'), own),
  );
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'reject' },
  });
  const form = within(screen.getByRole('dialog', { name: 'Reject Warung Baru' }));
  const send = (text: string) => {
    fireEvent.change(form.getByRole('textbox'), { target: { value: text } });
    fireEvent.click(form.getByRole('button', { name: 'Reject' }));
  };
  fireEvent.click(form.getByRole('radio', { name: 'Duplicate' }));
  send('See Warung Lama.');
  await form.findByRole('alert');
  const repeated = lateStub('PUT /api/businesses/:id', own);
  respond(repeated);
  send('See Warung Lama, too.');
  await waitFor(() => expect(form.queryByText(/^Couldn't reject/)).toBeNull());
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(readRejection(rejectionKey('9', 'w'))?.text).toBe('See Warung Lama, too.');
  await repeated.arrive(anOwnBusinessDetail(own));
  expect(await screen.findByText('Rejected Warung Baru.')).toBeTruthy();
  const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toMatchObject([
    { reason: { text: 'See Warung Lama.' } },
    { reason: { text: 'See Warung Lama, too.' } },
  ]);
});

test('no other command begins on a listing while one is sent', async () => {
  const undone = lateStub('POST /api/businesses/:id/decision-withdrawal', own);
  open('?status=pending', decided, undone);
  await rows();
  fireEvent.change(screen.getByRole('combobox', { name: /^Change Status/ }), {
    target: { value: 'approve' },
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const remove = () => fireEvent.click(screen.getByRole('button', { name: 'Delete Warung Baru' }));
  remove();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await undone.arrive(anOwnBusinessDetail(own));
  remove();
  expect(dialog().getByText('Are you sure you want to delete this business?')).toBeTruthy();
});

test('Delete asks with the name, focuses Cancel first, and shows the success message', async () => {
  const { requests } = open('', stub('DELETE /api/businesses/:id', null, own));
  await rows();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Warung Baru' }));
  expect(dialog().getByText('Are you sure you want to delete this business?')).toBeTruthy();
  expect(dialog().getByText('Warung Baru')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
  fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Business deleted successfully!')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('a failed deletion shows the message of the specification', async () => {
  open('', stub('DELETE /api/businesses/:id', unreachable, own));
  await rows();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Warung Baru' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete the business.')).toBeTruthy();
});

test('a list of several pages shows which rows and which page it shows', async () => {
  const some = Array.from({ length: 25 }, (_, index) =>
    anOwnBusiness({ id: `b${index}`, businessName: `Business ${index}` }),
  );
  open('?page=2', pageOf('?page=2', some, { page: 2, pages: 3, total: 60, first: 26 }));
  expect(await rows()).toHaveLength(25);
  expect(screen.getByText('26–50 of 60 businesses')).toBeTruthy();
  expect(screen.getByText('Page 2 of 3')).toBeTruthy();
});

test('a list of one business has no range', async () => {
  open('?q=baru', pageOf('?q=baru', [waiting]));
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText('1 business')).toBeTruthy();
});

test('an empty result says so and links to all businesses, whose line gets the focus', async () => {
  open('?q=zzz', pageOf('?q=zzz', []), pageOf('', listings));
  expect(await screen.findByText('No matching businesses')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Show all businesses' });
  expect(link.getAttribute('href')).toBe('/business-list');
  fireEvent.click(link);
  await rows();
  expect(document.activeElement).toBe(screen.getByText('1–3 of 3 businesses'));
});

test('Next shows the next page from its top and focuses the line above it', async () => {
  const page = { pages: 2, total: 4 };
  open('', pageOf('', listings, page), pageOf('?page=2', [full], { ...page, page: 2, first: 4 }));
  const region = (await screen.findByRole('table')).parentElement ?? document.body;
  region.scrollTop = 500;
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  const line = await screen.findByText('4–4 of 4 businesses');
  expect(document.activeElement).toBe(line);
  expect(region.scrollTop).toBe(0);
});
