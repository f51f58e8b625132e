import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey } from '../../../shared/local-storage.ts';
import { createSessionStore, writeSession } from '../../../shared/session/session.ts';
import { saveDraft } from '../../../testing/forms.ts';
import { aSite } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { problem, stub } from '../../../testing/stub-network.ts';
import { readDraft } from './draft.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const center = { format: 'json', lat: '3.160000', lon: '101.700000' };
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const step = (number: number) => screen.findByText(new RegExp(`^Step ${number} of 5`));

beforeEach(() => {
  localStorage.clear();
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the form starts at step 1 with the email of the account', async () => {
  const { browser } = renderPage('/form');
  await step(1);
  await waitFor(() => {
    expect(browser.location?.search).toBe('?step=1');
  });
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'siti@example.com');
});

test('the number of a step and its name are two words', async () => {
  renderPage('/form');
  await step(1);
  const steps = within(screen.getByRole('navigation', { name: 'Progress' }));
  const texts = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[0]).toBe('1 Basic details');
});

test('Back leads to the dashboard from the first page in the tab, else one step back', async () => {
  const { browser } = renderPage('/form');
  const pathAfterBack = async (path: string) => {
    await step(1);
    press('Back');
    await waitFor(() => {
      expect(browser.location?.pathname).toBe(path);
    });
  };
  await pathAfterBack('/user/dashboard');
  act(() => browser.navigate?.('/data'));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/data');
  });
  act(() => browser.navigate?.('/form'));
  await pathAfterBack('/data');
});

test('the step in the URL cannot exceed the step that was reached', async () => {
  const { browser } = renderPage('/form?step=4');
  await step(1);
  await waitFor(() => {
    expect(browser.location?.search).toBe('?step=1');
  });
});

test('a required field is not announced as wrong before Next', async () => {
  renderPage('/form');
  await step(1);
  const hours = screen.getByLabelText('Operating hours');
  expect(hours).toHaveProperty('required', true);
  expect(hours.getAttribute('aria-invalid')).toBe('false');
});

test('Next reports errors, and each disappears when it is fixed', async () => {
  renderPage('/form');
  await step(1);
  const errors = () => screen.queryAllByText('Enter the name of the business.');
  expect(errors()).toEqual([]);
  press('Next');
  expect(errors()).toHaveLength(2);
  const name = screen.getByLabelText('Business name');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(name, { target: { value: 'Warung' } });
  expect(errors()).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain('Enter a phone number.');
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '012' } });
  expect(screen.getAllByText('Enter a phone number, like 012-3456789.')).toHaveLength(2);
  expect(screen.queryByText('Enter a phone number.')).toBeNull();
});

test.each([
  [1, { businessName: '', phone: '', email: '', operatingHours: '', yearStarted: '' }],
  [2, { address: '', businessInfo: '', kampong: '' }],
  [3, { website: 'a b', whatsapp: '12', location: 'a b', onlineOrder: 'a b' }],
])('the summary of step %i lists the errors in the order of the fields', async (number, values) => {
  saveDraft(values, number);
  renderPage('/form');
  await step(number);
  press('Next');
  const links = within(screen.getByRole('alert')).getAllByRole('link');
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
  expect(wrong).toHaveLength(Object.keys(values).length);
  expect(links.map((link) => link.getAttribute('href'))).toEqual(wrong.map(({ id }) => `#${id}`));
});

test('a form from before New Year takes the new year, and none after it', async () => {
  vi.useFakeTimers({ now: new Date('2027-01-01T04:00:00.000Z'), toFake: ['Date'] });
  saveDraft({ yearStarted: '2028' }, 1);
  renderPage('/form');
  await step(1);
  press('Next');
  expect(screen.getByRole('alert').textContent).toContain('Enter a year from 1000 to 2027.');
  fireEvent.change(screen.getByLabelText('Year started'), { target: { value: '2027' } });
  press('Next');
  await step(2);
});

test('a draft is saved on the device and can be discarded', async () => {
  renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  expect(await screen.findByText(/^Saved on this device at \d\d:\d\d$/)).toBeTruthy();
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe('Warung');
  vi.useFakeTimers();
  press('Discard');
  expect(screen.getByRole('alertdialog').textContent).toContain('Discard this draft?');
  fireEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) ?? document.body);
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', '');
  // Nor is an empty form saved afterwards.
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(readDraft('u1', new Date())).toBeNull();
});

