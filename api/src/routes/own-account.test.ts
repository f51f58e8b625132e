import { existsSync, writeFileSync } from 'node:fs';
import { Unavailable } from '@directory/domain/event-store';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAdmin, loginFile } from '../accounts/generated-logins.ts';
import { setPassword } from '../accounts/passwords.ts';
import { rotateTokenKey, tokenClaims } from '../accounts/sessions.ts';
import {
  adminLoginResponse,
  changePasswordResponse,
  ownDataResponse,
  profileResponse,
  userLoginResponse,
} from '../contracts/accounts.ts';
import { historyResponse } from '../contracts/history.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import { startTestSite, type Answer, type Person, type TestSite } from '../testing/test-site.ts';

const password = 'nasi lemak sedap';
const admin = { username: 'penghulu', password: 'the boss himself' };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await createAdmin(site.site.stores.accounts, admin);
});
afterAll(() => site.stop());

let count = 0;

async function registerOwner(): Promise<Person & { readonly email: string }> {
  const email = `kedai.${++count}@example.org`;
  const registration = {
    fullName: 'Siti Aminah',
    icNumber: `850713-10-${6000 + count}`,
    phone: '019-8765432',
    email,
    password,
    confirmPassword: password,
  };
  expect((await site.post('/api/user/register', registration)).status).toBe(201);
  return { ...(await logInOwner(email)), email };
}

async function logInOwner(email: string, entered = password): Promise<Person> {
  const answer = await site.post('/api/user/login', { email, password: entered });
  const { token, user } = userLoginResponse.parse(answer.json);
  return { id: user.id, role: 'user', token };
}

async function logInAdmin(login = admin): Promise<Person> {
  const answer = await site.post('/api/admin/login', login);
  const { token, admin: person } = adminLoginResponse.parse(answer.json);
  return { id: person.id, role: 'admin', token };
}

const summary = (as: Person): Promise<Answer> =>
  site.get(`/api/businesses/summary/${as.id}`, { as });

async function expectEnded(person: Person): Promise<void> {
  expect((await summary(person)).status).toBe(401);
}

describe('PUT /api/account/profile', () => {
  const path = '/api/account/profile';
  const change = (as: Person | undefined, body: object) => site.put(path, body, { as });
  const profile = { fullName: 'Siti binti Osman', phone: '013-2698123' };
  const registered = { fullName: 'Siti Aminah', phone: '019-8765432' };
  const profileOf = async (as: Person) =>
    profileResponse.strict().parse((await site.get(path, { as })).json);
  const nameIn = ({ token }: Pick<Person, 'token'>) => {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return tokenClaims.parse(JSON.parse(claims)).full_name;
  };

  test('stores name and telephone number, and answers them', async () => {
    const [owner, other] = [await registerOwner(), await registerOwner()];
    expect(await profileOf(owner)).toEqual(registered);
    const entered = { fullName: '  Siti  binti Osman ', phone: '013 2698 123' };
    const answer = await change(owner, entered);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(profileResponse.strict().parse(answer.json)).toEqual(profile);
    expect(await profileOf(owner)).toEqual(profile);
    expect(await profileOf(other)).toEqual(registered);
    const line = site.logged.findLast((each) => each.includes('"event":"profile-change"'));
    expect(line).toContain(`"account":"${owner.id}"`);
    for (const text of Object.values(profile)) expect(site.logged.join()).not.toContain(text);
  });

  test('ends no session, and the new name counts where a token has the old one', async () => {
    const owner = await registerOwner();
    await change(owner, profile);
    expect((await summary(owner)).status).toBe(200);
    expect(nameIn(owner)).toBe(registered.fullName);
    const body = { currentPassword: password, newPassword: 'osman 1985' };
    const refused = await site.put('/api/account/password', body, { as: owner });
    expect(refused.json).toHaveProperty(
      ['errors', 'newPassword', 0],
      expect.stringContaining('without your name'),
    );
    const another = { ...body, newPassword: 'roti canai garing' };
    const changed = await site.put('/api/account/password', another, { as: owner });
    expect(nameIn(changePasswordResponse.parse(changed.json))).toBe(profile.fullName);
  });

  test('shows admins the new name of who did what, also earlier', async () => {
    const owner = await registerOwner();
    const id = await publishListing(site, owner);
    await change(owner, profile);
    const as = await logInAdmin();
    const history = await site.get(`/api/businesses/${id}/history`, { as });
    const [submission] = historyResponse.parse(history.json).entries;
    expect(submission?.actor).toMatchObject({ id: owner.id, name: profile.fullName });
  });

  test.each([
    [{ ...profile, fullName: ' \u200b ' }, 'fullName', 'Enter your full name.'],
    [{ ...profile, fullName: 'a'.repeat(121) }, 'fullName', 'Use at most 120 characters.'],
    [{ ...profile, fullName: 5 }, 'fullName', 'Enter text.'],
    [{ fullName: profile.fullName }, 'phone', 'Enter a phone number.'],
    [{ ...profile, phone: '12345' }, 'phone', expect.stringContaining('like 012-3456789')],
  ])('refuses %j as at the registration, and stores nothing', async (body, field, message) => {
    const owner = await registerOwner();
    const refused = await change(owner, body);
    expect(refused.status).toBe(400);
    expect(refused.json).toHaveProperty(['errors', field, 0], message);
    expect(await profileOf(owner)).toEqual(registered);
  });

  test('is for owners with an account only, and so is reading it', async () => {
    const asAdmin = await logInAdmin();
    const stranger = site.signIn('user');
    for (const send of [
      (as?: Person) => change(as, profile),
      (as?: Person) => site.get(path, { as }),
    ]) {
      expect((await send()).status).toBe(401);
      expect((await send(asAdmin)).status).toBe(403);
      expect((await send(stranger)).status).toBe(404);
    }
  });
});

