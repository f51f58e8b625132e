import { businessStream, currentSchema, parseBusinessId } from '@directory/domain';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ownBusinessDetailResponse,
  type OwnBusinessDetailResponse,
} from '../contracts/business.ts';
import { type Person, someText, startTestSite, type TestSite } from '../testing/test-site.ts';
import { formFields, listingForm, smallPhoto } from '../testing/listings.ts';
import { jpeg } from '../testing/images.ts';

/** Already 2027 at the site. */
const newYear = new Date('2026-12-31T16:30:00Z');

let site: TestSite;
let owner: Person;
beforeAll(async () => {
  site = await startTestSite({ clock: () => newYear });
  owner = site.signIn('user');
});
afterAll(() => site.stop());

async function submit(
  fields: Readonly<Record<string, string | null>> = {},
  headers: Record<string, string> = {},
): Promise<OwnBusinessDetailResponse> {
  const form = await listingForm(fields);
  const answer = await site.post('/api/businesses', form, { as: owner, headers });
  expect(answer.status).toBe(201);
  return ownBusinessDetailResponse.strict().parse(answer.json);
}

describe('POST /api/businesses', () => {
  test('answers 201 with the pending business', async () => {
    const answer = await site.post('/api/businesses', await listingForm(), { as: owner });
    expect(answer.status).toBe(201);
    const business = ownBusinessDetailResponse.strict().parse(answer.json);
    expect(business).toMatchObject({
      businessName: formFields.businessName,
      status: 'pending',
      user_id: owner.id,
      address: formFields.address,
      adress: formFields.address,
      yearStarted: 1963,
      facilities: ['Tandas', 'Surau'],
      latitude: 3.1645,
      facebook: null,
      views: 0,
      revision: 0,
    });
    expect(answer.headers.get('location')).toBe(`/api/businesses/${business.id}`);
    expect(answer.headers.get('x-log-position')).toMatch(/^\d{20}$/);
    expect(answer.headers.get('x-stale')).toBeNull();
  });

  test('answers 503 for an owner whose key is missing, makes no key, and is not ready', async () => {
    await submit();
    const { ownerKeys } = site.site.stores.log;
    const lost = vi.spyOn(ownerKeys, 'find').mockResolvedValue([]);
    const add = vi.spyOn(ownerKeys, 'add');
    onTestFinished(() => [lost, add].forEach((spy) => spy.mockRestore()));
    const form = await listingForm();
    const events = await site.appendedBy(async () => {
      expect((await site.post('/api/businesses', form, { as: owner })).status).toBe(503);
    });
    expect(events).toEqual([]);
    expect(add).not.toHaveBeenCalled();
    const readiness = async () => (await site.get('/readyz')).status;
    await expect.poll(readiness).toBe(503);
    lost.mockRestore();
    await expect.poll(readiness).toBe(200);
  });

  test('appends one event with the actor and no account data', async () => {
    const [event, ...others] = await site.appendedBy(() => submit());
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'BusinessSubmitted',
      revision: 0,
      data: { ownerId: owner.id, details: { businessName: formFields.businessName } },
      metadata: { actor: { id: owner.id, role: 'user' }, schema: currentSchema },
    });
    expect(JSON.stringify(event)).not.toContain('Somebody');
  });

  test('stores the photo, which is served at once', async () => {
    const { imagePath } = await submit();
    const image = await site.get(`/uploads/${String(imagePath)}`, { as: owner });
    expect(image.status).toBe(200);
    expect(image.headers.get('content-type')).toBe('image/webp');
  });

  test('is seen by the next reads', async () => {
    const { id } = await submit();
    const list = await site.get(`/api/businesses/userbusinesses/${owner.id}`, { as: owner });
    expect(list.text).toContain(id);
    expect((await site.get(`/api/businesses/${id}`, { as: owner })).status).toBe(200);
  });

  test('ignores owner, status and image of the form', async () => {
    const form = await listingForm({ user_id: 'somebody-else', status: 'approved', id: 'mine' });
    const answer = await site.post('/api/businesses', form, { as: owner });
    expect(answer.json).toMatchObject({ user_id: owner.id, status: 'pending' });
  });

  test('accepts facilities as repeated fields', async () => {
    const form = await listingForm({ facilities: null });
    form.append('facilities', 'Surau');
    form.append('facilities', 'Tandas OKU');
    const answer = await site.post('/api/businesses', form, { as: owner });
    expect(answer.json).toMatchObject({ facilities: ['Tandas OKU', 'Surau'] });
  });

  test('stores markup as text', async () => {
    const script = '<script>alert("1")</script>';
    const business = await submit({ businessName: script, synopsis: script, address: script });
    expect(business).toMatchObject({ businessName: script, synopsis: script });
  });
});

