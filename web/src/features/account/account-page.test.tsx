import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession, type Role } from '../../shared/session/session.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { lateStub, problem, reviewQueue, stub, unreachable } from '../../testing/stub-network.ts';

const siti = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
const list = stub('GET /api/businesses/approved', []);

const logIn = (role: Role = 'user', user: object = {}) => {
  writeSession({ token: 't', role, user: { ...siti, ...user } });
};
const storedUser = (): unknown => JSON.parse(localStorage.getItem('user') ?? '{}');

async function changePassword(current: string, next: string): Promise<void> {
  const type = (label: string, value: string) => {
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
  };
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  type('Current password', current);
  type('New password', next);
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a visitor is redirected from the account to log in', async () => {
  const { browser } = renderPage('/account');
  await screen.findByRole('heading', { level: 1, name: 'Welcome' });
  expect(browser.location).toMatchObject({
    pathname: '/user/userlogin',
    search: '?next=%2Faccount',
  });
});

test.each([
  ['user', '/'],
  ['admin', '/admin'],
] as const)('a logout of %s in another tab leads from the account to %s', async (role, after) => {
  logIn(role);
  const { browser } = renderPage('/account', list, factor(false));
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  logOutElsewhere();
  await waitFor(() => {
    expect(browser.location?.pathname).toBe(after);
  });
});

test('a changed password continues the session with the new token', async () => {
  logIn();
  const { requests } = renderPage(
    '/account',
    stub('PUT /api/account/password', { token: 'new' }),
    list,
  );
  await changePassword('the old one', 'a new one');
  expect(await screen.findByText(/^Password changed\./)).toBeTruthy();
  expect(localStorage.getItem('token')).toBe('new');
  expect(requests).toContainEqual({
    method: 'PUT',
    path: '/api/account/password',
    body: { currentPassword: 'the old one', newPassword: 'a new one' },
  });
});

test('an outage while the password is changed asks once to try again', async () => {
  logIn();
  renderPage('/account', stub('PUT /api/account/password', unreachable), list);
  await changePassword('the old one', 'a new one');
  const { children } = await screen.findByRole('alert');
  expect(Array.from(children, ({ textContent }) => textContent)).toEqual([
    "We couldn't change your password.",
    "We can't reach the server right now. Please try again in a moment.",
  ]);
});

const changeStorage = () =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
const logOutElsewhere = () => {
  localStorage.clear();
  changeStorage();
};
const logInElsewhere = () => {
  const user = { ...siti, id: 'u2', full_name: 'Ali' };
  writeSession({ token: 'other', role: 'user', user });
  changeStorage();
};

test.each([{}, { mustChangePassword: true }])(
  'a password that is changed after a logout (%j) logs nobody in again',
  async (duty) => {
    logIn('user', duty);
    const change = lateStub('PUT /api/account/password');
    const { browser } = renderPage('/account', change, list);
    await changePassword('the old one', 'a new one');
    logOutElsewhere();
    await change.arrive({ token: 'new' });
    expect(localStorage.getItem('token')).toBeNull();
    expect(browser.location?.pathname).toBe('/');
  },
);

test('a password whose answer is cut in two by the log-in of somebody else leaves their session', async () => {
  logIn();
  let arrive: (token: string) => void = () => undefined;
  const token = new Promise<string>((resolve) => (arrive = resolve));
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode(JSON.stringify({ token: await token })));
      controller.close();
    },
  });
  const key = 'PUT /api/account/password';
  const { requests } = renderPage(
    '/account',
    { key, respond: () => Promise.resolve(new Response(body)) },
    list,
  );
  await changePassword('the old one', 'a new one');
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  logInElsewhere();
  await act(async () => {
    arrive('new');
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(localStorage.getItem('token')).toBe('other');
});

const refuseTokenElsewhere = () => {
  for (const key of ['token', 'role', 'user']) localStorage.removeItem(key);
  localStorage.setItem('expired', '1');
  changeStorage();
};

test('a password that is changed while the old token is refused elsewhere continues the session', async () => {
  logIn();
  const change = lateStub('PUT /api/account/password');
  renderPage('/account', change, list);
  await changePassword('the old one', 'a new one');
  refuseTokenElsewhere();
  await change.arrive({ token: 'new' });
  expect(localStorage.getItem('token')).toBe('new');
});

