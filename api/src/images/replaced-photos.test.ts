import type { BusinessId } from '@directory/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteOldPhotos } from '../background-work.ts';
import { createLogger } from '../logger.ts';
import { jpeg } from '../testing/images.ts';
import { approveListing, submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';
import { imageName, type ImageName } from './image-store.ts';
import { deleteReplacedPhotos, photoDeletion, removeImages } from './replaced-photos.ts';

const keepDays = 30;
const dayMs = 86_400_000;
let now: number;
let site: TestSite;
let owner: Person;
let admin: Person;
beforeEach(async () => {
  now = Date.now() - 400 * dayMs;
  const settings = { KEEP_REPLACED_PHOTOS_DAYS: String(keepDays) };
  site = await startTestSite({ settings, clock: () => new Date(now) });
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterEach(() => site.stop());

const pass = (days: number) => {
  now += days * dayMs;
  owner = site.signIn('user', 'Siti', owner.id);
  admin = site.signIn('admin', 'Ali', admin.id);
};
const clean = (keepApproved = false) => {
  const { log, images } = site.site.stores;
  return deleteReplacedPhotos(
    { log: log.stored, images },
    { keepDays, keepApproved, now: new Date(now) },
  );
};
const statusOf = async (photo: string) =>
  (await site.get(`/uploads/${photo}`, { as: admin })).status;

async function photoOf(id: BusinessId): Promise<string> {
  const { json } = await site.get(`/api/businesses/${id}`, { as: owner });
  return (json as { imagePath: string }).imagePath;
}

/** Each size is another picture. */
async function replacePhoto(id: BusinessId, size: number): Promise<string> {
  const form = new FormData();
  form.append('imagePath', new Blob([new Uint8Array(await jpeg(size, size))]), 'new.jpg');
  await site.put(`/api/businesses/update/${id}`, form, { as: owner });
  return photoOf(id);
}

describe('a replaced photograph', () => {
  let id: BusinessId;
  let first: string;
  let second: string;
  beforeEach(async () => {
    id = await submitListing(site, owner);
    first = await photoOf(id);
    second = await replacePhoto(id, 32);
    await approveListing(site, id);
  });

  test('is deleted with its copies after the days of the setting, and not before', async () => {
    const copy = first.replace('.webp', '-320.webp');
    pass(keepDays);
    expect(await clean()).toBe(0);
    expect(await Promise.all([first, copy, second].map(statusOf))).toEqual([200, 200, 200]);
    pass(1);
    expect(await clean()).toBe(1);
    expect(await Promise.all([first, copy, second].map(statusOf))).toEqual([404, 404, 200]);
  });

  test('is deleted by the server ten minutes after its start, as what cut-off saves left', async () => {
    const removeDrafts = vi.spyOn(site.site.stores.images, 'removeDrafts');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const job = deleteOldPhotos(site.site, { config: site.config, logger: createLogger('silent') });
    await vi.advanceTimersByTimeAsync(599_000);
    const before = await statusOf(first);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    job.end();
    await job.ended;
    expect([before, await statusOf(first)]).toEqual([200, 404]);
    expect(removeDrafts).toHaveBeenCalledOnce();
  });

  test('stays while the listing waits for review, and while another listing has it', async () => {
    const third = await replacePhoto(id, 48);
    pass(keepDays + 1);
    expect(await clean()).toBe(0);
    await approveListing(site, id);
    const other = await submitListing(site, owner);
    expect(await photoOf(other)).toBe(first);
    expect(await clean()).toBe(1);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([200, 404, 200]);
  });

  test('stays where another listing replaced it a shorter time ago', async () => {
    pass(keepDays + 1);
    const other = await submitListing(site, owner);
    expect(await photoOf(other)).toBe(first);
    await replacePhoto(other, 32);
    expect(await clean()).toBe(0);
    await approveListing(site, other);
    expect(await clean()).toBe(0);
    expect(await statusOf(first)).toBe(200);
  });

  test.each(['save', 'remove'] as const)(
    'stays with a listing that is submitted with it during its deletion, at the first %s',
    async (call) => {
      pass(keepDays + 1);
      const { images } = site.site.stores;
      const original = { save: images.save.bind(images), remove: images.remove.bind(images) };
      const submit = async () => photoOf(await submitListing(site, owner));
      if (call === 'remove')
        vi.spyOn(images, 'remove').mockImplementationOnce(async (name) => {
          expect(await submit()).toBe(first);
          await original.remove(name);
        });
      else {
        const saving = vi.spyOn(images, 'save').mockImplementation(async (name, bytes) => {
          await original.save(name, bytes);
          if (name !== first) return;
          saving.mockRestore();
          expect(await clean()).toBe(1);
        });
      }
      await (call === 'remove' ? clean() : submit());
      vi.restoreAllMocks();
      expect(await Promise.all([first, second].map(statusOf))).toEqual([200, 200]);
    },
  );

  test('stays while the listing waits again after its decision was withdrawn', async () => {
    const path = `/api/businesses/${id}/decision-withdrawal`;
    expect((await site.post(path, undefined, { as: admin })).status).toBe(200);
    pass(keepDays + 1);
    expect(await clean()).toBe(0);
    await approveListing(site, id);
    expect(await clean()).toBe(1);
  });

  test('stays while a withdrawn approval would make its version public again', async () => {
    const third = await replacePhoto(id, 48);
    await approveListing(site, id);
    pass(keepDays + 1);
    expect(await clean(true)).toBe(1);
    await site.post(`/api/businesses/${id}/decision-withdrawal`, undefined, { as: admin });
    await site.put(`/api/businesses/${id}`, { status: 'rejected' }, { as: admin });
    expect(await clean()).toBe(1);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([404, 200, 200]);
  });

  test('is deleted where an edit came since, after which no approval can be withdrawn', async () => {
    const third = await replacePhoto(id, 48);
    await approveListing(site, id);
    await site.put(`/api/businesses/update/${id}`, { phone: '012-2222222' }, { as: owner });
    await site.put(`/api/businesses/${id}`, { status: 'rejected' }, { as: admin });
    pass(keepDays + 1);
    expect(await clean(true)).toBe(2);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([404, 404, 200]);
  });

  test('is not too old where it was chosen again, or where the setting keeps all', async () => {
    await site.post(`/api/businesses/${id}/versions/0/restoration`, undefined, { as: owner });
    expect(await photoOf(id)).toBe(first);
    pass(keepDays + 1);
    const history = await site.events();
    const isDeleted = (days: number, photo: string) =>
      photoDeletion(days, () => new Date(now))(history, photo);
    expect([first, second].map((photo) => isDeleted(keepDays, photo))).toEqual([false, true]);
    expect(isDeleted(0, second)).toBe(false);
  });

  test('leaves a repeated restoration of its version with its first response after the photograph was replaced again', async () => {
    pass(keepDays + 1);
    const restore = () =>
      site.post(`/api/businesses/${id}/versions/0/restoration`, undefined, {
        as: admin,
        headers: { 'Idempotency-Key': 'restore-once' },
      });
    await site.put(`/api/businesses/update/${id}`, { phone: '012-2222222' }, { as: owner });
    const answer = await restore();
    expect(answer).toMatchObject({ status: 200, json: { imagePath: second } });
    await replacePhoto(id, 48);
    expect(await restore()).toMatchObject({ status: 200, json: answer.json });
  });

  test('stays while its version is the one that was approved last', async () => {
    await replacePhoto(id, 48);
    await site.put(`/api/businesses/${id}`, { status: 'rejected' }, { as: admin });
    pass(keepDays + 1);
    expect(await clean()).toBe(1);
    expect(await Promise.all([first, second].map(statusOf))).toEqual([404, 200]);
  });

  test('does not come back with its version once it is too old, and its history says so', async () => {
    const restore = () =>
      site.post(`/api/businesses/${id}/versions/0/restoration`, undefined, { as: owner });
    const history = async () =>
      (await site.get(`/api/businesses/${id}/history?at=0`, { as: owner })).json;
    await site.put(`/api/businesses/update/${id}`, { phone: '012-2222222' }, { as: owner });
    pass(keepDays - 1);
    expect(await history()).toMatchObject({ isPhotoDeleted: false });
    pass(1);
    expect(await history()).toMatchObject({ isPhotoDeleted: true, business: { imagePath: first } });
    const events = await site.appendedBy(async () => {
      expect(await restore()).toMatchObject({ status: 200, json: { imagePath: second } });
    });
    expect(events).toMatchObject([{ type: 'BusinessEdited', data: { restoredVersion: 0 } }]);
    expect(JSON.stringify(events)).not.toContain('imagePath');
  });
});

test('more images than are in memory at once are removed, with the copies of every release', async () => {
  const { images } = site.site.stores;
  const ids = Array.from({ length: 45 }, (_, index) => String(index).padStart(32, '0'));
  const names = ids.map((id) => imageName(id));
  const isThere = async (name: ImageName) => (await images.get(name)) !== null;
  // Those before them are gone already.
  const stored = ids.slice(25).flatMap((id) => [imageName(id), imageName(id, 200)]);
  for (const name of stored) await images.save(name, Buffer.from('image'));
  expect(await removeImages(images, async () => names)).toBe(45);
  expect(await Promise.all(stored.map(isThere))).not.toContain(true);
});
