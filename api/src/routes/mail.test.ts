import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AccountsUnavailable } from '../accounts/account-store.ts';
import { createAdmin } from '../accounts/generated-logins.ts';
import { setPassword } from '../accounts/passwords.ts';
import { rotateTokenKey } from '../accounts/sessions.ts';
import { adminLoginResponse, userLoginResponse } from '../contracts/accounts.ts';
import { mailSettingsResponse, resetPasswordResponse } from '../contracts/mail.ts';
import { openingResponse } from '../contracts/reviews.ts';
import { hashOfToken, linkTokens } from '../mail/link-tokens.ts';
import { mailRequests } from '../mail/mail-requests.ts';
import { publishDemonstration, submitListing } from '../testing/listings.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { mailTo, siteUrl, startMails, tokenAfter } from '../testing/mails.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

const password = 'nasi lemak sedap';
const another = 'roti canai garing';
const admin = { username: 'penghulu', password: 'the boss himself' };
const resetLink = `${siteUrl}/reset-password#`;
const verifyLink = `${siteUrl}/verify-email#`;

let site: TestSite;
let server: MailServer;
let mails: ReturnType<typeof startMails>;
let now = () => new Date();
beforeAll(async () => {
  site = await startTestSite({ clock: () => now() });
  server = await startMailServer();
  mails = startMails(site, server, { clock: () => now() });
  await createAdmin(site.site.stores.accounts, admin);
});
afterAll(async () => {
  await mails.stop();
  await server.stop();
  await site.stop();
});

let count = 0;

async function registerOwner(
  language = 'en',
  email = `siti.${count + 1}@example.org`,
): Promise<string> {
  count += 1;
  const registration = {
    ...{ fullName: 'Siti Aminah', icNumber: `850713-10-60${10 + count}`, phone: '019-8765432' },
    ...{ email, password, confirmPassword: password },
  };
  const headers = { 'Accept-Language': language };
  expect((await site.post('/api/user/register', registration, { headers })).status).toBe(201);
  return email;
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

const setAdminPassword = (name: string, chosen: string) =>
  setPassword(site.site.stores.accounts, { role: 'admin', name }, { password: chosen });
const requestReset = (name: string, role = 'owner') =>
  site.post('/api/password-reset-requests', { role, name });
const reset = (token: string, newPassword = another) =>
  site.post('/api/password-resets', { token, newPassword });
const setAddress = (as: Person, email: string, accountPassword = password) =>
  site.put('/api/account/mail/address', { email, accountPassword }, { as });
const verify = (token: string) => site.post('/api/email-verifications', { token });

async function settingsOf(as: Person) {
  return mailSettingsResponse.strict().parse((await site.get('/api/account/mail', { as })).json);
}

/** With a confirmed address. */
async function confirmedOwner(language?: string) {
  const email = await registerOwner(language);
  const link = tokenAfter(verifyLink, await mailTo(server, email));
  expect((await verify(link)).status).toBe(204);
  return { email, owner: await logInOwner(email) };
}

/** Of the mail to a wanted address. */
async function changeLink(as: Person, email: string): Promise<string> {
  expect((await setAddress(as, email)).status).toBe(204);
  return tokenAfter(verifyLink, await mailTo(server, email));
}

const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email));

/** What was queued before is sent. */
async function settle(): Promise<void> {
  await mailTo(server, await registerOwner());
}

