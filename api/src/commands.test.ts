import { toPosition, WrongRevision } from '@directory/domain/event-store';
import { ViewStoreUnavailable } from '@directory/projections';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ImagesUnavailable } from './images/image-store.ts';
import { imagesBusy } from './images/save-image.ts';
import { httpClient } from './testing/http-client.ts';
import { jpeg } from './testing/images.ts';
import { listingForm, submitListing } from './testing/listings.ts';
import { startTestSite, typesOf, type Person, type TestSite } from './testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

test('a read after each of fifty writes returns what was written', async () => {
  const owner = site.signIn('user');
  const id = await submitListing(site, owner);
  for (let save = 0; save < 50; save += 1) {
    const synopsis = `Version ${save}`;
    const saved = await site.put(`/api/businesses/update/${id}`, { synopsis }, { as: owner });
    expect(saved.headers.get('x-stale')).toBeNull();
    const read = await site.get(`/api/businesses/${id}`, { as: owner });
    expect(read.json).toMatchObject({ synopsis });
  }
});

test('PUT answers with the new listing and X-Stale while the views lag', async () => {
  const lagging = await startTestSite();
  const owner = lagging.signIn('user');
  await submitListing(lagging, owner);
  await lagging.site.projector.stop();
  const started = performance.now();
  // That of the site waits for the views after such an answer.
  const { post } = httpClient(lagging.url);
  const answer = await post('/api/businesses', await listingForm(), { as: owner });
  expect(performance.now() - started).toBeGreaterThan(1_900);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-stale')).toBe('true');
  expect(answer.json).toMatchObject({ status: 'pending', user_id: owner.id });
  await lagging.stop();
});

test('POST answers 201 where the images fail after the append', async () => {
  const owner = site.signIn('user');
  const form = await listingForm();
  const { images } = site.site.stores;
  const get = vi.spyOn(images, 'get').mockRejectedValue(new ImagesUnavailable('gone'));
  const events = await site.appendedBy(async () => {
    expect((await site.post('/api/businesses', form, { as: owner })).status).toBe(201);
  });
  expect(get).toHaveBeenCalledOnce();
  get.mockRestore();
  expect(typesOf(events)).toEqual(['BusinessSubmitted']);
});

test('POST repeated after its photograph was removed before the append and could not be saved again stores it', async () => {
  const owner = site.signIn('user');
  const form = await listingForm({}, await jpeg(90, 70));
  const submit = () =>
    site.post('/api/businesses', form, { as: owner, headers: { 'Idempotency-Key': 'photo' } });
  const { images } = site.site.stores;
  vi.spyOn(images, 'get').mockImplementationOnce(async (name) => {
    await images.remove(name);
    vi.spyOn(images, 'save').mockRejectedValueOnce(imagesBusy());
    return null;
  });
  const events = await site.appendedBy(async () => {
    expect(await submit()).toMatchObject({ status: 503, json: { type: 'images-busy' } });
    const { status, json } = await submit();
    expect(status).toBe(201);
    const { imagePath } = json as { imagePath: string };
    expect((await site.get(`/uploads/${imagePath}`, { as: owner })).status).toBe(200);
  });
  vi.restoreAllMocks();
  expect(typesOf(events)).toEqual(['BusinessSubmitted']);
});

test('PUT saves its photograph once, and leaves none where others keep changing the listing', async () => {
  const owner = site.signIn('user');
  const id = await submitListing(site, owner);
  const form = await listingForm({}, await jpeg(91, 70));
  const before = await site.images();
  const { images, log } = site.site.stores;
  const append = vi.spyOn(log, 'append').mockRejectedValue(new WrongRevision(id, 0, 1));
  const save = vi.spyOn(images, 'save');
  const answer = await site.put(`/api/businesses/update/${id}`, form, { as: owner });
  expect(append.mock.calls.length).toBeGreaterThan(1);
  const saved = save.mock.calls.map(([name]) => name);
  expect(new Set(saved).size).toBe(saved.length);
  vi.restoreAllMocks();
  expect(answer).toMatchObject({ status: 409, json: { type: 'kept-changing' } });
  expect(await site.images()).toEqual(before);
});

test('a repeated Idempotency-Key gets its first response, also after later changes', async () => {
  const owner = site.signIn('user');
  const admin = site.signIn('admin');
  const id = await submitListing(site, owner);
  const approve = () =>
    site.put(
      `/api/businesses/${id}`,
      { status: 'approved' },
      { as: admin, headers: { 'Idempotency-Key': 'approve-1' } },
    );
  const first = await approve();
  await site.post(`/api/businesses/${id}/decision-withdrawal`, {}, { as: admin });
  expect((await approve()).json).toEqual(first.json);
  expect(first.json).toMatchObject({ status: 'approved', revision: 1 });
});

describe('a view store that fails after the append', () => {
  /** Every call of the views' store fails once an event was appended. */
  function breakViewsAfterAppend({ site: { stores } }: TestSite): void {
    const append = stores.log.append.bind(stores.log);
    vi.spyOn(stores.log, 'append').mockImplementation(async (...request) => {
      const appended = await append(...request);
      const calls = ['generations', 'get', 'find', 'changeToken', 'quarantined', 'commit'] as const;
      for (const call of calls)
        vi.spyOn(stores.views, call).mockRejectedValue(new ViewStoreUnavailable('gone'));
      return appended;
    });
  }

  /** Resolves once the projector no longer makes commands wait for them. */
  async function pauseViews({ post, site }: TestSite, admin: Person): Promise<void> {
    const { projector, stores } = site;
    for (const { view } of await stores.views.generations())
      await post(`/api/operations/views/${view}/pause`, {}, { as: admin });
    await vi.waitUntil(async () => {
      const started = performance.now();
      await projector.waitUntilVisible(toPosition(Number.MAX_SAFE_INTEGER), 1_000);
      return performance.now() - started < 900;
    }, 30_000);
  }

  test.each(['running', 'paused'])(
    'leaves a command carried out, with its outcome and X-Stale, while the views are %s',
    async (state) => {
      const failing = await startTestSite();
      const owner = failing.signIn('user');
      const admin = failing.signIn('admin');
      const id = await submitListing(failing, owner);
      if (state === 'paused') await pauseViews(failing, admin);
      breakViewsAfterAppend(failing);
      const events = await failing.appendedBy(async () => {
        const answer = await failing.put(
          `/api/businesses/${id}`,
          { status: 'approved' },
          { as: admin, headers: { 'Idempotency-Key': 'once' } },
        );
        expect(answer).toMatchObject({ status: 200, json: { status: 'approved', revision: 1 } });
        expect(answer.headers.get('x-stale')).toBe('true');
      });
      expect(typesOf(events)).toEqual(['BusinessApproved']);
      vi.restoreAllMocks();
      await failing.stop();
    },
  );
});
