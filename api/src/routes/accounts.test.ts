import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { encryptFor } from '../accounts/account-encryption.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { createAdmin } from '../accounts/generated-logins.ts';
import { loginGuard } from '../accounts/login-guard.ts';
import { hashStoredIcNumbers } from '../accounts/register-owner.ts';
import { secondFactors } from '../accounts/second-factor.ts';
import { openSqliteAccounts } from '../accounts/sqlite/sqlite-accounts.ts';
import { tokenIssuer, tokenRules } from '../accounts/sessions.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { adminLoginResponse, registerResponse, userLoginResponse } from '../contracts/accounts.ts';
import { mailRequests } from '../mail/mail-requests.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { accountRoutes } from './accounts.ts';

const tokenKey = createSecretKey(randomBytes(32));
const icNumberKey = createSecretKey(randomBytes(32));
const issueToken = tokenIssuer(() => tokenKey);
const isErased = () => Promise.resolve(false);
const others = () => ({
  isErased,
  secondFactors: secondFactors({ accounts, icNumberKey, clock: systemClock, isRequired: false }),
  guard: loginGuard(accounts, icNumberKey),
  config: readConfig({ DATA_DIR: folder, RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' }),
  requests: mailRequests({ accounts, clock: systemClock, logger: { warn: () => undefined } }),
});
const folder = mkdtempSync(join(tmpdir(), 'account-routes-'));

let accounts: AccountStore;
let site: Awaited<ReturnType<typeof serveRoutes>>;

beforeAll(async () => {
  accounts = openSqliteAccounts({ file: join(folder, 'accounts.db') });
  await createAdmin(accounts, { username: 'Boss', password: 'the boss himself' });
  site = await serveRoutes(accountRoutes({ accounts, icNumberKey, issueToken, ...others() }));
});
afterAll(async () => {
  await site.close();
  await accounts.close();
  rmSync(folder, { recursive: true });
});

const siti = {
  fullName: 'Siti Aminah binti Yusof',
  icNumber: '850713-10-6021',
  phone: '0123456789',
  email: 'siti@example.com',
  password: 'nasi lemak 🍚',
  confirmPassword: 'nasi lemak 🍚',
};
let counter = 0;
const someoneNew = () => ({
  ...siti,
  email: `owner${++counter}@example.com`,
  icNumber: `850713-10-${6100 + counter}`,
});

async function post(path: string, body: unknown) {
  const response = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const answer: unknown = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, answer };
}

function claimsOf(token: string) {
  const { issuer, audience } = tokenRules;
  return jwt.verify(token, tokenKey, { algorithms: ['HS256'], issuer, audience });
}

describe('POST /api/user/register', () => {
  test('answers 201 with a token of the new owner, and with nothing else', async () => {
    const { status, answer, headers } = await post('/api/user/register', someoneNew());
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { token } = registerResponse.strict().parse(answer);
    expect(claimsOf(token)).toMatchObject({ role: 'user', full_name: siti.fullName });
  });

  test('puts a name of several lines on one', async () => {
    const fullName = ' Siti\r\n\nlog in at\thttps://evil.example\u2028Aminah';
    const { answer } = await post('/api/user/register', { ...someoneNew(), fullName });
    const { token } = registerResponse.parse(answer);
    expect(claimsOf(token)).toMatchObject({
      full_name: 'Siti log in at https://evil.example Aminah',
    });
  });

  test('takes an address with invisible characters for the same, as the login does', async () => {
    const owner = someoneNew();
    const email = `\u200e${owner.email}\u200b`;
    expect(await post('/api/user/register', { ...owner, email })).toMatchObject({ status: 201 });
    for (const entered of [email, owner.email]) {
      const login = await post('/api/user/login', { email: entered, password: owner.password });
      expect(login).toMatchObject({ status: 200, answer: { user: { email: owner.email } } });
    }
  });

  test('leaves neither password nor IC number readable in any file', async () => {
    const owner = someoneNew();
    await post('/api/user/register', owner);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const stored = Buffer.concat(files);
    expect(stored.includes(owner.email)).toBe(true);
    for (const secret of [owner.icNumber, owner.icNumber.replaceAll('-', ''), owner.password])
      expect(stored.includes(secret)).toBe(false);
  });

  test('with a taken email in any case answers 409 with a message', async () => {
    const owner = someoneNew();
    await post('/api/user/register', owner);
    const again = { ...owner, email: owner.email.toUpperCase() };
    const { status, answer, text } = await post('/api/user/register', again);
    expect(status).toBe(409);
    expect(answer).toMatchObject({
      type: 'email-taken',
      message: 'An account with this email already exists.',
      errors: { email: ['An account with this email already exists.'] },
    });
    expect(text).not.toMatch(/owner\d/i);
  });

  test('with the IC number of another account, however written, answers 409 without telling whose', async () => {
    const owner = someoneNew();
    await post('/api/user/register', owner);
    const icNumber = owner.icNumber.replaceAll('-', '');
    const other = { ...someoneNew(), icNumber };
    const { status, answer, text } = await post('/api/user/register', other);
    expect(status).toBe(409);
    expect(answer).toMatchObject({
      type: 'ic-number-taken',
      errors: { icNumber: [expect.stringContaining('already an account')] },
    });
    expect(text).not.toMatch(/owner\d|Siti|850713/);
    expect(await accounts.getOwnerByEmail(other.email)).toBeNull();
  });

  test('with the IC number of an account from before they were compared answers 409', async () => {
    const earlier = { ...someoneNew(), id: 'earlier', passwordHash: 'hash' };
    const encryptedIcNumber = encryptFor('earlier', earlier.icNumber, icNumberKey);
    await accounts.registerOwner({ ...earlier, encryptedIcNumber, icNumberHash: null });
    const damaged = { ...someoneNew(), id: 'damaged', passwordHash: 'hash' };
    await accounts.registerOwner({ ...damaged, encryptedIcNumber: 'x', icNumberHash: null });
    await hashStoredIcNumbers(accounts, icNumberKey);
    const { icNumber } = earlier;
    expect((await post('/api/user/register', { ...someoneNew(), icNumber })).status).toBe(409);
  });

  test('with one email concurrently answers 201 once and 409 to the others', async () => {
    const owner = someoneNew();
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/user/register', owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('with two different passwords answers 400 and stores nothing', async () => {
    const owner = { ...someoneNew(), confirmPassword: 'another password' };
    const { status, answer } = await post('/api/user/register', owner);
    expect(status).toBe(400);
    expect(answer).toMatchObject({
      message: 'Passwords do not match!',
      errors: { confirmPassword: ['Passwords do not match!'] },
    });
    expect(await accounts.getOwnerByEmail(owner.email)).toBeNull();
  });

  test.each(Object.keys(siti))('without %s names the field', async (field) => {
    const owner = Object.fromEntries(
      Object.entries(someoneNew()).filter(([name]) => name !== field),
    );
    const { status, answer } = await post('/api/user/register', owner);
    expect(status).toBe(400);
    expect(answer).toHaveProperty(['errors', field]);
  });

  test.each([
    ['password', '', 'Enter a password.'],
    ['password', 'short12', 'at least 8'],
    ['password', '🏠🏠🏠🏠', 'at least 8'],
    ['password', 'e\u0301'.repeat(4), 'at least 8'],
    ['password', 'x'.repeat(129), 'at most 128'],
    ['icNumber', 'A1234567', 'Enter your IC number'],
    ['icNumber', '---', 'Enter your IC number'],
    ['email', 'not an address', 'like name@example.com'],
    ['phone', '12', 'like 012-3456789'],
    ['fullName', '   ', 'your full name'],
    ['fullName', 'x'.repeat(200), 'at most'],
  ])('with %s %j is refused', async (field, value, message) => {
    const owner = { ...someoneNew(), confirmPassword: 'x', [field]: value };
    const { status, answer, text } = await post('/api/user/register', owner);
    expect(status).toBe(400);
    expect(answer).toHaveProperty(['errors', field, 0], expect.stringContaining(message));
    expect(text).not.toContain(siti.icNumber);
    expect(text).not.toContain(siti.password);
  });

  test.each(Object.keys(siti))('with a query operator as %s is refused', async (field) => {
    const owner = { ...someoneNew(), [field]: { $ne: null } };
    expect((await post('/api/user/register', owner)).status).toBe(400);
  });

  test.each(['a'.repeat(8), '密'.repeat(128), ' spaces at the ends '])(
    'accepts the password %j, and only it logs in',
    async (password) => {
      const owner = { ...someoneNew(), password, confirmPassword: password };
      expect((await post('/api/user/register', owner)).status).toBe(201);
      const { email } = owner;
      expect((await post('/api/user/login', { email, password })).status).toBe(200);
      expect((await post('/api/user/login', { email, password: `${password} ` })).status).toBe(401);
    },
  );
});

describe('POST /api/user/login', () => {
  beforeAll(async () => {
    await post('/api/user/register', siti);
  });

  test('answers a token and the user, without phone, IC number or password', async () => {
    const { status, answer, text } = await post('/api/user/login', {
      email: 'SITI@Example.com',
      password: siti.password,
    });
    expect(status).toBe(200);
    const { token, user } = userLoginResponse.strict().parse(answer);
    const { id, ...others } = user;
    expect(others).toEqual({
      full_name: siti.fullName,
      email: 'siti@example.com',
      role: 'user',
    });
    expect(claimsOf(token)).toMatchObject({ id, role: 'user', full_name: siti.fullName });
    for (const secret of [siti.phone, '012-3456789', siti.icNumber, 'argon2', siti.password])
      expect(text).not.toContain(secret);
  });

  test('answers a wrong password and an unknown email alike', async () => {
    const wrong = await post('/api/user/login', { email: siti.email, password: 'wrong' });
    const unknown = await post('/api/user/login', { email: 'no@example.com', password: 'wrong' });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.answer).toMatchObject({ message: 'Incorrect email or password.' });
  });

  test.each([
    { email: { $gt: '' }, password: { $gt: '' } },
    { email: siti.email, password: { $ne: null } },
    { email: [siti.email], password: siti.password },
    { email: siti.email },
    { email: siti.email, password: '' },
    [],
    null,
    'text',
  ])('%j is refused as invalid', async (body) => {
    expect((await post('/api/user/login', JSON.stringify(body))).status).toBe(400);
  });

  test('bad JSON is refused as invalid', async () => {
    expect((await post('/api/user/login', '{"email":')).status).toBe(400);
  });
});