/** The second mail, after the one that confirms the address. */
async function resetTokenFor(email: string, entered = email): Promise<string> {
  expect((await requestReset(entered)).status).toBe(204);
  return tokenAfter(resetLink, await mailTo(server, email, 2));
}

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, once, and ends the sessions', async () => {
    const email = await registerOwner();
    const owner = await logInOwner(email);
    const token = await resetTokenFor(email, `\u200e${email.toUpperCase()}\u200b`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await reset(token);
    expect(answer.status).toBe(200);
    expect(resetPasswordResponse.strict().parse(answer.json)).toEqual({ role: 'owner' });
    expect((await site.get(`/api/businesses/summary/${owner.id}`, { as: owner })).status).toBe(401);
    expect(await settingsOf(await logInOwner(email, another))).toMatchObject({ isVerified: true });
    expect(await reset(token, password)).toMatchObject({ status: 410 });
    expect((await site.post('/api/user/login', { email, password })).status).toBe(401);
  });

  test('is not replaced while its account is erased', async () => {
    const email = await registerOwner();
    const { id } = await logInOwner(email);
    const token = await resetTokenFor(email);
    const { accounts } = site.site.stores;
    const setPassword = accounts.setPassword.bind(accounts);
    const setting = vi.spyOn(accounts, 'setPassword').mockImplementation(async (...change) => {
      await accounts.eraseOwner(id);
      return setPassword(...change);
    });
    onTestFinished(() => setting.mockRestore());
    expect(await reset(token)).toMatchObject({ status: 410 });
    expect(await accounts.findContacts([id])).toEqual(new Map());
  });

  test('is replaced by the same link after an outage in which the address could not be confirmed', async () => {
    const email = await registerOwner();
    const token = await resetTokenFor(email);
    vi.spyOn(site.site.stores.accounts, 'verifyOwnerEmail').mockRejectedValueOnce(
      new AccountsUnavailable('gone'),
    );
    expect((await reset(token)).status).toBe(503);
    await logInOwner(email);
    expect((await reset(token)).status).toBe(200);
    await logInOwner(email, another);
  });

  test('is replaced once by a link that is used twice at once', async () => {
    const email = await registerOwner();
    const token = await resetTokenFor(email);
    const passwords = [another, 'teh tarik kurang manis'];
    const answers = await Promise.all(passwords.map((each) => reset(token, each)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410]);
    await logInOwner(email, passwords[statuses.indexOf(200)]);
  });

  test('cannot be replaced by a weak one, nor is the link used up by it', async () => {
    const token = await resetTokenFor(await registerOwner());
    for (const [weak, message] of [
      ['password1', 'most common'],
      ['aminah 1985', 'without your name'],
    ] as const)
      expect(await reset(token, weak)).toMatchObject({
        status: 400,
        json: { errors: { newPassword: [expect.stringContaining(message)] } },
      });
    expect((await reset(token)).status).toBe(200);
  });

  test('cannot be replaced after 30 minutes, by an older link, or by a made-up token', async () => {
    const email = await registerOwner();
    const older = await resetTokenFor(email);
    await requestReset(email);
    const newest = tokenAfter(resetLink, await mailTo(server, email, 3));
    const started = Date.now();
    now = () => new Date(started + 30 * 60_000 + 1);
    const late = await reset(newest);
    now = () => new Date();
    for (const refused of [late, await reset(older), await reset('x'.repeat(43))]) {
      expect(refused.status).toBe(410);
      expect(refused.json).toMatchObject({ type: 'link-expired' });
    }
    expect((await reset(newest)).status).toBe(200);
  });

  test('is asked for without learning whether there is such an account', async () => {
    const email = await registerOwner();
    const [known, unknown] = [await requestReset(email), await requestReset('no@example.org')];
    for (const answer of [known, unknown]) expect(answer).toMatchObject({ status: 204, text: '' });
    const plain = ({ headers }: typeof known) =>
      [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
    expect(plain(known)).toEqual(plain(unknown));
    await mailTo(server, email, 2);
    expect(server.received.map(({ to }) => to)).not.toContainEqual(['no@example.org']);
  });

  test('is asked for, and its account looked up only after the response was sent', async () => {
    const { accounts } = site.site.stores;
    const lookUp = vi.spyOn(accounts, 'getOwnerByEmail');
    onTestFinished(() => lookUp.mockRestore());
    const requests = mailRequests({ accounts, clock: now, logger: console });
    requests.requestReset({ role: 'owner', name: await registerOwner() });
    // The response is written in the same turn of the event loop as what waits for nothing.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(lookUp).not.toHaveBeenCalled();
    await expect.poll(() => lookUp.mock.calls.length).toBe(1);
  });

  test('sends at most three mails while a link is valid', async () => {
    const email = await registerOwner();
    for (let request = 1; request <= 5; request += 1) {
      await requestReset(email);
      if (request <= 3) await mailTo(server, email, request + 1);
    }
    // In order: the mail to this owner comes after those of the requests above.
    const other = await registerOwner();
    await requestReset(other);
    await mailTo(server, other, 2);
    const received = server.received.filter(({ to }) => to.includes(email));
    expect(received).toHaveLength(4);
  });

  test('cannot be replaced by a link from before another new password', async () => {
    const email = await registerOwner();
    const token = await resetTokenFor(email);
    const change = { currentPassword: password, newPassword: another };
    const as = await logInOwner(email);
    expect((await site.put('/api/account/password', change, { as })).status).toBe(200);
    expect((await reset(token, 'teh tarik kurang manis')).status).toBe(410);
    await logInOwner(email, another);
  });

  test('of a disabled account is not replaced', async () => {
    const email = await registerOwner();
    const { id } = await logInOwner(email);
    const token = await resetTokenFor(email);
    const { accounts } = site.site.stores;
    await accounts.endSessions(id, { isDisabled: true });
    expect((await reset(token)).status).toBe(410);
    // Of a mail that was being written when the account was disabled.
    const expiresAt = new Date(now().getTime() + 60_000);
    const late = { account: id, tokenHash: hashOfToken('late'), expiresAt };
    await accounts.addReset(late, now(), expiresAt);
    expect((await reset('late')).status).toBe(410);
  });

  test('leaves a line without address and token in the log', async () => {
    const email = await registerOwner();
    const { id } = await logInOwner(email);
    const token = await resetTokenFor(email);
    await reset(token);
    const lines = site.logged.filter((line) => line.includes('"event":"password-reset'));
    expect(lines.at(-1)).toContain(`"account":"${id}"`);
    for (const secret of [email, token, another]) expect(site.logged.join()).not.toContain(secret);
  });
});

