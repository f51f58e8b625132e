import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { directoryResponse, type DirectoryAsOfResponse } from '../contracts/listings.ts';
import { submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

/** Kuala Lumpur is eight hours ahead of UTC: its 2 March ends here. */
const endOfSecond = Date.parse('2026-03-02T16:00:00.000Z');
const day = 24 * 3_600_000;
const [second, third, fourth] = ['2026-03-02', '2026-03-03', '2026-03-04'] as const;

let site: TestSite;
let owner: Person;
/** With a new token, as one of an admin is valid for twelve hours. */
const admin = () => site.signIn('admin');
let now = endOfSecond - day;
const ids: string[] = [];
beforeAll(async () => {
  site = await startTestSite({ clock: () => new Date(now) });
  owner = site.signIn('user');
  const [satu, dua, tiga] = [
    await submitListing(site, owner, { businessName: 'Warung Satu' }),
    await submitListing(site, owner, { businessName: 'Warung Dua' }),
    await submitListing(site, owner, {
      businessName: 'Hotel Tiga',
      businessInfo: 'Hotel & Penginapan',
      subCategory: 'Hotel',
    }),
  ];
  ids.push(satu, dua, tiga);
  await site.put(`/api/businesses/${satu}`, { status: 'approved' }, { as: admin() });
  await site.put(`/api/businesses/${tiga}`, { status: 'rejected' }, { as: admin() });
  now = endOfSecond - 1;
  await site.remove(`/api/businesses/${dua}`, { as: admin() });
  now = endOfSecond;
  await site.put(
    `/api/businesses/update/${satu}`,
    { businessName: 'Warung Baru', phone: '013-7654321' },
    { as: owner },
  );
});
afterAll(() => site.stop());

async function asOf(date: string, query = ''): Promise<DirectoryAsOfResponse> {
  const answer = await site.get(`/api/directory?date=${date}${query}`, { as: admin() });
  expect(answer.status, answer.text).toBe(200);
  return directoryResponse.strict().parse(answer.json);
}
const namesAsOf = async (date: string, query = '') =>
  (await asOf(date, query)).listings.map(({ businessName, status }) => [businessName, status]);

describe('GET /api/directory', () => {
  test('lists every listing as it was at the end of the day in the time zone of the site', async () => {
    expect(await namesAsOf('2026-02-28')).toEqual([]);
    expect(await namesAsOf(second)).toEqual(
      expect.arrayContaining([
        ['Warung Satu', 'approved'],
        ['Hotel Tiga', 'rejected'],
      ]),
    );
    expect(await asOf(second)).toMatchObject({
      moment: new Date(endOfSecond - 1).toISOString(),
      counts: { pending: 0, approved: 1, rejected: 1, deleted: 1 },
      matching: 2,
      page: 1,
      pages: 1,
    });
  });

  test('shows what happened a millisecond later on the next day only', async () => {
    expect(await namesAsOf(third)).toContainEqual(['Warung Baru', 'pending']);
  });

  test('shows a change of today at once', async () => {
    const before = await asOf(third);
    await site.put(`/api/businesses/${ids[0]}`, { status: 'approved' }, { as: admin() });
    await site.caughtUp();
    const after = await asOf(third);
    expect([before.counts.approved, after.counts.approved]).toEqual([0, 1]);
  });

  test('filters by status, also of deleted listings, and by category with its own counts', async () => {
    expect(await namesAsOf(second, '&status=deleted')).toEqual([['Warung Dua', 'deleted']]);
    const category = encodeURIComponent('Hotel & Penginapan');
    expect(await asOf(second, `&category=${category}`)).toMatchObject({
      counts: { pending: 0, approved: 0, rejected: 1, deleted: 0 },
      listings: [{ businessName: 'Hotel Tiga', businessInfo: 'Hotel & Penginapan' }],
    });
  });

  test('finds listings by the name that they had then, of all or of a category', async () => {
    expect(await namesAsOf(third, '&q=baru')).toEqual([['Warung Baru', 'approved']]);
    expect(await namesAsOf(second, '&q=baru')).toEqual([]);
    const category = encodeURIComponent('Makanan & Minuman');
    expect(await asOf(second, `&q=%20WARUNG&category=${category}`)).toMatchObject({
      counts: { pending: 0, approved: 1, rejected: 0, deleted: 1 },
      matching: 1,
      listings: [{ businessName: 'Warung Satu' }],
    });
  });

  test('searches by name once for all pages and statuses, until a listing changes', async () => {
    await asOf(third);
    const reading = vi.spyOn(site.site.stores.log.stored, 'head');
    onTestFinished(() => reading.mockRestore());
    for (const more of ['', '&page=2', '&status=approved'])
      expect(await namesAsOf(third, `&q=warung%20b${more}`)).toEqual([['Warung Baru', 'approved']]);
    expect(reading).toHaveBeenCalledOnce();
    await site.put(`/api/businesses/update/${ids[0]}`, { yearStarted: 2001 }, { as: owner });
    await namesAsOf(third, '&q=warung%20b');
    // Once for the day, and once for the search.
    expect(reading).toHaveBeenCalledTimes(3);
  });

  test('searches by name one after the other, as each holds all listings in memory', async () => {
    await asOf(third);
    const { stored } = site.site.stores.log;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const head = stored.head.bind(stored);
    const reading = vi.spyOn(stored, 'head').mockImplementationOnce(async () => {
      await released;
      return head();
    });
    onTestFinished(() => reading.mockRestore());
    const searches = ['baru', 'tiga'].map((name) => namesAsOf(third, `&q=${name}`));
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    // Sent after both, so that the other one has come, too.
    await asOf(third);
    await asOf(third);
    expect(reading).toHaveBeenCalledOnce();
    release();
    expect(await Promise.all(searches)).toMatchObject([
      [['Warung Baru', expect.anything()]],
      [['Hotel Tiga', expect.anything()]],
    ]);
  });

  test('shows the last page for one that is too high', async () => {
    expect(await asOf(second, '&page=9')).toMatchObject({ page: 1, pages: 1, matching: 2 });
  });

  test('is for admins', async () => {
    const path = `/api/directory?date=${second}`;
    expect((await site.get(path)).status).toBe(401);
    expect((await site.get(path, { as: owner })).status).toBe(403);
  });

  test.each(['', fourth, '2026-13-01', 'today'])('has no day %j', async (date) => {
    expect((await site.get(`/api/directory?date=${date}`, { as: admin() })).status).toBe(400);
  });

  test('names no erased owner, also where the day was asked for before', async () => {
    const registered = {
      fullName: 'Siti',
      icNumber: '900101-14-5678',
      phone: '012-3456789',
      email: 'siti@example.org',
      password: 'a long enough password',
      confirmPassword: 'a long enough password',
    };
    await site.post('/api/user/register', registered);
    const { email, password } = registered;
    const login = await site.post('/api/user/login', { email, password });
    const { token, user } = login.json as { token: string; user: { id: string } };
    const siti: Person = { id: user.id, role: 'user', token };
    await submitListing(site, siti, { businessName: 'Kedai Siti' });
    expect(await namesAsOf(third)).toContainEqual(['Kedai Siti', 'pending']);
    expect(await namesAsOf(third, '&q=siti')).toEqual([['Kedai Siti', 'pending']]);
    now += day;
    await site.remove('/api/user/me', { as: siti, body: { password } });
    const answer = await site.get(`/api/directory?date=${third}`, { as: admin() });
    expect(answer.text).not.toContain('Siti');
    expect(await namesAsOf(third)).toContainEqual(['Erased listing', 'pending']);
    expect(await namesAsOf(third, '&q=siti')).toEqual([]);
    expect(await namesAsOf(fourth, '&status=deleted')).toContainEqual(['Erased listing', 'erased']);
  });
});
