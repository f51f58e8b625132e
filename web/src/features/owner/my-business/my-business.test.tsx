import type { OpeningTimes } from '@directory/domain/catalogue';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { draftKey } from '../../../shared/local-storage.ts';
import { writeSession } from '../../../shared/session/session.ts';
import { fakeIndexedDb } from '../../../testing/fake-indexed-db.ts';
import {
  aHistory,
  aHistoryEntry,
  anOwnBusinessDetail,
  aPlace,
  aSite,
  type HistoryEntry,
} from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { lateStub, pending, problem, stub, unreachable } from '../../../testing/stub-network.ts';

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
const waiting = { ...mine, status: 'pending' } as const;
const found = (detail = mine) => stub('GET /api/businesses/:id', detail, own);
const pastOf = (...entries: HistoryEntry[]) =>
  stub('GET /api/businesses/:id/history', aHistory('b1', entries), own);
const network = [found(), pastOf(aHistoryEntry())];
const usualWait = (workingDays: number | null) =>
  stub('GET /api/review-figures/usual-wait', { workingDays });
const updateCall = '/api/businesses/update/b1?revision=2';

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
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('My business shows a loading text while the business loads', async () => {
  renderPage(address, stub('GET /api/businesses/:id', pending, own));
  expect(await screen.findByText('Loading business details...')).toBeTruthy();
});

test('My business opens its form at once for a link that says so, and its text again after Cancel', async () => {
  const { browser } = renderPage('/data', ...network);
  act(() => browser.navigate?.(address, { state: { open: 'edit' } }));
  const name = await screen.findByLabelText('Business name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  press('Cancel');
  expect(await screen.findByRole('button', { name: 'Edit' })).toBe(document.activeElement);
});

test('the page of another listing is about that one, and has no form open', async () => {
  const other = { ...mine, id: 'b2', businessName: 'Kedai Dua' };
  const [page, past] = [{ id: 'b2' }, aHistory('b2', [aHistoryEntry()])];
  const { browser } = renderPage(
    '/my-businesses/b2',
    ...network,
    stub('GET /api/businesses/:id', other, page),
    stub('GET /api/businesses/:id/history', past, page),
  );
  await screen.findByRole('heading', { level: 1, name: 'Kedai Dua' });
  act(() => browser.navigate?.(address));
  await openForm();
  act(() => browser.navigate?.('/my-businesses/b2'));
  await screen.findByRole('heading', { level: 1, name: 'Kedai Dua' });
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(screen.queryByLabelText('Business name')).toBeNull();
});

test('the characters left for the synopsis are announced when the typing pauses', async () => {
  renderPage(address, ...network);
  await openForm();
  const timers = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    timers.useRealTimers();
  });
  const announced = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .filter((text) => text.endsWith(' left'));
  const type = (value: string) => {
    fireEvent.change(screen.getByLabelText('Synopsis'), { target: { value } });
    act(() => void timers.advanceTimersByTime(900));
  };
  // Not before: it would cut off what is read of the form.
  expect(announced()).toEqual([]);
  type('Nasi lemak');
  type('Nasi');
  expect(announced()).toEqual([]);
  act(() => void timers.advanceTimersByTime(100));
  expect(announced()).toEqual(['3,996 characters left']);
});

test('an emoji counts as one of the characters left for the synopsis, as it does for the server', async () => {
  renderPage(address, ...network);
  await openForm();
  fireEvent.change(screen.getByLabelText('Synopsis'), { target: { value: '😋'.repeat(4_000) } });
  expect(screen.getByText('0 characters left')).toBeTruthy();
  press('Save');
  expect(await screen.findByText('Submit these changes?')).toBeTruthy();
});

// jsdom, like browsers from before 2026, has no Navigation API.
test('Back from an edit asks before it leaves, also after a link within the page', async () => {
  const { browser } = renderPage('/privacy', ...network);
  act(() => browser.navigate?.(address));
  await rename('Warung Baru');
  const goBack = () => act(() => window.history.back());
  window.location.hash = 'section-2';
  goBack();
  await waitFor(() => expect(window.location.hash).toBe(''));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  goBack();
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(window.location.pathname).toBe(address));
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
  goBack();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByLabelText('Business name')).toBeNull());
  expect(window.location.pathname).toBe('/privacy');
});

test('a link to a section of the form moves the focus there, and adds no step for Back', async () => {
  renderPage(address, ...network);
  await openForm();
  const link = screen.getByRole('link', { name: 'Web and social links' });
  // False for what the browser does not follow.
  expect(fireEvent.click(link)).toBe(false);
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { name: 'Web and social links' }),
  );
});

test('an edit that was undone stays open after Back from the cache of the browser', async () => {
  renderPage(address, ...network);
  const field = await openForm();
  const { value: before } = field as HTMLInputElement;
  for (const value of ['Warung Baru', before]) {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(window);
  }
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  expect(screen.getByLabelText('Business name')).toBe(field);
  expect(screen.queryByText(/another tab/)).toBeNull();
});

