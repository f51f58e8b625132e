import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as nextTurn } from 'node:timers/promises';
import {
  currentSchema,
  businessStream,
  commandHandler,
  type BusinessId,
  type CommandContext,
} from '@directory/domain';
import { startOfLog, toPosition, Unavailable } from '@directory/domain/event-store';
import { plainEvent, someEvent } from '@directory/domain/testing';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  createAdmin,
  demonstrationOwnerId,
  ensureDemonstrationOwner,
} from '../accounts/generated-logins.ts';
import type { NotifierState } from '../accounts/mail-store.ts';
import { systemClock } from '../clock.ts';
import { eraseOwner } from '../accounts/erase-owner.ts';
import { countWaitingListings } from '../background-work.ts';
import { anOwner } from '../testing/accounts-fixture.ts';
import {
  approveListing,
  publishDemonstration,
  publishListing,
  submitListing,
} from '../testing/listings.ts';
import { refusal, startMailServer, type MailServer } from '../testing/mail-server.ts';
import { mailTo, startMails, tokenAfter } from '../testing/mails.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';
import { MailNotSent, smtpMailer } from './mailer.ts';
import { maxAttempts } from './notifier.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const from = { name: '', address: 'a@b.example' };
const yearMs = 365 * 24 * hourMs;

let site: TestSite;
/** A listing of nobody, about which no mail goes out. */
let markerId: BusinessId;
/** How far the clock of the notifiers is ahead. */
let ahead = 0;
const clock = () => new Date(Date.now() + ahead);
let server: MailServer;
const running = new Set<{ readonly stop: () => Promise<void> }>();

beforeAll(async () => {
  site = await startTestSite();
  markerId = await submitListing(site, site.signIn('user'));
});
afterAll(() => site.stop());
beforeEach(async () => {
  ahead = 0;
  server = await startMailServer();
});
afterEach(async () => {
  for (const each of [...running]) await stop(each);
  await server.stop();
});

function start(changes: Parameters<typeof startMails>[2] = {}) {
  const mails = startMails(site, server, { clock, ...changes });
  running.add(mails);
  return mails;
}

async function stop(mails: { readonly stop: () => Promise<void> }): Promise<void> {
  running.delete(mails);
  await mails.stop();
}

type Owner = Person & { readonly email: string };
let count = 0;

/** With a confirmed address. */
async function newOwner(changes: object = {}): Promise<Owner> {
  const { accounts } = site.site.stores;
  count += 1;
  const owner = anOwner({ email: `siti.${count}@example.org` });
  const { id, email } = owner;
  await accounts.registerOwner(owner);
  await accounts.changeContact(id, { verifiedEmail: email, ...changes });
  return { ...site.signIn('user', owner.fullName, id), email };
}

const decide = (id: string, body: object) =>
  site.put(`/api/businesses/${id}`, body, { as: site.signIn('admin') });
const reviewMails = () => site.site.stores.accounts.reviewMails();
const mailsTo = ({ email }: Pick<Owner, 'email'>) =>
  server.received.filter(({ to }) => to.includes(email));

const orderReset = ({ id: account }: Pick<Owner, 'id'>) =>
  site.site.stores.accounts.queueMail({
    id: randomUUID(),
    kind: 'reset',
    account,
    about: null,
    orderedAt: clock(),
  });
const tokenIn = (message: string) => tokenAfter('/reset-password#', { to: [], message });

/** Starts a notifier whose mail to this owner is refused; the returned function lets the server accept the next one. */
async function giveUpMailTo(owner: Owner): Promise<() => void> {
  let answer: Error | null = refusal(550);
  await server.stop();
  server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      done(address === owner.email ? answer : null);
    },
  });
  start();
  await publishListing(site, owner);
  await vi.waitUntil(
    async () => (await reviewMails()).undelivered.some(({ account }) => account === owner.id),
    { timeout: 30_000, interval: 10 },
  );
  return () => {
    answer = null;
  };
}

/** Everything that is in the log is queued, and everything queued was sent. */
async function settle(): Promise<void> {
  const { accounts, log } = site.site.stores;
  const data = { businessId: markerId, ownerId: null };
  const marker = someEvent({ type: 'BusinessApproved', data });
  const { position } = await log.append(businessStream(markerId), [marker], { expected: 'any' });
  await vi.waitUntil(
    async () => ((await accounts.getNotifierState())?.position ?? startOfLog) >= position,
    { timeout: 30_000, interval: 10 },
  );
  await nothingWaits();
}

const nothingWaits = () =>
  vi.waitUntil(async () => (await reviewMails()).waiting === 0, { timeout: 30_000, interval: 10 });

/** The notifier has begun, so that what comes now is news. */
async function begun(): Promise<void> {
  const { accounts } = site.site.stores;
  await vi.waitUntil(async () => (await accounts.getNotifierState()) !== null, {
    timeout: 30_000,
    interval: 10,
  });
}

/** To 08:30 of the next day in Kuala Lumpur, or to another hour of it. */
function advanceToMorning(hour = 8.5): void {
  const sinceMidnight = (clock().getTime() + 8 * hourMs) % (24 * hourMs);
  ahead += 24 * hourMs - sinceMidnight + hour * hourMs;
}

/** The notifier has done what it does once a day. */
async function summarized(): Promise<void> {
  const { accounts } = site.site.stores;
  const date = clock().toISOString().slice(0, 10);
  await vi.waitUntil(async () => (await accounts.getNotifierState())?.summarized === date, {
    timeout: 30_000,
    interval: 10,
  });
}

/** With a confirmed address, until the end of the test: the next one is another day of the notifiers, which has another summary. */
async function newAdmin(username: string, wantsNotices: boolean): Promise<string> {
  const { accounts } = site.site.stores;
  const email = `${username}@example.org`;
  const id = await createAdmin(accounts, { username, password: 'the boss himself' });
  await accounts.changeContact(id, { verifiedEmail: email, wantsNotices });
  onTestFinished(() => accounts.changeContact(id, { wantsNotices: false }));
  return email;
}