describe('the address of an owner', () => {
  test('is confirmed by the link of the mail that follows the registration', async () => {
    const email = await registerOwner();
    const owner = await logInOwner(email);
    expect(await settingsOf(owner)).toEqual({
      ...{ email, isVerified: false },
      ...{ language: 'en', wantsNotices: true },
    });
    const token = tokenAfter(verifyLink, await mailTo(server, email));
    expect((await verify(token)).status).toBe(204);
    expect((await verify(token)).status).toBe(204);
    expect(await settingsOf(owner)).toMatchObject({ isVerified: true });
  });

  test('is not confirmed by a link from before a rotation of keys, which leaves unsubscribe links', async () => {
    const { stores, secrets, sessions } = site.site;
    const email = await registerOwner();
    const { id: account } = await logInOwner(email);
    const sent = tokenAfter(verifyLink, await mailTo(server, email));
    // As who has the key of `secrets.json` signs them.
    const links = linkTokens(secrets.tokenKey, () => secrets.tokenKey);
    await rotateTokenKey(stores.accounts);
    await sessions.refresh();
    const forged = links.verification({ account, email, version: 0, replaces: email });
    for (const token of [sent, forged]) expect((await verify(token)).status).toBe(410);
    const unsubscribe = `/api/unsubscriptions?token=${links.unsubscription(account)}`;
    expect((await site.post(unsubscribe)).status).toBe(204);
    const as = await logInOwner(email);
    expect(await settingsOf(as)).toMatchObject({ isVerified: false, wantsNotices: false });
    await site.post('/api/account/mail/verification', undefined, { as });
    expect((await verify(tokenAfter(verifyLink, await mailTo(server, email, 2)))).status).toBe(204);
  });

  test('is shown as confirmed or not to an admin who opens a listing for review', async () => {
    const email = await registerOwner();
    const owner = await logInOwner(email);
    const listing = await submitListing(site, owner);
    const as = site.signIn('admin');
    const open = async (id: string) =>
      openingResponse.parse((await site.post(`/api/businesses/${id}/opening`, {}, { as })).json);
    expect(await open(listing)).toMatchObject({ isOwnerVerified: false });
    await verify(tokenAfter(verifyLink, await mailTo(server, email)));
    expect(await open(listing)).toMatchObject({ isOwnerVerified: true });
    const withoutAccount = await submitListing(site, site.signIn('user'));
    const madeUp = await publishDemonstration(site, {}, owner.id);
    for (const other of [withoutAccount, madeUp])
      expect(await open(other)).toMatchObject({ isOwnerVerified: null });
  });

  test('is not confirmed by another token', async () => {
    const owner = await logInOwner(await registerOwner());
    for (const token of ['nonsense', owner.token]) expect((await verify(token)).status).toBe(410);
    expect(await settingsOf(owner)).toMatchObject({ isVerified: false });
  });

  test('is confirmed by a link that was asked for after a log-out everywhere', async () => {
    const email = await registerOwner();
    await mailTo(server, email);
    const before = await logInOwner(email);
    expect((await site.remove('/api/account/sessions', { as: before })).status).toBe(204);
    const as = await logInOwner(email);
    await site.post('/api/account/mail/verification', undefined, { as });
    expect((await verify(tokenAfter(verifyLink, await mailTo(server, email, 2)))).status).toBe(204);
    expect(await settingsOf(as)).toMatchObject({ isVerified: true });
  });

  test('is not said to get a link that could not be stored', async () => {
    const as = await logInOwner(await registerOwner());
    const { accounts } = site.site.stores;
    const queueing = vi
      .spyOn(accounts, 'queueMail')
      .mockRejectedValue(new AccountsUnavailable('The accounts are away.'));
    const answer = await site.post('/api/account/mail/verification', undefined, { as });
    queueing.mockRestore();
    expect(answer.status).toBe(503);
  });

  test('gets at most ten mails an hour, also where its account is erased and registered again', async () => {
    const email = 'again@example.org';
    for (let account = 1; account <= 6; account += 1) {
      await registerOwner('en', email);
      await requestReset(email);
      const expected = Math.min(10, account * 2);
      await mailTo(server, email, expected);
      const as = await logInOwner(email);
      const body = { password, listings: 'delete' };
      expect((await site.remove('/api/user/me', { as, body })).status).toBe(204);
    }
    await settle();
    expect(mailsTo(email)).toHaveLength(10);
  });

  test('gets another link on request, three times an hour', async () => {
    const email = await registerOwner();
    const as = await logInOwner(email);
    const again = () => site.post('/api/account/mail/verification', undefined, { as });
    expect((await again()).status).toBe(204);
    await mailTo(server, email, 2);
    await again();
    const refused = await again();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('gets no other link on request once it is confirmed', async () => {
    const { email, owner: as } = await confirmedOwner();
    const again = await site.post('/api/account/mail/verification', undefined, { as });
    expect(again.status).toBe(204);
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['en', 'Hello,'],
    ['ms', 'Salam sejahtera,'],
  ])('is greeted without the name that somebody registered with (%s)', async (language, hello) => {
    const email = await registerOwner(language);
    await requestReset(email);
    await mailTo(server, email, 2);
    const messages = server.received.filter(({ to }) => to.includes(email));
    for (const { message } of messages) {
      expect(message).toContain(hello);
      expect(message).not.toContain('Siti Aminah');
    }
  });

  test('gets mails in Malay where the browser prefers it', async () => {
    const email = await registerOwner('ms-MY,ms;q=0.9,en;q=0.5');
    expect((await mailTo(server, email)).message).toContain('Content-Language: ms\r\n');
  });
});

describe('another address of an owner', () => {
  test('counts once its link is opened: to log in, for mails and in the data export', async () => {
    const { email, owner } = await confirmedOwner();
    const wanted = `New.${email}`;
    expect((await setAddress(owner, wanted, 'a guess')).status).toBe(403);
    expect((await site.put('/api/account/mail/address', { email })).status).toBe(401);
    const link = await changeLink(owner, wanted.toLowerCase());
    expect(await settingsOf(owner)).toMatchObject({ email, isVerified: true });
    await logInOwner(email);
    for (let click = 1; click <= 2; click += 1) expect((await verify(link)).status).toBe(204);
    const changed = { email: wanted.toLowerCase(), isVerified: true };
    // With the session from before.
    expect(await settingsOf(owner)).toMatchObject(changed);
    expect(await settingsOf(await logInOwner(wanted))).toMatchObject(changed);
    const logIn = (name: string) => site.post('/api/user/login', { email: name, password });
    const refused = await logIn(email);
    expect([refused.status, refused.json]).toEqual([401, (await logIn('no@example.org')).json]);
    const { json } = await site.get('/api/user/me/export', { as: owner });
    expect(json).toMatchObject({
      account: { email: changed.email, mail: { verifiedEmail: changed.email } },
    });
    const change = { currentPassword: password, newPassword: another };
    expect((await site.put('/api/account/password', change, { as: owner })).status).toBe(200);
  });

  test.each([
    ['en', 'Subject: Your email address was changed'],
    ['ms', 'Subject: Alamat e-mel anda telah ditukar'],
  ])(
    'is announced to the confirmed former one, without being named (%s)',
    async (language, subject) => {
      const { email, owner } = await confirmedOwner(language);
      const wanted = `new.${email}`;
      const link = await changeLink(owner, wanted);
      await Promise.all([verify(link), verify(link)]);
      const { message } = await mailTo(server, email, 2);
      expect(message).toContain(subject);
      expect(message.replace(/=\r\n/g, '')).not.toContain(wanted);
      await verify(link);
      await settle();
      expect(new Set(mailsTo(email).map((mail) => mail.message)).size).toBe(2);
      expect(mailsTo(wanted)).toHaveLength(1);
    },
  );

  test('is not announced to a mistyped one, nor is the password reset by that any more', async () => {
    const mistyped = await registerOwner();
    const owner = await logInOwner(mistyped);
    const token = await resetTokenFor(mistyped);
    const first = tokenAfter(verifyLink, mailsTo(mistyped)[0] ?? { to: [], message: '' });
    const link = await changeLink(owner, `right.${mistyped}`);
    expect((await verify(link)).status).toBe(204);
    for (const refused of [await reset(token), await verify(first)])
      expect(refused.status).toBe(410);
    await requestReset(mistyped);
    await settle();
    expect(mailsTo(mistyped)).toHaveLength(2);
    await requestReset(`right.${mistyped}`);
    const again = tokenAfter(resetLink, await mailTo(server, `right.${mistyped}`, 2));
    // In order: the mistyped one was looked up before.
    expect(mailsTo(mistyped)).toHaveLength(2);
    expect((await reset(again)).status).toBe(200);
  });

  test('gets at most ten mails an hour, whichever accounts ask for them, and however it is spelled', async () => {
    const statuses: number[] = [];
    for (let account = 1; account <= 6; account += 1) {
      const owner = await logInOwner(await registerOwner());
      for (const stranger of ['stranger@example.org', `Str.anger+${account}@example.org`])
        statuses.push((await setAddress(owner, stranger)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
    const owner = await logInOwner(await registerOwner());
    expect((await setAddress(owner, 'other@example.org')).status).toBe(204);
  });

  test('is refused where another owner has it, at the request and at the link', async () => {
    const { email, owner } = await confirmedOwner();
    const taken = await registerOwner();
    const refused = await setAddress(owner, taken.toUpperCase());
    const message = 'An account with this email already exists.';
    expect(refused).toMatchObject({
      status: 409,
      json: { type: 'email-taken', errors: { email: [message] } },
    });
    const wanted = `siti.${count + 1}@example.org`;
    const link = await changeLink(owner, wanted);
    expect(await registerOwner()).toBe(wanted);
    expect(await verify(link)).toMatchObject({
      status: 409,
      json: { type: 'email-taken', message },
    });
    expect(await settingsOf(owner)).toMatchObject({ email, isVerified: true });
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('is refused where it is the present one, in any case', async () => {
    const { email, owner } = await confirmedOwner();
    const refused = await setAddress(owner, email.toUpperCase());
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: { email: [expect.any(String)] } },
    });
  });

  test('is one of two that are confirmed at once, and no earlier one afterwards', async () => {
    const { email, owner } = await confirmedOwner();
    const wanted = [`one.${email}`, `two.${email}`];
    const links = [
      await changeLink(owner, `one.${email}`),
      await changeLink(owner, `two.${email}`),
    ];
    const statuses = (await Promise.all(links.map(verify))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 410]);
    expect(await settingsOf(owner)).toMatchObject({ email: wanted[statuses.indexOf(204)] });
    expect((await verify(links[statuses.indexOf(410)] ?? '')).status).toBe(410);
    expect((await setAddress(owner, `three.${email}`)).status).toBe(429);
  });

  test('is not confirmed where another one is in the same moment', async () => {
    const { email, owner } = await confirmedOwner();
    const link = await changeLink(owner, `one.${email}`);
    const { accounts } = site.site.stores;
    const other = { email: `two.${email}`, replaces: email, notice: null };
    const confirm = accounts.verifyOwnerEmail.bind(accounts);
    const confirming = vi
      .spyOn(accounts, 'verifyOwnerEmail')
      .mockImplementationOnce(async (...change) => {
        expect(await confirm(owner.id, other)).toBe(true);
        return confirm(...change);
      });
    onTestFinished(() => confirming.mockRestore());
    expect((await verify(link)).status).toBe(410);
    expect(await settingsOf(owner)).toMatchObject({ email: other.email });
  });

  test('is not confirmed by a link from before a log-out everywhere, a new password or an erasure', async () => {
    const endings = [
      (as: Person) => site.remove('/api/account/sessions', { as }),
      (as: Person) =>
        site.put(
          '/api/account/password',
          { currentPassword: password, newPassword: another },
          { as },
        ),
      (as: Person) => site.send('/api/user/me', { method: 'DELETE', as, body: { password } }),
    ];
    for (const end of endings) {
      const { email, owner } = await confirmedOwner();
      const link = await changeLink(owner, `new.${email}`);
      expect((await end(owner)).status).toBeLessThan(300);
      expect((await verify(link)).status).toBe(410);
      expect(await site.site.stores.accounts.getOwnerByEmail(`new.${email}`)).toBeNull();
    }
  });

  test('leaves lines without addresses in the log', async () => {
    const { email, owner } = await confirmedOwner();
    const link = await changeLink(owner, `new.${email}`);
    await verify(link);
    for (const event of ['address-change', 'email-verification'])
      expect(site.logged.findLast((line) => line.includes(`"event":"${event}"`))).toContain(
        `"account":"${owner.id}"`,
      );
    for (const secret of [email, link]) expect(site.logged.join()).not.toContain(secret);
  });
});

describe('an admin', () => {
  test('gives an address with the password, confirms it, and resets the password by it', async () => {
    const as = await logInAdmin();
    const email = 'istana@example.org';
    const set = (entered: string) =>
      site.put('/api/account/mail/address', { email, accountPassword: entered }, { as });
    expect((await set('a guess')).status).toBe(403);
    expect((await set(admin.password)).status).toBe(204);
    const token = tokenAfter(verifyLink, await mailTo(server, email));
    expect(await settingsOf(as)).toMatchObject({ email: null, wantsNotices: false });
    // As if another one had been confirmed meanwhile.
    const { accounts } = site.site.stores;
    vi.spyOn(accounts, 'verifyAdminEmail').mockResolvedValueOnce(false);
    expect((await verify(token)).status).toBe(410);
    expect((await verify(token)).status).toBe(204);
    expect(await settingsOf(as)).toMatchObject({ email, isVerified: true });
    await requestReset(admin.username, 'admin');
    const link = tokenAfter(resetLink, await mailTo(server, email, 2));
    expect(await reset(link, 'my istana 2026')).toMatchObject({
      status: 400,
      json: { errors: { newPassword: [expect.stringContaining('without your name or email')] } },
    });
    expect((await reset(link, admin.password)).json).toEqual({ role: 'admin' });
  });

  test('may give the address that an owner has', async () => {
    const login = { username: 'juruwang', password: 'the cashier herself' };
    await createAdmin(site.site.stores.accounts, login);
    const email = await registerOwner();
    expect((await setAddress(await logInAdmin(login), email, login.password)).status).toBe(204);
    await mailTo(server, email, 2);
  });

  test('gets no new password while disabled, by no link', async () => {
    const { accounts } = site.site.stores;
    const id = await createAdmin(accounts, { username: 'cuti', password: 'the clerk on leave' });
    await accounts.changeContact(id, { verifiedEmail: 'cuti@example.org' });
    await accounts.disableAdmin('cuti');
    const expiresAt = new Date(now().getTime() + 60_000);
    const held = { account: id, tokenHash: hashOfToken('held'), expiresAt };
    await accounts.addReset(held, now(), expiresAt);
    expect((await reset('held')).status).toBe(410);
  });

  test('confirms one of two addresses at once, and no earlier one again', async () => {
    const asked = { username: 'timbalan', password: 'the deputy himself' };
    await createAdmin(site.site.stores.accounts, asked);
    const as = await logInAdmin(asked);
    const linkTo = async (email: string) => {
      const body = { email, accountPassword: asked.password };
      expect((await site.put('/api/account/mail/address', body, { as })).status).toBe(204);
      return tokenAfter(verifyLink, await mailTo(server, email));
    };
    const emails = ['timbalan@example.org', 'deputy@example.org'];
    const links = [await linkTo('timbalan@example.org'), await linkTo('deputy@example.org')];
    const answers = await Promise.all(links.map(verify));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 410]);
    expect(await settingsOf(as)).toMatchObject({ email: emails[statuses.indexOf(204)] });
    expect((await verify(links[statuses.indexOf(204)] ?? '')).status).toBe(204);
    expect((await verify(await linkTo('new@example.org'))).status).toBe(204);
    for (const link of links) expect((await verify(link)).status).toBe(410);
    expect(await settingsOf(as)).toMatchObject({ email: 'new@example.org' });
  });

  test('keeps the address that is confirmed while a password is reset by the former one', async () => {
    const { accounts } = site.site.stores;
    const asked = { username: 'kerani', password: 'the clerk himself' };
    const id = await createAdmin(accounts, asked);
    const [former, latter] = ['kerani@example.org', 'clerk@example.org'];
    await accounts.changeContact(id, { verifiedEmail: former });
    await requestReset(asked.username, 'admin');
    const token = tokenAfter(resetLink, await mailTo(server, former));
    const setPassword = accounts.setPassword.bind(accounts);
    const setting = vi.spyOn(accounts, 'setPassword').mockImplementation(async (...change) => {
      await accounts.verifyAdminEmail(id, latter, former);
      return setPassword(...change);
    });
    onTestFinished(() => setting.mockRestore());
    expect((await reset(token)).status).toBe(200);
    const as = await logInAdmin({ ...asked, password: another });
    expect(await settingsOf(as)).toMatchObject({ email: latter });
  });

  test.each([
    ['a new password', (name: string) => setAdminPassword(name, another)],
    [
      'a log-out everywhere',
      async (_: string, as: Person) => site.remove('/api/account/sessions', { as }),
    ],
    [
      'disabling and enabling',
      async (name: string, { id }: Person) => {
        const { accounts } = site.site.stores;
        await accounts.disableAdmin(name);
        await accounts.endSessions(id, { isDisabled: false });
      },
    ],
  ])('confirms no address by a link from before %s', async (_, end) => {
    const { accounts } = site.site.stores;
    const asked = { username: `admin.${++count}`, password: 'the clerk himself' };
    await createAdmin(accounts, asked);
    const as = await logInAdmin(asked);
    const email = `${asked.username}@example.net`;
    const body = { email, accountPassword: asked.password };
    expect((await site.put('/api/account/mail/address', body, { as })).status).toBe(204);
    const token = tokenAfter(verifyLink, await mailTo(server, email));
    await end(asked.username, as);
    expect((await verify(token)).status).toBe(410);
    expect((await accounts.findContacts([as.id])).get(as.id)?.verifiedEmail ?? null).toBeNull();
  });

  test('sees which mails wait, without addresses', async () => {
    const answer = await site.get('/api/operations/mail', { as: await logInAdmin() });
    expect(answer.json).toMatchObject({ transport: 'outbox', undelivered: [] });
    const owner = await logInOwner(await registerOwner());
    expect((await site.get('/api/operations/mail', { as: owner })).status).toBe(403);
  });
});

describe('POST /api/unsubscriptions', () => {
  test('needs a valid token, and stops the mails of that account', async () => {
    const owner = await logInOwner(await registerOwner());
    expect((await site.post('/api/unsubscriptions?token=x')).status).toBe(410);
    expect((await site.post(`/api/unsubscriptions?token=${owner.token}`)).status).toBe(410);
    expect((await site.post('/api/unsubscriptions')).status).toBe(400);
    const tooLong = encodeURIComponent('\u{10000}'.repeat(1001));
    expect((await site.post(`/api/unsubscriptions?token=${tooLong}`)).status).toBe(400);
    expect(await settingsOf(owner)).toMatchObject({ wantsNotices: true });
  });
});

test('POST /api/unsubscriptions is written once, however often its link is opened', async () => {
  const owner = await logInOwner(await registerOwner());
  const { secrets, stores } = site.site;
  const token = linkTokens(secrets.tokenKey, () => secrets.tokenKey).unsubscription(owner.id);
  const changing = vi.spyOn(stores.accounts, 'changeContact');
  onTestFinished(() => changing.mockRestore());
  for (let click = 1; click <= 3; click += 1)
    expect((await site.post(`/api/unsubscriptions?token=${token}`)).status).toBe(204);
  expect(changing).toHaveBeenCalledOnce();
  expect(await settingsOf(owner)).toMatchObject({ wantsNotices: false });
});

test('GET /api/unsubscriptions leads to the page that asks, and stops nothing', async () => {
  const owner = await logInOwner(await registerOwner());
  const { secrets } = site.site;
  const token = linkTokens(secrets.tokenKey, () => secrets.tokenKey).unsubscription(owner.id);
  const answer = await site.get(`/api/unsubscriptions?token=${token}`);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`/unsubscribe?token=${token}`);
  expect(await settingsOf(owner)).toMatchObject({ wantsNotices: true });
  const encoded = await site.get('/api/unsubscriptions?token=%0D%0A%26a%3D1');
  expect(encoded.headers.get('location')).toBe('/unsubscribe?token=%0D%0A%26a%3D1');
  expect((await site.get('/api/unsubscriptions')).status).toBe(400);
});

