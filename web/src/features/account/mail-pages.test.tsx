import type { MailSettingsResponse } from '@directory/api/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionStore, writeSession, type Role } from '../../shared/session/session.ts';
import { aSite } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { lateStub, problem, reviewQueue, stub } from '../../testing/stub-network.ts';

const list = stub('GET /api/businesses/approved', []);
const expired = problem(410, 'This link has expired or has already been used.');
const owner: MailSettingsResponse = {
  ...{ email: 'siti@example.com', isVerified: false },
  ...{ language: 'en', wantsNotices: true },
};

const type = async (label: string, value: string) => {
  const field = await screen.findByLabelText(label, { selector: 'input' });
  fireEvent.change(field, { target: { value } });
};
const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};
const logIn = (role: Role) => {
  const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
  writeSession({ token: 't', role, user });
};

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test.each([
  ['/user/userlogin', '/user/forgot-password'],
  ['/admin', '/admin/forgot-password'],
])('%s links to %s', async (login, page) => {
  renderPage(login, list);
  const link = await screen.findByRole('link', { name: 'Forgot your password?' });
  expect(link.getAttribute('href')).toBe(page);
});

test.each([
  ['/user/userlogin?next=%2Fform', 'Email'],
  ['/admin', 'Username'],
  ['/admin?next=%2FadminDashboard%2Faudit', 'Username'],
])('what was entered at %s is not asked for again, and Back leads there', async (login, label) => {
  renderPage(login, list);
  await type(label, 'siti@example.com');
  fireEvent.blur(screen.getByLabelText(label));
  fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('button', { name: 'Send the link' });
  const field = screen.getByLabelText<HTMLInputElement>(label);
  expect(field.value).toBe('siti@example.com');
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe(login);
});

test.each([
  ['/user/forgot-password', 'Email', 'owner'],
  ['/admin/forgot-password', 'Username', 'admin'],
  ['/Admin/Forgot-Password/', 'Username', 'admin'],
])('%s asks for a mail by the field %s', async (page, label, role) => {
  const { requests } = renderPage(page, stub('POST /api/password-reset-requests', null), list);
  await press('Send the link');
  expect(await screen.findByRole('alert')).toBeTruthy();
  await type(label, ' siti ');
  await press('Send the link');
  expect(await screen.findByText(/^If there is such an account/)).toBeTruthy();
  const path = '/api/password-reset-requests';
  expect(requests.filter((each) => each.path === path)).toEqual([
    { method: 'POST', path, body: { role, name: 'siti' } },
  ]);
});

test('a site without a mail server claims neither that it will send a mail nor that it sent one', async () => {
  renderPage(
    '/user/forgot-password',
    stub('GET /api/site', { ...aSite, sendsMail: false }),
    stub('POST /api/password-reset-requests', null),
    list,
  );
  expect(await screen.findByText(/Ask its operator for a new password/)).toBeTruthy();
  expect(screen.queryByText(/We will send/)).toBeNull();
  await type('Email', 'siti@example.com');
  await press('Send the link');
  expect(await screen.findByText(/^This site cannot send email yet\./)).toBeTruthy();
  expect(screen.queryByText(/we have emailed/)).toBeNull();
});

test('the form for a new password asks for it and sends nothing while it is empty', async () => {
  const { requests } = renderPage('/reset-password#abc-_1', list);
  await press('Save the password');
  expect(await screen.findByRole('link', { name: 'Enter a new password.' })).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the link of a mail leads to a form that sends its token with the new password', async () => {
  const { requests } = renderPage(
    '/reset-password#abc-_1',
    stub('POST /api/password-resets', { role: 'admin' }),
    list,
  );
  await type('New password', 'roti canai garing');
  await press('Save the password');
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe('/admin');
  expect(document.activeElement?.textContent).toMatch(/^Your password was changed\./);
  const body = { token: 'abc-_1', newPassword: 'roti canai garing' };
  expect(requests).toContainEqual({ method: 'POST', path: '/api/password-resets', body });
});

test('a new password ends the session of this browser, and no other answer does', async () => {
  logIn('user');
  const { respond } = renderPage(
    '/reset-password#abc',
    stub('POST /api/password-resets', expired),
    list,
  );
  await type('New password', 'roti canai garing');
  await press('Save the password');
  await screen.findByRole('link', { name: 'Send another link' });
  expect(localStorage.getItem('token')).toBe('t');
  respond(stub('POST /api/password-resets', { role: 'owner' }));
  await press('Save the password');
  fireEvent.click(await screen.findByRole('link', { name: 'Log in' }));
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
});

const expectOtherLinks = async () => {
  const link = await screen.findByRole('link', { name: 'Send another link' });
  expect(link.getAttribute('href')).toBe('/user/forgot-password');
  const adminLink = screen.getByRole('link', { name: 'Send another link (administrators)' });
  expect(adminLink.getAttribute('href')).toBe('/admin/forgot-password');
};

test('an expired link offers another one, to owners and to administrators', async () => {
  renderPage('/reset-password#abc', stub('POST /api/password-resets', expired), list);
  await type('New password', 'roti canai garing');
  await press('Save the password');
  await expectOtherLinks();
});