test('Discard at step 1 removes the errors, and the heading of the step takes the focus', async () => {
  renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  press('Next');
  expect(screen.getByRole('alert').textContent).toContain('Enter a phone number.');
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) ?? document.body);
  const heading = await step(1);
  expect(screen.queryByText('Enter a phone number.')).toBeNull();
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
});

test('a browser that blocks its storage shows the form, which says that it is not saved', async () => {
  renderPage('/form');
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('blocked');
  });
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  expect(await screen.findByText(/^Not saved on this device\./)).toBeTruthy();
});

test('a draft that another tab saved is loaded', async () => {
  saveDraft({}, 2);
  renderPage('/form');
  await step(2);
  saveDraft({ businessName: 'Warung dari tab lain' }, 1);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('u1') }));
  });
  await step(1);
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung dari tab lain');
});

test('a draft that another tab submitted empties with a word, and what is typed then is saved', async () => {
  saveDraft({}, 2);
  renderPage('/form');
  await step(2);
  localStorage.removeItem(draftKey('u1'));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('u1') }));
  });
  await step(1);
  const notice = screen.getByText(/^Your draft was submitted or discarded in another tab\./);
  expect(notice.role).toBe('status');
  const link = screen.getByRole('link', { name: 'See your listings' });
  expect(link.getAttribute('href')).toBe('/user/dashboard');
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  fireEvent(document, new Event('visibilitychange'));
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe('Warung');
});

test('a page that the browser kept for Back empties when its draft was submitted meanwhile', async () => {
  saveDraft({}, 2);
  renderPage('/form');
  await step(2);
  localStorage.removeItem(draftKey('u1'));
  act(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await step(1);
  expect(screen.getByText(/^Your draft was submitted or discarded in another tab\./)).toBeTruthy();
});

/** What another tab saved last, or that nothing is saved. */
const changeElsewhere = (change: () => void) => {
  change();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('u1') }));
  });
};

test('what is typed while another tab submits the draft stays with a word, and is saved', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  saveDraft({}, 1);
  renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung Baru' } });
  changeElsewhere(() => localStorage.removeItem(draftKey('u1')));
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', 'Warung Baru');
  screen.getByText(/^Your draft was submitted or discarded in another tab\./);
  fireEvent(document, new Event('visibilitychange'));
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe('Warung Baru');
});

test.each([
  ['what another tab saves replaces', 'in the background', false, 'Dari tab lain'],
  ['what another tab looks up does not replace', 'in front', true, 'Warung Baru'],
])('%s what was just changed in a tab %s', async (_, _place, hasFocus, shown) => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  saveDraft({}, 1);
  renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung Baru' } });
  changeElsewhere(() => saveDraft({ businessName: 'Dari tab lain' }, 1));
  expect(screen.getByLabelText('Business name')).toHaveProperty('value', shown);
  fireEvent(document, new Event('visibilitychange'));
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe(shown);
});

test.each([
  ['another app or tab is opened', () => fireEvent(document, new Event('visibilitychange'))],
  ['another window gets the focus', () => fireEvent.blur(window)],
])('a draft is saved at once when %s', async (_, leave) => {
  renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  expect(readDraft('u1', new Date())).toBeNull();
  leave();
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe('Warung');
});

test('a draft is saved when the session expires', async () => {
  const { sessions } = renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  act(() => {
    sessions.expire('t');
  });
  await screen.findByRole('heading', { level: 1, name: 'Welcome' });
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe('Warung');
});

test('a logout saves no draft of what was typed last', async () => {
  const { sessions } = renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  act(() => {
    sessions.end();
  });
  await waitFor(() => {
    expect(screen.queryByLabelText('Business name')).toBeNull();
  });
  expect(localStorage.getItem(draftKey('u1'))).toBeNull();
});

test('the log-in of somebody else in another tab saves no draft of what was typed last', async () => {
  renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  const other = { id: 'u2', full_name: 'Ahmad', email: 'ahmad@example.com' };
  writeSession({ token: 't2', role: 'user', user: other });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
  fireEvent(document, new Event('visibilitychange'));
  expect(localStorage.getItem(draftKey('u1'))).toBeNull();
});

test('a draft is saved when the session expires in another tab, and the login returns to it', async () => {
  const { browser } = renderPage('/form');
  await step(1);
  fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Warung' } });
  createSessionStore(window).expire('t');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
  expect(await screen.findByText('Session expired')).toBeTruthy();
  expect(browser.location).toMatchObject({
    pathname: '/user/userlogin',
    search: '?next=%2Fform%3Fstep%3D1',
  });
  expect(readDraft('u1', new Date())?.value.values.businessName).toBe('Warung');
});