test('Back before the page of Leave is shown returns to the edit, without the question', async () => {
  renderPage(address, ...network);
  await rename('Warung Baru');
  fireEvent.click(screen.getByRole('link', { name: 'Saved' }));
  // React shows no other page before this ends, even if an earlier test loaded its code.
  await act(async () => {
    press('Leave');
    expect(window.location.pathname).toBe('/saved');
    window.history.back();
    await vi.waitFor(() => expect(window.location.pathname).toBe(address));
  });
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  act(() => window.history.forward());
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeTruthy();
});

test('Back again before the page of Leave is shown does not ask once more', async () => {
  const { browser } = renderPage('/data', ...network);
  for (const path of ['/privacy', '/saved', address]) act(() => browser.navigate?.(path));
  await rename('Warung Baru');
  act(() => window.history.back());
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(window.location.pathname).toBe(address));
  await act(async () => {
    press('Leave');
    await vi.waitFor(() => expect(window.location.pathname).toBe('/saved'));
    window.history.back();
    await vi.waitFor(() => expect(window.location.pathname).toBe('/privacy'));
  });
  await waitFor(() => expect(screen.queryByLabelText('Business name')).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(window.location.pathname).toBe('/privacy');
});

test('an imported sub-category that is not on the list can be kept', async () => {
  renderPage(address, found({ ...mine, subCategory: 'Gerai Durian' }), pastOf(aHistoryEntry()));
  await openForm();
  expect(screen.getByLabelText('Sub-category')).toHaveProperty('value', 'Gerai Durian');
});

test('My business marks a demonstration', async () => {
  renderPage(address, found({ ...mine, demonstration: true }), pastOf(aHistoryEntry()));
  expect(await screen.findByText('Demonstration')).toBeTruthy();
});

test('My business says when an administrator removed it', async () => {
  const others = [{ id: 'b2', businessName: 'Lain', removedAt: '2026-11-20T04:30:00.000Z' }];
  const removedAt = '2026-11-22T04:30:00.000Z';
  renderPage(
    address,
    stub('GET /api/businesses/:id', problem(404), own),
    stub(
      'GET /api/businesses/userbusinesses/:userId/removed',
      [{ id: 'b1', businessName: 'Kedai Jahit', removedAt }, ...others],
      { userId: 'u1' },
    ),
  );
  const note = await screen.findByText(/was removed by an administrator on 22 Nov 2026, 12:30\./);
  expect(note.textContent).toContain('Kedai Jahit');
});

test('My business shows stored values, and Not Provided for missing ones', async () => {
  renderPage(address, ...network);
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  expect(screen.getByText('approved')).toBeTruthy();
  expect(screen.getByText('Nasi lemak.')).toBeTruthy();
  expect(screen.getByText('Year Opened').nextElementSibling?.textContent).toBe('1998');
  expect(screen.getByText('Address').nextElementSibling?.textContent).toBe('12, Jalan Raja Alang');
  expect(screen.getByText('Website').nextElementSibling?.textContent).toBe('Not Provided');
});

test('My business marks the Malay of its details, and nothing else, as Malay', async () => {
  renderPage(
    address,
    ...network,
    found({ ...mine, operatingHours: 'Pagi-Petang', kampong: null, facilities: ['Tandas'] }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' });
  const languageOf = (label: string) =>
    screen.getByText(label).nextElementSibling?.getAttribute('lang');
  for (const label of ['Main category', 'Operating hours', 'Facilities', 'Address'])
    expect([label, languageOf(label)]).toEqual([label, 'ms']);
  for (const label of ['Phone', 'Email', 'Kampong', 'Website'])
    expect([label, languageOf(label)]).toEqual([label, null]);
});

test('My business shows phone numbers as visitors see them', async () => {
  renderPage(address, found({ ...mine, phone: '601-23456789', whatsapp: '032-6912345' }));
  expect(await screen.findByText('012-345 6789')).toBeTruthy();
  expect(screen.getByText('03-2691 2345')).toBeTruthy();
});

test('My business shows exact times in one line', async () => {
  const openingTimes: OpeningTimes = [
    { days: ['mon', 'tue', 'wed'], from: '09:00', to: '18:00' },
    { days: ['sat'], from: '09:00', to: '13:00' },
  ];
  renderPage(address, ...network, found({ ...mine, openingTimes }));
  const label = await screen.findByText('Exact times');
  expect(label.nextElementSibling?.textContent).toBe('Mon–Wed 9 am – 6 pm; Sat 9 am – 1 pm');
});

test.each([
  [1, 'usually within 1 working day.'],
  [3, 'usually within 3 working days.'],
])('a pending business shows the usual review time: %o', async (days, expected) => {
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), usualWait(days));
  expect(
    await screen.findByText(`Waiting for review, ${expected} Visitors can't see it yet.`),
  ).toBeTruthy();
});

test('a pending business shows no review time when nothing has been reviewed yet', async () => {
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), usualWait(null));
  expect(await screen.findByText("Waiting for review. Visitors can't see it yet.")).toBeTruthy();
});

