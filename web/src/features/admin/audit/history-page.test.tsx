import type { HistoryResponse } from '@directory/api/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import {
  aSite,
  aHistory,
  aHistoryEntry,
  anOwnBusiness,
  anOwnBusinessDetail,
  aPastBusiness,
  type HistoryEntry,
} from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, problem, reviewQueue, stub, type Stub } from '../../../testing/stub-network.ts';

const own = { id: 'a' };
const business = aPastBusiness({ ...own, phone: '2' });

function entry(revision: number, type: string, given: Partial<HistoryEntry> = {}) {
  const actor = { role: 'admin' as const, id: 'admin-7', name: 'penghulu' };
  const time = `2026-11-0${revision + 1}T08:00:00.000Z`;
  return aHistoryEntry({ revision, type, time, actor, ...given });
}
const entries = [
  entry(0, 'BusinessSubmitted', { actor: { role: 'user', id: 'owner-1', name: null } }),
  entry(1, 'BusinessRejected', { status: 'rejected', reason: { code: 'photo', text: 'Blurred' } }),
  entry(2, 'BusinessEdited', { changes: [{ field: 'phone', before: '1', after: '2' }] }),
  entry(3, 'BusinessApproved', { status: 'approved' }),
];
const history = aHistory('a', entries, {
  business,
  chain: { intact: true, firstBreak: null },
});
const past = (given: Partial<HistoryResponse>, at: Record<string, string> = {}) =>
  stub('GET /api/businesses/:id/history', { ...history, ...given }, { ...own, ...at });
const detail = anOwnBusinessDetail({ ...own, phone: '2' });
const restoration = stub('POST /api/businesses/:id/restoration', detail, own);
const none = reviewQueue();

beforeEach(() => {
  localStorage.clear();
  const user = { id: '9', full_name: 'penghulu', email: '' };
  writeSession({ token: 't', role: 'admin', user });
});

async function open(stubs: readonly Stub[] = [], search = '') {
  const page = renderPage(`/adminDashboard/history/a${search}`, none, past({}), ...stubs);
  await screen.findByRole('heading', { level: 1 });
  return page;
}

test('the timeline shows the events, the newest first, with their changes and reasons', async () => {
  await open();
  const events = await screen.findAllByRole('heading', { level: 3 });
  expect(events.map((heading) => heading.textContent)).toEqual([
    'Approved',
    'Edited',
    'Rejected',
    'Submitted',
  ]);
  const changes = screen.getByRole('table', { name: 'Changed fields' });
  expect(within(changes).getByRole('row', { name: 'Phone 1 2' })).toBeTruthy();
  expect(screen.getByText('Photo unsuitable: Blurred')).toBeTruthy();
});

test('what waits for review is not counted again when the history is there', async () => {
  const late = lateStub('GET /api/businesses/:id/history', own);
  const { requests } = await open([late]);
  const before = requests.length;
  await late.arrive(history);
  await screen.findByRole('heading', { level: 2, name: 'Timeline' });
  expect(requests).toHaveLength(before);
});

test.each([
  [null, 'new.webp', 'Photo added'],
  ['old.webp', 'new.webp', 'Photo changed'],
  ['old.webp', null, 'Photo removed'],
])('the timeline shows a photo that went from %s to %s as "%s"', async (before, after, text) => {
  const changes = [{ field: 'imagePath', before, after }];
  await open([past({ entries: [entry(0, 'BusinessEdited', { changes })] })]);
  expect(await screen.findByRole('row', { name: `Image ${text}` })).toBeTruthy();
});

test('the timeline shows the first 100 characters of a long text, and the rest when it is opened', async () => {
  const synopsis = `${'a'.repeat(100)}${'b'.repeat(101)}`;
  const changes = [{ field: 'synopsis', before: synopsis, after: 'short' }];
  await open([past({ entries: [entry(0, 'BusinessEdited', { changes })] })]);
  const start = await screen.findByText(`${'a'.repeat(100)}…`);
  expect(start.closest('details')?.open).toBe(false);
  expect(start.closest('details')?.textContent).toContain(synopsis);
});

test('the reviewer of a demonstration, who never had an account, is no deleted one', async () => {
  const actor = { role: 'admin', id: 'seeded', name: null } as const;
  const approved = entry(0, 'BusinessApproved', { actor, demonstration: true });
  await open([past({ entries: [approved] })]);
  expect(await screen.findByText(/by a demonstration user \(administrator\)/)).toBeTruthy();
});