/** Moves the clock of the notifiers on, so that every wait for another attempt is over. */
async function advanceUntil(
  isDone: () => boolean | Promise<boolean>,
  stepMs = hourMs / 2,
): Promise<void> {
  while (!(await isDone())) {
    ahead += stepMs;
    await nextTurn(20);
  }
}

test('what is queued is sent while the log cannot be read', async () => {
  const { accounts, log } = site.site.stores;
  const owner = await newOwner();
  const head = vi.spyOn(log, 'head').mockRejectedValue(new Unavailable('the log is away'));
  onTestFinished(() => head.mockRestore());
  start();
  const order = { id: randomUUID(), kind: 'reset', account: owner.id, about: null } as const;
  await accounts.queueMail({ ...order, orderedAt: new Date() });
  await mailTo(server, owner.email);
  expect(head).toHaveBeenCalled();
});

/** A decision while no notifier runs, and how far the last one had read. */
async function stopBeforeDecision() {
  const mails = start();
  await settle();
  await stop(mails);
  const owner = await newOwner();
  await publishListing(site, owner);
  const state = await site.site.stores.accounts.getNotifierState();
  if (!state) throw new Error('it has begun');
  return { owner, state };
}

test('what happened before the notifier first started is not mailed', async () => {
  const owner = await newOwner();
  await publishListing(site, owner);
  start();
  await begun();
  await settle();
  expect(mailsTo(owner)).toEqual([]);
});

test.each([
  [
    'another log, of whose decisions none is news',
    () => ({ log: 'another', position: startOfLog }),
  ],
  [
    'another log that began with the same place at another time',
    () => ({ logTime: '2026-01-01T00:00:00.000Z', position: startOfLog }),
  ],
  [
    'more of the log than a backup that was restored has',
    async ({ log, position }: NotifierState) => ({
      log,
      position: toPosition(Number(position) + 1_000_000),
    }),
  ],
])('a notifier that had read %s begins at its end', async (_what, stateBefore) => {
  const { accounts } = site.site.stores;
  const { owner, state } = await stopBeforeDecision();
  await accounts.setNotifierState({ ...state, ...(await stateBefore(state)) });
  start();
  await vi.waitUntil(
    async () =>
      (await accounts.getNotifierState())?.position === (await site.site.stores.log.head()),
    { timeout: 30_000, interval: 10 },
  );
  await settle();
  expect(mailsTo(owner)).toEqual([]);
});

test('a notifier continues where an older release stopped, which named the log without its time', async () => {
  const { accounts } = site.site.stores;
  const { owner, state } = await stopBeforeDecision();
  expect(state.logTime).toBeDefined();
  await accounts.setNotifierState({ ...state, logTime: undefined });
  start();
  await vi.waitUntil(() => mailsTo(owner).length > 0, { timeout: 30_000, interval: 10 });
  expect(await accounts.getNotifierState()).toMatchObject({ logTime: state.logTime });
});

test('a notifier looks after an outage whether the log is still the one that it had read', async () => {
  const { accounts, log } = site.site.stores;
  start();
  await settle();
  const state = await accounts.getNotifierState();
  if (!state) throw new Error('it has begun');
  await accounts.setNotifierState({ ...state, log: 'another' });
  const head = vi.spyOn(log, 'head').mockRejectedValueOnce(new Unavailable('the log is away'));
  onTestFinished(() => head.mockRestore());
  await expect.poll(() => accounts.getNotifierState()).toMatchObject({ log: state.log });
});

test('a notifier that began with an empty log knows the log once it has events', async () => {
  const { accounts, log } = site.site.stores;
  const head = vi.spyOn(log, 'head').mockResolvedValue(startOfLog);
  const readAll = vi.spyOn(log.stored, 'readAll').mockResolvedValue([]);
  onTestFinished(() => {
    for (const spy of [head, readAll]) spy.mockRestore();
  });
  start();
  await expect.poll(() => accounts.getNotifierState()).toMatchObject({ log: '' });
  for (const spy of [head, readAll]) spy.mockRestore();
  const [first] = await log.stored.readAll({ after: startOfLog, limit: 1 });
  const { id = '', position } = first ?? {};
  await expect
    .poll(() => accounts.getNotifierState())
    .toMatchObject({ log: `${id}@${position}`, logTime: first?.metadata.time });
  await nothingWaits();
});

test('a decision that it reads only a week later is not mailed', async () => {
  const { accounts, log } = site.site.stores;
  const mails = start();
  await settle();
  await stop(mails);
  const owner = await newOwner();
  await publishListing(site, owner);
  ahead = 8 * 24 * hourMs;
  start();
  const isRead = async () => (await accounts.getNotifierState())?.position === (await log.head());
  await vi.waitUntil(isRead, { timeout: 30_000, interval: 10 });
  await nothingWaits();
  expect(mailsTo(owner)).toEqual([]);
});

test('of many decisions that came while it was away it reads all', async () => {
  const { log } = site.site.stores;
  const mails = start();
  await settle();
  await stop(mails);
  const [owner, other] = [await newOwner(), await newOwner()];
  const businessId = await submitListing(site, other);
  const data = { businessId, ownerId: null };
  const many = Array.from({ length: 500 }, () => someEvent({ type: 'BusinessApproved', data }));
  await log.append(businessStream(businessId), many, { expected: 0 });
  await publishListing(site, owner);
  start();
  await mailTo(server, owner.email);
});