describe('PUT /api/account/password', () => {
  const another = 'roti canai garing';
  const change = (as: Person | undefined, body: object) =>
    site.put('/api/account/password', body, { as });
  const body = { currentPassword: password, newPassword: another };

  test('sets the password, ends the other sessions and answers a token', async () => {
    const owner = await registerOwner();
    const elsewhere = await logInOwner(owner.email);
    const answer = await change(owner, body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { token } = changePasswordResponse.strict().parse(answer.json);
    expect((await summary({ ...owner, token })).status).toBe(200);
    for (const ended of [owner, elsewhere]) await expectEnded(ended);
    const old = await site.post('/api/user/login', { email: owner.email, password });
    expect(old.status).toBe(401);
    expect((await summary(await logInOwner(owner.email, another))).status).toBe(200);
  });

  test('changes the password of an admin', async () => {
    const person = await logInAdmin();
    const there = { currentPassword: admin.password, newPassword: another };
    const { token } = changePasswordResponse.parse((await change(person, there)).json);
    const back = { currentPassword: another, newPassword: admin.password };
    expect((await change({ ...person, token }, back)).status).toBe(200);
  });

  test.each(['owner', 'admin'])(
    'that is sent twice at once succeeds once for an %s, and the other is refused as with a wrong password',
    async (role) => {
      const username = `twice.${++count}`;
      const asAdmin = { username, password };
      if (role === 'admin') await createAdmin(site.site.stores.accounts, asAdmin);
      const person = role === 'admin' ? await logInAdmin(asAdmin) : await registerOwner();
      const bodies = [another, 'teh tarik kurang manis'].map((newPassword) => ({
        ...body,
        newPassword,
      }));
      const answers = await Promise.all(bodies.map((each) => change(person, each)));
      const [succeeded, refused] = answers.toSorted((a, b) => a.status - b.status);
      expect(succeeded?.status).toBe(200);
      expect(refused).toMatchObject({
        status: 403,
        json: {
          type: 'wrong-password',
          errors: { currentPassword: ['The password is not correct.'] },
        },
      });
      const { token } = changePasswordResponse.parse(succeeded?.json);
      const { newPassword = '' } = bodies[answers.findIndex(({ status }) => status === 200)] ?? {};
      const back = { currentPassword: newPassword, newPassword: password };
      expect((await change({ ...person, token }, back)).status).toBe(200);
    },
  );

  test('with a wrong current password is refused, and after some attempts has to wait', async () => {
    const owner = await registerOwner();
    const wrong = { ...body, currentPassword: 'a guess' };
    for (let guess = 0; guess < 5; guess += 1) {
      const refused = await change(owner, wrong);
      expect(refused.status).toBe(403);
      expect(refused.json).toMatchObject({
        type: 'wrong-password',
        errors: { currentPassword: ['The password is not correct.'] },
      });
    }
    const waiting = await change(owner, body);
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await summary(owner)).status).toBe(200);
  });

  test.each([
    ['short', 'at least 8'],
    ['password1', 'most common'],
    ['siti aminah 85', 'without your name'],
    ['kedai since 85', 'without your name or email'],
    [password, 'differs from the current one'],
  ])('refuses the new password %j', async (newPassword, sentence) => {
    const owner = await registerOwner();
    const refused = await change(owner, { ...body, newPassword });
    expect(refused.status).toBe(400);
    expect(refused.json).toHaveProperty(
      ['errors', 'newPassword', 0],
      expect.stringContaining(sentence),
    );
    expect((await summary(owner)).status).toBe(200);
  });

  test('needs a token, and of an account', async () => {
    expect((await change(undefined, body)).status).toBe(401);
    expect((await change(site.signIn('user'), body)).status).toBe(403);
  });
});

