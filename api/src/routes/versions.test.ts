import type { BusinessId } from '@directory/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpeg } from '../testing/images.ts';
import { publishListing, submitListing } from '../testing/listings.ts';
import { startTestSite, typesOf, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterAll(() => site.stop());

const edit = (id: BusinessId, body: unknown) =>
  site.put(`/api/businesses/update/${id}`, body, { as: owner });
const restore = (id: BusinessId, version: number, as: Person | undefined, query = '') =>
  site.post(`/api/businesses/${id}/versions/${version}/restoration${query}`, undefined, { as });

/** Submitted with one telephone number, approved, and edited to another. */
async function editedListing(): Promise<BusinessId> {
  const id = await publishListing(site, owner, { phone: '012-1111111' });
  await edit(id, { phone: '012-2222222' });
  return id;
}

describe('POST /api/businesses/:id/versions/:version/restoration', () => {
  test('edits the listing back to the version, which then waits for review', async () => {
    const id = await editedListing();
    const events = await site.appendedBy(async () => {
      expect(await restore(id, 0, admin, '?revision=2')).toMatchObject({
        status: 200,
        json: { phone: '012-1111111', status: 'pending', revision: 3 },
      });
    });
    expect(events).toMatchObject([
      {
        type: 'BusinessEdited',
        data: { ownerId: owner.id, changes: { phone: '012-1111111' }, restoredVersion: 0 },
        metadata: { actor: { id: admin.id, role: 'admin' } },
      },
    ]);
    const history = await site.get(`/api/businesses/${id}/history?limit=1`, { as: admin });
    expect(history.json).toMatchObject({
      entries: [{ type: 'BusinessEdited', restoredVersion: 0 }],
      chain: { intact: true },
    });
  });

  test('brings back the photograph that the version had', async () => {
    const id = await submitListing(site, owner);
    const path = `/api/businesses/${id}`;
    const imageOf = async () =>
      ((await site.get(path, { as: owner })).json as { imagePath: string }).imagePath;
    const first = await imageOf();
    const form = new FormData();
    form.append('imagePath', new Blob([new Uint8Array(await jpeg(32, 32))]), 'new.jpg');
    await edit(id, form);
    expect(await imageOf()).not.toBe(first);
    expect((await site.get(`/uploads/${first}`, { as: owner })).status).toBe(200);
    await restore(id, 0, owner);
    expect(await imageOf()).toBe(first);
    expect((await site.get(`/uploads/${first}`, { as: owner })).status).toBe(200);
  });

  test('of the current version changes nothing', async () => {
    const id = await editedListing();
    const events = await site.appendedBy(async () => {
      expect((await restore(id, 2, admin)).status).toBe(200);
    });
    expect(events).toEqual([]);
  });

  test('is answered 409 with the fields that were changed after the revision that was seen', async () => {
    const id = await editedListing();
    await edit(id, { phone: '012-3333333' });
    const events = await site.appendedBy(async () => {
      expect(await restore(id, 0, admin, '?revision=2')).toMatchObject({
        status: 409,
        json: {
          type: 'edited-meanwhile',
          message: 'Somebody changed this listing in the meantime.',
          fields: ['phone'],
        },
      });
    });
    expect(events).toEqual([]);
  });

  test('appends once when the request is repeated', async () => {
    const id = await editedListing();
    const headers = { 'Idempotency-Key': 'restore-once' };
    const path = `/api/businesses/${id}/versions/0/restoration`;
    const events = await site.appendedBy(async () => {
      for (const status of [200, 200])
        expect(await site.post(path, undefined, { as: admin, headers })).toMatchObject({ status });
    });
    expect(typesOf(events)).toEqual(['BusinessEdited']);
  });

  test('is for the owner and admins', async () => {
    const id = await editedListing();
    expect((await restore(id, 0, undefined)).status).toBe(401);
    expect((await restore(id, 0, site.signIn('user'))).status).toBe(403);
    expect((await restore(id, 0, owner)).status).toBe(200);
  });

  test.each([3, 999_999_999])(
    'is answered 404 for the version %i, which is none',
    async (version) => {
      const id = await editedListing();
      expect((await restore(id, version, admin)).status).toBe(404);
    },
  );

  test('is answered 404 for a deleted listing', async () => {
    const id = await editedListing();
    await site.remove(`/api/businesses/${id}`, { as: admin });
    for (const person of [admin, owner, site.signIn('user')])
      expect((await restore(id, 0, person)).status).toBe(404);
  });
});

describe('with APPROVE_RESTORED_VERSIONS', () => {
  let approving: TestSite;
  beforeAll(async () => {
    approving = await startTestSite({ settings: { APPROVE_RESTORED_VERSIONS: 'true' } });
  });
  afterAll(() => approving.stop());

  test('what an admin restores is public at once, what the owner restores is not', async () => {
    const person = approving.signIn('user');
    const id = await publishListing(approving, person, { phone: '012-1111111' });
    const editPhone = (phone: string) =>
      approving.put(`/api/businesses/update/${id}`, { phone }, { as: person });
    const path = `/api/businesses/${id}/versions/0/restoration`;
    await editPhone('012-2222222');
    const reviewer = approving.signIn('admin');
    const events = await approving.appendedBy(() =>
      approving.post(path, undefined, { as: reviewer }),
    );
    expect(typesOf(events)).toEqual(['BusinessEdited', 'BusinessApproved']);
    expect((await approving.get(`/api/businesses/${id}`)).json).toMatchObject({
      phone: '012-1111111',
    });
    await editPhone('012-2222222');
    const answer = await approving.post(path, undefined, { as: person });
    expect(answer.json).toMatchObject({ status: 'pending', phone: '012-1111111' });
  });

  test('a restoration is refused after an edit that the admin did not see, as it would publish it', async () => {
    const person = approving.signIn('user');
    const id = await publishListing(approving, person, { phone: '012-1111111' });
    const edit = (changes: object) =>
      approving.put(`/api/businesses/update/${id}`, changes, { as: person });
    await edit({ phone: '012-2222222' });
    const seen = `/api/businesses/${id}/versions/0/restoration?revision=2`;
    await edit({ synopsis: 'Nobody has reviewed this.' });
    let answer: Awaited<ReturnType<typeof edit>> | undefined;
    const events = await approving.appendedBy(async () => {
      answer = await approving.post(seen, undefined, { as: approving.signIn('admin') });
    });
    expect(events).toEqual([]);
    expect(answer).toMatchObject({ status: 409, json: { type: 'wrong-revision' } });
    const own = await approving.post(seen, undefined, { as: person });
    expect(own.json).toMatchObject({ status: 'pending', phone: '012-1111111' });
  });
});
