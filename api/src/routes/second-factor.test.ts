import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountsUnavailable } from '../accounts/account-store.ts';
import { createAdmin } from '../accounts/generated-logins.ts';
import {
  adminLoginResponse,
  changePasswordResponse,
  newSecretResponse,
  recoveryCodesResponse,
  secondFactorResponse,
  switchOffSecondFactorResponse,
  switchOnSecondFactorResponse,
} from '../contracts/accounts.ts';
import { someText, startTestSite, type Answer, type TestSite } from '../testing/test-site.ts';

const admin = { username: 'penghulu', password: 'the boss himself' };
const { password } = admin;
const path = '/api/account/second-factor';
const stepMs = 30_000;

let site: TestSite;
let now: number;

async function start(settings: Record<string, string> = {}): Promise<void> {
  site = await startTestSite({ settings, clock: () => new Date(now) });
  await createAdmin(site.site.stores.accounts, admin);
}
beforeEach(() => {
  now = Date.now();
});
afterEach(() => site.stop());

const logIn = (code?: string): Promise<Answer> =>
  site.post('/api/admin/login', { ...admin, ...(code !== undefined && { code }) });
const session = async (code?: string) => adminLoginResponse.parse((await logIn(code)).json);
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: now });
const getState = async (as: { token: string }) =>
  secondFactorResponse.strict().parse((await site.get(path, { as })).json);

/** Leaves the clock in the next step of time. */
async function switchOn() {
  const as = await session();
  const answer = await site.post(`${path}/secret`, undefined, { as });
  const { secret, uri } = newSecretResponse.strict().parse(answer.json);
  expect(uri).toContain(`secret=${secret}`);
  const code = codeOf(secret);
  const switched = await site.put(path, { password, secret, code }, { as });
  expect(switched.status, switched.text).toBe(200);
  expect(switched.headers.get('cache-control')).toBe('no-store');
  now += stepMs;
  return {
    before: as,
    secret,
    code,
    ...switchOnSecondFactorResponse.strict().parse(switched.json),
  };
}