describe('POST /api/admin/login', () => {
  test('answers a token that lasts 12 hours and the admin', async () => {
    const login = { username: 'BOSS', password: 'the boss himself' };
    const { status, answer } = await post('/api/admin/login', login);
    expect(status).toBe(200);
    const { token, admin } = adminLoginResponse.strict().parse(answer);
    expect(admin).toMatchObject({ username: 'boss', full_name: 'boss', role: 'admin' });
    const claims = claimsOf(token);
    if (typeof claims === 'string') throw new Error('a token without claims');
    expect(Number(claims.exp) - Number(claims.iat)).toBe(12 * 3600);
  });

  test.each([
    ['boss', 'wrong'],
    ['nobody', 'the boss himself'],
    ['siti@example.com', siti.password],
  ])('%s with a wrong password or none of an admin gets 401', async (username, password) => {
    const { status, answer } = await post('/api/admin/login', { username, password });
    expect(status).toBe(401);
    expect(answer).toMatchObject({
      message: 'Invalid username or password. Please try again.',
    });
  });
});

test('requests of strangers for a password link keep its owner from one no longer than a link is valid', async () => {
  const { email } = someoneNew();
  await accounts.registerOwner({
    ...siti,
    id: 'asked',
    email,
    passwordHash: 'hash',
    encryptedIcNumber: 'x',
    icNumberHash: null,
  });
  const { requests } = others();
  const queued = vi.spyOn(accounts, 'queueMail');
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    queued.mockRestore();
  });
  const lookUp = vi.spyOn(accounts, 'getOwnerByEmail');
  const ask = async (times: number) => {
    lookUp.mockClear();
    for (let time = 0; time < times; time += 1)
      requests.requestReset({ role: 'owner', name: email });
    await expect.poll(() => lookUp.mock.calls.length).toBe(times);
  };
  await ask(5);
  expect(queued).toHaveBeenCalledTimes(3);
  vi.setSystemTime(Date.now() + 30 * 60_000);
  await ask(1);
  await expect.poll(() => queued.mock.calls.length).toBe(4);
});

