import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession, type Role } from '../../shared/session/session.ts';
import { fillInRegistration } from '../../testing/forms.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { lateStub, pending, problem, stub, unreachable } from '../../testing/stub-network.ts';

const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const session = { token: 'abc', user: { ...user, role: 'user' as const } };
const list = stub('GET /api/businesses/approved', []);

const field = (label: string) => screen.findByLabelText(label, { selector: 'input' });
const type = async (label: string, value: string) => {
  fireEvent.change(await field(label), { target: { value } });
};
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const logIn = (role: Role) => {
  writeSession({ token: 't', role, user });
};

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('the login page shows the texts of the specification', async () => {
  renderPage('/user/userlogin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy();
  for (const text of [
    'Log in to manage your business',
    'OR',
    'Discover the beauty of Kampong Bharu',
  ])
    expect(screen.getAllByText(text)).not.toEqual([]);
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/user/register');
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/');
  press('Sign in with Google');
  expect(screen.getByText('Sign in with Google is not available yet.')).toBeTruthy();
});

test.each([
  ['/login', '/user/userlogin', ''],
  ['/login?next=/form', '/user/userlogin', '?next=%2Fform'],
  ['/login?next=//evil.example', '/user/userlogin', ''],
])(
  '%s redirects to the login page and keeps only same-site next paths',
  async (from, pathname, search) => {
    const { browser } = renderPage(from);
    await screen.findByRole('heading', { level: 1, name: 'Welcome' });
    expect(browser.location).toMatchObject({ pathname, search });
  },
);

test('the login form reports empty fields and sends nothing', async () => {
  const { requests } = renderPage('/user/userlogin');
  await field('Email');
  press('Login');
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Enter your email address.');
  await waitFor(() => {
    expect(document.activeElement).toBe(summary);
  });
  const password = await field('Password');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(password.getAttribute('aria-describedby')).toBe('field-password-error');
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a login stores token, role and user and opens the next path', async () => {
  const { browser, requests } = renderPage(
    '/user/userlogin?next=/places/p1',
    stub('POST /api/user/login', session),
    stub('GET /api/businesses/:id', pending, { id: 'p1' }),
  );
  await type('Email', ' siti@example.com ');
  await type('Password', 'secret');
  press('Login');
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/places/p1');
  });
  expect(requests).toContainEqual({
    method: 'POST',
    path: '/api/user/login',
    body: { email: 'siti@example.com', password: 'secret' },
  });
  expect([localStorage.getItem('token'), localStorage.getItem('role')]).toEqual(['abc', 'user']);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
});

test.each([
  ['the message of the server', problem(401, 'Incorrect email or password.'), 'Incorrect email'],
  ['Login failed!', new Response('', { status: 502 }), 'Login failed!'],
])('a failed login shows %s and keeps the email in its field', async (_what, refusal, shown) => {
  renderPage('/user/userlogin', stub('POST /api/user/login', refusal));
  await type('Email', 'siti@example.com');
  await type('Password', 'wrong');
  press('Login');
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain(shown);
  // Or screen readers would read it twice.
  await waitFor(() => {
    expect(document.activeElement).toBe(summary);
  });
  expect(summary.getAttribute('aria-live')).toBe('off');
  expect(await field('Email')).toHaveProperty('value', 'siti@example.com');
  expect(localStorage.length).toBe(0);
});