describe('repeating a submission', () => {
  test('with its Idempotency-Key answers the same business and appends nothing', async () => {
    const headers = { 'Idempotency-Key': 'form-1' };
    const first = await submit({}, headers);
    const events = await site.appendedBy(async () => {
      expect(await submit({}, headers)).toEqual(first);
    });
    expect(events).toEqual([]);
    const id = parseBusinessId(first.id);
    expect(await site.site.stores.log.readStream(businessStream(id))).toHaveLength(1);
  });

  test.each([
    ['another name', () => listingForm({ businessName: 'Another name' })],
    ['another photo', async () => listingForm({}, await jpeg(90, 80))],
  ])('with its Idempotency-Key but %s answers 409', async (name, otherForm) => {
    const headers = { 'Idempotency-Key': name };
    await submit({}, headers);
    const changed = await otherForm();
    const events = await site.appendedBy(async () => {
      const answer = await site.post('/api/businesses', changed, { as: owner, headers });
      expect(answer).toMatchObject({ status: 409, json: { type: 'command-id-reused' } });
    });
    expect(events).toEqual([]);
  });

  test('concurrently creates one business', async () => {
    const headers = { 'Idempotency-Key': 'form-2' };
    const events = await site.appendedBy(async () => {
      const both = await Promise.all([submit({}, headers), submit({}, headers)]);
      expect(both[0].id).toBe(both[1].id);
    });
    expect(events).toHaveLength(1);
  });

  test('with the key of another owner creates another business', async () => {
    const headers = { 'Idempotency-Key': 'form-3' };
    const first = await submit({}, headers);
    const other = site.signIn('user');
    const answer = await site.post('/api/businesses', await listingForm(), { as: other, headers });
    expect(answer.json).toMatchObject({ user_id: other.id });
    expect(ownBusinessDetailResponse.parse(answer.json).id).not.toBe(first.id);
  });

  test('with a too long key is refused', async () => {
    const headers = { 'Idempotency-Key': 'k'.repeat(201) };
    const answer = await site.post('/api/businesses', await listingForm(), { as: owner, headers });
    expect(answer.status).toBe(400);
  });
});

describe('a submission is refused', () => {
  test.each([
    ['without a token', undefined, 401],
    ['of an admin', 'admin', 403],
  ] as const)('%s', async (_, role, status) => {
    const as = role && site.signIn(role);
    const events = await site.appendedBy(async () => {
      const answer = await site.post('/api/businesses', await listingForm(), { as });
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ status, message: someText });
    });
    expect(events).toEqual([]);
  });

  test('with a message for every invalid field, the photo included', async () => {
    const before = await site.images();
    const form = await listingForm({ phone: null, yearStarted: '3000', latitude: '' }, null);
    const answer = await site.post('/api/businesses', form, { as: owner });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.json).toMatchObject({
      message: 'Please check what you entered.',
      errors: {
        phone: ['Enter a phone number.'],
        yearStarted: ['Enter a year from 1000 to 2027.'],
        latitude: ['Please select a location on the map.'],
        imagePath: ['Add a photo of the business.'],
      },
    });
    expect(await site.images()).toEqual(before);
  });

  test('for a sub-category of another category, before its photo is stored', async () => {
    const before = await site.images();
    const form = await listingForm({ subCategory: 'Masjid' }, await smallPhoto());
    const answer = await site.post('/api/businesses', form, { as: owner });
    expect(answer.json).toMatchObject({ errors: { subCategory: [someText] } });
    expect(await site.images()).toEqual(before);
  });
});

test.each([
  ['1', 'You have 1 business waiting for review.'],
  ['2', 'You have 2 businesses waiting for review.'],
])(
  'an owner at a limit of %s waiting listings reads how many are waiting',
  async (allowed, sentence) => {
    const limited = await startTestSite({ settings: { MAX_WAITING_LISTINGS: allowed } });
    onTestFinished(() => limited.stop());
    const as = limited.signIn('user');
    for (let sent = 0; sent < Number(allowed); sent += 1)
      expect((await limited.post('/api/businesses', await listingForm(), { as })).status).toBe(201);
    const refused = await limited.post('/api/businesses', await listingForm(), { as });
    expect(refused.json).toMatchObject({
      message: `${sentence} Please wait for a decision before you add another.`,
    });
  },
);

test('an owner with the allowed number of waiting listings is refused another until one is reviewed', async () => {
  const limited = await startTestSite({ settings: { MAX_WAITING_LISTINGS: '2' } });
  const as = limited.signIn('user');
  const send = async (key: string) =>
    limited.post('/api/businesses', await listingForm(), {
      as,
      headers: { 'Idempotency-Key': key },
    });
  const first = ownBusinessDetailResponse.parse((await send('1')).json);
  const second = await send('2');
  const events = await limited.appendedBy(async () => {
    const refused = await send('3');
    expect(refused).toMatchObject({ status: 409, json: { type: 'too-many-waiting' } });
    expect((await send('2')).json).toEqual(second.json);
  });
  expect(events).toEqual([]);
  const admin = limited.signIn('admin');
  await limited.put(`/api/businesses/${first.id}`, { status: 'approved' }, { as: admin });
  expect((await send('3')).status).toBe(201);
  // 1 is approved, and its repeat waits for no room.
  const repeat = await send('1');
  expect(repeat).toMatchObject({ status: 201, json: { id: first.id } });
  await limited.stop();
});