const stored = { fullName: 'Siti Aminah', phone: '012-3456789' };
const changed = { fullName: 'Siti binti Osman', phone: '013-2698123' };
const profilePath = '/api/account/profile';

const nameField = () => screen.findByLabelText<HTMLInputElement>('Full name');
const phoneField = () => screen.getByLabelText<HTMLInputElement>('Phone');
const enter = (field: HTMLInputElement, value: string) => {
  fireEvent.change(field, { target: { value } });
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save details' }));

test('an owner changes name and telephone number, and is greeted by the new name', async () => {
  logIn();
  const { requests } = renderPage(
    '/account',
    stub('GET /api/account/profile', stored),
    stub('PUT /api/account/profile', changed),
    list,
  );
  const name = await nameField();
  expect([name.value, phoneField().value]).toEqual(Object.values(stored));
  enter(name, ' Siti  binti Osman');
  enter(phoneField(), '0132698123');
  save();
  expect((await screen.findByText('Details saved.')).role).toBe('status');
  expect(requests).toContainEqual({
    method: 'PUT',
    path: profilePath,
    body: { fullName: ' Siti  binti Osman', phone: '013-2698123' },
  });
  expect([name.value, phoneField().value]).toEqual(Object.values(changed));
  expect(screen.getByText('Hi, Siti binti Osman!')).toBeTruthy();
  expect(storedUser()).toEqual({ ...siti, full_name: changed.fullName });
  expect(localStorage.getItem('token')).toBe('t');
});

test('a name that another tab changed meanwhile stays when the telephone number is saved', async () => {
  logIn();
  const { requests, respond } = renderPage(
    '/account',
    stub('GET /api/account/profile', stored),
    stub('PUT /api/account/profile', changed),
    list,
  );
  await nameField();
  respond(stub('GET /api/account/profile', { ...stored, fullName: changed.fullName }));
  enter(phoneField(), changed.phone);
  save();
  await screen.findByText('Details saved.');
  expect(requests).toContainEqual({ method: 'PUT', path: profilePath, body: changed });
  expect((await nameField()).value).toBe(changed.fullName);
});

test('a name that is not saved yet stays while the password is changed', async () => {
  logIn();
  renderPage(
    '/account',
    list,
    stub('GET /api/account/profile', stored),
    stub('PUT /api/account/password', { token: 'new' }),
  );
  enter(await nameField(), 'Siti binti Osman');
  await changePassword('the old one', 'a new one');
  expect(await screen.findByText(/^Password changed\./)).toBeTruthy();
  expect(await nameField()).toHaveProperty('value', 'Siti binti Osman');
});

test('a profile that is saved after somebody else logged in is not theirs', async () => {
  logIn();
  const saved = lateStub('PUT /api/account/profile');
  const profile = stub('GET /api/account/profile', stored);
  const { respond } = renderPage('/account', profile, saved, list);
  enter(await nameField(), 'Siti binti Osman');
  save();
  const ali = { fullName: 'Ali', phone: '013-2223334' };
  respond(stub('GET /api/account/profile', ali));
  logInElsewhere();
  await waitFor(() => {
    expect(phoneField().value).toBe(ali.phone);
  });
  expect((await nameField()).value).toBe(ali.fullName);
  await saved.arrive(changed);
  expect(phoneField().value).toBe(ali.phone);
  expect(storedUser()).toHaveProperty('full_name', 'Ali');
});

test('a password that was typed goes when somebody else logs in', async () => {
  logIn();
  renderPage('/account', stub('GET /api/account/profile', stored), list);
  const field = () =>
    screen.findByLabelText<HTMLInputElement>('Current password', { selector: 'input' });
  enter(await field(), 'the old one');
  logInElsewhere();
  await screen.findByText('Hi, Ali!');
  expect((await field()).value).toBe('');
});

test('a refused telephone number is shown at its field until it is changed, and what was entered stays', async () => {
  logIn();
  const message = 'Enter a phone number, like 012-3456789.';
  const refusal = problem(400, 'Please check what you entered.', { phone: [message] });
  renderPage(
    '/account',
    stub('GET /api/account/profile', stored),
    stub('PUT /api/account/profile', refusal),
    list,
  );
  enter(await nameField(), changed.fullName);
  enter(phoneField(), '123');
  save();
  const link = await screen.findByRole('link', { name: message });
  fireEvent.click(link);
  expect(document.activeElement).toBe(phoneField());
  expect(phoneField().getAttribute('aria-invalid')).toBe('true');
  expect([(await nameField()).value, phoneField().value]).toEqual([changed.fullName, '123']);
  expect(storedUser()).toEqual(siti);
  fireEvent.input(phoneField(), { target: { value: changed.phone } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a name that was changed in another browser is kept in the session', async () => {
  logIn();
  renderPage('/account', stub('GET /api/account/profile', changed), list);
  expect((await nameField()).value).toBe(changed.fullName);
  await screen.findByText('Hi, Siti binti Osman!');
  expect(storedUser()).toEqual({ ...siti, full_name: changed.fullName });
});

test('a refused password is shown at its field, and the session stays', async () => {
  logIn();
  const refusal = problem(403, 'The password is not correct.', {
    currentPassword: ['The password is not correct.'],
  });
  renderPage('/account', stub('PUT /api/account/password', refusal), list);
  await changePassword('wrong', 'a new one');
  expect((await screen.findByRole('alert')).textContent).toContain('The password is not correct.');
  const field = screen.getByLabelText('Current password', { selector: 'input' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(localStorage.getItem('token')).toBe('t');
});

test('empty fields are reported and nothing is sent', async () => {
  logIn();
  const { requests } = renderPage('/account', list);
  await changePassword('', '');
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Enter your current password.');
  expect(summary.textContent).toContain('Enter a new password.');
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('an admin with a made-up password sees nothing but the account until it is changed', async () => {
  logIn('admin', { mustChangePassword: true });
  const { browser } = renderPage(
    '/adminDashboard',
    stub('PUT /api/account/password', { token: 'new' }),
    reviewQueue(),
    list,
  );
  expect(await screen.findByText(/^This password was generated for you\./)).toBeTruthy();
  expect(browser.location?.pathname).toBe('/account');
  await changePassword('made up', 'a new one');
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/adminDashboard');
  });
  expect(storedUser()).not.toHaveProperty('mustChangePassword');
});

test('a made-up password that is changed leads to the page that was asked for', async () => {
  logIn('admin', { mustChangePassword: true });
  const { browser } = renderPage(
    '/adminDashboard/review?page=2',
    stub('PUT /api/account/password', { token: 'new' }),
    reviewQueue(),
    list,
  );
  await changePassword('made up', 'a new one');
  await waitFor(() => {
    expect(browser.location).toMatchObject({
      pathname: '/adminDashboard/review',
      search: '?page=2',
    });
  });
});

test('an admin who logs in with a made-up password comes to the account, and then to the page asked for', async () => {
  const { browser } = renderPage(
    '/admin?next=%2FadminDashboard%2Freview%3Fpage%3D2',
    stub('POST /api/admin/login', {
      token: 't',
      admin: { id: 'a1', username: 'admin', full_name: 'admin', role: 'admin' },
      mustChangePassword: true,
    }),
    stub('PUT /api/account/password', { token: 'new' }),
    reviewQueue(),
    list,
  );
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'admin' } });
  const password = screen.getByLabelText('Password', { selector: 'input' });
  fireEvent.change(password, { target: { value: 'made up' } });
  fireEvent.submit(password);
  expect(await screen.findByText(/^This password was generated for you\./)).toBeTruthy();
  expect(browser.location?.pathname).toBe('/account');
  await changePassword('made up', 'a new one');
  await waitFor(() => {
    expect(browser.location).toMatchObject({
      pathname: '/adminDashboard/review',
      search: '?page=2',
    });
  });
});

test.each([
  ['user', '/'],
  ['admin', '/admin'],
] as const)('"Log out everywhere" of %s ends all sessions, and says so at %s', async (role, to) => {
  logIn(role);
  const { browser, requests } = renderPage(
    '/account',
    stub('DELETE /api/account/sessions', null),
    factor(false),
    list,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  const notice = await screen.findByText(/^All your sessions have ended\./);
  expect(notice.role).toBe('status');
  expect(browser.location?.pathname).toBe(to);
  expect(localStorage.length).toBe(0);
  expect(requests).toContainEqual({
    method: 'DELETE',
    path: '/api/account/sessions',
    body: null,
  });
});

test('"Log out everywhere" asks before it deletes a draft', async () => {
  logIn();
  localStorage.setItem('draft:u1', '{}');
  const { browser, requests } = renderPage(
    '/account',
    stub('DELETE /api/account/sessions', null),
    list,
  );
  const isSent = () => requests.some(({ method }) => method === 'DELETE');
  const logOut = await screen.findByRole('button', { name: 'Log out everywhere' });
  fireEvent.click(logOut);
  fireEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }));
  expect(isSent()).toBe(false);
  expect(localStorage.getItem('draft:u1')).toBe('{}');
  fireEvent.click(logOut);
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/');
  });
  expect(isSent()).toBe(true);
  expect(localStorage.length).toBe(0);
});