test('the timeline names the actor, also of a deleted account, and shows no account ids', async () => {
  const imported = entry(4, 'BusinessImported', {
    actor: { role: 'system', id: null, name: null },
  });
  await open([past({ entries: [...entries, imported] })]);
  expect(await screen.findAllByText(/by penghulu \(administrator\)/)).toHaveLength(3);
  expect(screen.getByText(/by a deleted account \(owner\)/)).toBeTruthy();
  expect(screen.getByText(/automatically/)).toBeTruthy();
  expect(screen.queryByText(/owner-1|admin-7/)).toBeNull();
});

test.each([
  [{ intact: true, firstBreak: null }, 'History intact: 4 of 4 events verified.'],
  [{ intact: false, firstBreak: 2 }, 'Warning: this history was altered at event 2.'],
])('the history shows whether the hash chain is intact (%#)', async (chain, text) => {
  await open([past({ chain })]);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('View this version moves the focus to the listing after that event', async () => {
  const then = past({ business: { ...business, phone: '1' } }, { at: '0', limit: '1' });
  const { browser } = await open([then]);
  fireEvent.click(
    (await screen.findAllByRole('link', { name: /^View this version: Event \d+$/ })).at(-1) ??
      document.body,
  );
  const title = await screen.findByRole('heading', { level: 2, name: 'Version after event 0' });
  expect(browser.location?.search).toBe('?at=0');
  expect(document.activeElement).toBe(title);
  const shown = title.closest('section') ?? document.body;
  expect(await within(shown).findByText('1')).toBeTruthy();
});

test('a history of several pages links to the others and keeps the chosen version', async () => {
  const places = { total: 450, before: 201, after: 300 };
  const middle = [entry(201, 'BusinessEdited'), entry(300, 'BusinessEdited')];
  const time = '2026-11-01T08:00:00.000Z';
  const page = past(
    { ...places, entries: middle.map((each) => ({ ...each, time })) },
    { before: '301' },
  );
  const then = past({ business }, { at: '0', limit: '1' });
  await open([page, then], '?at=0&before=301');
  expect(await screen.findByText('Events 201 to 300, 450 in all')).toBeTruthy();
  const targetOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(['Newest', 'Newer', 'Older', 'Oldest'].map(targetOf)).toEqual(
    ['?at=0', '?at=0&after=300', '?at=0&before=201', '?at=0&before=2'].map(
      (search) => `/adminDashboard/history/a${search}`,
    ),
  );
});

test('a short history has no pages', async () => {
  await open();
  await screen.findByText('History intact: 4 of 4 events verified.');
  expect(screen.queryByRole('navigation', { name: 'Pages of the timeline' })).toBeNull();
});

const versions = () => [
  past(
    {
      entries: [entries[0] ?? entry(0, '')],
      status: 'pending',
      business: { ...business, phone: '1', imagePath: 'old.jpg', latitude: 3.16, longitude: 101.7 },
    },
    { at: '0', limit: '1' },
  ),
  past(
    { entries: [entries[2] ?? entry(2, '')], status: 'approved', business: movedBusiness },
    { at: '2', limit: '1' },
  ),
];
const movedBusiness = { ...business, imagePath: 'new.jpg', latitude: 3.161, longitude: 101.7 };

test('an address with two versions shows what differs: fields, photos, pin, times and status', async () => {
  await open(versions(), '?compare=2..0');
  const count = await screen.findByText('3 fields differ.');
  const shown = within(count.closest('section') ?? document.body);
  expect(shown.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Field',
    'Event 0',
    'Event 2',
  ]);
  expect(shown.getByRole('row', { name: 'Phone 1 2' })).toBeTruthy();
  expect(shown.getByText('The pin moved by 111 m.')).toBeTruthy();
  expect(shown.getByText('Earlier photo')).toBeTruthy();
  expect(shown.getByRole('heading', { name: 'Event 0: Submitted' })).toBeTruthy();
  expect(shown.getByRole('heading', { name: 'Event 2: Edited' })).toBeTruthy();
  expect(shown.getByText('Pending')).toBeTruthy();
  expect(shown.getByText('Approved')).toBeTruthy();
});

test('two versions are chosen in the form, and the focus moves to their comparison', async () => {
  const { browser } = await open(versions());
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '0' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('3 fields differ.')).toBeTruthy();
  expect(new URLSearchParams(browser.location?.search).get('compare')).toBe('0..2');
  expect(document.activeElement?.textContent).toBe('Compare versions');
});

