import type { BusinessId } from '@directory/domain';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownBusinessDetailResponse } from '../contracts/business.ts';
import {
  type Answer,
  type Person,
  someText,
  startTestSite,
  type TestSite,
  typesOf,
} from '../testing/test-site.ts';
import { ImagesUnavailable } from '../images/image-store.ts';
import { jpeg } from '../testing/images.ts';
import { listingForm, publishDemonstration, publishListing } from '../testing/listings.ts';

let site: TestSite;
let owner: Person;
let id: BusinessId;
beforeAll(async () => {
  site = await startTestSite();
});
beforeEach(async () => {
  owner = site.signIn('user');
  id = await publishListing(site, owner);
});
afterAll(() => site.stop());

const edit = (body: unknown, as: Person | undefined = owner, listing = id): Promise<Answer> =>
  site.put(`/api/businesses/update/${listing}`, body, { as });
const read = async () =>
  ownBusinessDetailResponse.parse((await site.get(`/api/businesses/${id}`, { as: owner })).json);

describe('an edit with the revision that the form was opened at', () => {
  const editAt = (revision: number, body: unknown) =>
    site.put(`/api/businesses/update/${id}?revision=${revision}`, body, { as: owner });

  test('leaves a field as it is now that the form did not touch', async () => {
    const form = await read();
    await edit({ phone: '03-2345678' });
    const events = await site.appendedBy(async () => {
      const answer = await editAt(form.revision, { ...form, synopsis: 'Now with sambal.' });
      expect(answer).toMatchObject({
        status: 200,
        json: { phone: '032-345678', synopsis: 'Now with sambal.' },
      });
    });
    expect(events).toMatchObject([{ data: { changes: { synopsis: 'Now with sambal.' } } }]);
    expect(events[0]?.data).not.toHaveProperty('changes.phone');
  });

  describe('that is refused after its photograph was saved', () => {
    async function expectRefusal(photo: Buffer) {
      const { revision } = await read();
      const { images } = site.site.stores;
      const save = images.save.bind(images);
      vi.spyOn(images, 'save').mockImplementationOnce(async (...image) => {
        await edit({ phone: '03-2345678' });
        await save(...image);
      });
      const form = await listingForm({ phone: '03-9999999' }, photo);
      expect(await editAt(revision, form)).toMatchObject({
        status: 409,
        json: { type: 'edited-meanwhile' },
      });
    }

    test('leaves no photograph', async () => {
      const before = await site.images();
      await expectRefusal(await jpeg(52, 37));
      expect(await site.images()).toEqual(before);
    });

    test('leaves the photograph that a listing of somebody else has', async () => {
      const photo = await jpeg(54, 37);
      const form = await listingForm({}, photo);
      await site.post('/api/businesses', form, { as: site.signIn('user') });
      const before = await site.images();
      await expectRefusal(photo);
      expect(await site.images()).toEqual(before);
    });

    test('is answered as refused where the photograph cannot be removed', async () => {
      const { images } = site.site.stores;
      vi.spyOn(images, 'remove').mockRejectedValueOnce(new ImagesUnavailable('read-only'));
      await expectRefusal(await jpeg(53, 37));
    });
  });

  test('is answered 409 with the fields that were changed to something else meanwhile', async () => {
    const form = await read();
    await edit({ phone: '03-2345678', synopsis: 'Now with sambal.' });
    const events = await site.appendedBy(async () => {
      const stale = { ...form, phone: '03-9999999', website: null };
      expect(await editAt(form.revision, stale)).toMatchObject({
        status: 409,
        json: { type: 'edited-meanwhile', fields: ['phone'], message: someText },
      });
    });
    expect(events).toEqual([]);
  });

  test('is answered 409 with imagePath when both sent another photo', async () => {
    const { revision } = await read();
    const photo = async (shade: number) => {
      const background = { r: shade, g: 0, b: 0 };
      const create = { width: 60, height: 40, channels: 3, background } as const;
      const image = await sharp({ create }).jpeg().toBuffer();
      const form = await listingForm({}, image);
      return site.put(`/api/businesses/update/${id}?revision=${revision}`, form, { as: owner });
    };
    expect((await photo(10)).status).toBe(200);
    const images = await site.images();
    const events = await site.appendedBy(async () => {
      const answer = await photo(200);
      expect(answer).toMatchObject({ status: 409, json: { fields: ['imagePath'] } });
    });
    expect(events).toEqual([]);
    expect(await site.images()).toEqual(images);
  });

  test('is accepted after a decision on the listing', async () => {
    const { revision } = await read();
    const admin = site.signIn('admin');
    await site.post(`/api/businesses/${id}/decision-withdrawal`, undefined, { as: admin });
    expect((await editAt(revision, { synopsis: 'New' })).status).toBe(200);
  });

  test('is answered 409 for a revision that the listing does not have', async () => {
    const events = await site.appendedBy(async () => {
      const answer = await editAt(99, { synopsis: 'New' });
      expect(answer).toMatchObject({ status: 409, json: { type: 'wrong-revision' } });
    });
    expect(events).toEqual([]);
  });
});