async function askToDelete(password: string): Promise<void> {
  const field = await screen.findByLabelText('Your password', { selector: 'input' });
  fireEvent.change(field, { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
}

const confirm = async () => {
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
};

test('an owner deletes the account after the password and a confirmation', async () => {
  logIn();
  const { browser, requests } = renderPage('/account', stub('DELETE /api/user/me', null), list);
  fireEvent.click(await screen.findByRole('radio', { name: /^Keep name, address/ }));
  await askToDelete('my password');
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await confirm();
  expect((await screen.findByText('Your account has been deleted.')).role).toBe('status');
  expect(browser.location?.pathname).toBe('/');
  expect(localStorage.length).toBe(0);
  expect(requests).toContainEqual({
    method: 'DELETE',
    path: '/api/user/me',
    body: { password: 'my password', listings: 'keep' },
  });
});

test.each([
  [/^Delete them/, /your listings and all personal data will be permanently deleted/],
  [/^Keep name, address/, /Your listings stay, without contact details/],
])(
  'the dialog of a deletion with the choice %s says what becomes of the listings',
  async (choice, text) => {
    logIn();
    renderPage('/account', list);
    fireEvent.click(await screen.findByRole('radio', { name: choice }));
    await askToDelete('my password');
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(text);
  },
);

test('the dialog of a deletion cannot be cancelled while the request runs', async () => {
  logIn();
  const deletion = lateStub('DELETE /api/user/me');
  const { browser } = renderPage('/account', deletion, list);
  await askToDelete('my password');
  await confirm();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  await deletion.arrive(null);
  await waitFor(() => {
    expect(browser.location?.pathname).toBe('/');
  });
});

test.each([
  ['an account is deleted', 'DELETE /api/user/me'],
  ['all sessions were ended', 'DELETE /api/account/sessions'],
] as const)(
  'who logs in before the answer that %s stays, with what they typed',
  async (_, call) => {
    logIn();
    const ending = lateStub(call);
    renderPage('/account', ending, list);
    if (call === 'DELETE /api/user/me') {
      await askToDelete('my password');
      await confirm();
    } else fireEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    logInElsewhere();
    localStorage.setItem('draft:u2', '{}');
    await ending.arrive(null);
    expect(localStorage.getItem('token')).toBe('other');
    expect(localStorage.getItem('draft:u2')).toBe('{}');
  },
);

test('an account is deleted with what was typed, also if the token is refused elsewhere before the answer', async () => {
  logIn();
  localStorage.setItem('draft:u1', '{}');
  const deletion = lateStub('DELETE /api/user/me');
  renderPage('/account', deletion, list);
  await askToDelete('my password');
  await confirm();
  refuseTokenElsewhere();
  await deletion.arrive(null);
  expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
  expect(localStorage.getItem('draft:u1')).toBeNull();
});

test.each([unreachable, new Response('', { status: 504 })])(
  'a deletion without an answer is said to be neither done nor failed, and can be repeated',
  async (lost) => {
    logIn();
    const { respond } = renderPage('/account', stub('DELETE /api/user/me', lost), list);
    await askToDelete('my password');
    await confirm();
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toMatch(/^We don't know whether your account was deleted/);
    respond(stub('DELETE /api/user/me', null));
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    await confirm();
    expect(await screen.findByText('Your account has been deleted.')).toBeTruthy();
  },
);

test('the confirmation of a deletion can be pressed from the moment it is shown', async () => {
  logIn();
  renderPage('/account', list);
  await askToDelete('my password');
  const dialog = within(screen.getByRole('alertdialog'));
  const button = dialog.getByRole('button', { name: 'Delete my account' });
  expect(button.getAttribute('aria-disabled')).toBe('false');
});

test('a deletion without the password asks for it before the confirmation', async () => {
  logIn();
  renderPage('/account', list);
  await askToDelete('');
  expect(await screen.findByRole('link', { name: 'Enter your password.' })).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a wrong password deletes nothing and is shown', async () => {
  logIn();
  const refusal = problem(403, 'The password is not correct.', { password: ['Not correct.'] });
  renderPage('/account', stub('DELETE /api/user/me', refusal), list);
  await askToDelete('wrong');
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toContain('The password is not correct.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(localStorage.getItem('token')).toBe('t');
});

const factor = (isOn: boolean) =>
  stub('GET /api/account/second-factor', { isOn, recoveryCodesLeft: isOn ? 10 : 0 });

async function enterCode(code: string, button: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Code from the app'), { target: { value: code } });
  const password = screen.getByLabelText('Your password', { selector: 'input' });
  fireEvent.change(password, { target: { value: 'my password' } });
  fireEvent.click(screen.getByRole('button', { name: button }));
}

test('an admin who has to sets up two-step log-in, and sees the recovery codes once, with a warning before a reload or a link', async () => {
  logIn('admin', { mustSetUpSecondFactor: true });
  const { browser, requests } = renderPage(
    '/adminDashboard',
    factor(false),
    stub('POST /api/account/second-factor/secret', {
      secret: 'ABCDEFGH',
      uri: 'otpauth://totp/siti?secret=ABCDEFGH',
    }),
    stub('PUT /api/account/second-factor', { token: 'new', recoveryCodes: ['abcd-efgh'] }),
    list,
  );
  expect(await screen.findByText(/^This directory requires two-step log-in/)).toBeTruthy();
  expect(browser.location?.pathname).toBe('/account');
  const hasFocus = () => document.activeElement === screen.getByText('Two-step log-in');
  fireEvent.click(await screen.findByRole('button', { name: 'Set up two-step log-in' }));
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeTruthy();
  expect(hasFocus()).toBe(true);
  expect(screen.getByText('ABCD EFGH')).toBeTruthy();
  await enterCode('123456', 'Switch on');
  expect(await screen.findByText('abcd-efgh')).toBeTruthy();
  expect(hasFocus()).toBe(true);
  expect(requests).toContainEqual({
    method: 'PUT',
    path: '/api/account/second-factor',
    body: { code: '123456', password: 'my password', secret: 'ABCDEFGH' },
  });
  expect(localStorage.getItem('token')).toBe('new');
  expect(storedUser()).not.toHaveProperty('mustSetUpSecondFactor');
  // Whether the page can be reloaded without being asked.
  const isUnloaded = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  expect(isUnloaded()).toBe(false);
  const unload = new Event('beforeunload', { cancelable: true });
  // As in browsers; jsdom has the property of other events.
  Object.defineProperty(unload, 'returnValue', { value: '', writable: true });
  fireEvent(window, unload);
  expect(unload).toHaveProperty('returnValue', true);
  fireEvent.click(screen.getByRole('link', { name: 'Privacy' }));
  const question = screen.getByRole('alertdialog', { name: 'Leave this page?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Stay' }));
  expect(browser.location?.pathname).toBe('/account');
  fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByText('abcd-efgh')).toBeNull();
  expect(isUnloaded()).toBe(true);
  expect(hasFocus()).toBe(true);
});

test('after two-step log-in was switched off, the focus is at its heading', async () => {
  logIn('admin');
  const off = stub('DELETE /api/account/second-factor', { token: 'new' });
  renderPage('/account', factor(true), off, list);
  await enterCode('123456', 'Switch off');
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByText('Two-step log-in'));
  });
});