test('Back keeps the entered values', async () => {
  saveDraft({}, 3);
  renderPage('/form?step=2');
  await step(2);
  press('Next');
  await step(3);
  fireEvent.change(screen.getByLabelText(/^Website/), { target: { value: 'a.example' } });
  press('Back to step 2');
  await step(2);
  press('Next');
  await step(3);
  expect(screen.getByLabelText(/^Website/)).toHaveProperty('value', 'a.example');
});

test('the sub-category field appears after a category is chosen', async () => {
  saveDraft({ businessInfo: '', subCategory: '' }, 2);
  renderPage('/form');
  await step(2);
  expect(screen.queryByLabelText('Sub-category')).toBeNull();
  fireEvent.change(screen.getByLabelText('Main category'), { target: { value: 'Kesihatan' } });
  expect(screen.getByLabelText('Sub-category').textContent).toContain('Farmasi');
});

test('submitting without a pin shows the specified alert and sends nothing', async () => {
  saveDraft({ latitude: '', longitude: '' });
  const { requests } = renderPage('/form');
  await step(5);
  press('Confirm & Submit');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Please select a location on the map.');
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a link of the summary opens the step with the error at its field, which has the focus', async () => {
  saveDraft({ latitude: '', longitude: '' });
  renderPage('/form');
  await step(5);
  press('Confirm & Submit');
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  const missing = 'Please select a location on the map.';
  fireEvent.click(screen.getByRole('link', { name: missing }));
  await step(2);
  expect(screen.getByText(missing)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Latitude'));
  fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '3.16' } });
  fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '101.7' } });
  await waitFor(() => {
    expect(screen.queryByText(missing)).toBeNull();
  });
});

test('submitting without a photo sends nothing, and the summary links to its step', async () => {
  saveDraft();
  const { requests } = renderPage('/form');
  await step(5);
  press('Confirm & Submit');
  fireEvent.click(await screen.findByRole('link', { name: 'Add a photo of the business.' }));
  await step(4);
  expect(screen.getByRole('button', { name: 'Save and return to review' })).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a failed reverse lookup shows the specified alert', async () => {
  saveDraft({ latitude: '', longitude: '' }, 2);
  renderPage('/form', stub('GET /api/geocode/reverse', problem(503), center));
  await step(2);
  fireEvent.click(await screen.findByRole('button', { name: 'Place a pin' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Failed to fetch address. Please try again.');
});

test('a site without geocoding searches no address and shows no alert', async () => {
  saveDraft({ latitude: '', longitude: '' }, 2);
  const { requests } = renderPage(
    '/form',
    stub('GET /api/site', { ...aSite, looksUpAddresses: false }),
  );
  await step(2);
  fireEvent.click(await screen.findByRole('button', { name: 'Place a pin' }));
  fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Enter' });
  // The draft is saved later than an address would be requested.
  await waitFor(() => {
    expect(readDraft('u1', new Date())?.value.values.latitude).toBe('3.160000');
  });
  expect(screen.queryByRole('button', { name: 'Find address' })).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(requests.filter(({ path }) => path.startsWith('/api/geocode'))).toEqual([]);
});

test('a point without an address counts as an empty address field', async () => {
  saveDraft({ address: '', latitude: '', longitude: '' }, 2);
  renderPage('/form', stub('GET /api/geocode/reverse', { error: 'Unable to geocode' }, center));
  await step(2);
  fireEvent.click(await screen.findByRole('button', { name: 'Place a pin' }));
  await waitFor(() => {
    expect(screen.getByLabelText('Address')).toHaveProperty('value', 'Address not found');
  });
  press('Next');
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the address.');
});

test('only the last address is searched, one second after typing', async () => {
  saveDraft({ address: '', latitude: '', longitude: '' }, 2);
  const { requests } = renderPage('/form');
  await step(2);
  expect(screen.getByRole('button', { name: 'Find address' })).toBeTruthy();
  vi.useFakeTimers();
  const address = screen.getByLabelText('Address');
  for (const value of ['Jalan', 'Jalan R', 'Jalan Raja Alang'])
    fireEvent.change(address, { target: { value } });
  const searches = () => requests.filter(({ path }) => path.startsWith('/api/geocode/search'));
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(searches()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(searches().map(({ path }) => path)).toEqual([
    '/api/geocode/search?format=json&q=Jalan+Raja+Alang',
  ]);
});