test.each([
  ['in a schema of a newer release', currentSchema + 1],
  ['that is damaged', 2],
])('a decision %s does not hold up the mails about others', async (_, schema) => {
  const { log } = site.site.stores;
  const warn = vi.fn();
  start({ logger: { warn } });
  await settle();
  const owner = await newOwner();
  const data = { businessId: markerId };
  const strange = someEvent({ type: 'BusinessApproved', data });
  const event = { ...strange, metadata: { ...strange.metadata, schema } };
  await log.append(businessStream(markerId), [event], { expected: 'any' });
  await publishListing(site, owner);
  await mailTo(server, owner.email);
  const details = { mail: event.id, kind: 'decision' };
  expect(warn.mock.calls).toEqual([[details, 'mail-dropped']]);
});

test('an outage of the log is reported once, and so is the next one', async () => {
  const { log } = site.site.stores;
  const warn = vi.fn();
  const fail = async () => {
    const head = vi.spyOn(log, 'head').mockRejectedValue(new Unavailable('the log is away'));
    onTestFinished(() => head.mockRestore());
    await expect.poll(() => head.mock.calls.length).toBeGreaterThan(3);
    head.mockRestore();
  };
  start({ logger: { warn } });
  await fail();
  await settle();
  expect(warn.mock.calls).toMatchObject([[{}, 'mails-delayed']]);
  await fail();
  expect(warn.mock.calls).toMatchObject([
    [{}, 'mails-delayed'],
    [{}, 'mails-delayed'],
  ]);
});