test('a session of an admin whose name somebody else has now changes nothing of theirs', async () => {
  const former = site.signIn('admin', admin.username);
  const change = { currentPassword: admin.password, newPassword: 'my very own choice' };
  expect((await site.put('/api/account/password', change, { as: former })).status).toBe(403);
  await logInAdmin();
});

test('a made-up password has to be changed before anything else', async () => {
  const { accounts } = site.site.stores;
  const made = { username: 'newcomer', password: 'made up for you', isGenerated: true };
  await createAdmin(accounts, made);
  const { username } = made;
  const file = loginFile(site.dataDir, 'admin');
  writeFileSync(file, `Username: ${username}\nPassword: ${made.password}\n`);
  expect((await site.post('/api/admin/login', { username, password: 'no' })).status).toBe(401);
  expect(existsSync(file)).toBe(true);
  const answer = await site.post('/api/admin/login', { username, password: made.password });
  expect(existsSync(file)).toBe(false);
  const { token, admin: person, mustChangePassword } = adminLoginResponse.parse(answer.json);
  expect(mustChangePassword).toBe(true);
  const newcomer: Person = { id: person.id, role: 'admin', token };
  const refused = await site.get('/api/businesses', { as: newcomer });
  expect(refused.status).toBe(403);
  expect(refused.json).toMatchObject({ type: 'password-change-required' });
  expect((await site.get('/api/site', { as: newcomer })).status).toBe(200);
  const pending = await submitListing(site, site.signIn('user'));
  const statusFor = async (token: string) =>
    (await site.get(`/api/businesses/${pending}`, { as: { token } })).status;
  expect(await statusFor(token)).toBe(404);
  const change = { currentPassword: made.password, newPassword: 'my very own choice' };
  const changed = await site.put('/api/account/password', change, { as: newcomer });
  const free = changePasswordResponse.parse(changed.json);
  expect((await site.get('/api/businesses', { as: free })).status).toBe(200);
  expect(await statusFor(free.token)).toBe(200);
  const later = await site.post('/api/admin/login', { username, password: change.newPassword });
  expect(later.json).not.toHaveProperty('mustChangePassword');
});

test('an owner’s password that an operator made up has to be changed before anything else', async () => {
  const { email } = await registerOwner();
  const made = { password: 'made up for you', isGenerated: true };
  await setPassword(site.site.stores.accounts, { role: 'owner', name: email }, made);
  const login = { email, password: made.password };
  const answer = await site.post('/api/user/login', login);
  const { token, user, mustChangePassword } = userLoginResponse.parse(answer.json);
  expect(mustChangePassword).toBe(true);
  expect((await summary({ id: user.id, role: 'user', token })).json).toMatchObject({
    status: 403,
    type: 'password-change-required',
  });
});

test.each([
  ['iloveyou', 'This password is one of the most common. Choose another one.'],
  ['mawar.1985', 'Choose a password without your name or email address.'],
  ['aminah.1985', 'Choose a password without your name or email address.'],
])('a registration with the password %j is refused', async (weak, message) => {
  const registration = {
    fullName: 'Siti Aminah',
    icNumber: '850713-10-6021',
    phone: '019-8765432',
    email: 'mawar@example.org',
    password: weak,
    confirmPassword: weak,
  };
  const refused = await site.post('/api/user/register', registration);
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ errors: { password: [message] } });
});

test.each([
  {
    what: 'An owner’s log-in',
    prepare: async () => {
      const { email } = await registerOwner();
      return (entered: string) => site.post('/api/user/login', { email, password: entered });
    },
  },
  {
    what: 'An admin’s log-in',
    prepare: async () => {
      const username = `forgetful.${++count}`;
      await createAdmin(site.site.stores.accounts, { username, password });
      return (entered: string) => site.post('/api/admin/login', { username, password: entered });
    },
  },
  {
    what: 'A change of the password',
    prepare: async () => {
      const owner = await registerOwner();
      let { token } = owner;
      return async (entered: string) => {
        const body = { currentPassword: entered, newPassword: 'roti canai garing' };
        const answer = await site.put('/api/account/password', body, { as: { ...owner, token } });
        if (answer.status !== 200) return answer;
        const changed = changePasswordResponse.parse(answer.json);
        const back = { currentPassword: body.newPassword, newPassword: password };
        const restored = await site.put('/api/account/password', back, {
          as: { ...owner, ...changed },
        });
        ({ token } = changePasswordResponse.parse(restored.json));
        return answer;
      };
    },
  },
])('$what with the right password forgets the wrong ones before it', async ({ prepare }) => {
  const enter = await prepare();
  for (const guesses of [4, 1]) {
    for (let guess = 0; guess < guesses; guess += 1)
      expect([401, 403]).toContain((await enter('a guess')).status);
    expect((await enter(password)).status).toBe(200);
  }
});