test('where the approved version stays public, an edit that waits is not called hidden', async () => {
  const edited = found({ ...waiting, wasPublic: true });
  const site = stub('GET /api/site', { ...aSite, keepLastApprovedPublic: true });
  renderPage(address, ...network, edited, usualWait(null), site);
  const hint =
    'Waiting for review. Until then, visitors see the last approved version, if there is one.';
  expect(await screen.findByText(hint)).toBeTruthy();
});

test('the form to edit a rejected business shows why it was rejected', async () => {
  const rejectionReason = { code: 'photo', text: 'Too dark.' } as const;
  renderPage(address, ...network, found({ ...mine, status: 'rejected', rejectionReason }));
  const reason = 'Not approved. Photo unsuitable: Too dark.';
  expect(await screen.findByText(reason)).toBeTruthy();
  // A paragraph of its own, as a reason may end without a full stop.
  expect(screen.getByText('Edit and save to submit it again.')).toBeTruthy();
  await openForm();
  expect(screen.getByText(reason)).toBeTruthy();
});

test.each([
  ['photo', 'Photo', 'imagePath'],
  ['wrong-category', 'Main category', 'businessInfo'],
  ['contact', 'Phone', 'phone'],
  ['location', 'Address', 'address'],
])('the form of a business rejected for its %s leads to %s', async (code, label, name) => {
  const rejectionReason = { code, text: '' };
  renderPage(address, ...network, found({ ...mine, status: 'rejected', rejectionReason }));
  await screen.findByText('Edit and save to submit it again.');
  expect(screen.queryByRole('button', { name: /^Go to / })).toBeNull();
  await openForm();
  press(`Go to ${label}`);
  expect(document.activeElement?.getAttribute('name')).toBe(name);
});

test('the form of a business rejected as a whole leads to no field', async () => {
  const rejectionReason = { code: 'duplicate', text: '' };
  renderPage(address, ...network, found({ ...mine, status: 'rejected', rejectionReason }));
  await openForm();
  expect(screen.queryByRole('button', { name: /^Go to / })).toBeNull();
});

test('a business without name and synopsis shows placeholder texts', async () => {
  renderPage(address, ...network, found({ ...mine, businessName: '', synopsis: null }));
  expect(await screen.findByRole('heading', { level: 1, name: 'No Name Available' })).toBeTruthy();
  expect(screen.getByText('No Description Available')).toBeTruthy();
});

test('the history lists events with reasons, newest first', async () => {
  const rejected = aHistoryEntry({
    revision: 1,
    type: 'BusinessRejected',
    actor: { role: 'admin', id: null, name: null },
    status: 'rejected',
    reason: { code: 'photo', text: 'Too dark.' },
  });
  renderPage(address, found(), pastOf(aHistoryEntry(), rejected));
  const heading = await screen.findByRole('heading', { name: 'Review history' });
  const items = await within(heading.parentElement ?? document.body).findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Rejected by an administrator, .*Photo unsuitable: Too dark\.$/),
    expect.stringMatching(/^Submitted by you, /),
  ]);
});