describe('a decision', () => {
  test('is mailed to the owner with its reason, in the language of the owner', async () => {
    start();
    const owner = await newOwner({ language: 'ms' });
    const id = await submitListing(site, owner, { businessName: 'Warung Siti' });
    const reason = { code: 'photo', text: 'Too dark.' };
    const [rejected] = await site.appendedBy(() => decide(id, { status: 'rejected', reason }));
    const { message } = await mailTo(server, owner.email);
    const text = message.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(text).toContain(`Message-ID: <${rejected?.id}@directory.example>`);
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(text).toContain('Gambar tidak sesuai');
    expect(text).toContain('Too dark.');
    expect(text).toContain(`https://directory.example/my-businesses/${id}`);
  });

  test.each([
    ['en', 'Everybody can see it.'],
    ['ms', 'boleh dilihat oleh semua orang.'],
  ] as const)(
    'to approve is mailed in the language %s, with a link to the place',
    async (language, words) => {
      start();
      const owner = await newOwner({ language });
      const id = await publishListing(site, owner, { businessName: 'Warung Siti' });
      const { message } = await mailTo(server, owner.email);
      const text = message.replace(/=\r\n/g, '');
      expect(text).toContain(words);
      expect(text).toContain(`https://directory.example/places/${id}`);
    },
  );

  test.each([
    ['no reason', {}, /submit it again\.$/],
    ['a reason without a label', { reason: 'Too dark.' }, /The reason:\s+> Too dark\.$/],
    ['a label alone', { reason: { code: 'spam' } }, /The reason:\s+> Spam or fake$/],
  ])('with %s is mailed with just that', async (_, body, end) => {
    start();
    const owner = await newOwner();
    const id = await submitListing(site, owner, { businessName: 'Warung Siti' });
    await decide(id, { status: 'rejected', ...body });
    const { message } = await mailTo(server, owner.email);
    const [text = ''] = message.replace(/=\r\n/g, '').split('\r\n\r\nEdit your listing:');
    expect(text).toMatch(end);
  });

  test('of a clock that is hours ahead is mailed at once', async () => {
    ahead = -4 * hourMs;
    start();
    await begun();
    const owner = await newOwner();
    await publishListing(site, owner);
    await mailTo(server, owner.email);
  });

  test('is not mailed to an address that was not confirmed, or to who wants none', async () => {
    start();
    const [unconfirmed, silent] = [
      await newOwner({ verifiedEmail: null }),
      await newOwner({ wantsNotices: false }),
    ];
    for (const owner of [unconfirmed, silent]) await publishListing(site, owner);
    await settle();
    for (const owner of [unconfirmed, silent]) expect(mailsTo(owner)).toEqual([]);
  });

  test('is not mailed any more after the click in an earlier mail', async () => {
    start();
    const owner = await newOwner();
    await publishListing(site, owner);
    const { message } = await mailTo(server, owner.email);
    const [, path = ''] =
      /List-Unsubscribe: <https:\/\/directory.example([^>]+)>/.exec(message) ?? [];
    const oneClick = {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    expect((await site.send(path, { method: 'POST', ...oneClick })).status).toBe(204);
    await publishListing(site, owner);
    await settle();
    expect(mailsTo(owner)).toHaveLength(1);
  });

  test('that was undone before it was mailed is not mailed', async () => {
    const owner = await newOwner();
    const id = await publishListing(site, owner);
    const path = `/api/businesses/${id}/decision-withdrawal`;
    const undone = await site.post(path, { revision: 1 }, { as: site.signIn('admin') });
    expect(undone.status).toBe(200);
    start();
    await settle();
    expect(mailsTo(owner)).toEqual([]);
  });

  test('that was followed by another before it was mailed is not mailed', async () => {
    const owner = await newOwner();
    const id = await publishListing(site, owner);
    const path = `/api/businesses/${id}/decision-withdrawal`;
    await site.post(path, { revision: 1 }, { as: site.signIn('admin') });
    const [latest] = await site.appendedBy(() => decide(id, { status: 'approved' }));
    start();
    await settle();
    const [mail, ...others] = mailsTo(owner);
    expect(mail?.message).toContain(`Message-ID: <${latest?.id}@directory.example>`);
    expect(others).toEqual([]);
  });

  test('in a schema of a newer release waits for that, and the one before it is not mailed instead', async () => {
    const { log, accounts } = site.site.stores;
    const warn = vi.fn();
    const owner = await newOwner();
    start({ logger: { warn } });
    await begun();
    const businessId = await submitListing(site, owner);
    await decide(businessId, { status: 'rejected' });
    await mailTo(server, owner.email);
    const data = { businessId, ownerId: owner.id };
    const newer = someEvent({ type: 'BusinessApproved', data });
    const event = {
      ...newer,
      metadata: { ...newer.metadata, time: new Date().toISOString(), schema: currentSchema + 1 },
    };
    await log.append(businessStream(businessId), [event], { expected: 'any' });
    onTestFinished(() => accounts.removeMail(newer.id));
    const details = expect.objectContaining({ mail: newer.id }) as unknown;
    await expect.poll(() => warn.mock.calls).toEqual([[details, 'mail-not-sent']]);
    expect(await reviewMails()).toMatchObject({ waiting: 1 });
    expect(mailsTo(owner)).toHaveLength(1);
  });

  test('on demonstration data is not mailed', async () => {
    const owner = await newOwner();
    const handle = commandHandler(site.site.stores.log);
    const businessId = await submitListing(site, owner);
    const context: CommandContext = {
      ...{ commandId: randomUUID(), correlationId: randomUUID() },
      ...{ actor: { id: randomUUID(), role: 'admin' }, time: new Date().toISOString() },
      demonstration: true,
    };
    await handle({ type: 'ApproveBusiness', businessId }, context);
    start();
    await settle();
    expect(mailsTo(owner)).toEqual([]);
  });

  test('is not mailed to a disabled owner', async () => {
    start();
    const owner = await newOwner();
    const id = await submitListing(site, owner);
    await site.site.stores.accounts.endSessions(owner.id, { isDisabled: true });
    await approveListing(site, id);
    await settle();
    expect(mailsTo(owner)).toEqual([]);
  });

  test('is not mailed to an erased owner', async () => {
    const owner = await newOwner();
    await publishListing(site, owner);
    const { stores, views, projector, sessions } = site.site;
    const deps = { stores, views, projector, dataDir: site.dataDir, clock: systemClock };
    await eraseOwner(
      { ...deps, endSessions: sessions.end },
      { ownerId: owner.id, listings: 'keep', actor: { id: owner.id, role: 'user' } },
    );
    start();
    await settle();
    expect(mailsTo(owner)).toEqual([]);
  });
});

test('nothing is mailed to the demonstration owner, nor once an erasure has begun', async () => {
  const { stores, secrets } = site.site;
  const { dataDir } = site;
  const login = await ensureDemonstrationOwner({ ...stores, ...secrets, dataDir });
  const erased = await newOwner();
  await stores.log.ownerKeys.beginErasure(erased.id, 'keep');
  start();
  await orderReset({ id: demonstrationOwnerId });
  await orderReset(erased);
  await settle();
  expect(mailsTo({ email: login?.email ?? '' })).toEqual([]);
  expect(mailsTo(erased)).toEqual([]);
});

test('a changed address is not announced to the one that is still the account’s', async () => {
  const { accounts } = site.site.stores;
  const { id: account, email } = await newOwner();
  const order = { kind: 'address-change', account } as const;
  start();
  for (const about of ['former@example.org', email])
    await accounts.queueMail({ ...order, id: randomUUID(), about, orderedAt: clock() });
  await mailTo(server, 'former@example.org');
  await settle();
  expect(mailsTo({ email })).toEqual([]);
});

test('the summary goes once a day, in the morning, to admins who want it, if something waits', async () => {
  const [keen, quiet] = [await newAdmin('keen', true), await newAdmin('quiet', false)];
  let waiting = 0;
  start({ countWaitingListings: async () => waiting });
  await settle();
  advanceToMorning();
  await settle();
  expect(server.received.flatMap(({ to }) => to)).not.toContain(keen);
  waiting = 3;
  advanceToMorning(7.9);
  await settle();
  expect(server.received.flatMap(({ to }) => to)).not.toContain(keen);
  advanceToMorning();
  const { message } = await mailTo(server, keen);
  expect(message).toContain('3 listings are waiting for review');
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await settle();
  advanceToMorning();
  await mailTo(server, keen, 2);
  await settle();
  const to = server.received.flatMap((mail) => mail.to);
  expect(to.filter((address) => address === keen)).toHaveLength(2);
  expect(to).not.toContain(quiet);
});

test('the summary counts no demonstration listings', async () => {
  const count = () => countWaitingListings(site.site);
  const before = await count();
  const id = await publishDemonstration(site);
  const withdrawal = `/api/businesses/${id}/decision-withdrawal`;
  const { json } = await site.post(withdrawal, undefined, { as: site.signIn('admin') });
  expect(json).toMatchObject({ status: 'pending', demonstration: true });
  expect(await count()).toBe(before);
  await submitListing(site, site.signIn('user'));
  expect(await count()).toBe(before + 1);
});

test('the summary of a single listing is in the language of each admin', async () => {
  const { accounts } = site.site.stores;
  const [english, malay] = [await newAdmin('tunggal', true), await newAdmin('satu', true)];
  const { id = '' } = (await accounts.getAdminByUsername('satu')) ?? {};
  await accounts.changeContact(id, { language: 'ms' });
  start({ countWaitingListings: async () => 1 });
  await settle();
  advanceToMorning();
  const { message } = await mailTo(server, english);
  expect(message).toContain('Subject: 1 listing is waiting for review');
  expect(message).toContain('One listing is waiting for your decision.');
  expect((await mailTo(server, malay)).message).toContain('Subject: 1 penyenaraian menunggu');
});

test('the summary goes also where the notifier was away in the night', async () => {
  const email = await newAdmin('awake', true);
  const countWaitingListings = async () => 3;
  const mails = start({ countWaitingListings });
  advanceToMorning();
  await summarized();
  await nothingWaits();
  await stop(mails);
  const { length } = mailsTo({ email });
  advanceToMorning();
  start({ countWaitingListings });
  await mailTo(server, email, length + 1);
  await settle();
});

test('the summary goes on the next morning after a clock that was a year ahead was set right', async () => {
  const email = await newAdmin('punctual', true);
  ahead = yearMs;
  advanceToMorning();
  start({ countWaitingListings: async () => 3 });
  await summarized();
  await nothingWaits();
  const { length } = mailsTo({ email });
  ahead = 0;
  advanceToMorning();
  await mailTo(server, email, length + 1);
  await settle();
});

test('the summary goes to one admin once while that of another cannot be queued', async () => {
  const { accounts } = site.site.stores;
  const [first, second] = [await newAdmin('early', true), await newAdmin('late', true)];
  let waiting = 0;
  start({ countWaitingListings: async () => waiting });
  advanceToMorning();
  await summarized();
  await nothingWaits();
  waiting = 3;
  const queueMail = accounts.queueMail.bind(accounts);
  const queued = new Set<string>();
  const queue = vi.spyOn(accounts, 'queueMail').mockImplementation(async (order) => {
    if (order.kind === 'summary' && !queued.has(order.account) && queued.size === 1)
      throw new Unavailable('the accounts are away');
    if (order.kind === 'summary') queued.add(order.account);
    await queueMail(order);
  });
  onTestFinished(() => queue.mockRestore());
  const summaries = () => [first, second].flatMap((email) => mailsTo({ email }));
  advanceToMorning();
  await vi.waitUntil(() => summaries().length > 0, { timeout: 30_000, interval: 10 });
  const { length } = queue.mock.calls;
  await vi.waitUntil(() => queue.mock.calls.length > length + 3, { timeout: 30_000, interval: 10 });
  queue.mockRestore();
  await summarized();
  await nothingWaits();
  const to = summaries().flatMap((mail) => mail.to);
  expect(to.toSorted()).toEqual([first, second]);
});

describe('sending', () => {
  test('continues when the server is back', async () => {
    await server.stop();
    start();
    const owner = await newOwner();
    await publishListing(site, owner);
    await vi.waitUntil(async () => (await reviewMails()).waiting > 0, {
      timeout: 30_000,
      interval: 10,
    });
    server = await startMailServer({ port: Number(new URL(server.url).port) });
    await advanceUntil(() => mailsTo(owner).length > 0);
  });

  test('counts no attempt of a mail while the server is down', async () => {
    const { accounts } = site.site.stores;
    await server.stop();
    const owner = await newOwner();
    const order = { id: randomUUID(), kind: 'verification', account: owner.id } as const;
    await accounts.changeContact(owner.id, { verifiedEmail: null });
    await accounts.queueMail({ ...order, about: null, orderedAt: clock() });
    const refused = { attempts: maxAttempts - 1, dueAt: clock(), failure: null };
    await accounts.changeMail(order.id, 0, refused);
    start();
    const end = ahead + 30 * hourMs;
    await advanceUntil(() => ahead > end);
    server = await startMailServer({ port: Number(new URL(server.url).port) });
    await advanceUntil(() => mailsTo(owner).length > 0);
  });

  test('counts no attempt of a mail while the log is away', async () => {
    const { owner } = await stopBeforeDecision();
    const { log } = site.site.stores;
    const read = vi.spyOn(log, 'readStream').mockRejectedValue(new Unavailable('away'));
    onTestFinished(() => read.mockRestore());
    start();
    const end = ahead + 30 * hourMs;
    await advanceUntil(() => ahead > end);
    expect(read.mock.calls.length).toBeGreaterThan(maxAttempts);
    read.mockRestore();
    await advanceUntil(() => mailsTo(owner).length > 0);
  });

  test('counts an attempt of a mail that cannot be removed once it was sent', async () => {
    const { accounts } = site.site.stores;
    const remove = vi.spyOn(accounts, 'removeMail').mockRejectedValue(new Unavailable('away'));
    onTestFinished(() => remove.mockRestore());
    const owner = await newOwner();
    const order = { id: randomUUID(), kind: 'verification', account: owner.id } as const;
    await accounts.changeContact(owner.id, { verifiedEmail: null });
    await accounts.queueMail({ ...order, about: null, orderedAt: clock() });
    start();
    await advanceUntil(() => mailsTo(owner).length > 1, minuteMs);
    const end = ahead + 3 * hourMs;
    await advanceUntil(() => ahead > end, minuteMs);
    const sent = mailsTo(owner).length;
    remove.mockRestore();
    await advanceUntil(async () => (await reviewMails()).waiting === 0);
    expect(sent).toBeLessThan(maxAttempts);
  });

  test.each([
    ['the server answered nothing', () => undefined],
    ['the server refused it for now', (done: (error: Error) => void) => done(refusal(451))],
  ])('repeats a link for a new password after %s', async (_what, answerFirst) => {
    const owner = await newOwner();
    const messages: string[] = [];
    await server.stop();
    server = await startMailServer({
      onData(stream, _session, done) {
        void text(stream).then((message) => {
          messages.push(message);
          if (messages.length === 1) answerFirst(done);
          else done();
        });
      },
    });
    const warn = vi.fn();
    const mailer = smtpMailer({ url: server.url, from, timeoutMs: 500 });
    start({ mailer, logger: { warn } });
    await orderReset(owner);
    await expect.poll(() => warn.mock.calls).toMatchObject([[{}, 'mail-not-sent']]);
    ahead += 2 * minuteMs;
    await expect.poll(() => messages.length).toBe(2);
    const [first = '', second = ''] = messages.map(tokenIn);
    expect(first).toHaveLength(43);
    expect(second).toBe(first);
  });

  test('voids a link for a new password once its admin confirms another address', async () => {
    const { accounts } = site.site.stores;
    const former = await newAdmin('berpindah', false);
    const { id = '' } = (await accounts.getAdminByUsername('berpindah')) ?? {};
    const messages: string[] = [];
    await server.stop();
    server = await startMailServer({
      onData(stream, { envelope }, done) {
        void text(stream).then((message) => {
          messages.push(message);
          // The first answer is lost, so that the mail is repeated.
          if (envelope.rcptTo.some(({ address }) => address !== former)) done();
        });
      },
    });
    const warn = vi.fn();
    const mailer = smtpMailer({ url: server.url, from, timeoutMs: 500 });
    start({ mailer, logger: { warn } });
    await orderReset({ id });
    await expect.poll(() => warn.mock.calls).toMatchObject([[{}, 'mail-not-sent']]);
    await accounts.verifyAdminEmail(id, 'menetap@example.org', former);
    ahead += 2 * minuteMs;
    await expect.poll(() => messages.length).toBe(2);
    const tokens = messages.map(tokenIn);
    const newPassword = 'teh tarik kurang manis';
    const statuses = [];
    for (const token of tokens)
      statuses.push((await site.post('/api/password-resets', { token, newPassword })).status);
    expect(statuses).toEqual([410, 200]);
  });

  test('sends no link for a new password to an address that is replaced while it is written', async () => {
    const { accounts } = site.site.stores;
    const former = await newAdmin('bertukar', false);
    const { id = '' } = (await accounts.getAdminByUsername('bertukar')) ?? {};
    const addReset = accounts.addReset.bind(accounts);
    const adding = vi.spyOn(accounts, 'addReset').mockImplementation(async (...reset) => {
      await accounts.verifyAdminEmail(id, 'baharu@example.org', former);
      return addReset(...reset);
    });
    onTestFinished(() => adding.mockRestore());
    await orderReset({ id });
    start();
    await nothingWaits();
    expect(server.received.flatMap(({ to }) => to)).not.toContain(former);
  });

  test('sends one link to who asked twice for a new password', async () => {
    const owner = await newOwner();
    await orderReset(owner);
    await orderReset(owner);
    start();
    await settle();
    const [mail, ...others] = mailsTo(owner);
    expect(others).toEqual([]);
    const newPassword = 'teh tarik kurang manis';
    const token = tokenIn(mail?.message ?? '');
    expect((await site.post('/api/password-resets', { token, newPassword })).status).toBe(200);
  });

  test('drops a link for a new password that cannot be delivered', async () => {
    const owner = await newOwner();
    await server.stop();
    server = await startMailServer({ onRcptTo: (_address, _session, done) => done(refusal(550)) });
    start();
    await orderReset(owner);
    await nothingWaits();
    const { undelivered } = await reviewMails();
    expect(undelivered.filter(({ account }) => account === owner.id)).toEqual([]);
  });

  test('does not mail a decision again that is a week old', async () => {
    const { accounts } = site.site.stores;
    const owner = await newOwner();
    const accept = await giveUpMailTo(owner);
    accept();
    ahead += 8 * 24 * hourMs;
    await accounts.retryMails(clock());
    await nothingWaits();
    expect(mailsTo(owner)).toEqual([]);
  });

  test('ends soon when the notifier stops, and is no attempt', async () => {
    const owner = await newOwner();
    let isAsked = false;
    await server.stop();
    server = await startMailServer({ onRcptTo: () => void (isAsked = true) });
    const mailer = smtpMailer({ url: server.url, from, timeoutMs: 5 * minuteMs });
    const mails = start({ graceMs: 100, mailer });
    await orderReset(owner);
    await vi.waitUntil(() => isAsked, { timeout: 30_000, interval: 10 });
    await stop(mails);
    const [mail] = await site.site.stores.accounts.findDueMails(new Date(Date.now() + hourMs), 10);
    expect(mail).toMatchObject({ account: owner.id, attempts: 0 });
    await site.site.stores.accounts.removeMail(mail?.id ?? '');
  }, 30_000);

  test('of one mail is finished when the notifier stops, and no other begins', async () => {
    const { accounts } = site.site.stores;
    const asked: (() => void)[] = [];
    await server.stop();
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => void asked.push(done),
    });
    const owners = [await newOwner(), await newOwner()];
    for (const owner of owners) await orderReset(owner);
    const mails = start();
    await vi.waitUntil(() => asked.length > 0, { timeout: 30_000, interval: 10 });
    const stopped = stop(mails);
    for (const accept of asked) accept();
    await stopped;
    expect(owners.map((owner) => mailsTo(owner).length).toSorted()).toEqual([0, 1]);
    const waiting = await accounts.findDueMails(clock(), 10);
    expect(waiting).toMatchObject([{ kind: 'reset', attempts: 0 }]);
    for (const { id } of waiting) await accounts.removeMail(id);
  });

  test('forgets what could not be delivered a month ago', async () => {
    const owner = await newOwner();
    await giveUpMailTo(owner);
    const isListed = async () =>
      (await reviewMails()).undelivered.some(({ account }) => account === owner.id);
    ahead += 28 * 24 * hourMs;
    advanceToMorning();
    await summarized();
    expect(await isListed()).toBe(true);
    ahead += 2 * 24 * hourMs;
    advanceToMorning();
    await summarized();
    expect(await isListed()).toBe(false);
  });

  test('gives up on an address that is refused, while others get their mails', async () => {
    const lines: unknown[] = [];
    const refused = await newOwner();
    await server.stop();
    server = await startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        done(address === refused.email ? refusal(550) : null);
      },
    });
    start({ logger: { warn: (...line: unknown[]) => void lines.push(line) } });
    await publishListing(site, refused);
    await settle();
    const { undelivered } = await reviewMails();
    expect(undelivered.at(-1)).toMatchObject({ account: refused.id, failure: '550', attempts: 1 });
    expect(JSON.stringify(lines)).toContain('mail-undelivered');
    expect(JSON.stringify(lines)).not.toContain(refused.email);
    const answer = await site.get('/api/operations/mail', { as: site.signIn('admin') });
    expect(answer.text).toContain('"failure":"550"');
    expect(answer.text).not.toContain(refused.email);
  });

  test('that was given up begins again when an admin asks for it', async () => {
    const owner = await newOwner();
    const accept = await giveUpMailTo(owner);
    const metrics = async () => (await site.get('/metrics')).text;
    expect(await metrics()).toMatch(/^mails\{state="undelivered"\} [1-9]/m);
    accept();
    const as = site.signIn('admin');
    const retry = (by?: Person) => site.post('/api/operations/mail/retry', {}, by && { as: by });
    expect((await retry()).status).toBe(401);
    expect((await retry(owner)).status).toBe(403);
    const events = await site.appendedBy(async () => {
      const asked = await retry(as);
      expect(asked).toMatchObject({ status: 200, json: { undeliveredCount: 0 } });
      expect(asked.text).not.toContain(owner.email);
    });
    expect(events.map(plainEvent)).toMatchObject([
      { type: 'MailsRetried', stream: 'operations', metadata: { actor: { id: as.id } } },
    ]);
    await mailTo(server, owner.email);
    expect(await metrics()).toMatch(/^mails\{state="undelivered"\} 0/m);
    expect(await site.appendedBy(() => retry(as))).toEqual([]);
  });

  test('that was given up is discarded when an admin asks for it, also one from a clock that was ahead', async () => {
    const owner = await newOwner();
    const accept = await giveUpMailTo(owner);
    accept();
    const { accounts } = site.site.stores;
    const [id, orderedAt] = [randomUUID(), new Date(Date.now() + yearMs)];
    await accounts.queueMail({
      id,
      kind: 'verification',
      account: owner.id,
      about: null,
      orderedAt,
    });
    await accounts.changeMail(id, 0, { attempts: 12, dueAt: orderedAt, failure: '550' });
    const as = site.signIn('admin');
    const discard = (by: Person) => site.remove('/api/operations/mail/undelivered', { as: by });
    expect((await discard(owner)).status).toBe(403);
    const events = await site.appendedBy(async () => {
      const answer = await discard(as);
      expect(answer).toMatchObject({ status: 200, json: { waiting: 0, undeliveredCount: 0 } });
    });
    expect(events.map(plainEvent)).toMatchObject([
      {
        type: 'MailsDiscarded',
        data: { mails: 2 },
        stream: 'operations',
        metadata: { actor: { id: as.id } },
      },
    ]);
    expect(await site.appendedBy(() => discard(as))).toEqual([]);
  });

  test('tries again where the server was too slow', async () => {
    const owner = await newOwner();
    let calls = 0;
    await server.stop();
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => {
        calls += 1;
        if (calls > 1) done();
      },
    });
    start({ mailer: smtpMailer({ url: server.url, from, timeoutMs: 500 }) });
    await publishListing(site, owner);
    await vi.waitUntil(() => calls === 1, { timeout: 30_000, interval: 10 });
    await advanceUntil(() => mailsTo(owner).length > 0);
  });

  test('continues when a clock that was a year ahead is set right', async () => {
    const { accounts } = site.site.stores;
    const owner = await newOwner({ verifiedEmail: null });
    const lines: unknown[] = [];
    ahead = yearMs;
    await server.stop();
    start({ logger: { warn: (...line: unknown[]) => void lines.push(line) } });
    const order = { kind: 'verification', account: owner.id, about: null } as const;
    await accounts.queueMail({ ...order, id: randomUUID(), orderedAt: clock() });
    await vi.waitUntil(() => JSON.stringify(lines).includes('mail-not-sent'), {
      timeout: 30_000,
      interval: 10,
    });
    server = await startMailServer({ port: Number(new URL(server.url).port) });
    ahead = 0;
    await mailTo(server, owner.email);
  });

  test('continues after a crash and a clock that was an hour ahead', async () => {
    const owner = await newOwner();
    await site.site.stores.views.lease({ name: 'mail', holder: 'died', ttlMs: hourMs });
    await orderReset(owner);
    start({ leaseMs: 200 });
    await mailTo(server, owner.email);
  });

  test('gives up on a mail after a day', async () => {
    const owner = await newOwner();
    const send = () => Promise.reject(new MailNotSent({ code: '450', scope: 'mail-now' }));
    start({ mailer: { send } });
    await publishListing(site, owner);
    const last = async () => (await reviewMails()).undelivered.at(-1);
    await advanceUntil(async () => (await last())?.account === owner.id);
    expect(await last()).toMatchObject({ failure: '450', attempts: maxAttempts });
  });

  test('gives up on a mail after a week in which the server was down', async () => {
    const { accounts } = site.site.stores;
    const owner = await newOwner({ verifiedEmail: null });
    await server.stop();
    const warn = vi.fn();
    start({ logger: { warn } });
    const order = { id: randomUUID(), kind: 'verification', account: owner.id } as const;
    await accounts.queueMail({ ...order, about: null, orderedAt: clock() });
    await expect.poll(() => warn.mock.calls).toMatchObject([[{}, 'mail-not-sent']]);
    ahead += 7 * 24 * hourMs + minuteMs;
    await expect.poll(() => warn.mock.lastCall).toMatchObject([{}, 'mail-undelivered']);
    await accounts.removeMail(order.id);
  });

  test('does not repeat what another process sent while a mail took longer than the lease', async () => {
    const [slow, owner] = [await newOwner(), await newOwner()];
    let accept: (() => void) | undefined;
    await server.stop();
    server = await startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        if (address === slow.email) accept = done;
        else done();
      },
    });
    start({ leaseMs: 200 });
    await begun();
    await publishListing(site, slow);
    await vi.waitUntil(() => accept, { timeout: 10_000, interval: 10 });
    const other = start({ leaseMs: 200 });
    await publishListing(site, owner);
    await mailTo(server, owner.email);
    await stop(other);
    accept?.();
    await settle();
    expect(mailsTo(owner)).toHaveLength(1);
  });

  test('does not repeat what another process sent while the leases could not be reached', async () => {
    const { views } = site.site.stores;
    let isAway = false;
    const lease = vi.fn<typeof views.lease>((wanted) =>
      isAway ? Promise.reject(new Unavailable('away')) : views.lease(wanted),
    );
    start({ views: { ...views, lease }, holder: 'first', leaseMs: 1_000 });
    await settle();
    isAway = true;
    lease.mockClear();
    await expect.poll(() => lease.mock.calls.length).toBeGreaterThan(0);
    await views.release('mail', 'first');
    const other = start();
    const owner = await newOwner();
    await publishListing(site, owner);
    await mailTo(server, owner.email);
    await stop(other);
    isAway = false;
    await settle();
    expect(mailsTo(owner)).toHaveLength(1);
  });

  test.each([
    ['a later one could not be queued', 'queueMail'],
    ['how far it was could not be stored', 'setNotifierState'],
  ])('does not repeat a decision where %s at first', async (_what, method) => {
    const { accounts, log } = site.site.stores;
    const mails = start();
    await settle();
    await stop(mails);
    const owner = await newOwner();
    for (let listing = 0; listing < 2; listing += 1) await publishListing(site, owner);
    let calls = 0;
    const failing = new Proxy(accounts, {
      get: (target, name): unknown =>
        name === method && (calls += 1) === 2
          ? () => Promise.reject(new Unavailable('away'))
          : Reflect.get(target, name),
    });
    start({ accounts: failing });
    const isRead = async () => (await accounts.getNotifierState())?.position === (await log.head());
    await vi.waitUntil(isRead, { timeout: 30_000, interval: 10 });
    await settle();
    expect(calls).toBeGreaterThan(2);
    expect(mailsTo(owner)).toHaveLength(2);
  });

  test('leaves a mail that another process has just begun to send', async () => {
    const { accounts } = site.site.stores;
    const owner = await newOwner();
    await orderReset(owner);
    const findDueMails = accounts.findDueMails.bind(accounts);
    const finding = vi.spyOn(accounts, 'findDueMails').mockImplementation(async (...due) => {
      const mails = await findDueMails(...due);
      for (const { id, attempts } of mails) {
        const dueAt = new Date(clock().getTime() + minuteMs);
        await accounts.changeMail(id, attempts, { attempts: attempts + 1, dueAt, failure: null });
      }
      return mails;
    });
    onTestFinished(() => finding.mockRestore());
    start();
    await expect.poll(() => finding.mock.calls.length).toBeGreaterThan(2);
    expect(mailsTo(owner)).toEqual([]);
    finding.mockRestore();
    ahead += 2 * minuteMs;
    await mailTo(server, owner.email);
  });

  test('waits with the other mails while the server is down', async () => {
    const { log } = site.site.stores;
    const owners = [await newOwner(), await newOwner()];
    for (const owner of owners) await orderReset(owner);
    await server.stop();
    const warn = vi.fn();
    start({ logger: { warn } });
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
    const looks = vi.spyOn(log, 'head');
    onTestFinished(() => looks.mockRestore());
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(3);
    expect(warn.mock.calls).toMatchObject([[{ account: owners[0]?.id }, 'mail-not-sent']]);
    server = await startMailServer({ port: Number(new URL(server.url).port) });
    ahead += 2 * minuteMs;
    for (const owner of owners) await mailTo(server, owner.email);
  });

  test('waits no longer than at first when the server fails again after a success', async () => {
    const port = Number(new URL(server.url).port);
    const [first, second, third] = [await newOwner(), await newOwner(), await newOwner()];
    const looks = vi.spyOn(site.site.stores.log, 'head');
    onTestFinished(() => looks.mockRestore());
    const warn = vi.fn();
    const lookAgain = () => {
      const seen = looks.mock.calls.length;
      return expect.poll(() => looks.mock.calls.length).toBeGreaterThan(seen + 3);
    };
    const failed = async (count: number) => {
      await expect.poll(() => warn.mock.calls.length).toBe(count);
      await lookAgain();
    };
    await server.stop();
    start({ logger: { warn } });
    await orderReset(first);
    for (let failures = 1; failures <= 4; failures += 1) {
      await failed(failures);
      ahead += 2 * minuteMs;
    }
    await failed(5);
    server = await startMailServer({ port });
    ahead += 4 * minuteMs;
    await mailTo(server, first.email);
    await lookAgain();
    await server.stop();
    await orderReset(second);
    await failed(6);
    server = await startMailServer({ port });
    await orderReset(third);
    ahead += 5_000;
    await mailTo(server, third.email);
    ahead += 2 * minuteMs;
    await mailTo(server, second.email);
  });

  test('waits six hours at most before it tries again', async () => {
    const { accounts } = site.site.stores;
    const { id: account } = await newOwner();
    await server.stop();
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(refusal(451)),
    });
    await orderReset({ id: account });
    const due = async () =>
      (await accounts.findDueMails(clock(), 20)).filter((mail) => mail.account === account);
    const [queued] = await due();
    if (!queued) throw new Error('the mail was not queued');
    await accounts.changeMail(queued.id, 0, { ...queued, attempts: maxAttempts - 2 });
    const warn = vi.fn();
    const mails = start({ logger: { warn } });
    await expect
      .poll(() => warn.mock.calls)
      .toMatchObject([[{ attempts: maxAttempts - 1 }, 'mail-not-sent']]);
    await stop(mails);
    expect(await due()).toEqual([]);
    ahead += 6 * hourMs;
    expect(await due()).toMatchObject([{ attempts: maxAttempts - 1 }]);
    await accounts.removeMail(queued.id);
  });

  test('by several processes sends each mail once, and so does a restart', async () => {
    const mails = [start(), start(), start()];
    const owner = await newOwner();
    for (let listing = 0; listing < 3; listing += 1) await publishListing(site, owner);
    await mailTo(server, owner.email, 3);
    for (const each of mails) await stop(each);
    start();
    await settle();
    expect(mailsTo(owner)).toHaveLength(3);
  });
});