describe("an owner's edit", () => {
  test('appends what changed and puts the listing back to review', async () => {
    const [event, ...others] = await site.appendedBy(async () => {
      const answer = await edit({ phone: '03-2345678', website: '' });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        status: 'pending',
        phone: '032-345678',
        wasPublic: true,
      });
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'BusinessEdited',
      data: { businessId: id, changes: { phone: '032-345678', website: null } },
    });
    expect(await read()).toMatchObject({ status: 'pending', website: null });
  });

  test('with all fields appends only those that differ', async () => {
    const full = { ...(await read()), synopsis: 'Now with sambal.', status: 'Pending' };
    const [event] = await site.appendedBy(() => edit(full));
    expect(event?.data).toEqual({
      businessId: id,
      ownerId: owner.id,
      changes: { synopsis: 'Now with sambal.' },
    });
  });

  test('without a change appends nothing and leaves the listing public', async () => {
    const full = await read();
    const events = await site.appendedBy(async () => {
      expect((await edit(full)).json).toMatchObject({ status: 'approved' });
    });
    expect(events).toEqual([]);
  });

  test('without a body appends nothing', async () => {
    const before = await read();
    const events = await site.appendedBy(async () => {
      expect(await edit(undefined)).toMatchObject({ status: 200, json: { id } });
    });
    expect(events).toEqual([]);
    expect(await read()).toEqual(before);
  });

  test.each([
    ['a status', { status: 'approved' }],
    ['a capitalised status', { status: 'Approved' }],
    ['an owner', { user_id: 'x', ownerId: 'x' }],
    ['counts', { views: 999, websiteClicks: 999 }],
    ['an id', { id: '01J00000000000000000000000' }],
    ['the alias of the address', { adress: 'Elsewhere' }],
    ['the name of an image', { imagePath: '../accounts.db' }],
  ])('ignores %s', async (_, smuggled) => {
    const before = await read();
    expect(await site.appendedBy(() => edit(smuggled))).toEqual([]);
    expect(await read()).toEqual(before);
  });

  test('with a status and a change makes the listing pending', async () => {
    expect((await edit({ synopsis: 'New', status: 'approved' })).json).toMatchObject({
      status: 'pending',
    });
  });

  test('as a form without a photo leaves the photo unchanged', async () => {
    const { imagePath } = await read();
    const form = await listingForm({ businessName: 'Wanjo Baru', imagePath: 'other.jpg' }, null);
    expect((await edit(form)).json).toMatchObject({ businessName: 'Wanjo Baru', imagePath });
  });

  test('as a form with a new photo shows the new photo', async () => {
    const { imagePath } = await read();
    const blue = sharp({ create: { width: 40, height: 40, channels: 3, background: 'blue' } });
    const form = await listingForm({}, await blue.png().toBuffer());
    const [event] = await site.appendedBy(() => edit(form));
    const after = await read();
    expect(after.imagePath).not.toBe(imagePath);
    expect(event?.data).toMatchObject({ changes: { imagePath: after.imagePath } });
  });

  test('of a rejected listing sends it back to review and clears the reason', async () => {
    await edit({ synopsis: 'First' });
    const admin = site.signIn('admin');
    await site.put(`/api/businesses/${id}`, { status: 'rejected', reason: 'No' }, { as: admin });
    expect((await edit({ synopsis: 'Second' })).json).toMatchObject({
      status: 'pending',
      rejectionReason: null,
    });
  });
});