describe('an earlier approved version', () => {
  const admin = { role: 'admin', id: null, name: null } as const;
  const approved = (revision: number) =>
    aHistoryEntry({ revision, type: 'BusinessApproved', actor: admin, status: 'approved' });
  const edited = (revision: number, changes: HistoryEntry['changes']) =>
    aHistoryEntry({ revision, type: 'BusinessEdited', changes });
  const phoneTo = (revision: number, before: string, after: string) =>
    edited(revision, [{ field: 'phone', before, after }]);
  const newer = { ...mine, revision: 3 };
  const entries = [
    aHistoryEntry(),
    approved(1),
    phoneTo(2, '011-1111111', '012-3456789'),
    approved(3),
  ];
  const asOf = (isPhotoDeleted = false) =>
    stub('GET /api/businesses/:id/history', aHistory('b1', [], { isPhotoDeleted }), {
      ...own,
      at: '1',
      limit: '1',
    });
  const restorePath = '/api/businesses/b1/versions/1/restoration?revision=3';
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Restore this version of / }));
    return screen.findByRole('alertdialog');
  };

  test('is restored after a confirmation, and then waits for review', async () => {
    const restored = { ...mine, revision: 4, status: 'pending', phone: '011-1111111' } as const;
    const { requests } = renderPage(
      address,
      found(newer),
      pastOf(...entries),
      asOf(),
      stub('POST /api/businesses/:id/versions/:version/restoration', restored, {
        ...own,
        version: '1',
      }),
    );
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('This will change: Phone.');
    expect(dialog.textContent).toContain('Your listing will be hidden from visitors until');
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
    press('Restore and submit');
    expect(await screen.findByText('Restored. Your business is waiting for review.')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByText('Phone').nextElementSibling?.textContent).toBe('011-111 1111');
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
    });
    const sent = requests.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path }) => path)).toEqual([restorePath]);
  });

  test('cannot be cancelled while it is restored', async () => {
    const restoration = lateStub('POST /api/businesses/:id/versions/:version/restoration', {
      ...own,
      version: '1',
    });
    renderPage(address, found(newer), pastOf(...entries), asOf(), restoration);
    await openDialog();
    press('Restore and submit');
    press('Cancel');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    await restoration.arrive({ ...mine, revision: 4, status: 'pending' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  // The server then answers with the listing as it is.
  test('whose only difference is a photo that was deleted changes nothing, and says so', async () => {
    const replaced = edited(2, [{ field: 'imagePath', before: 'old.jpg', after: 'new.jpg' }]);
    renderPage(
      address,
      found(newer),
      pastOf(aHistoryEntry(), approved(1), replaced, approved(3)),
      asOf(true),
      stub('POST /api/businesses/:id/versions/:version/restoration', newer, {
        ...own,
        version: '1',
      }),
    );
    const dialog = await openDialog();
    await within(dialog).findByText('Its photo is no longer stored, so your current photo stays.');
    await within(dialog).findByText('Nothing else is different in this version.');
    expect(dialog.textContent).not.toMatch(/This will change|hidden from visitors/);
    press('Restore and submit');
    await screen.findByText(/^Nothing changed: /);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });

  test('whose photo was deleted promises only what else it changes', async () => {
    const replaced = edited(2, [
      { field: 'phone', before: '011-1111111', after: '012-3456789' },
      { field: 'imagePath', before: 'old.jpg', after: 'new.jpg' },
    ]);
    renderPage(
      address,
      found(newer),
      pastOf(aHistoryEntry(), approved(1), replaced, approved(3)),
      asOf(true),
    );
    const dialog = await openDialog();
    await within(dialog).findByText('Its photo is no longer stored, so your current photo stays.');
    expect(within(dialog).getByText('This will change: Phone.')).toBeTruthy();
  });

  test('that differs in nothing from the present one has no button', async () => {
    const back = phoneTo(4, '012-3456789', '011-1111111');
    renderPage(address, found(newer), pastOf(...entries.slice(0, 3), back));
    await screen.findByRole('link', { name: /^Page as visitors saw it then: \d/ });
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });

  test('is found among the older events, and compared with the newest', async () => {
    const page = (shown: HistoryEntry[], before: number | null) =>
      aHistory('b1', shown, { total: 4, before });
    renderPage(
      address,
      found(newer),
      stub('GET /api/businesses/:id/history', page(entries.slice(2), 2), own),
      stub('GET /api/businesses/:id/history', page(entries.slice(0, 2), null), {
        ...own,
        before: '2',
      }),
      asOf(),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show older events' }));
    await screen.findByText('Submitted');
    const [first, second] = screen.getAllByRole('list').slice(-2);
    expect(first && within(first).getAllByRole('listitem')).toHaveLength(2);
    expect(document.activeElement).toBe(second);
    expect(screen.queryByRole('button', { name: 'Show older events' })).toBeNull();
    expect((await openDialog()).textContent).toContain('This will change: Phone.');
  });

  test('says which photo stays, and why it could not be restored', async () => {
    const message = 'This listing changed since you opened it.';
    renderPage(
      address,
      found({ ...newer, status: 'rejected' }),
      pastOf(...entries),
      asOf(true),
      stub('POST /api/businesses/:id/versions/:version/restoration', problem(409, message), {
        ...own,
        version: '1',
      }),
    );
    const dialog = await openDialog();
    await within(dialog).findByText('Its photo is no longer stored, so your current photo stays.');
    expect(dialog.textContent).toContain('It will wait for review before it goes live.');
    press('Restore and submit');
    expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
    press('Cancel');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

test.each([
  ['is gone', problem(404)],
  ['belongs to somebody else', { ...aPlace({ id: 'b1' }), adress: null }],
])('a business that %s is shown as not found', async (_why, answer) => {
  renderPage(address, stub('GET /api/businesses/:id', answer, own));
  expect(
    await screen.findByText(
      "We couldn't find this business in your account. It may have been removed.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('Retry requests the business again after a failure, and its name takes the focus', async () => {
  const { respond } = renderPage(
    address,
    stub('GET /api/businesses/:id', problem(503), own),
    pastOf(aHistoryEntry()),
  );
  expect(await screen.findByText("We couldn't load this business.")).toBeTruthy();
  respond(found());
  press('Retry');
  // The button disappears.
  expect(document.activeElement).toBe(screen.getByText('Loading business details...'));
  const name = await screen.findByRole('heading', { name: 'Warung Mak Teh' });
  expect(document.activeElement).toBe(name);
});

test('Save without changes shows a message and sends nothing', async () => {
  // Not a public business, whose changes need a confirmation first.
  const { requests } = renderPage(address, ...network, found({ ...mine, status: 'pending' }));
  await openForm();
  press('Save');
  expect(screen.getByText('There are no changes to save.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('saving a public business asks for confirmation first', async () => {
  const { requests } = renderPage(
    address,
    ...network,
    stub('PUT /api/businesses/update/:id', waiting, own),
  );
  await rename('Warung Baru');
  press('Save');
  expect(screen.getByText('1 change')).toBeTruthy();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Changed: Business name.');
  expect(dialog.textContent).toContain(
    'Your listing will be hidden from visitors until an administrator',
  );
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  press('Save and submit');
  expect(await screen.findByText('Saved. Your business is waiting for review.')).toBeTruthy();
  expect(requests.filter(({ path }) => path === updateCall)).toHaveLength(1);
  await waitFor(() => {
    const edit = screen.getByRole('button', { name: 'Edit', description: /^Saved\./ });
    expect(document.activeElement).toBe(edit);
  });
});

test('saving asks for confirmation too when an admin has approved the business meanwhile', async () => {
  const save = stub('PUT /api/businesses/update/:id', waiting, own);
  const { requests, respond } = renderPage(address, ...network, found(waiting), save);
  await rename('Warung Baru');
  respond(found({ ...mine, revision: 3 }));
  press('Save');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Your listing will be hidden from visitors until');
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(screen.getByLabelText('Business name').closest('[inert]')).toBeNull();
  press('Save and submit');
  expect(await screen.findByText('Saved. Your business is waiting for review.')).toBeTruthy();
  expect(requests.filter(({ path }) => path === updateCall)).toHaveLength(1);
});

test('a second edit starts from the saved values', async () => {
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
  press('Save and submit');
  await screen.findByText('Saved. Your business is waiting for review.');
  expect(localStorage.getItem(draftKey('u1', mine.id))).toBeNull();
  expect(await openForm()).toHaveProperty('value', 'Warung Baru');
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '013-3456789');
});

test('the edit form is inert while it is saving', async () => {
  const refusal = lateStub('PUT /api/businesses/update/:id', own);
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), refusal);
  await rename('Warung Baru');
  press('Save');
  await waitFor(() => {
    expect(screen.getByLabelText('Business name').closest('[inert]')).not.toBeNull();
  });
  press('Cancel');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await refusal.arrive(problem(503, 'No server is available.'));
  expect((await screen.findByRole('alert')).textContent).toContain('They are still here');
  expect(screen.getByLabelText('Business name').closest('[inert]')).toBeNull();
});

/** Returns the idempotency keys of the saves that are sent from now on. */
function watchKeys() {
  const fetching = vi.spyOn(window, 'fetch');
  onTestFinished(() => fetching.mockRestore());
  return () =>
    fetching.mock.calls
      .filter(([, request]) => request?.method === 'PUT')
      .map(([, request]) => new Headers(request?.headers).get('Idempotency-Key'));
}

test('a save that is repeated, also after a reload, has the same idempotency key', async () => {
  const unavailable = stub('PUT /api/businesses/update/:id', problem(503), own);
  const pendingListing = found({ ...mine, status: 'pending' });
  const { unmount, requests } = renderPage(address, ...network, pendingListing, unavailable);
  let keys = watchKeys();
  const reads = () => requests.filter(({ path }) => path === '/api/businesses/b1').length;
  const save = async () => {
    const { length } = keys();
    press('Save');
    await waitFor(() => {
      expect(keys()).toHaveLength(length + 1);
      expect(screen.getByLabelText('Business name').closest('[inert]')).toBeNull();
    });
  };
  await rename('Warung Baru');
  const readsBefore = reads();
  await save();
  await save();
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung Lama' } });
  await save();
  const [first, second, third] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  // For its status before each save, and not again as if it were gone.
  expect(reads()).toBe(readsBefore + 3);

  unmount();
  renderPage(address, ...network, pendingListing, unavailable);
  keys = watchKeys();
  await openForm();
  await save();
  expect(keys()).toEqual([third]);
});

test('changes that were saved although the response was lost are not called unsaved', async () => {
  const lost = stub('PUT /api/businesses/update/:id', unreachable, own);
  const { unmount } = renderPage(address, ...network, found({ ...mine, status: 'pending' }), lost);
  await rename('Warung Baru');
  press('Save');
  await screen.findByRole('alert');
  unmount();
  renderPage(address, ...network, found({ ...mine, businessName: 'Warung Baru', revision: 3 }));
  await screen.findByRole('heading', { level: 1, name: 'Warung Baru' });
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
});

test('a repeated save shows the business as an admin has decided on it meanwhile, and does not ask', async () => {
  const lost = stub('PUT /api/businesses/update/:id', unreachable, own);
  const { respond } = renderPage(address, ...network, found(waiting), lost);
  await rename('Warung Baru');
  press('Save');
  await screen.findByRole('alert');
  const saved = { ...waiting, businessName: 'Warung Baru', revision: 3 };
  respond(stub('PUT /api/businesses/update/:id', saved, own));
  respond(found({ ...saved, status: 'approved', revision: 4 }));
  press('Save');
  expect(await screen.findByText('Saved.')).toBeTruthy();
  expect(screen.getByText('Live.', { exact: false })).toBeTruthy();
  expect(screen.queryByText(/Visitors can't see it yet/)).toBeNull();
});

test('a save that was confirmed asks again for other changes, and not when it is repeated', async () => {
  const lost = stub('PUT /api/businesses/update/:id', unreachable, own);
  const { requests, respond } = renderPage(address, ...network, lost);
  const saves = () => requests.filter(({ path }) => path === updateCall).length;
  await rename('Warung Baru');
  press('Save');
  press('Save and submit');
  await screen.findByRole('alert');
  press('Save');
  await waitFor(() => expect(saves()).toBe(2));
  await waitFor(() => {
    expect(screen.getByLabelText('Business name').closest('[inert]')).toBeNull();
  });
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung Lama' } });
  press('Save');
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Submit these changes?');
  expect(saves()).toBe(2);
  respond(stub('PUT /api/businesses/update/:id', waiting, own));
  press('Save and submit');
  expect(await screen.findByText('Saved. Your business is waiting for review.')).toBeTruthy();
});

test('a key of another tab that was refused with the content of this one is not sent again', async () => {
  const reused = problem(409, 'This was already sent with different content.');
  const refused = stub('PUT /api/businesses/update/:id', reused, own);
  const { respond } = renderPage(address, ...network, found(waiting), refused);
  await openForm();
  saveElsewhere({ changes: { synopsis: 'Ditulis di tab lain.' }, revision: 1, commandKey: 'k' });
  const keys = watchKeys();
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('different content');
  respond(stub('PUT /api/businesses/update/:id', waiting, own));
  press('Save');
  await screen.findByText('Saved. Your business is waiting for review.');
  expect(keys()).toEqual(['k', expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test('a save that was only too early is repeated with its key, as an earlier one may have succeeded', async () => {
  const early = stub('PUT /api/businesses/update/:id', problem(429), own);
  const { respond } = renderPage(address, ...network, found(waiting), early);
  await rename('Warung Baru');
  const keys = watchKeys();
  press('Save');
  await screen.findByRole('alert');
  respond(stub('PUT /api/businesses/update/:id', waiting, own));
  press('Save');
  await screen.findByText('Saved. Your business is waiting for review.');
  const [first, second] = keys();
  expect(second).toBe(first);
});

test('a conflict shows the message of the server and keeps the changes', async () => {
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

describe('a field that somebody else changed meanwhile', () => {
  const newer = { ...mine, status: 'pending', revision: 4, phone: '019-9999999' } as const;
  const refusal = problem(409, 'Somebody changed this listing.', undefined, ['phone', 'synopsis']);
  const phone = () => screen.getByLabelText('Phone');
  const saves = (requests: readonly { readonly method: string; readonly path: string }[]) =>
    requests.filter(({ method }) => method === 'PUT').map(({ path }) => path);

  test('is not said to be as the form had it, while the view is behind', async () => {
    const view = found({ ...mine, status: 'pending' });
    renderPage(address, ...network, view, stub('PUT /api/businesses/update/:id', refusal, own));
    await openForm();
    fireEvent.change(phone(), { target: { value: '0123456780' } });
    press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('is not shown yet');
    expect(phone()).toHaveProperty('value', '012-3456780');
  });

  test('is named with what it holds now, and what was typed stays and can be saved again', async () => {
    const refused = stub('PUT /api/businesses/update/:id', refusal, { ...own, revision: '2' });
    const { requests, respond } = renderPage(
      address,
      ...network,
      found({ ...mine, status: 'pending' }),
      refused,
    );
    await openForm();
    fireEvent.change(phone(), { target: { value: '0123456780' } });
    respond(found({ ...newer, synopsis: 'Kuih.' }));
    press('Save');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your entries are still here');
    expect(within(alert).getByRole('link', { name: 'Phone: now “019-9999999”' })).toBeTruthy();
    expect(phone()).toHaveProperty('value', '012-3456780');
    expect(screen.getByLabelText('Synopsis')).toHaveProperty('value', 'Kuih.');
    respond(
      stub('PUT /api/businesses/update/:id', { ...newer, revision: 5 }, { ...own, revision: '4' }),
    );
    press('Save');
    expect(await screen.findByText('Saved. Your business is waiting for review.')).toBeTruthy();
    expect(saves(requests)).toEqual([updateCall, '/api/businesses/update/b1?revision=4']);
  });

  test.each([
    ['imagePath', 'Photo: changed meanwhile'],
    ['facilities', 'Facilities: changed meanwhile'],
    ['yearStarted', 'Year started: now “1999”'],
    ['latitude', 'Latitude and longitude: now “3.17, 101.71”'],
    ['longitude', 'Latitude and longitude: now “3.17, 101.71”'],
  ])('is named with its value where that is text or a number: %s', async (field, link) => {
    const conflict = problem(409, 'Somebody changed this listing.', undefined, [field]);
    const save = stub('PUT /api/businesses/update/:id', conflict, own);
    const { respond } = renderPage(
      address,
      ...network,
      found({ ...mine, status: 'pending' }),
      save,
    );
    await rename('Warung Baru');
    const changed = { yearStarted: 1999, imagePath: '/b.jpg', latitude: 3.17, longitude: 101.71 };
    respond(found({ ...newer, ...changed }));
    press('Save');
    expect(await screen.findByRole('link', { name: link })).toBeTruthy();
  });

  test('is found also for changes that were restored from this device', async () => {
    const { unmount } = renderPage(address, ...network);
    await openForm();
    fireEvent.change(phone(), { target: { value: '0123456780' } });
    unmount();
    const again = renderPage(address, ...network, found(newer));
    await openForm();
    fireEvent.change(screen.getByLabelText('Synopsis'), { target: { value: 'Kuih.' } });
    again.unmount();
    const { requests } = renderPage(address, ...network, found(newer));
    await openForm();
    expect(phone()).toHaveProperty('value', '012-3456780');
    press('Save');
    await screen.findByRole('alert');
    expect(saves(requests)).toEqual([updateCall]);
  });

  test('keeps the form usable when the listing cannot be loaded again', async () => {
    const { respond } = renderPage(
      address,
      ...network,
      found({ ...mine, status: 'pending' }),
      stub('PUT /api/businesses/update/:id', refusal, own),
    );
    await openForm();
    fireEvent.change(phone(), { target: { value: '0123456780' } });
    respond(stub('GET /api/businesses/:id', unreachable, own));
    press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('They are still here');
    expect(phone()).toHaveProperty('value', '012-3456780');
    expect(phone().closest('[inert]')).toBeNull();
  });
});

test('an emptied required field is reported until it is filled', async () => {
  renderPage(address, ...network);
  const name = await openForm();
  fireEvent.change(name, { target: { value: '' } });
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the name');
  fireEvent.change(name, { target: { value: ' ' } });
  expect(screen.getByRole('alert').textContent).toContain('Enter the name');
  fireEvent.change(name, { target: { value: 'Warung Baru' } });
  await waitFor(() => expect(screen.queryByText(/Enter the name/)).toBeNull());
});

test('an error has the words for what is wrong now, above the form and at its field', async () => {
  renderPage(address, ...network);
  await openForm();
  const phone = (value: string) =>
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value } });
  phone('');
  press('Save');
  expect(await screen.findAllByText('Enter a phone number.')).toHaveLength(2);
  phone('012');
  expect(await screen.findAllByText('Enter a phone number, like 012-3456789.')).toHaveLength(2);
});

test('unsaved changes are restored until they are discarded', async () => {
  const { unmount } = renderPage(address, ...network);
  await rename('Warung Baru');
  unmount();
  renderPage(address, ...network);
  expect(await screen.findByText(/You have unsaved changes/)).toBeTruthy();
  expect(await openForm()).toHaveProperty('value', 'Warung Baru');
  expect(screen.getByText('We restored your unsaved changes.')).toBeTruthy();
  press('Cancel');
  press('Discard');
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  expect(await openForm()).toHaveProperty('value', 'Warung Mak Teh');
});

/** Changes the saved edit as another tab would, which has the focus then; null removes it. */
function saveElsewhere(edit: object | null): void {
  fireEvent.blur(window);
  const key = draftKey('u1', mine.id);
  const savedAt = new Date().toISOString();
  if (edit) localStorage.setItem(key, JSON.stringify({ ...edit, savedAt }));
  else localStorage.removeItem(key);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
}

test('two tabs share unsaved changes, so that neither overwrites those of the other', async () => {
  const { unmount } = renderPage(address, ...network);
  await rename('Warung Baru');
  const synopsis = 'Ditulis di tab lain.';
  saveElsewhere({ changes: { businessName: 'Warung Baru', synopsis }, revision: 2 });
  expect(screen.getByLabelText('Synopsis')).toHaveProperty('value', synopsis);
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '013-3456789' } });
  unmount();
  expect(JSON.parse(localStorage.getItem(draftKey('u1', mine.id)) ?? '')).toMatchObject({
    changes: { businessName: 'Warung Baru', synopsis, phone: '013-3456789' },
  });
});

test('changes of another tab to a newer version are compared with the version that is shown', async () => {
  const keep = stub('PUT /api/businesses/update/:id', unreachable, own);
  renderPage(address, ...network, found({ ...mine, status: 'pending' }), keep);
  await openForm();
  saveElsewhere({ changes: { synopsis: 'Ditulis di tab lain.' }, revision: 5 });
  const fetching = vi.spyOn(window, 'fetch');
  onTestFinished(() => fetching.mockRestore());
  press('Save');
  await screen.findByRole('alert');
  expect(fetching.mock.calls.map(([path]) => path)).toContain(updateCall);
});

test('the form closes with a word when another tab submitted or discarded the changes', async () => {
  const { respond } = renderPage(address, ...network);
  await rename('Warung Baru');
  respond(found({ ...mine, businessName: 'Warung Baru', status: 'pending', revision: 3 }));
  saveElsewhere(null);
  const words = 'Your changes were submitted or discarded in another tab.';
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Baru' })).toBeTruthy();
  expect(screen.queryByLabelText('Business name')).toBeNull();
});

test('a form without changes stays open when another tab submits', async () => {
  renderPage(address, ...network);
  await openForm();
  saveElsewhere(null);
  expect(screen.getByLabelText('Business name')).toBeTruthy();
});

describe('what another tab saves while a request is sent', () => {
  const synopsis = 'Ditulis di tab lain.';
  const savedEdit = () => localStorage.getItem(draftKey('u1', mine.id));

  async function saveWhileSending({ isFull = false } = {}) {
    const answer = lateStub('PUT /api/businesses/update/:id', own);
    const pendingListing = found({ ...mine, status: 'pending' });
    const { requests, unmount } = renderPage(address, ...network, pendingListing, answer);
    await rename('Warung Baru');
    if (isFull) {
      const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new Error('full');
      });
      onTestFinished(() => full.mockRestore());
      await screen.findByText(/^Not saved on this device\./);
      full.mockRestore();
    }
    press('Save');
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    saveElsewhere({ changes: { businessName: 'Warung Baru', synopsis }, revision: 2 });
    return { answer, unmount };
  }

  test.each([
    ['', {}],
    [', also where this tab could save nothing', { isFull: true }],
  ])('is not deleted by its answer%s', async (_where, device) => {
    const { answer } = await saveWhileSending(device);
    await answer.arrive({ ...mine, businessName: 'Warung Baru', status: 'pending', revision: 3 });
    await screen.findByText('Saved. Your business is waiting for review.');
    expect(savedEdit()).toContain(synopsis);
  });

  test('is still there after it failed', async () => {
    const { answer, unmount } = await saveWhileSending();
    await answer.arrive(problem(503));
    await screen.findByRole('alert');
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '013-3456789' } });
    unmount();
    expect(savedEdit()).toContain(synopsis);
  });
});

test('changes that were undone are not restored', async () => {
  const { unmount } = renderPage(address, ...network);
  await rename('Warung Baru');
  unmount();
  const again = renderPage(address, ...network);
  await rename(mine.businessName);
  again.unmount();
  expect(localStorage.getItem(draftKey('u1', mine.id))).toBeNull();
});

test('a new photo alone is a change, which is stored on the device and sent', async () => {
  const key = draftKey('u1', mine.id);
  fakeIndexedDb([[key, { blob: new Blob(['x']), name: 'a.jpg' }]]);
  const savedAt = new Date().toISOString();
  localStorage.setItem(key, JSON.stringify({ changes: {}, revision: mine.revision, savedAt }));
  const pendingListing = found({ ...mine, status: 'pending' });
  const save = stub('PUT /api/businesses/update/:id', waiting, own);
  const { unmount } = renderPage(address, ...network, pendingListing, save);
  await rename('Warung Baru');
  await screen.findByText('2 changes');
  fireEvent.change(screen.getByLabelText('Business name'), {
    target: { value: mine.businessName },
  });
  await screen.findByText('1 change');
  unmount();
  expect(localStorage.getItem(key)).toContain('"changes":{}');
  renderPage(address, ...network, pendingListing, save);
  await openForm();
  await screen.findByText('1 change');
  press('Save');
  expect(await screen.findByText('Saved. Your business is waiting for review.')).toBeTruthy();
});

test('a restored photo that had been saved before shows what was decided since', async () => {
  const key = draftKey('u1', mine.id);
  fakeIndexedDb([[key, { blob: new Blob(['x']), name: 'a.jpg' }]]);
  const savedAt = new Date().toISOString();
  localStorage.setItem(key, JSON.stringify({ changes: {}, revision: mine.revision, savedAt }));
  const first = { ...mine, status: 'pending' as const, revision: 3 };
  const save = stub('PUT /api/businesses/update/:id', first, own);
  renderPage(address, ...network, found({ ...mine, revision: 4 }), save);
  await openForm();
  await screen.findByText('1 change');
  press('Save');
  press('Save and submit');
  expect(await screen.findByText(/^Saved\./)).toHaveProperty('textContent', 'Saved.');
});

test('leaving an edit that could not be saved on the device warns that its changes will be lost', async () => {
  renderPage(address, ...network);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  onTestFinished(() => full.mockRestore());
  await rename('Warung Baru');
  await screen.findByText(/^Not saved on this device\./);
  fireEvent.click(screen.getByRole('link', { name: 'Home' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Leave this page?' }));
  expect(question.getByText(/couldn't be saved on this device and will be lost\.$/)).toBeTruthy();
});

test.each([
  ['saves its own', { changes: { synopsis: 'Ditulis di tab lain.' }, revision: 2 }],
  ['discards its own', null],
])('what could not be saved on the device stays when another tab %s', async (_what, edit) => {
  const { unmount } = renderPage(address, ...network);
  await rename('Warung');
  fireEvent.blur(window);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  onTestFinished(() => full.mockRestore());
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung Baru' } });
  await screen.findByText(/^Not saved on this device\./);
  full.mockRestore();
  saveElsewhere(edit);
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
  fireEvent.change(screen.getByLabelText('Synopsis'), { target: { value: 'Nasi lemak baru.' } });
  unmount();
  expect(JSON.parse(localStorage.getItem(draftKey('u1', mine.id)) ?? '')).toMatchObject({
    changes: { businessName: 'Warung Baru', synopsis: 'Nasi lemak baru.' },
  });
});

test('Cancel and links ask for confirmation when there are unsaved changes', async () => {
  const { browser } = renderPage(address, ...network);
  await rename('Warung Baru');
  press('Cancel');
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Discard your changes?');
  press('Keep editing');
  fireEvent.click(screen.getByRole('link', { name: 'Home' }));
  await screen.findByRole('alertdialog');
  expect(browser.location?.pathname).toBe(address);
  press('Stay');
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
  press('Cancel');
  press('Discard');
  expect(await screen.findByRole('heading', { level: 1, name: 'Warung Mak Teh' })).toBeTruthy();
});