test('a registration that is answered late ends no newer session, and leaves no page that was opened meanwhile', async () => {
  const answer = lateStub('POST /api/user/register');
  const { browser, requests, sessions } = renderPage('/user/register', list, answer);
  await screen.findByRole('heading', { level: 1, name: 'Create an Account' });
  await fillInRegistration();
  press('Register');
  await waitFor(() => {
    expect(requests.some(({ path }) => path === '/api/user/register')).toBe(true);
  });
  fireEvent.click(screen.getByRole('link', { name: 'Back' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/');
  });
  act(() => sessions.start({ token: 't', role: 'user', user }));
  await answer.arrive({ token: 'new' });
  expect(sessions.read()?.token).toBe('t');
  expect(browser.location?.pathname).toBe('/');
});

test('a late change of a made-up password does not leave the page that was opened meanwhile', async () => {
  const owner = { ...user, mustChangePassword: true } as const;
  writeSession({ token: 't', role: 'user', user: owner });
  const answer = lateStub('PUT /api/account/password');
  const { browser } = renderPage('/account', answer, list);
  await type('Current password', 'made up');
  await type('New password', 'roti canai garing');
  press('Change password');
  act(() => browser.navigate?.('/saved'));
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
  await answer.arrive({ token: 'new' });
  await waitFor(() => expect(localStorage.getItem('token')).toBe('new'));
  expect(window.location.pathname).toBe('/saved');
});

test.each([
  ['/user/userlogin', 'Email'],
  ['/admin', 'Username'],
])('a login at %s that is answered late ends no newer session', async (page, name) => {
  const late = lateStub('POST /api/user/login');
  const lateAdmin = lateStub('POST /api/admin/login');
  const { sessions, requests } = renderPage(page, list, late, lateAdmin);
  await type(name, 'siti@example.com');
  await type('Password', 'long enough');
  press('Login');
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
  act(() => sessions.start({ token: 't', role: 'user', user: { ...user, id: 'u2' } }));
  await late.arrive(session);
  const admin = { id: '9', role: 'admin', full_name: 'a', username: 'a' } as const;
  await lateAdmin.arrive({ token: 'abc', admin });
  expect(sessions.read()?.token).toBe('t');
  expect(window.location.pathname).toBe(page);
});

test('a login that is answered late does not leave the page that was opened meanwhile', async () => {
  const answer = lateStub('POST /api/user/login');
  const { sessions } = renderPage('/user/userlogin', list, answer);
  await type('Email', 'siti@example.com');
  await type('Password', 'long enough');
  press('Login');
  fireEvent.click(screen.getByRole('link', { name: 'Saved' }));
  await screen.findByRole('heading', { level: 1, name: 'Saved places' });
  await answer.arrive(session);
  await waitFor(() => expect(sessions.read()?.token).toBe('abc'));
  expect(window.location.pathname).toBe('/saved');
});

const proxyError = new Response('<html>', { status: 502 });

test.each([unreachable, proxyError])(
  'a login without an answer of the server shows Login failed! and why',
  async (lost) => {
    renderPage('/user/userlogin', stub('POST /api/user/login', lost));
    await type('Email', 'siti@example.com');
    await type('Password', 'right');
    press('Login');
    expect(await screen.findByText('Login failed!')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain("We can't reach the server");
  },
);

test.each([unreachable, proxyError])(
  'a registration without an answer of the server shows Registration failed! and why, and keeps what was typed',
  async (lost) => {
    renderPage('/user/register', stub('POST /api/user/register', lost));
    await fillInRegistration();
    press('Register');
    expect(await screen.findByText('Registration failed!')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain("We can't reach the server");
    expect(await field('IC number')).toHaveProperty('value', '900101-14-5678');
    expect(await field('Confirm password')).toHaveProperty('value', 'long enough');
  },
);

test('the login page shows a logged-in owner links to the dashboard and to log out', async () => {
  logIn('user');
  renderPage('/user/userlogin', list);
  expect(await screen.findByText('You are signed in as Siti Aminah')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to my dashboard' }).getAttribute('href')).toBe(
    '/user/dashboard',
  );
  press('Log out');
  expect(localStorage.length).toBe(0);
});

test('the owner login page links an admin to the admin dashboard', async () => {
  logIn('admin');
  renderPage('/user/userlogin');
  const link = await screen.findByRole('link', { name: 'Go to my dashboard' });
  expect(link.getAttribute('href')).toBe('/adminDashboard');
});

test('the password field says that Caps Lock is on while it is', async () => {
  renderPage('/user/userlogin');
  const password = await field('Password');
  fireEvent.keyDown(password, { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps Lock is on.').role).toBe('status');
  fireEvent.keyUp(password, { key: 'CapsLock' });
  expect(screen.queryByText('Caps Lock is on.')).toBeNull();
});

test('the Show password button reveals the password, and then hides it', async () => {
  renderPage('/user/userlogin');
  const password = await field('Password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password.getAttribute('type')).toBe('password');
});

test('a registration stores the token without a role and opens the login page with the email filled in', async () => {
  localStorage.setItem('token', 'of an earlier registration');
  const { browser, requests } = renderPage(
    '/user/register',
    stub('POST /api/user/register', { token: 'new' }),
    list,
  );
  await screen.findByRole('heading', { level: 1, name: 'Create an Account' });
  await fillInRegistration();
  press('Register');
  expect(await screen.findByText('Account created. Log in to continue.')).toBeTruthy();
  expect(browser.location?.pathname).toBe('/user/userlogin');
  expect(await field('Email')).toHaveProperty('value', 'siti@example.com');
  expect(Object.keys(localStorage)).toEqual(['token']);
  expect(requests.at(-1)?.body).toEqual({
    fullName: 'Siti Aminah',
    icNumber: '900101-14-5678',
    phone: '012-3456789',
    email: 'siti@example.com',
    password: 'long enough',
    confirmPassword: 'long enough',
  });
});

test('a failed login after a registration shows its error instead of "Account created"', async () => {
  renderPage(
    '/user/register',
    stub('POST /api/user/register', { token: 'new' }),
    stub('POST /api/user/login', problem(401, 'Incorrect email or password.')),
  );
  await fillInRegistration();
  press('Register');
  await screen.findByText('Account created. Log in to continue.');
  await type('Password', 'wrong');
  press('Login');
  expect(await screen.findByText('Incorrect email or password.')).toBeTruthy();
  expect(screen.queryByText('Account created. Log in to continue.')).toBeNull();
});

test('the registration page shows a logged-in owner who is signed in instead of the form', async () => {
  logIn('user');
  renderPage('/user/register', list);
  expect(await screen.findByText('You are signed in as Siti Aminah')).toBeTruthy();
  expect(screen.queryByLabelText('IC number')).toBeNull();
});

test('a registration for a next page passes it on to the login page', async () => {
  const { browser } = renderPage(
    '/user/register?next=/form',
    stub('POST /api/user/register', { token: 'new' }),
  );
  await fillInRegistration();
  press('Register');
  await screen.findByText('Account created. Log in to continue.');
  expect(browser.location).toMatchObject({ pathname: '/user/userlogin', search: '?next=%2Fform' });
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(
    '/user/register?next=%2Fform',
  );
});

test('the registration form puts the hyphen into the phone number', async () => {
  renderPage('/user/register');
  await type('Phone', 'tel 0123456789');
  expect(await field('Phone')).toHaveProperty('value', '012-3456789');
});

test('an IC number that is typed with spaces is registered without them', async () => {
  const created = stub('POST /api/user/register', { token: 'new' });
  const { requests } = renderPage('/user/register', created, list);
  await fillInRegistration({ 'IC number': '900101 14 5678 ' });
  press('Register');
  expect(await screen.findByText('Account created. Log in to continue.')).toBeTruthy();
  expect(requests.at(-1)?.body).toMatchObject({ icNumber: '900101145678' });
});

test('the registration form reports different passwords and sends nothing', async () => {
  const { requests } = renderPage('/user/register');
  await fillInRegistration({ 'Confirm password': 'something else' });
  press('Register');
  expect((await screen.findByRole('alert')).textContent).toContain('Passwords do not match!');
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the registration form requires every field, each described by its hint and its error', async () => {
  renderPage('/user/register');
  await field('Full name');
  press('Register');
  const summary = await screen.findByRole('alert');
  expect([...summary.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Enter your full name.',
    'Enter your IC number, for example 900101-14-5678.',
    'Enter a phone number.',
    'Enter an email address.',
    'Enter a password.',
    'Enter your password again.',
  ]);
  fireEvent.input(await field('Full name'), { target: { value: 'Siti' } });
  await waitFor(() => expect(screen.queryByText('Enter your full name.')).toBeNull());
  expect(screen.getAllByText('Enter a phone number.')).toHaveLength(2);
  const described = (await field('IC number')).getAttribute('aria-describedby') ?? '';
  expect(described.split(' ').map((id) => document.getElementById(id)?.textContent)).toEqual([
    expect.stringMatching(/^Used only to make sure/),
    'Enter your IC number, for example 900101-14-5678.',
  ]);
});

const emailTaken = 'An account with this email already exists.';

async function registerTakenEmail() {
  const refusal = problem(409, emailTaken, { email: [emailTaken] });
  const rendered = renderPage('/user/register', stub('POST /api/user/register', refusal));
  await fillInRegistration();
  press('Register');
  return rendered;
}

test('an email that has an account already is marked at its field, with the ways into it', async () => {
  const { browser } = await registerTakenEmail();
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toBe(`Please correct the following${emailTaken}`);
  expect((await field('Email')).getAttribute('aria-invalid')).toBe('true');
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('link', { name: 'Log in' })).toHaveLength(2);
  fireEvent.click(main.getByRole('link', { name: 'Forgot your password?' }));
  await waitFor(() => expect(browser.location?.pathname).toBe('/user/forgot-password'));
  expect(await field('Email')).toHaveProperty('value', 'siti@example.com');
});

test('the log-in of an email that has an account already has it filled in', async () => {
  const { browser } = await registerTakenEmail();
  await screen.findByRole('link', { name: 'Forgot your password?' });
  const [logIn] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Log in' });
  fireEvent.click(logIn ?? document.body);
  await waitFor(() => expect(browser.location?.pathname).toBe('/user/userlogin'));
  expect(await field('Email')).toHaveProperty('value', 'siti@example.com');
  expect(screen.queryByText(/^Account created/)).toBeNull();
});

test('the ways into an account go once another email is entered', async () => {
  await registerTakenEmail();
  await screen.findByRole('link', { name: 'Forgot your password?' });
  fireEvent.input(await field('Email'), { target: { value: 'other@example.com' } });
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  });
});

test('"Passwords do not match!" disappears once the field is corrected', async () => {
  renderPage('/user/register');
  await fillInRegistration({ 'Confirm password': 'something else' });
  press('Register');
  await screen.findByRole('alert');
  fireEvent.input(await field('Confirm password'), { target: { value: 'something new' } });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByText('Passwords do not match!')).toBeNull();
});

test.each([
  [problem(409, 'An account with this email already exists.'), 'already exists'],
  [new Response('', { status: 502 }), 'Registration failed!'],
])('a failed registration shows the reason', async (refusal, shown) => {
  renderPage('/user/register', stub('POST /api/user/register', refusal));
  await fillInRegistration();
  press('Register');
  expect((await screen.findByRole('alert')).textContent).toContain(shown);
});
