import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reviewFiguresResponse, usualWaitResponse } from '../contracts/reviews.ts';
import { submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
let now = new Date();
beforeAll(async () => {
  site = await startTestSite({ clock: () => now });
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterAll(() => site.stop());

const figures = async () => {
  const answer = await site.get('/api/review-figures', { as: admin });
  return reviewFiguresResponse.strict().parse(answer.json);
};
const usualWait = async () =>
  usualWaitResponse.strict().parse((await site.get('/api/review-figures/usual-wait')).json);

test('without decisions the median and the usual wait are null', async () => {
  expect(await figures()).toMatchObject({ approved: 0, rejected: 0, medianWaitMinutes: null });
  expect(await usualWait()).toEqual({ workingDays: null });
});

test('decisions count at once, and no longer when they are undone', async () => {
  const [first, second] = [await submitListing(site, owner), await submitListing(site, owner)];
  now = new Date(now.getTime() + 90 * 60_000);
  const reason = { code: 'contact', text: '' };
  const decide = (id: string, body: object) =>
    site.put(`/api/businesses/${id}`, body, { as: admin });
  await decide(first, { status: 'rejected', reason });
  await decide(second, { status: 'approved' });
  await site.put(`/api/businesses/update/${first}`, { synopsis: 'Changed' }, { as: owner });
  expect(await figures()).toEqual({
    days: 30,
    approved: 1,
    rejected: 1,
    medianWaitMinutes: 90,
    rejections: [{ code: 'contact', count: 1 }],
    resubmitted: 1,
  });
  expect((await usualWait()).workingDays).toBeGreaterThanOrEqual(1);
  await site.post(`/api/businesses/${second}/decision-withdrawal`, undefined, { as: admin });
  expect(await figures()).toMatchObject({ approved: 0, rejected: 1 });
});

test('the usual wait is worked out once a minute for any number of requests', async () => {
  const id = await submitListing(site, owner);
  await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
  const decidedAt = now.toISOString();
  await usualWait();
  const parse = vi.spyOn(Date, 'parse');
  const looksAtDecision = async () => {
    parse.mockClear();
    await Promise.all(Array.from({ length: 20 }, usualWait));
    return parse.mock.calls.filter(([time]) => time === decidedAt).length;
  };
  expect(await looksAtDecision()).toBe(0);
  now = new Date(now.getTime() + 60_000);
  const [first, second] = [await looksAtDecision(), await looksAtDecision()];
  parse.mockRestore();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(5);
  expect(second).toBe(0);
});

test('GET /api/review-figures is for admins, the usual wait for everybody', async () => {
  expect((await site.get('/api/review-figures')).status).toBe(401);
  expect((await site.get('/api/review-figures', { as: owner })).status).toBe(403);
  expect((await site.get('/api/review-figures/usual-wait')).status).toBe(200);
});