test('each page of the timeline takes the focus and offers its last two versions to compare', async () => {
  const newest = past({ entries: entries.slice(2), before: 2 });
  const oldest = past({ entries: entries.slice(0, 2), after: 1 }, { before: '2' });
  await open([newest, oldest]);
  const chosen = () =>
    ['From', 'To'].map((label) => screen.getByLabelText<HTMLSelectElement>(label).value);
  await screen.findByText('Events 2 to 3, 4 in all');
  expect(chosen()).toEqual(['2', '3']);
  fireEvent.click(screen.getByRole('link', { name: 'Older' }));
  const shown = await screen.findByText('Events 0 to 1, 4 in all');
  expect(document.activeElement).toBe(shown);
  expect(chosen()).toEqual(['0', '1']);
  fireEvent.click(screen.getByRole('link', { name: 'Newest' }));
  await screen.findByText('Events 2 to 3, 4 in all');
  expect(chosen()).toEqual(['2', '3']);
});

test('every earlier version links to its comparison with the current one', async () => {
  const current = { ...business, revision: 3 };
  await open([past({ business: current })]);
  const links = await screen.findAllByRole('link', { name: /^Compare with current: Event \d+$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [2, 1, 0].map((revision) => `/adminDashboard/history/a?compare=${revision}..3`),
  );
});

test('a version is not compared with itself', async () => {
  await open([], '?compare=2..2');
  expect(await screen.findByText('Choose two different versions.')).toBeTruthy();
});

test('a compared version of another page can be chosen again after one of this page', async () => {
  const newest = past({ entries: entries.slice(2), before: 2 });
  const compared = ['0', '3'].map((at) => past({}, { at, limit: '1' }));
  await open([newest, ...compared], '?compare=0..3');
  const from = await screen.findByLabelText<HTMLSelectElement>('From');
  const offered = () => Array.from(from.options, ({ value }) => value);
  expect(offered()).toEqual(['0', '3', '2']);
  fireEvent.change(from, { target: { value: '2' } });
  expect(offered()).toEqual(['0', '3', '2']);
});

test('a page with one version offers it alone, which is not compared with itself', async () => {
  const oldest = past({ entries: entries.slice(0, 1), after: 0 }, { before: '1' });
  await open([oldest], '?before=1');
  fireEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('Choose two different versions.')).toBeTruthy();
});

const earlier = () =>
  past({ business: { ...business, phone: '1', revision: 0 } }, { at: '0', limit: '1' });

test('Restore this version lists what will change and sends one restoration', async () => {
  const version = { ...own, version: '0' };
  const { requests } = await open(
    [earlier(), stub('POST /api/businesses/:id/versions/:version/restoration', detail, version)],
    '?at=0',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByText('1 field differs.')).toBeTruthy();
  expect(dialog.getByRole('row', { name: 'Phone 2 1' })).toBeTruthy();
  expect(dialog.getByText(/wait for review/)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Restored the earlier version of Warung Mak Teh.')).toBeTruthy();
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ path }) => path)).toEqual([
    `/api/businesses/a/versions/0/restoration?revision=${business.revision}`,
  ]);
});

