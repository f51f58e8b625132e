import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  businessStream,
  commandHandler,
  OwnerKeysUnavailable,
  parseBusinessId,
} from '@directory/domain';
import { completeDetails, someEvent } from '@directory/domain/testing';
import {
  directoryViews,
  isConsistent,
  pauseView,
  resumeView,
  verifyViews,
  ViewStoreUnavailable,
} from '@directory/projections';
import { openScratchViewStore } from '@directory/projections/stores';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { resumeErasures } from '../accounts/erase-owner.ts';
import { systemClock } from '../clock.ts';
import { registerResponse, userLoginResponse } from '../contracts/accounts.ts';
import { outboxFolder } from '../mail/mailer.ts';
import { jpeg } from '../testing/images.ts';
import { listingForm } from '../testing/listings.ts';
import {
  expectRefused,
  startTestSite,
  typesOf,
  type Person,
  type TestSite,
} from '../testing/test-site.ts';
import * as z from 'zod';

const password = 'a very private password';
/** What the owner typed, each easy to find anywhere. */
const typed = {
  businessName: 'Warung Rahsia Aminah',
  phone: '019-5554443',
  email: 'warung.aminah@example.com',
  website: 'https://rahsia.example/',
  whatsapp: '019-5554442',
  address: '12 Lorong Rahsia',
  synopsis: 'Kuih yang sedap.',
  latitude: '3.16459182',
  longitude: '101.70459273',
};
const shop = ['businessName', 'address', 'latitude', 'longitude'];
const ofPerson = Object.entries(typed).flatMap(([name, value]) =>
  shop.includes(name) ? [] : value,
);

let site: TestSite;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite();
  admin = site.signIn('admin');
});
afterAll(() => site.stop());

type Owner = Person & { readonly email: string };
let owners = 0;

async function registerOwner(): Promise<Owner> {
  owners += 1;
  const email = `siti.${owners}@example.org`;
  const person = {
    fullName: 'Siti Aminah',
    icNumber: `850713-10-${6000 + owners}`,
    phone: '019-8765432',
  };
  const registration = { ...person, email, password, confirmPassword: password };
  registerResponse.parse((await site.post('/api/user/register', registration)).json);
  const { token, user } = userLoginResponse.parse((await logIn(email)).json);
  return { id: user.id, role: 'user', token, email };
}

const logIn = (email: string) => site.post('/api/user/login', { email, password });
const created = z.object({ id: z.string(), imagePath: z.string() });

/** A photograph of its own for each, as the same one may belong to several listings. */
async function submit(owner: Person, fields = {}, image?: Uint8Array) {
  owners += 1;
  const photo = image ?? (await jpeg(60 + owners, 48));
  const form = await listingForm({ ...typed, ...fields }, photo);
  const answer = await site.post('/api/businesses', form, { as: owner });
  return created.parse(answer.json);
}

const decide = (id: string, decision: object) =>
  site.put(`/api/businesses/${id}`, decision, { as: admin });

function filesWith(text: string): readonly string[] {
  return readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(site.dataDir, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
}

async function isWhole(): Promise<boolean> {
  const { log, views: store } = site.site.stores;
  const scratch = await openScratchViewStore();
  const views = Object.values(directoryViews('Asia/Kuala_Lumpur'));
  const findings = await verifyViews({ log, store, scratch, views });
  await scratch.close();
  return isConsistent(findings);
}

type Upload = {
  readonly method: string;
  readonly path: string;
  readonly form: FormData;
  readonly as: Person;
};

/** Returns the status. The end of the body is sent after `meanwhile`. */
async function uploadSlowly(upload: Upload, meanwhile: () => Promise<unknown>) {
  const { method, path, form, as } = upload;
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = {
    'Content-Type': encoded.headers.get('Content-Type') ?? '',
    'Content-Length': body.length,
    Authorization: `Bearer ${as.token}`,
    Expect: '100-continue',
  };
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(site.url + path, { method, headers }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode);
      });
    });
    sent.once('error', reject);
    sent.once('continue', () => {
      sent.write(body.subarray(0, -100));
      meanwhile().then(() => sent.end(body.subarray(-100)), reject);
    });
  });
}

const erase = (owner: Person, body: object = { password }) =>
  site.remove('/api/user/me', { as: owner, body });

