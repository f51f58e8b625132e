import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { problem, reviewQueue, stub, unreachable } from '../../../testing/stub-network.ts';

const path = '/api/admin/login';
const session = {
  token: 'abc',
  admin: { id: '9', username: 'penghulu', full_name: 'penghulu', role: 'admin' as const },
};

beforeEach(() => {
  localStorage.clear();
});

async function logIn(username = 'penghulu', password = 'secret words') {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
}

test('the admin login has its heading, subtitle and document title', async () => {
  renderPage('/admin');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Panel');
  expect(screen.getByText('Login to continue')).toBeTruthy();
  await waitFor(() => {
    expect(document.title).toBe('Admin Panel · Kampong Bharu Directory');
  });
});

test('an admin who logs in is redirected to the dashboard', async () => {
  const { browser, requests } = renderPage(
    '/admin',
    stub('POST /api/admin/login', session),
    reviewQueue(),
  );
  await logIn();
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/adminDashboard');
  });
  expect(requests.find((request) => request.path === path)?.body).toEqual({
    username: 'penghulu',
    password: 'secret words',
  });
  expect([localStorage.getItem('token'), localStorage.getItem('role')]).toEqual(['abc', 'admin']);
});

test.each([
  ['/business-list?status=pending', '/business-list?status=pending'],
  ['https://other.example/business-list', '/adminDashboard'],
])('an admin who logs in at /admin?next=%s is redirected to %s', async (next, target) => {
  const { browser } = renderPage(
    `/admin?next=${encodeURIComponent(next)}`,
    stub('POST /api/admin/login', session),
    reviewQueue(),
  );
  await logIn();
  await waitFor(() => {
    expect(`${browser.location?.pathname}${browser.location?.search}`).toBe(target);
  });
});

test.each([
  [problem(401), 'Invalid username or password. Please try again.'],
  [problem(403, 'This account is disabled.'), 'This account is disabled.'],
  [problem(429, 'Please wait 8 minutes.'), 'Please wait 8 minutes.'],
  [problem(503), "Couldn't reach the directory. Please try again later."],
  [unreachable, "Couldn't reach the directory. Please try again later."],
])('a failed login shows its message and leaves the username (%#)', async (answer, text) => {
  const { browser } = renderPage('/admin', stub('POST /api/admin/login', answer));
  await logIn();
  await waitFor(() => {
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('penghulu');
  expect(browser.location?.pathname).toBe('/admin');
  expect(localStorage.length).toBe(0);
});

test('a failed login logs the response that its message does not show', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderPage('/admin', stub('POST /api/admin/login', problem(503, 'The accounts are locked.')));
  await logIn();
  await screen.findByRole('alert');
  const cause: unknown = expect.objectContaining({
    status: 503,
    message: 'The accounts are locked.',
  });
  expect(logged).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ cause }));
});

test.each(['', ' '])('an incomplete form shows what is missing and sends nothing', async (name) => {
  const { requests } = renderPage('/admin');
  await logIn(name, '');
  expect(screen.getByRole('link', { name: 'Enter your username.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Enter your password.' })).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a password may consist of spaces', async () => {
  const { requests } = renderPage('/admin', stub('POST /api/admin/login', problem(401, '')));
  await logIn('admin', '        ');
  await screen.findByRole('alert');
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    password: '        ',
  });
});

test('an admin who is logged in already is redirected to the dashboard', async () => {
  const user = { id: '9', full_name: 'penghulu', email: '' };
  writeSession({ token: 't', role: 'admin', user });
  const { browser } = renderPage('/admin', reviewQueue());
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/adminDashboard');
  });
});

test('an account with a second factor is asked for its code in a second step', async () => {
  const message = 'This code is not correct.';
  const refusal = problem(401, message, { code: [message] });
  const { requests } = renderPage('/admin', stub('POST /api/admin/login', refusal));
  await logIn();
  const code = await screen.findByLabelText('Code');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull();
  expect(document.activeElement).toBe(code);
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('link', { name: 'Enter the code.' });
  expect(requests.filter((request) => request.path === path)).toHaveLength(1);
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(requests.filter((request) => request.path === path).at(-1)?.body).toEqual({
    username: 'penghulu',
    password: 'secret words',
    code: '123456',
  });
});

test.each([
  problem(429, 'Too many wrong codes. Please wait 9 minutes, or enter a recovery code.'),
  unreachable,
])('a code that was not checked can be entered again (%#)', async (answer) => {
  const refusal = problem(401, 'Enter the code.', { code: ['Enter the code.'] });
  const { respond } = renderPage('/admin', stub('POST /api/admin/login', refusal));
  await logIn();
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
  respond(stub('POST /api/admin/login', answer));
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('alert');
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123456');
});

test.each([
  [2, '2 are left'],
  [1, '1 is left'],
  [0, 'None are left'],
])('a log-in with a recovery code shows that %i of them are left', async (left, text) => {
  const answer = { ...session, recoveryCodesLeft: left };
  renderPage('/admin', stub('POST /api/admin/login', answer), reviewQueue());
  await logIn();
  const notice = await screen.findByText(/^You used a recovery code/);
  expect(notice.textContent).toContain(text);
  expect(screen.getByRole('link', { name: 'Your account' })).toBeTruthy();
});

test('a log-in with a recovery code shows how many are left also where the password must be changed', async () => {
  const answer = { ...session, mustChangePassword: true, recoveryCodesLeft: 2 } as const;
  renderPage('/admin', stub('POST /api/admin/login', answer));
  await logIn();
  await screen.findByRole('heading', { name: 'Your account' });
  expect(await screen.findByText(/^You used a recovery code\. 2 are left\./)).toBeTruthy();
});

test('the step of the code leads back to the username, which is kept', async () => {
  const refusal = problem(401, 'Enter the code.', { code: ['Enter the code.'] });
  renderPage('/admin', stub('POST /api/admin/login', refusal));
  await logIn();
  expect(await screen.findByText(/^Lost your phone/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Log in to another account' }));
  const username = screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' });
  expect(username.value).toBe('penghulu');
  expect(document.activeElement).toBe(username);
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeTruthy();
});