describe('a second factor', () => {
  beforeEach(() => start());

  test('is asked for at log-in after the right password only', async () => {
    const { secret } = await switchOn();
    const guess = await site.post('/api/admin/login', { ...admin, password: 'a guess' });
    expect(guess.json).toMatchObject({ status: 401, type: 'unauthorized' });
    for (let entries = 0; entries < 6; entries += 1)
      expect((await logIn()).json).toMatchObject({ status: 401, type: 'code-required' });
    const { token } = await session(codeOf(secret));
    expect((await site.get('/api/businesses', { as: { token } })).status).toBe(200);
  });

  test('ends the sessions from before, and continues with the token of the answer', async () => {
    const { before, token } = await switchOn();
    expect((await site.get(path, { as: before })).status).toBe(401);
    expect(await getState({ token })).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  });

  test('ends the sessions from before, also where the process is killed at once', async () => {
    const before = await session();
    const killed = vi.spyOn(site.site.sessions, 'end').mockRejectedValue(new Error('killed'));
    await expect(switchOn()).rejects.toThrow('expected 500');
    killed.mockRestore();
    await site.site.sessions.refresh();
    expect((await site.get(path, { as: before })).status).toBe(401);
  });

  test('accepts a step of time once, and the code that switched it on not again', async () => {
    const { secret, code } = await switchOn();
    const refused = await logIn(code);
    expect(refused.json).toMatchObject({
      type: 'code-required',
      errors: { code: [expect.stringContaining('used')] },
    });
    expect((await logIn(codeOf(secret))).status).toBe(200);
    expect((await logIn(codeOf(secret))).status).toBe(401);
    now += stepMs;
    expect((await logIn(codeOf(secret))).status).toBe(200);
  });

  test('accepts clocks that are half a minute apart, and no more', async () => {
    const { secret } = await switchOn();
    const late = codeOf(secret);
    now += 2 * stepMs;
    expect((await logIn(late)).status).toBe(401);
    now -= stepMs;
    expect((await logIn(late)).status).toBe(200);
  });

  test('accepts each recovery code once, with spaces and capitals', async () => {
    const { secret, recoveryCodes } = await switchOn();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = ''] = recoveryCodes;
    const { token, recoveryCodesLeft } = await session(
      ` ${first.replaceAll('-', ' ').toUpperCase()}`,
    );
    expect(recoveryCodesLeft).toBe(9);
    expect((await logIn(first)).status).toBe(401);
    expect(await getState({ token })).toEqual({ isOn: true, recoveryCodesLeft: 9 });
    expect(await session(codeOf(secret))).not.toHaveProperty('recoveryCodesLeft');
  });

  test('makes guesses of codes wait, as those of passwords', async () => {
    const { secret } = await switchOn();
    for (let guess = 0; guess < 5; guess += 1) expect((await logIn('000000')).status).toBe(401);
    expect((await logIn(codeOf(secret))).status).toBe(429);
  });

  test('makes guesses of the password wait, without a code', async () => {
    const guess = { ...admin, password: 'a guess' };
    for (let guesses = 0; guesses < 5; guesses += 1)
      expect((await site.post('/api/admin/login', guess)).status).toBe(401);
    expect((await logIn()).status).toBe(429);
  });

  test('makes guesses of recovery codes wait in a session, too', async () => {
    const { token, recoveryCodes } = await switchOn();
    const switchOff = async (code = '') =>
      (await site.remove(path, { as: { token }, body: { password, code } })).status;
    for (let guess = 0; guess < 5; guess += 1) expect(await switchOff('abcd-efgh')).toBe(403);
    expect(await switchOff(recoveryCodes[0])).toBe(429);
  });

  test('is stored without the secret and the codes in the clear', async () => {
    const { before, secret, recoveryCodes } = await switchOn();
    const stored = await site.site.stores.accounts.getSecondFactor(before.admin.id);
    expect(stored?.recoveryHashes).toHaveLength(10);
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map(withoutDashes)])
      expect(JSON.stringify(stored)).not.toContain(hidden);
  });

  test('is switched off with password and code', async () => {
    const { secret, token } = await switchOn();
    const as = { token };
    const off = (body: object) => site.remove(path, { as, body });
    const wrong = { password: 'a guess', code: codeOf(secret) };
    expect((await off(wrong)).json).toMatchObject({
      status: 403,
      errors: { password: [someText] },
    });
    expect((await off({ password, code: '000000' })).json).toMatchObject({
      status: 403,
      errors: { code: [someText] },
    });
    expect((await getState(as)).isOn).toBe(true);
    expect((await off({ password, code: codeOf(secret) })).status).toBe(200);
    expect(await getState(as)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect((await logIn()).status).toBe(200);
  });

  test('has new recovery codes after password and code, and the earlier ones are void', async () => {
    const { secret, token, recoveryCodes } = await switchOn();
    const [earlier = '', another = ''] = recoveryCodes;
    const as = { token };
    const renew = (body: object) => site.post(`${path}/recovery-codes`, body, { as });
    expect((await renew({ password: 'a guess', code: codeOf(secret) })).status).toBe(403);
    expect((await renew({ password, code: '000000' })).status).toBe(403);
    expect((await logIn(earlier)).status).toBe(200);
    const answer = await renew({ password, code: codeOf(secret) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { recoveryCodes: renewed } = recoveryCodesResponse.strict().parse(answer.json);
    expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
    expect(await getState(as)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect((await logIn(another)).status).toBe(401);
    expect((await logIn(renewed[0])).status).toBe(200);
  });

  test('that is on is not replaced', async () => {
    const { token } = await switchOn();
    const secret = 'A'.repeat(32);
    const body = { password, secret, code: codeOf(secret) };
    expect((await site.put(path, body, { as: { token } })).status).toBe(409);
  });

  test('that is confirmed twice at once is the one of the answer that succeeded', async () => {
    const as = await session();
    const { accounts } = site.site.stores;
    const getSecondFactor = accounts.getSecondFactor.bind(accounts);
    let reads = 0;
    const bothRead = new Promise<void>((resolve) => {
      vi.spyOn(accounts, 'getSecondFactor').mockImplementation(async (account) => {
        const found = await getSecondFactor(account);
        reads += 1;
        if (reads === 2) resolve();
        await bothRead;
        return found;
      });
    });
    const addSecondFactor = accounts.addSecondFactor.bind(accounts);
    // The other one goes on after the answer to the one that succeeded.
    vi.spyOn(accounts, 'addSecondFactor').mockImplementation(async (...factor) => {
      const isAdded = await addSecondFactor(...factor);
      if (!isAdded) await Promise.race(requests);
      return isAdded;
    });
    const secrets = ['A'.repeat(32), 'B'.repeat(32)];
    const requests = secrets.map((secret) =>
      site.put(path, { password, secret, code: codeOf(secret) }, { as }),
    );
    const answers = await Promise.all(requests);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({
      type: 'second-factor-on',
    });
    const succeeded = answers.find(({ status }) => status === 200);
    const { token } = switchOnSecondFactorResponse.parse(succeeded?.json);
    expect((await getState({ token })).isOn).toBe(true);
    now += stepMs;
    expect((await logIn(codeOf(secrets[statuses.indexOf(409)] ?? ''))).status).toBe(401);
    expect((await logIn(codeOf(secrets[statuses.indexOf(200)] ?? ''))).status).toBe(200);
  });

  test('is not switched on with a wrong code or password', async () => {
    const as = await session();
    const secret = 'A'.repeat(32);
    const body = { password, secret, code: codeOf(secret) };
    const refused = await site.put(path, { ...body, code: 'abcdef' }, { as });
    expect(refused.json).toMatchObject({ status: 400, errors: { code: [someText] } });
    const guess = { ...body, password: 'a guess' };
    expect((await site.put(path, guess, { as })).status).toBe(403);
    expect(await getState(as)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  });

  test('leaves an admin to change a made-up password first, also when switched off', async () => {
    const made = { username: 'newcomer', password: 'made up for you', isGenerated: true };
    await createAdmin(site.site.stores.accounts, made);
    const answer = await site.post('/api/admin/login', made);
    const refused = async (as: { token: string }) =>
      (await site.get('/api/businesses', { as })).json;
    const secret = 'A'.repeat(32);
    const confirmed = () => ({ password: made.password, code: codeOf(secret) });
    const as = adminLoginResponse.parse(answer.json);
    const switched = await site.put(path, { ...confirmed(), secret }, { as });
    const on = switchOnSecondFactorResponse.parse(switched.json);
    expect(await refused(on)).toMatchObject({ type: 'password-change-required' });
    now += stepMs;
    const { json } = await site.remove(path, { as: on, body: confirmed() });
    const off = switchOffSecondFactorResponse.parse(json);
    expect(await refused(off)).toMatchObject({ type: 'password-change-required' });
  });

  test('is for admins only', async () => {
    const owner = site.signIn('user');
    expect((await site.get(path, { as: owner })).status).toBe(403);
    expect((await site.get(path)).status).toBe(401);
  });
});

describe('wrong codes from many networks', () => {
  beforeEach(() => start({ TRUST_PROXY: '1' }));

  const from = (network: number) => ({ headers: { 'X-Forwarded-For': `203.0.113.${network}` } });
  const guess = (network: number, code = '000000') =>
    site.post('/api/admin/login', { ...admin, code }, from(network));

  test('sent at once are refused after at most ten, also right ones, but recovery codes are accepted', async () => {
    const { secret, token, recoveryCodes } = await switchOn();
    const guesses = Array.from({ length: 15 }, (_, network) => guess(network));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    const refused = await guess(20, codeOf(secret));
    expect(refused.json).toMatchObject({
      status: 429,
      message: expect.stringContaining('recovery code') as unknown,
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    const [first = '', second = ''] = recoveryCodes;
    expect((await guess(20, first)).status).toBe(200);
    const switchOff = (code: string) =>
      site.remove(path, { as: { token }, body: { password, code }, ...from(20) });
    expect((await switchOff(codeOf(secret))).status).toBe(429);
    expect((await switchOff(second)).status).toBe(200);
  });

  test('are forgotten after a right one, and refused after ten others', async () => {
    const { secret } = await switchOn();
    for (let network = 0; network < 9; network += 1) await guess(network);
    expect((await guess(9, codeOf(secret))).status).toBe(200);
    for (let network = 10; network < 20; network += 1)
      expect((await guess(network)).status).toBe(401);
    expect((await guess(20)).status).toBe(429);
  });
});

describe('REQUIRE_ADMIN_TOTP', () => {
  beforeEach(() => start({ REQUIRE_ADMIN_TOTP: '1' }));

  test('has admins set up a second factor before anything else', async () => {
    const as = await session();
    expect(as.mustSetUpSecondFactor).toBe(true);
    const refused = await site.get('/api/businesses', { as });
    expect(refused.json).toMatchObject({ status: 403, type: 'second-factor-setup-required' });
    const { secret, token } = await switchOn();
    expect((await site.get('/api/businesses', { as: { token } })).status).toBe(200);
    const later = await session(codeOf(secret));
    expect(later).not.toHaveProperty('mustSetUpSecondFactor');
    expect((await site.get('/api/businesses', { as: later })).status).toBe(200);
    const body = { currentPassword: password, newPassword: 'roti canai garing' };
    const answer = await site.put('/api/account/password', body, { as: later });
    const changed = changePasswordResponse.parse(answer.json);
    expect((await site.get('/api/businesses', { as: changed })).status).toBe(200);
  });

  test('also after a change of the password', async () => {
    const as = await session();
    const body = { currentPassword: password, newPassword: 'roti canai garing' };
    const answer = await site.put('/api/account/password', body, { as });
    const { token } = changePasswordResponse.parse(answer.json);
    expect((await site.get('/api/businesses', { as: { token } })).status).toBe(403);
  });

  test('also of sessions from before the setting, after a change of the password', async () => {
    const { id } = (await session()).admin;
    const as = site.signIn('admin', admin.username, id);
    expect((await site.get('/api/businesses', { as })).status).toBe(200);
    const body = { currentPassword: password, newPassword: 'roti canai garing' };
    const answer = await site.put('/api/account/password', body, { as });
    const { token } = changePasswordResponse.parse(answer.json);
    expect((await site.get('/api/businesses', { as: { token } })).status).toBe(403);
  });

  test('leaves an admin who switches the second factor off a session to set it up again', async () => {
    const { secret, token } = await switchOn();
    const body = { password, code: codeOf(secret) };
    const { json } = await site.remove(path, { as: { token }, body });
    expect(json).toMatchObject({ mustSetUpSecondFactor: true });
    expect((await site.get('/api/businesses', { as: { token } })).status).toBe(401);
    const as = switchOffSecondFactorResponse.parse(json);
    expect((await site.get('/api/businesses', { as })).status).toBe(403);
    expect(await getState(as)).toMatchObject({ isOn: false });
    expect(await session()).toMatchObject({ mustSetUpSecondFactor: true });
  });

  test.each([
    ['of the app', true],
    ['for recovery', false],
  ])('reads nothing once a code %s is used: an outage would waste it', async (_, isOfApp) => {
    const { secret, recoveryCodes } = await switchOn();
    const { accounts } = site.site.stores;
    const useStep = accounts.useStep.bind(accounts);
    const useRecoveryCode = accounts.useRecoveryCode.bind(accounts);
    const reads = vi.spyOn(accounts, 'getSecondFactor');
    const outage = () => void reads.mockRejectedValue(new AccountsUnavailable('away'));
    vi.spyOn(accounts, 'useStep').mockImplementation((...code) => {
      outage();
      return useStep(...code);
    });
    vi.spyOn(accounts, 'useRecoveryCode').mockImplementation((...code) => {
      outage();
      return useRecoveryCode(...code);
    });
    const code = isOfApp ? codeOf(secret) : recoveryCodes[0];
    expect((await logIn(code)).status).toBe(200);
    expect((await logIn(code)).status).toBe(503);
  });
});

const withoutDashes = (code: string) => code.replaceAll('-', '');