describe('DELETE /api/account/sessions', () => {
  const endSessions = (as?: Person) => site.remove('/api/account/sessions', { as });

  test.each([
    ['an owner', registerOwner],
    ['an admin', logInAdmin],
  ])('ends every session of %s, and nobody else’s', async (_who, logIn) => {
    const bystander = await registerOwner();
    const person = await logIn();
    expect(await endSessions(person)).toMatchObject({ status: 204, text: '' });
    await expectEnded(person);
    expect((await summary(bystander)).status).toBe(200);
  });

  test('refuses a request of an ended one before its body is read', async () => {
    const owner = await registerOwner();
    await endSessions(owner);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await site.put('/api/account/profile', '{', { as: owner, headers });
    expect(answer.status).toBe(401);
  });

  test('a new log-in is valid afterwards', async () => {
    const owner = await registerOwner();
    await endSessions(owner);
    expect((await summary(await logInOwner(owner.email))).status).toBe(200);
  });

  test('needs a token', async () => {
    expect((await endSessions()).status).toBe(401);
  });
});

test('a password that an operator sets ends the sessions', async () => {
  const owner = await registerOwner();
  const { accounts } = site.site.stores;
  await setPassword(
    accounts,
    { role: 'owner', name: owner.email },
    { password: 'a new one altogether' },
  );
  await site.site.sessions.refresh();
  await expectEnded(owner);
  expect((await summary(await logInOwner(owner.email, 'a new one altogether'))).status).toBe(200);
});

test('a disabled account has no session, and its log-in is refused until it is enabled', async () => {
  const owner = await registerOwner();
  const { accounts } = site.site.stores;
  await accounts.endSessions(owner.id, { isDisabled: true });
  await site.site.sessions.refresh();
  await expectEnded(owner);
  const { email } = owner;
  const refused = await site.post('/api/user/login', { email, password });
  expect(refused.status).toBe(403);
  expect(refused.json).toMatchObject({ type: 'account-disabled' });
  const wrong = await site.post('/api/user/login', { email, password: 'wrong' });
  expect(wrong.status).toBe(401);
  await accounts.endSessions(owner.id, { isDisabled: false });
  expect((await summary(await logInOwner(email))).status).toBe(200);
});

test.each(['owner', 'admin'])(
  'a disabled %s gets no new session for the right password, before this process knows of it',
  async (role) => {
    const { accounts } = site.site.stores;
    const suspended = { username: `suspended.${++count}`, password };
    if (role === 'admin') await createAdmin(accounts, suspended);
    const person = role === 'admin' ? await logInAdmin(suspended) : await registerOwner();
    await accounts.endSessions(person.id, { isDisabled: true });
    const body = { currentPassword: password, newPassword: 'roti canai garing' };
    const answer = await site.put('/api/account/password', body, { as: person });
    expect(answer).toMatchObject({ status: 401, json: { type: 'unauthorized' } });
  },
);

test('a new password gets no session once somebody else has set another one', async () => {
  const owner = await registerOwner();
  const { accounts } = site.site.stores;
  const name = { role: 'owner', name: owner.email } as const;
  const changePassword = accounts.setPassword.bind(accounts);
  vi.spyOn(accounts, 'setPassword').mockImplementationOnce(async (...change) => {
    const isSet = await changePassword(...change);
    await setPassword(accounts, name, { password: 'a new one altogether' });
    return isSet;
  });
  const body = { currentPassword: password, newPassword: 'roti canai garing' };
  const answer = await site.put('/api/account/password', body, { as: owner });
  expect(answer).toMatchObject({ status: 401, json: { type: 'unauthorized' } });
});

test('a disabled admin is refused with the right password', async () => {
  const { accounts } = site.site.stores;
  const suspended = { username: 'suspended', password: 'not for the moment' };
  const id = await createAdmin(accounts, suspended);
  await accounts.endSessions(id, { isDisabled: true });
  const refused = await site.post('/api/admin/login', suspended);
  expect(refused.json).toMatchObject({ status: 403, type: 'account-disabled' });
});