test("an admin's correction of open data appends an edit and an approval, and is public", async () => {
  const imported = await publishDemonstration(site, { businessName: 'Kedai Salah Eja' });
  const events = await site.appendedBy(async () => {
    const change = { businessName: 'Kedai Betul Eja' };
    const answer = await edit(change, site.signIn('admin'), imported);
    expect(answer.json).toMatchObject({ status: 'approved', ...change });
  });
  expect(typesOf(events)).toEqual(['BusinessEdited', 'BusinessApproved']);
  expect(events.map(({ metadata }) => metadata.actor.role)).toEqual(['admin', 'admin']);
  const { json } = await site.get(`/api/businesses/${imported}`);
  expect(json).toMatchObject({ businessName: 'Kedai Betul Eja' });
});

describe('an edit is refused', () => {
  test.each([
    ['of another owner', 'user', 403],
    ['of an admin', 'admin', 403],
    ['of a visitor', undefined, 401],
  ] as const)('%s', async (_, role, status) => {
    const events = await site.appendedBy(async () => {
      const as = role && site.signIn(role);
      const answer = await site.put(`/api/businesses/update/${id}`, { synopsis: 'Mine' }, { as });
      expect(answer.status).toBe(status);
    });
    expect(events).toEqual([]);
  });

  test('of the deleted listing of another owner before its body is read', async () => {
    await site.remove(`/api/businesses/${id}`, { as: site.signIn('admin') });
    const headers = { 'Content-Type': 'application/json' };
    const as = site.signIn('user');
    const answer = await site.put(`/api/businesses/update/${id}`, '{', { as, headers });
    expect(answer.status).toBe(404);
  });

  test('of another owner before its body is read', async () => {
    const answer = await site.send(`/api/businesses/update/${id}`, {
      ...{ method: 'PUT', body: '{', as: site.signIn('user') },
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(403);
  });

  test('of open data by an owner', async () => {
    const imported = await publishDemonstration(site);
    const answer = await edit({ synopsis: 'Mine' }, owner, imported);
    expect(answer.status).toBe(403);
  });

  test('of an unknown listing', async () => {
    for (const unknown of ['01J00000000000000000000000', 'nothing'])
      expect((await site.put(`/api/businesses/update/${unknown}`, {}, { as: owner })).status).toBe(
        404,
      );
  });

  test('of a deleted listing', async () => {
    await site.remove(`/api/businesses/${id}`, { as: site.signIn('admin') });
    expect((await edit({ synopsis: 'Still here' })).status).toBe(404);
  });

  test.each([
    ['clears what is required', { phone: '' }, 'phone'],
    ['moves only half of the pin', { latitude: null }, 'latitude'],
    ['pairs a category with a foreign sub-category', { businessInfo: 'Pasar' }, 'subCategory'],
    ['names an unknown kampong', { kampong: 'Bangsar' }, 'kampong'],
  ])('that %s, before its photo is stored', async (_, fields, field) => {
    const before = await site.images();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value ?? '');
    const red = sharp({ create: { width: 41, height: 40, channels: 3, background: 'red' } });
    form.append('imagePath', new Blob([new Uint8Array(await red.jpeg().toBuffer())]), 'red.jpg');
    const events = await site.appendedBy(async () => {
      const answer = await edit(form);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ errors: { [field]: [someText] } });
    });
    expect(events).toEqual([]);
    expect(await site.images()).toEqual(before);
  });
});

test('two saves with one Idempotency-Key append one event', async () => {
  const headers = { 'Idempotency-Key': 'save-1' };
  const save = (synopsis: string) =>
    site.put(`/api/businesses/update/${id}`, { synopsis }, { as: owner, headers });
  const events = await site.appendedBy(async () => {
    expect((await save('Once')).json).toMatchObject({ synopsis: 'Once' });
    expect((await save('Once')).json).toMatchObject({ synopsis: 'Once' });
    expect(await save('Twice')).toMatchObject({ status: 409, json: { type: 'command-id-reused' } });
  });
  expect(typesOf(events)).toEqual(['BusinessEdited']);
});

test('a repeated save with a photo stores no image again, and is refused with another photo', async () => {
  const headers = { 'Idempotency-Key': 'photo-1' };
  const photo = (background: string) =>
    sharp({ create: { width: 42, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const save = async (background: string) =>
    site.put(`/api/businesses/update/${id}`, await listingForm({}, await photo(background)), {
      as: owner,
      headers,
    });
  const first = await save('teal');
  const images = await site.images();
  expect((await save('teal')).json).toEqual(first.json);
  expect(await save('navy')).toMatchObject({ status: 409, json: { type: 'command-id-reused' } });
  expect(await site.images()).toEqual(images);
});