test('a version whose photo was deleted says so, and restoring it keeps the present one', async () => {
  const version = { ...business, phone: '1', revision: 0, imagePath: `${'a'.repeat(32)}.webp` };
  const deleted = past({ business: version, isPhotoDeleted: true }, { at: '0', limit: '1' });
  await open([deleted], '?at=0');
  expect(await screen.findByText(/The photo of this version was deleted/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
  expect(screen.getByText('1 field differs.')).toBeTruthy();
});

test('where admins restore without a review the dialog says so', async () => {
  const site = stub('GET /api/site', { ...aSite, approveRestoredVersions: true });
  await open([earlier(), site], '?at=0');
  fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
  expect(screen.getByText('It will be live immediately.')).toBeTruthy();
});

test.each([
  ['approved', false, /visitors see the last approved version/],
  ['pending', true, /visitors see the last approved version/],
  ['pending', false, /Visitors can't see the listing/],
  ['rejected', false, /Visitors can't see the listing/],
] as const)(
  'where edits leave the approved version public, the dialog says what visitors see: %s, was public: %s',
  async (status, wasPublic, text) => {
    const site = stub('GET /api/site', { ...aSite, keepLastApprovedPublic: true });
    await open([past({ business: { ...business, status, wasPublic } }), earlier(), site], '?at=0');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore this version' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText(/^It will wait for review/).textContent).toMatch(text);
  },
);

test.each([
  ['approved', 1],
  ['pending', 0],
  ['rejected', 0],
] as const)('a version that was %s links %i times to its page then', async (status, links) => {
  await open([past({ business, status }, { at: '3', limit: '1' })], '?at=3');
  await screen.findByRole('link', { name: '2' });
  const page = screen.queryAllByRole('link', { name: /^Page as visitors saw it then/ });
  expect(page).toHaveLength(links);
});

test('a version like the current one, and one of a deleted listing, cannot be restored', async () => {
  const same = past({ business }, { at: '3', limit: '1' });
  const { unmount } = await open([same], '?at=3');
  // The phone number of the chosen version, beside the timeline.
  await screen.findByRole('link', { name: '2' });
  expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull();
  unmount();
  await open([past({ status: 'deleted' }), earlier()], '?at=0');
  await screen.findByText("Deleted. Visitors can't see this business.");
  expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull();
});

test('an edit that restored a version names it', async () => {
  const restored = entry(4, 'BusinessEdited', { restoredVersion: 0 });
  await open([past({ entries: [...entries, restored] })]);
  expect(await screen.findByText('Restored the version after event 0.')).toBeTruthy();
});

test('a time before the submission shows that the listing did not exist', async () => {
  const at = '2020-01-01T00:00:00.000Z';
  const query = new URLSearchParams({ at }).toString();
  await open([past({ entries: [], business: null }, { at, limit: '1' })], `?${query}`);
  expect(await screen.findByText("The listing didn't exist at that time.")).toBeTruthy();
});

test('a time is chosen in the form, and the focus moves to the version of then', async () => {
  // The last moment of the minute, of which the timeline may show an event.
  const at = '2026-11-02T04:00:59.999Z';
  const { browser } = await open([past({}, { at, limit: '1' })]);
  const time = await screen.findByLabelText('View as of (Kuala Lumpur time)');
  // As a browser reads 26 for the year.
  fireEvent.change(time, { target: { value: '0026-11-02T12:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  const title = await screen.findByRole('heading', { name: 'Version of 2 Nov 2026, 12:00' });
  expect(new URLSearchParams(browser.location?.search).get('at')).toBe(at);
  expect(document.activeElement).toBe(title);
});

test('an address with a time in the future says so above the current version', async () => {
  const at = '2126-01-01T00:00:00.000Z';
  await open([past({}, { at, limit: '1' })], `?at=${at}`);
  expect(await screen.findByText('The time you chose is in the future.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Current version' })).toBeTruthy();
});

test('an address with what is no time leaves the rest of the page', async () => {
  const refused = stub('GET /api/businesses/:id/history', problem(400), {
    ...own,
    at: 'zzz',
    limit: '1',
  });
  await open([refused], '?at=zzz');
  expect(await screen.findByText("Couldn't load the history.")).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Earlier version' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Timeline' })).toBeTruthy();
});

test('Undo decision asks for confirmation and sends one withdrawal', async () => {
  const withdrawal = lateStub('POST /api/businesses/:id/decision-withdrawal', own);
  const { requests } = await open([withdrawal]);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo decision' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo decision' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await withdrawal.arrive(detail);
  expect(await screen.findByText('Warung Mak Teh is waiting for review again.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('the navigation counts a listing that waits again after Undo decision', async () => {
  const withdrawal = stub('POST /api/businesses/:id/decision-withdrawal', detail, own);
  const { respond } = await open([past({ status: 'approved' }), withdrawal]);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo decision' }));
  respond(reviewQueue([anOwnBusiness(own)]));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Review queue 1' })).toBeTruthy();
});

test('the focus goes to the timeline when Undo decision has disappeared', async () => {
  const withdrawal = lateStub('POST /api/businesses/:id/decision-withdrawal', own);
  const { respond } = await open([withdrawal]);
  const undo = await screen.findByRole('button', { name: 'Undo decision' });
  undo.focus();
  fireEvent.click(undo);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  undo.focus();
  respond(
    past({ entries: [...entries, entry(4, 'BusinessDecisionWithdrawn')], status: 'pending' }),
  );
  await withdrawal.arrive(detail);
  await waitFor(() => {
    expect(undo.isConnected).toBe(false);
  });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Timeline' }));
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  dismiss.focus();
  fireEvent.click(dismiss);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('Delete business asks for confirmation, and what was deleted is shown and can be restored', async () => {
  const deletion = stub('DELETE /api/businesses/:id', null, own);
  const { requests, respond } = await open([deletion, restoration]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete business' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  respond(past({ status: 'deleted' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Business deleted successfully!')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete business' })).toBeNull();
});

test('the focus goes to the timeline when the message about a deletion is closed', async () => {
  const { respond } = await open([stub('DELETE /api/businesses/:id', null, own)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete business' }));
  respond(past({ status: 'deleted' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Restore' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Timeline' }));
});

test('the history of a deleted business shows that and restores it', async () => {
  const deleted = entry(4, 'BusinessDeleted', { status: 'deleted' });
  await open([past({ entries: [...entries, deleted], status: 'deleted' }), restoration]);
  expect(await screen.findByText("Deleted. Visitors can't see this business.")).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Restored Warung Mak Teh.')).toBeTruthy();
});

test('on an older page of the events, the current version follows a decision', async () => {
  const older = (given: Partial<HistoryResponse>) => past(given, { before: '2' });
  const undo = stub('POST /api/businesses/:id/decision-withdrawal', detail, own);
  const { requests, respond } = await open([older({ status: 'approved' }), undo], '?before=2');
  const version = async () => {
    const heading = await screen.findByRole('heading', { level: 2, name: 'Current version' });
    return within(heading.closest('section') ?? heading);
  };
  expect((await version()).getByText('Approved')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo decision' }));
  respond(older({ status: 'pending' }));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo' }));
  expect(await (await version()).findByText('Pending')).toBeTruthy();
  const histories = requests.filter(({ path }) => path.includes('/history'));
  expect(new Set(histories.map(({ path }) => path))).toEqual(
    new Set(['/api/businesses/a/history?before=2']),
  );
});

test('the history of an erased business shows that, and offers nothing to do', async () => {
  const erased = entry(4, 'OwnerErased', { status: 'erased' });
  // Only a business without an owner can be corrected.
  const erasedBusiness = { ...business, user_id: null, deleted: true };
  const given = {
    entries: [...entries, erased],
    status: 'erased',
    business: erasedBusiness,
  } as const;
  await open([past({ ...given, entries: [...given.entries] })]);
  expect(await screen.findByText(/this listing were permanently deleted/)).toBeTruthy();
  expect(screen.getAllByText('Owner erased')).not.toEqual([]);
  // Above, and beside the current version.
  expect(screen.getAllByText('Erased')).toHaveLength(2);
  expect(screen.queryByText('Deleted')).toBeNull();
  for (const name of ['Restore', 'Undo decision'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Correct this listing' })).toBeNull();
});

test('after a restoration the focus is on the next deleted business, then on the page', async () => {
  const listings = ['a', 'b'].map((id) =>
    anOwnBusiness({ id, businessName: `Kedai ${id}`, status: 'approved' }),
  );
  const deleted = (left: typeof listings) => stub('GET /api/businesses', left, { deleted: 'true' });
  const { respond } = renderPage(
    '/adminDashboard/deleted',
    none,
    deleted(listings),
    restoration,
    stub('POST /api/businesses/:id/restoration', detail, { id: 'b' }),
  );
  const restore = async (id: string, left: typeof listings) => {
    const button = await screen.findByRole('button', { name: `Restore Kedai ${id}` });
    button.focus();
    respond(deleted(left));
    fireEvent.click(button);
    await waitFor(() => {
      expect(button.isConnected).toBe(false);
    });
  };
  await restore('a', listings.slice(1));
  expect(document.activeElement?.textContent).toBe('Kedai b');
  await restore('b', []);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the page of deleted businesses lists and restores them', async () => {
  const { requests } = renderPage(
    '/adminDashboard/deleted',
    none,
    stub('GET /api/businesses', [anOwnBusiness({ ...own, status: 'approved', revision: 5 })], {
      deleted: 'true',
    }),
    restoration,
  );
  expect(await screen.findByText(/Will be restored as approved/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Restore Warung Mak Teh' }));
  expect(await screen.findByText('Restored Warung Mak Teh.')).toBeTruthy();
  expect(
    requests.some((request) => request.path === '/api/businesses/a/restoration?revision=5'),
  ).toBe(true);
});