test('the settings of mails are changed by their account only, together or one by one', async () => {
  const [owner, other] = [
    await logInOwner(await registerOwner()),
    await logInOwner(await registerOwner()),
  ];
  const body = { language: 'ms', wantsNotices: false };
  const answer = await site.put('/api/account/mail', body, { as: owner });
  expect(answer.json).toMatchObject(body);
  expect(await settingsOf(owner)).toMatchObject(body);
  expect(await settingsOf(other)).toMatchObject({ language: 'en', wantsNotices: true });
  const change = (changes: object) => site.put('/api/account/mail', changes, { as: owner });
  expect((await change({ language: 'en' })).json).toMatchObject({ ...body, language: 'en' });
  expect((await change({ wantsNotices: true })).json).toMatchObject({ language: 'en' });
  expect(await settingsOf(owner)).toMatchObject({ language: 'en', wantsNotices: true });
  expect((await change({})).status).toBe(400);
  expect((await site.get('/api/account/mail')).status).toBe(401);
  const unknown = site.signIn('user');
  expect((await site.get('/api/account/mail', { as: unknown })).status).toBe(404);
  expect((await site.put('/api/account/mail', body, { as: unknown })).status).toBe(404);
  expect((await site.site.stores.accounts.findContacts([unknown.id])).size).toBe(0);
});