test('a link for a new password without its token offers another one, and no form', async () => {
  renderPage('/reset-password', list);
  await screen.findByText(/^This link is incomplete\./);
  await expectOtherLinks();
  expect(screen.queryByRole('button', { name: 'Save the password' })).toBeNull();
});

test.each([
  ['/verify-email', 'Confirm my address', stub('POST /api/email-verifications', null)],
  ['/reset-password', 'Save the password', stub('POST /api/password-resets', { role: 'owner' })],
])('%s begins again with another link in the same tab', async (page, name, answer) => {
  const { browser } = renderPage(`${page}#abc`, answer, list);
  await screen.findByRole('button', { name });
  if (page === '/reset-password') await type('New password', 'roti canai garing');
  await press(name);
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  act(() => browser.navigate?.(`${page}#def`));
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('an address that is confirmed while somebody else logs in stays out of their session', async () => {
  logIn('user');
  const settings = lateStub('GET /api/account/mail');
  const { requests } = renderPage(
    '/verify-email#abc',
    stub('POST /api/email-verifications', null),
    settings,
    list,
  );
  await press('Confirm my address');
  await waitFor(() => {
    expect(requests.some(({ path }) => path === '/api/account/mail')).toBe(true);
  });
  const user = { id: 'u2', full_name: 'Ali', email: 'ali@example.com' };
  writeSession({ token: 'other', role: 'user', user });
  fireEvent(window, new StorageEvent('storage', { key: null }));
  await settings.arrive({ ...owner, email: 'new@example.com' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
});

test('an address is confirmed by a click, and not by opening the page', async () => {
  const { requests } = renderPage(
    '/verify-email#abc',
    stub('POST /api/email-verifications', null),
    list,
  );
  const isVerification = ({ path }: { readonly path: string }) =>
    path === '/api/email-verifications';
  await screen.findByRole('button', { name: 'Confirm my address' });
  expect(requests.filter(isVerification)).toEqual([]);
  await press('Confirm my address');
  const done = await screen.findByText(/^Thank you\. Your email address is confirmed\./);
  expect(document.activeElement).toBe(done);
  expect(requests.filter(isVerification)).toMatchObject([{ body: { token: 'abc' } }]);
});

test.each([
  [
    'the new address',
    stub('GET /api/account/mail', { ...owner, email: 'baharu@example.com' }),
    'baharu@example.com',
  ],
  ['no answer', stub('GET /api/account/mail', problem(503, 'Later.')), 'siti@example.com'],
])('after confirming an address the session has that of %s', async (_, settings, email) => {
  logIn('user');
  renderPage('/verify-email#abc', stub('POST /api/email-verifications', null), settings, list);
  await press('Confirm my address');
  await screen.findByText(/^Thank you\. Your email address is confirmed\./);
  expect(createSessionStore(window).read()?.user.email).toBe(email);
});

test('a link that has expired leads to the account, where there is another one', async () => {
  const expired = problem(410, 'This link has expired or has already been used.');
  renderPage('/verify-email#abc', stub('POST /api/email-verifications', expired), list);
  expect(screen.queryByRole('link', { name: 'Go to my account' })).toBeNull();
  await press('Confirm my address');
  const link = await screen.findByRole('link', { name: 'Go to my account' });
  expect(link.getAttribute('href')).toBe('/account');
  const adminLink = screen.getByRole('link', { name: 'Log in as an administrator' });
  expect(adminLink.getAttribute('href')).toBe('/admin?next=%2Faccount');
});

test('an admin who is logged in goes straight to the account after unsubscribing', async () => {
  logIn('admin');
  renderPage(
    '/unsubscribe?token=abc',
    stub('POST /api/unsubscriptions', null, { token: 'abc' }),
    reviewQueue(),
    list,
  );
  await press('Unsubscribe');
  const link = await screen.findByRole('link', { name: 'Change this in my account' });
  expect(link.getAttribute('href')).toBe('/account');
  expect(screen.queryByRole('link', { name: 'Log in as an administrator' })).toBeNull();
});

test('mails are stopped by a click, without a log-in', async () => {
  const { requests } = renderPage(
    '/unsubscribe?token=abc',
    stub('POST /api/unsubscriptions', null, { token: 'abc' }),
    list,
  );
  const request = /^Press the button to stop emails about decisions and waiting listings\./;
  expect(await screen.findByText(request)).toBeTruthy();
  await press('Unsubscribe');
  expect(await screen.findByText("You won't get any more of these emails.")).toBeTruthy();
  expect(screen.queryByText(request)).toBeNull();
  expect(requests.map(({ path }) => path)).toContain('/api/unsubscriptions?token=abc');
});

test('an owner sees that the address is not confirmed, and asks for the link again', async () => {
  logIn('user');
  renderPage(
    '/account',
    stub('GET /api/account/mail', owner),
    stub('POST /api/account/mail/verification', null),
    list,
  );
  expect(await screen.findByText(/^siti@example.com is not confirmed\./)).toBeTruthy();
  await press('Send the link again');
  expect(await screen.findByText(/^We have emailed you a link\./)).toBeTruthy();
});

test('no mail is said to be sent to an address that was confirmed meanwhile', async () => {
  logIn('user');
  const { respond } = renderPage(
    '/account',
    stub('GET /api/account/mail', owner),
    stub('POST /api/account/mail/verification', null),
    list,
  );
  await screen.findByText(/^siti@example.com is not confirmed\./);
  respond(stub('GET /api/account/mail', { ...owner, isVerified: true }));
  await press('Send the link again');
  const confirmed = await screen.findByText('siti@example.com is confirmed.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe(confirmed.textContent));
  expect(screen.queryByText(/^We have emailed you a link\./)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
});

test('an owner stops mails and chooses their language', async () => {
  logIn('user');
  const changed = { ...owner, language: 'ms', wantsNotices: false } as const;
  const { requests } = renderPage(
    '/account',
    stub('GET /api/account/mail', { ...owner, isVerified: true }),
    stub('PUT /api/account/mail', changed),
    list,
  );
  fireEvent.click(await screen.findByLabelText(/^Email me when/));
  fireEvent.change(screen.getByLabelText('Email language'), { target: { value: 'ms' } });
  await press('Save');
  expect(await screen.findByText('Saved.')).toBeTruthy();
  const body = { language: 'ms', wantsNotices: false };
  expect(requests).toContainEqual({ method: 'PUT', path: '/api/account/mail', body });
});

test('a new language leaves the mails off that were stopped elsewhere, and shows so', async () => {
  logIn('user');
  const { requests, respond } = renderPage(
    '/account',
    stub('GET /api/account/mail', { ...owner, isVerified: true }),
    stub('PUT /api/account/mail', { ...owner, language: 'ms', wantsNotices: false }),
    list,
  );
  const wantsNotices = () => screen.findByLabelText<HTMLInputElement>(/^Email me when/);
  expect((await wantsNotices()).checked).toBe(true);
  fireEvent.change(screen.getByLabelText('Email language'), { target: { value: 'ms' } });
  await press('Save');
  await screen.findByText('Saved.');
  const body = { language: 'ms' };
  expect(requests).toContainEqual({ method: 'PUT', path: '/api/account/mail', body });
  expect((await wantsNotices()).checked).toBe(false);
  expect(screen.getByLabelText<HTMLSelectElement>('Email language').value).toBe('ms');
  respond(stub('GET /api/account/mail', { ...owner, wantsNotices: true }));
  await press('Save');
  await waitFor(async () => expect((await wantsNotices()).checked).toBe(true));
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('an owner gives another address with the password, and sees why it is refused', async () => {
  logIn('user');
  const path = 'PUT /api/account/mail/address';
  const message = 'An account with this email already exists.';
  const { requests, respond } = renderPage(
    '/account',
    stub('GET /api/account/mail', { ...owner, isVerified: true }),
    stub(path, problem(409, message, { email: [message] })),
    list,
  );
  fireEvent.click(await screen.findByText('Change your email address'));
  await press('Change the address');
  await screen.findByRole('link', { name: 'Enter an email address.' });
  expect(screen.getByRole('link', { name: 'Enter your password.' })).toBeTruthy();
  await type('New email address', 'ali@example.com');
  await type('Password of your account', 'nasi lemak sedap');
  await press('Change the address');
  await screen.findByRole('link', { name: message });
  respond(stub(path, null));
  await press('Change the address');
  await screen.findByText(/Until then the present one stays\./);
  expect(screen.getByLabelText('New email address')).toHaveProperty('value', 'ali@example.com');
  expect(screen.getByLabelText('Password of your account')).toHaveProperty('value', '');
  const body = { email: 'ali@example.com', accountPassword: 'nasi lemak sedap' };
  expect(requests).toContainEqual({ method: 'PUT', path: '/api/account/mail/address', body });
});

test('the account page keeps an address that was confirmed elsewhere in the session', async () => {
  logIn('user');
  const changed = { ...owner, email: 'baharu@example.com', isVerified: true };
  const { container } = renderPage('/account', stub('GET /api/account/mail', changed), list);
  await screen.findByText('baharu@example.com is confirmed.');
  const username = container.querySelector<HTMLInputElement>('input[name="username"]');
  await waitFor(() => expect(username?.value).toBe('baharu@example.com'));
  expect(createSessionStore(window).read()?.user.email).toBe('baharu@example.com');
});

test('an admin gives an address with the password', async () => {
  logIn('admin');
  const none = { ...owner, email: null, wantsNotices: false };
  const { requests } = renderPage(
    '/account',
    stub('GET /api/account/mail', none),
    stub('PUT /api/account/mail/address', null),
    reviewQueue(),
    list,
  );
  await type('Email address', 'boss@example.com');
  await type('Password of your account', 'the boss himself');
  await press('Confirm this address');
  await waitFor(() => {
    expect(requests).toContainEqual({
      method: 'PUT',
      path: '/api/account/mail/address',
      body: { email: 'boss@example.com', accountPassword: 'the boss himself' },
    });
  });
});