test.each([
  ['/api/user/login', { email: siti.email }],
  ['/api/admin/login', { username: 'boss' }],
])('%s refuses a password that is too long to be one, unread', async (path, name) => {
  const { status, answer } = await post(path, { ...name, password: 'x'.repeat(1001) });
  expect(status).toBe(400);
  expect(answer).toMatchObject({ errors: { password: ['This password is too long.'] } });
});

test('each rate limit is of its own, and applies before the body is read', async () => {
  const once = { RATE_LIMIT_LOGIN: '1', RATE_LIMIT_REGISTER: '1' };
  const config = readConfig({ DATA_DIR: folder, ...once });
  const deps = { accounts, icNumberKey, issueToken, ...others(), config };
  const limited = await serveRoutes(accountRoutes(deps));
  for (const path of ['/api/user/register', '/api/user/login', '/api/admin/login']) {
    const send = () => fetch(limited.url + path, { method: 'POST', body: 'not even JSON' });
    expect((await send()).status).toBe(415);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
  }
  await limited.close();
});

test('POST /api/user/login answers 503 without details while the accounts are unreachable', async () => {
  const closed = openSqliteAccounts({ file: join(folder, 'closed.db') });
  await closed.close();
  const unreachable = await serveRoutes(
    accountRoutes({ accounts: closed, icNumberKey, issueToken, ...others() }),
  );
  const response = await fetch(`${unreachable.url}/api/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: siti.email, password: siti.password }),
  });
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain('database');
  expect(JSON.stringify(unreachable.reported)).not.toContain(siti.email);
  await unreachable.close();
});

test('no request of this file was reported as an error', () => {
  expect(site.reported).toEqual([]);
});