const erasureDeps = () => {
  const endSessions = site.site.sessions.end;
  return { ...site.site, dataDir: site.dataDir, clock: systemClock, endSessions };
};
const resume = () =>
  resumeErasures(erasureDeps(), (error) => {
    throw error;
  });

describe('DELETE /api/user/me', () => {
  test('erases account, listings, photographs and everything that the owner typed', async () => {
    const owner = await registerOwner();
    const image = await jpeg(200, 150);
    const { id, imagePath } = await submit(owner, {}, image);
    await decide(id, { status: 'approved' });
    const newer = await listingForm({ ...typed, phone: '019-5554441' }, await jpeg(80, 90));
    const edited = await site.put(`/api/businesses/update/${id}`, newer, { as: owner });
    const { imagePath: newPath } = created.parse(edited.json);
    await decide(id, { status: 'rejected', reason: { code: 'other', text: 'Puan Aminah!' } });
    const waiting = await submit(owner);
    const answers = await Promise.all([
      site.get('/api/businesses/approved'),
      site.get('/api/places'),
      site.get(`/api/businesses/${id}`, { as: admin }),
    ]);
    expect(answers.map(({ text }) => text).join('')).toContain(typed.businessName);
    const outbox = outboxFolder(site.dataDir);
    mkdirSync(outbox, { recursive: true });
    writeFileSync(join(outbox, `2026-11-21.${owner.id}.0.eml`), `To: ${owner.email}`);

    const events = await site.appendedBy(async () => {
      expect(await erase(owner)).toMatchObject({ status: 204, text: '' });
    });
    expect(typesOf(events)).toEqual(['OwnerErased', 'OwnerErased', 'AccountErased']);
    expect(events.slice(0, 2).map(({ data }) => data)).toEqual(
      [id, waiting.id].map((businessId) => ({ businessId, ownerId: owner.id, remaining: null })),
    );
    expect(events[0]?.metadata.actor).toEqual({ id: owner.id, role: 'user' });

    expect((await logIn(owner.email)).status).toBe(401);
    expect((await site.get(`/api/businesses/summary/${owner.id}`, { as: owner })).status).toBe(401);
    expect(await site.site.stores.accounts.getOwner(owner.id)).toBeNull();
    for (const name of [imagePath, newPath, waiting.imagePath])
      expect((await site.get(`/uploads/${name}`)).status).toBe(404);
    for (const path of ['', '/history'])
      expect((await site.get(`/api/businesses/${id}${path}`)).status).not.toBe(200);
    const seen = await Promise.all([
      site.get('/api/businesses/approved'),
      site.get('/api/places'),
      site.get('/api/businesses', { as: admin }),
      site.get('/api/businesses?deleted=true', { as: admin }),
      site.get(`/api/businesses/${id}/history`, { as: admin }),
      site.get(`/api/businesses/${id}/history?at=1`, { as: admin }),
    ]);
    for (const { text } of seen.slice(0, 4)) expect(text).not.toContain(id);
    const everything = seen.map(({ text }) => text).join('');
    for (const value of [...Object.values(typed), '019-5554441', 'Puan Aminah!', 'Siti Aminah'])
      expect(everything).not.toContain(value);
    if (!inject('sitesOnMongoDb'))
      for (const value of [...Object.values(typed), '019-5554441', 'Puan Aminah!', owner.email])
        expect(filesWith(value)).toEqual([]);
    expect(await isWhole()).toBe(true);
  });

  test('the history of an erased listing stays, with its chain, and says that it was erased', async () => {
    const owner = await registerOwner();
    const { id } = await submit(owner);
    await erase(owner);
    const history = await site.get(`/api/businesses/${id}/history`, { as: admin });
    expect(history.json).toMatchObject({
      entries: [
        { type: 'BusinessSubmitted', status: 'pending', actor: { id: owner.id, name: null } },
        { type: 'OwnerErased', status: 'erased' },
      ],
      status: 'erased',
      business: { businessName: 'Erased listing', phone: null, imagePath: null, deleted: true },
      chain: { intact: true },
    });
    const restored = await site.post(`/api/businesses/${id}/restoration`, undefined, { as: admin });
    expect(restored).toMatchObject({ status: 409, json: { type: 'business-erased' } });
    const version = `/api/businesses/${id}/versions/0/restoration`;
    expect((await site.post(version, undefined, { as: admin })).status).toBe(404);
  });

  test('no version from before the erasure of the owner can be restored', async () => {
    const owner = await registerOwner();
    const { id } = await submit(owner);
    await decide(id, { status: 'approved' });
    await erase(owner, { password, listings: 'keep' });
    const events = await site.appendedBy(async () => {
      const path = `/api/businesses/${id}/versions/0/restoration`;
      const answer = await site.post(path, undefined, { as: admin });
      expect(answer).toMatchObject({ status: 409, json: { type: 'business-erased' } });
    });
    expect(events).toEqual([]);
  });

  test('the version that an erasure left can be restored', async () => {
    const owner = await registerOwner();
    const { id } = await submit(owner);
    await decide(id, { status: 'approved' });
    await erase(owner, { password, listings: 'keep' });
    const edit = { businessName: 'Warung Baharu' };
    await site.put(`/api/businesses/update/${id}`, edit, { as: admin });
    const path = `/api/businesses/${id}/versions/2/restoration`;
    const { status, json } = await site.post(path, undefined, { as: admin });
    expect(status).toBe(200);
    expect(json).toMatchObject({ businessName: typed.businessName, phone: null });
  });

  test('with listings: keep leaves what describes the shop, without an owner', async () => {
    const owner = await registerOwner();
    const { id, imagePath } = await submit(owner);
    await decide(id, { status: 'approved' });
    expect((await erase(owner, { password, listings: 'keep' })).status).toBe(204);
    const shown = (await site.get(`/api/businesses/${id}`)).json;
    expect(shown).toMatchObject({
      businessName: typed.businessName,
      address: typed.address,
      latitude: Number(typed.latitude),
      phone: null,
      synopsis: null,
      imagePath: null,
      status: 'approved',
    });
    expect((await site.get(`/uploads/${imagePath}`)).status).toBe(404);
    if (!inject('sitesOnMongoDb'))
      for (const value of ofPerson) expect(filesWith(value)).toEqual([]);
    const corrected = await site.put(
      `/api/businesses/update/${id}`,
      { synopsis: 'Kuih.' },
      { as: admin },
    );
    expect(corrected.json).toMatchObject({ synopsis: 'Kuih.', status: 'approved', user_id: null });
    expect(await isWhole()).toBe(true);
  });

  test('with listings: keep lets an admin correct them, also while the view is paused', async () => {
    const owner = await registerOwner();
    const { id } = await submit(owner);
    await decide(id, { status: 'approved' });
    const { views } = site.site.stores;
    await pauseView(views, 'listings');
    onTestFinished(async () => {
      await resumeView(views, 'listings');
      await site.caughtUp();
    });
    expect((await erase(owner, { password, listings: 'keep' })).status).toBe(204);
    const path = `/api/businesses/update/${id}`;
    const other = await registerOwner();
    expect((await site.put(path, { synopsis: 'Roti.' }, { as: other })).status).toBe(403);
    const corrected = await site.put(path, { synopsis: 'Kuih.' }, { as: admin });
    expect(corrected.json).toMatchObject({ synopsis: 'Kuih.', status: 'approved', user_id: null });
  });

  test('while an edit is uploaded refuses it, and nothing of it is stored', async () => {
    const owner = await registerOwner();
    const before = await site.images();
    const { id } = await submit(owner);
    await decide(id, { status: 'approved' });
    const form = await listingForm({ ...typed, phone: '019-5550001' }, await jpeg(70, 90));
    const edit = { method: 'PUT', path: `/api/businesses/update/${id}`, form, as: owner };
    const events = await site.appendedBy(async () => {
      const eraseMeanwhile = () => erase(owner, { password, listings: 'keep' });
      expect(await uploadSlowly(edit, eraseMeanwhile)).toBe(401);
    });
    expect(typesOf(events)).toEqual(['OwnerErased', 'AccountErased']);
    expect(await site.images()).toEqual(before);
    if (!inject('sitesOnMongoDb')) expect(filesWith('019-5550001')).toEqual([]);
  });

  test.each([
    ['a submission', async () => ({ method: 'post', path: '/api/businesses' }) as const],
    [
      'an edit',
      async (owner: Person) => {
        const { id } = await submit(owner);
        return { method: 'put', path: `/api/businesses/update/${id}` } as const;
      },
    ],
  ])('while the photograph of %s is processed keeps nothing of it', async (_what, prepare) => {
    const owner = await registerOwner();
    const before = await site.images();
    const { method, path } = await prepare(owner);
    const { images } = site.site.stores;
    const save = images.save.bind(images);
    const saving = vi.spyOn(images, 'save').mockImplementationOnce(async (...image) => {
      expect((await erase(owner)).status).toBe(204);
      await save(...image);
    });
    const form = await listingForm({ ...typed, phone: '019-5550003' }, await jpeg(70, 95));
    expect((await site[method](path, form, { as: owner })).status).toBe(401);
    saving.mockRestore();
    expect(await site.images()).toEqual(before);
    const mine = (await site.get('/api/businesses', { as: admin })).text;
    expect(mine).not.toContain(owner.id);
    if (!inject('sitesOnMongoDb')) expect(filesWith('019-5550003')).toEqual([]);
  });

  test('while a submission is uploaded refuses it, and nothing of it is stored', async () => {
    const owner = await registerOwner();
    const form = await listingForm(typed, await jpeg(70, 91));
    const before = await site.images();
    const events = await site.appendedBy(async () => {
      const submission = { method: 'POST', path: '/api/businesses', form, as: owner };
      expect(await uploadSlowly(submission, () => erase(owner))).toBe(401);
    });
    expect(typesOf(events)).toEqual(['AccountErased']);
    expect(await site.images()).toEqual(before);
  });

  test('at another process refuses a submission, and nothing of it is stored', async () => {
    const owner = await registerOwner();
    const before = await site.images();
    await site.site.stores.log.ownerKeys.beginErasure(owner.id, 'delete');
    const form = await listingForm(typed, await jpeg(70, 97));
    await expectRefused(site, 401, () => site.post('/api/businesses', form, { as: owner }));
    expect(await site.images()).toEqual(before);
    expect(await resume()).toBe(1);
  });

  test('erases whole what is submitted when the others are erased, and the key is not yet', async () => {
    const owner = await registerOwner();
    const { log } = site.site.stores;
    const eraseKey = log.personalData.eraseKey.bind(log.personalData);
    const erasing = vi.spyOn(log.personalData, 'eraseKey').mockImplementationOnce(async (id) => {
      await commandHandler(log)(
        {
          type: 'SubmitBusiness',
          businessId: parseBusinessId(ulid()),
          ownerId: owner.id,
          details: completeDetails(),
        },
        {
          commandId: randomUUID(),
          correlationId: randomUUID(),
          actor: { id: owner.id, role: 'user' },
          time: new Date().toISOString(),
        },
      );
      await eraseKey(id);
    });
    const events = await site.appendedBy(() => erase(owner, { password, listings: 'keep' }));
    erasing.mockRestore();
    expect(typesOf(events)).toEqual(['BusinessSubmitted', 'OwnerErased', 'AccountErased']);
    expect(events[1]?.data).toMatchObject({ remaining: null });
    expect(events[2]?.data).toMatchObject({ listings: 1 });
  });

  test('leaves the listings, keys and photographs of others', async () => {
    const [owner, other] = [await registerOwner(), await registerOwner()];
    const image = await jpeg(300, 120);
    const own = await submit(owner, {}, image);
    const others = await submit(other, {}, image);
    expect(own.imagePath).toBe(others.imagePath);
    await erase(owner);
    const photograph = await site.get(`/uploads/${own.imagePath}`, { as: other });
    expect(photograph.status).toBe(200);
    expect((await site.get(`/api/businesses/${others.id}`, { as: other })).json).toMatchObject({
      phone: typed.phone,
    });
  });

  test('leaves a photograph with which somebody else submits a listing meanwhile', async () => {
    const [owner, other] = [await registerOwner(), await registerOwner()];
    const image = await jpeg(300, 125);
    const { imagePath } = await submit(owner, {}, image);
    const { images } = site.site.stores;
    const remove = images.remove.bind(images);
    const removing = vi.spyOn(images, 'remove').mockImplementationOnce(async (name) => {
      expect(await submit(other, {}, image)).toMatchObject({ imagePath });
      await remove(name);
    });
    expect((await erase(owner)).status).toBe(204);
    removing.mockRestore();
    expect((await site.get(`/uploads/${imagePath}`, { as: other })).status).toBe(200);
  });

  test('removes a photograph that only erased owners had', async () => {
    const [first, second] = [await registerOwner(), await registerOwner()];
    const image = await jpeg(300, 130);
    const { imagePath } = await submit(first, {}, image);
    await submit(second, {}, image);
    await erase(first);
    expect(await site.images()).toContain(imagePath);
    await erase(second);
    expect(await site.images()).not.toContain(imagePath);
  });

  test('beside a damaged edit of a listing, which its history shows without changes', async () => {
    const [owner, other] = [await registerOwner(), await registerOwner()];
    const id = parseBusinessId((await submit(other)).id);
    const data = { businessId: id, ownerId: other.id, changes: null };
    const damaged = someEvent({ type: 'BusinessEdited', data });
    await site.site.stores.log.append(businessStream(id), [damaged], { expected: 0 });
    const { status, json } = await site.get(`/api/businesses/${id}/history`, { as: other });
    expect(status).toBe(200);
    expect(json).toMatchObject({ entries: [{ revision: 0 }, { revision: 1, changes: [] }] });
    expect((await erase(owner)).status).toBe(204);
  });

  test.each([
    ['before', () => vi.spyOn(site.site.stores.views, 'purge')],
    ['after', () => vi.spyOn(site.site.stores.accounts, 'eraseOwner')],
  ])(
    'that an outage interrupts %s its event is answered 204, and completed later with one event',
    async (_when, spyOn) => {
      const owner = await registerOwner();
      const { accounts } = site.site.stores;
      spyOn().mockRejectedValueOnce(new ViewStoreUnavailable('busy'));
      const before = site.logged.length;
      const events = await site.appendedBy(async () => {
        expect((await erase(owner)).status).toBe(204);
        expect(site.logged.slice(before).join()).toContain('an erasure was interrupted');
        expect((await logIn(owner.email)).status).toBe(401);
        expect(await accounts.getOwner(owner.id)).not.toBeNull();
        expect(await resume()).toBe(1);
      });
      expect(typesOf(events)).toEqual(['AccountErased']);
      expect(await accounts.getOwner(owner.id)).toBeNull();
    },
  );

  test('that an outage interrupts before it has begun is answered 503, and erases nothing', async () => {
    const owner = await registerOwner();
    const { ownerKeys } = site.site.stores.log;
    const outage = new OwnerKeysUnavailable('busy');
    vi.spyOn(ownerKeys, 'beginErasure').mockRejectedValueOnce(outage);
    await expectRefused(site, 503, () => erase(owner));
    expect((await logIn(owner.email)).status).toBe(200);
  });

  test('that fails again later is reported and leaves that of another owner', async () => {
    const [first, second] = [await registerOwner(), await registerOwner()];
    const { accounts, log } = site.site.stores;
    for (const { id } of [first, second]) await log.ownerKeys.beginErasure(id, 'delete');
    const failure = new Error('damaged');
    vi.spyOn(accounts, 'eraseOwner').mockRejectedValueOnce(failure);
    const onFailure = vi.fn();
    expect(await resumeErasures(erasureDeps(), onFailure)).toBe(1);
    expect(onFailure.mock.calls).toEqual([[failure]]);
    expect(await resumeErasures(erasureDeps(), onFailure)).toBe(1);
    const left = [first, second].map(({ id }) => accounts.getOwner(id));
    expect(await Promise.all(left)).toEqual([null, null]);
  });

  test('that are complete are not looked at one by one during an outage of the views', async () => {
    for (const owner of [await registerOwner(), await registerOwner()]) await erase(owner);
    const outage = new ViewStoreUnavailable('away');
    const away = vi.spyOn(site.site.stores.views, 'find').mockRejectedValue(outage);
    onTestFinished(() => away.mockRestore());
    const onFailure = vi.fn();
    await expect(resumeErasures(erasureDeps(), onFailure)).rejects.toBe(outage);
    expect(onFailure).not.toHaveBeenCalled();
    expect(away).toHaveBeenCalledTimes(1);
  });

  test('is not repeated at each start while a paused view still shows what it erased', async () => {
    const owner = await registerOwner();
    await submit(owner);
    const { views } = site.site.stores;
    await pauseView(views, 'listings');
    expect((await erase(owner)).status).toBe(204);
    expect(await resume()).toBe(0);
    await resumeView(views, 'listings');
    await site.caughtUp();
  });

  test('by an earlier release, which ended no sessions, ends them at the next start', async () => {
    const owner = await registerOwner();
    const { accounts, log } = site.site.stores;
    await log.ownerKeys.beginErasure(owner.id, 'delete');
    await log.personalData.eraseKey(owner.id);
    await accounts.eraseOwner(owner.id);
    const path = `/api/businesses/summary/${owner.id}`;
    const status = async () => (await site.get(path, { as: owner })).status;
    expect(await status()).toBe(200);
    expect(await resume()).toBe(0);
    expect(await status()).toBe(401);
  });

  test('frees the email address for a new account, which has nothing of the old one', async () => {
    const owner = await registerOwner();
    await submit(owner);
    await erase(owner);
    owners -= 1;
    const again = await registerOwner();
    const path = `/api/businesses/userbusinesses/${again.id}`;
    expect((await site.get(path, { as: again })).json).toEqual([]);
  });

  test('can be repeated after its response was lost, and nothing else can be done', async () => {
    const owner = await registerOwner();
    expect((await erase(owner)).status).toBe(204);
    expect((await erase(owner)).status).toBe(204);
    await expectRefused(site, 401, () => site.get('/api/account/profile', { as: owner }));
    await expectRefused(site, 401, () => site.get('/api/user/me/export', { as: owner }));
    await expectRefused(site, 401, () => site.remove('/api/account/sessions', { as: owner }));
  });

  test('while the password is changed leaves no session', async () => {
    const owner = await registerOwner();
    const { accounts } = site.site.stores;
    const setPassword = accounts.setPassword.bind(accounts);
    vi.spyOn(accounts, 'setPassword').mockImplementationOnce(async (...change) => {
      vi.spyOn(accounts, 'eraseOwner').mockRejectedValueOnce(new ViewStoreUnavailable('busy'));
      expect((await erase(owner)).status).toBe(204);
      return setPassword(...change);
    });
    const passwords = { currentPassword: password, newPassword: 'roti canai garing' };
    const changed = await site.put('/api/account/password', passwords, { as: owner });
    expect(changed).toMatchObject({ status: 401, json: { type: 'unauthorized' } });
    expect(await resume()).toBe(1);
  });

  /** Erases the owner, and holds the erasure up until the returned function is called. */
  async function eraseSlowly(owner: Owner) {
    const { views } = site.site.stores;
    const purge = views.purge.bind(views);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    onTestFinished(() => release());
    const purging = vi
      .spyOn(views, 'purge')
      .mockImplementationOnce(() => released.then(() => purge()));
    const erasing = erase(owner);
    await vi.waitUntil(() => purging.mock.calls.length > 0);
    return { erasing, release };
  }

  test('waits for those of others, and is completed later where too many wait', async () => {
    const { accounts } = site.site.stores;
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => registerOwner()));
    if (!first) throw new Error('nobody was registered');
    const { erasing, release } = await eraseSlowly(first);
    const waiting = others.map(async (owner) => ({ owner, ...(await erase(owner)) }));
    const left = await Promise.race(waiting);
    expect(left.status).toBe(204);
    expect(await accounts.getOwner(left.owner.id)).not.toBeNull();
    for (const owner of others)
      await expectRefused(site, 401, () => site.get('/api/account/profile', { as: owner }));
    release();
    for (const { status } of [await erasing, ...(await Promise.all(waiting))])
      expect(status).toBe(204);
    expect(await resume()).toBe(1);
    expect(await accounts.getOwner(left.owner.id)).toBeNull();
  });

  test('several times at once is done once', async () => {
    const owner = await registerOwner();
    const purging = vi.spyOn(site.site.stores.views, 'purge');
    const before = purging.mock.calls.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase(owner)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
    expect(purging.mock.calls.length - before).toBe(1);
  });

  test('with a wrong password is refused and erases nothing', async () => {
    const owner = await registerOwner();
    await expectRefused(site, 403, () => erase(owner, { password: 'another password' }));
    await expectRefused(site, 400, () => erase(owner, {}));
    expect((await logIn(owner.email)).status).toBe(200);
  });

  test('is refused to a session that was ended, also with the password', async () => {
    const owner = await registerOwner();
    await site.remove('/api/account/sessions', { as: owner });
    await expectRefused(site, 401, () => erase(owner));
    expect((await logIn(owner.email)).status).toBe(200);
  });

  test('is for owners only', async () => {
    await expectRefused(site, 401, () => site.remove('/api/user/me', { body: { password } }));
    await expectRefused(site, 403, () => erase(admin));
    await expectRefused(site, 403, () => erase(site.signIn('user')));
  });
});