test('a removed admin has no session', async () => {
  const { accounts } = site.site.stores;
  const second = { username: 'leaving', password: 'soon somewhere else' };
  await createAdmin(accounts, second);
  const answer = adminLoginResponse.parse((await site.post('/api/admin/login', second)).json);
  const person: Person = { id: answer.admin.id, role: 'admin', token: answer.token };
  await accounts.removeAdmin('leaving');
  await site.site.sessions.refresh();
  await expectEnded(person);
  expect((await site.post('/api/admin/login', second)).status).toBe(401);
});

describe('GET /api/user/me/export', () => {
  test('answers account and listings with their history, and nothing of others', async () => {
    const [owner, other] = [await registerOwner(), await registerOwner()];
    const asAdmin = await logInAdmin();
    const [id, deleted] = [await publishListing(site, owner), await publishListing(site, owner)];
    const foreign = await publishListing(site, other);
    await site.remove(`/api/businesses/${deleted}`, { as: asAdmin });
    const answer = await site.get('/api/user/me/export', { as: owner });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { account, listings } = ownDataResponse.strict().parse(answer.json);
    expect(account).toEqual({
      id: owner.id,
      fullName: 'Siti Aminah',
      phone: '019-8765432',
      email: owner.email,
      mail: { language: 'en', verifiedEmail: null, wantsNotices: null },
    });
    expect(listings.map(({ listing }) => listing.id)).toEqual([id, deleted]);
    expect(listings[1]?.history.map(({ event, by }) => [event, by])).toEqual([
      ['BusinessSubmitted', 'user'],
      ['BusinessApproved', 'admin'],
      ['BusinessDeleted', 'admin'],
    ]);
    const secrets = ['argon2', '850713', foreign, other.email, asAdmin.id];
    for (const text of secrets) expect(answer.text).not.toContain(text);
  });

  test('is sent listing by listing, as all histories may be larger than the memory', async () => {
    const owner = await registerOwner();
    for (let listing = 1; listing <= 2; listing += 1) await submitListing(site, owner);
    const { stored } = site.site.stores.log;
    const readStream = stored.readStream.bind(stored);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let reads = 0;
    const reading = vi.spyOn(stored, 'readStream').mockImplementation(async (...call) => {
      reads += 1;
      if (reads === 2) await released;
      return readStream(...call);
    });
    onTestFinished(() => reading.mockRestore());
    const headers = { Authorization: `Bearer ${owner.token}` };
    const answer = await fetch(`${site.url}/api/user/me/export`, { headers });
    release();
    const { listings } = ownDataResponse.strict().parse(await answer.json());
    expect(listings.map(({ history }) => history.length)).toEqual([1, 1]);
    expect(reads).toBe(2);
  });

  test('is answered 503 where no history can be read, and not as a file that breaks off', async () => {
    const owner = await registerOwner();
    await submitListing(site, owner);
    const reading = vi.spyOn(site.site.stores.log.stored, 'readStream');
    onTestFinished(() => reading.mockRestore());
    reading.mockRejectedValue(new Unavailable('away'));
    const answer = await site.get('/api/user/me/export', { as: owner });
    expect(answer.json).toMatchObject({ status: 503 });
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test('breaks off where a later history cannot be read, so that no part of it is taken for the whole', async () => {
    const owner = await registerOwner();
    for (let listing = 1; listing <= 2; listing += 1) await submitListing(site, owner);
    const { stored } = site.site.stores.log;
    const readStream = stored.readStream.bind(stored);
    const reading = vi.spyOn(stored, 'readStream');
    onTestFinished(() => reading.mockRestore());
    reading.mockImplementationOnce(readStream).mockRejectedValue(new Unavailable('away'));
    const headers = { Authorization: `Bearer ${owner.token}` };
    const answer = await fetch(`${site.url}/api/user/me/export`, { headers });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('has no listings for an owner without any', async () => {
    const answer = await site.get('/api/user/me/export', { as: await registerOwner() });
    expect(ownDataResponse.strict().parse(answer.json).listings).toEqual([]);
  });

  test('is for owners only', async () => {
    const exportAs = (as?: Person) => site.get('/api/user/me/export', { as });
    expect((await exportAs()).status).toBe(401);
    expect((await exportAs(await logInAdmin())).status).toBe(403);
  });
});

test('another token key ends everybody’s sessions', async () => {
  const people = [await registerOwner(), await logInAdmin()];
  await rotateTokenKey(site.site.stores.accounts);
  await site.site.sessions.refresh();
  for (const person of people) await expectEnded(person);
  expect((await summary(await logInAdmin())).status).toBe(200);
});