test('two-step log-in that is switched off after a logout logs nobody in again', async () => {
  logIn('admin');
  const off = lateStub('DELETE /api/account/second-factor');
  renderPage('/account', factor(true), off, list);
  await enterCode('123456', 'Switch off');
  logOutElsewhere();
  await off.arrive({ token: 'new' });
  expect(localStorage.getItem('token')).toBeNull();
});

test('two-step log-in that is switched on after a logout logs nobody in again', async () => {
  logIn('admin');
  const secret = { secret: 'ABCDEFGH', uri: 'otpauth://totp/siti?secret=ABCDEFGH' };
  const on = lateStub('PUT /api/account/second-factor');
  const made = stub('POST /api/account/second-factor/secret', secret);
  renderPage('/account', factor(false), made, on, list);
  fireEvent.click(await screen.findByRole('button', { name: 'Set up two-step log-in' }));
  await enterCode('123456', 'Switch on');
  logOutElsewhere();
  await on.arrive({ token: 'new', recoveryCodes: ['abcd-efgh'] });
  expect(localStorage.getItem('token')).toBeNull();
});

test('two-step log-in asks for an empty code and password, and sends nothing', async () => {
  logIn('admin');
  const { requests } = renderPage('/account', factor(true), list);
  fireEvent.click(await screen.findByRole('button', { name: 'Make new recovery codes' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Enter the code from the app.Enter your password.',
  );
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('an admin makes new recovery codes, and sees them once', async () => {
  logIn('admin');
  const codes = stub('POST /api/account/second-factor/recovery-codes', {
    recoveryCodes: ['ijkl-mnop'],
  });
  const { requests } = renderPage('/account', factor(true), codes, list);
  await enterCode('123456', 'Make new recovery codes');
  expect(await screen.findByText('ijkl-mnop')).toBeTruthy();
  expect(screen.getByText(/^The earlier recovery codes no longer work\./)).toBeTruthy();
  expect(requests).toContainEqual({
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    body: { code: '123456', password: 'my password' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByText('ijkl-mnop')).toBeNull();
});

test('an admin who switches required two-step log-in off stays, to set it up again', async () => {
  logIn('admin');
  const duty = { token: 'new', mustSetUpSecondFactor: true } as const;
  const off = stub('DELETE /api/account/second-factor', duty);
  renderPage('/account', factor(true), off, list);
  await enterCode('123456', 'Switch off');
  expect(await screen.findByText(/^This directory requires two-step log-in/)).toBeTruthy();
  expect(localStorage.getItem('token')).toBe('new');
  expect(storedUser()).toHaveProperty('mustSetUpSecondFactor', true);
});

test('a wrong code to switch two-step log-in off is shown at its field', async () => {
  logIn('admin');
  const refusal = problem(403, 'This code is not correct.', {
    code: ['This code is not correct.'],
  });
  renderPage('/account', factor(true), stub('DELETE /api/account/second-factor', refusal), list);
  expect(await screen.findByText(/^On\. 10 recovery codes are left\./)).toBeTruthy();
  await enterCode('123456', 'Switch off');
  expect((await screen.findByRole('alert')).textContent).toContain('This code is not correct.');
  expect(screen.getByLabelText('Code from the app').getAttribute('aria-invalid')).toBe('true');
});

test('an admin has no details to change, no data to download and no account to delete there', async () => {
  logIn('admin');
  renderPage('/account', factor(false), list);
  await screen.findByRole('heading', { name: 'Change your password' });
  for (const name of ['Your details', 'Delete your account'])
    expect(screen.queryByRole('heading', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull();
});

test('what is typed while the details are being saved stays, and a second submit sends nothing', async () => {
  logIn();
  const put = lateStub('PUT /api/account/profile');
  const profile = stub('GET /api/account/profile', stored);
  const { requests } = renderPage('/account', profile, put, list);
  await nameField();
  enter(phoneField(), changed.phone);
  save();
  enter(await nameField(), 'Typed Later');
  fireEvent.submit(phoneField());
  await put.arrive({ ...stored, phone: changed.phone });
  await screen.findByText('Details saved.');
  expect((await nameField()).value).toBe('Typed Later');
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a save that fails removes the notice of the one before, and its message stays while typing', async () => {
  logIn();
  const { respond } = renderPage(
    '/account',
    stub('GET /api/account/profile', stored),
    stub('PUT /api/account/profile', stored),
    list,
  );
  await nameField();
  save();
  await screen.findByText('Details saved.');
  respond(stub('PUT /api/account/profile', unreachable));
  save();
  await screen.findByText("We couldn't save your details.");
  expect(screen.queryByText('Details saved.')).toBeNull();
  fireEvent.input(phoneField(), { target: { value: changed.phone } });
  expect(screen.getByRole('alert').textContent).toContain("We couldn't save your details.");
});
