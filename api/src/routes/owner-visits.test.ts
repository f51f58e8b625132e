import { Readable } from 'node:stream';
import type { BusinessId } from '@directory/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenIssuer } from '../accounts/sessions.ts';
import { visitsResponse, type VisitsResponse } from '../contracts/visits.ts';
import { csvRecords } from '../import/read-rows.ts';
import { expectRefused, type Person, startTestSite, type TestSite } from '../testing/test-site.ts';
import { publishListing, submitListing } from '../testing/listings.ts';

let site: TestSite;
let owner: Person;
let stall: BusinessId;
let shop: BusinessId;
let now: Date;

const byPhone = { 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/605.1.15' };
const view = (id: BusinessId, headers = {}) =>
  site.post(`/api/businesses/${id}/view`, { viewedAt: now.toISOString() }, { headers });
const click = (id: BusinessId, channel: string) =>
  site.post(`/api/businesses/${id}/click`, { channel });
const pathOf = (person: Person, query: string, ending = '') =>
  `/api/businesses/userbusinesses/${person.id}/visits${ending}?${query}`;

async function visitsIn(query: string): Promise<VisitsResponse> {
  const answer = await site.get(pathOf(owner, query), { as: owner });
  expect(answer.status, answer.text).toBe(200);
  return visitsResponse.strict().parse(answer.json);
}

/** Two weeks of a stall and a shop; the last day is a Saturday. */
beforeAll(async () => {
  now = new Date('2026-11-09T01:00:00Z');
  site = await startTestSite({ clock: () => now });
  owner = site.signIn('user');
  stall = await publishListing(site, owner, { businessName: '=Gerai "Mak Teh", Kampung' });
  await view(stall);
  await click(stall, 'website');
  now = new Date('2026-11-15T15:30:00Z');
  shop = await publishListing(site, owner, { businessName: 'Kedai Kopi' });
  await view(stall);
  now = new Date('2026-11-20T15:59:59Z');
  await view(stall);
  // Half past eleven at night in London is the next morning in Kuala Lumpur.
  now = new Date('2026-11-20T23:30:00Z');
  await view(stall);
  await view(stall);
  await view(stall, byPhone);
  await view(shop);
  for (const channel of ['phone', 'phone', 'whatsapp']) await click(stall, channel);
  await click(shop, 'directions');
  now = new Date('2026-11-21T04:00:00Z');
  const issueToken = tokenIssuer(site.site.sessions.tokenKey, () => now);
  owner = { ...owner, token: issueToken({ id: owner.id, role: 'user', full_name: 'Mak Teh' }) };
  await site.caughtUp();
});
afterAll(() => site.stop());

describe('the visits of a week', () => {
  test('are summed over all businesses by day', async () => {
    const { from, to, today, timeZone, totals, days } = await visitsIn('days=7');
    expect({ from, to, today, timeZone }).toEqual({
      from: '2026-11-15',
      to: '2026-11-21',
      today: '2026-11-21',
      timeZone: 'Asia/Kuala_Lumpur',
    });
    expect(totals).toEqual({
      ...{ views: 6, visitors: 5, actions: 4 },
      channels: { ...noClicks, phone: 2, whatsapp: 1, directions: 1 },
    });
    expect(days).toHaveLength(7);
    expect(days.filter(({ views }) => views > 0)).toEqual([
      { date: '2026-11-15', views: 1, visitors: 1, actions: 0 },
      { date: '2026-11-20', views: 1, visitors: 1, actions: 0 },
      { date: '2026-11-21', views: 4, visitors: 3, actions: 4 },
    ]);
  });

  test('are counted by weekday and hour of the site', async () => {
    const { weekdays } = await visitsIn('days=7');
    expect(weekdays.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const seen = weekdays.flatMap(({ weekday, hours }) =>
      hours.flatMap((views, hour) => (views > 0 ? [{ weekday, hour, views }] : [])),
    );
    expect(seen).toEqual([
      { weekday: 5, hour: 23, views: 1 },
      { weekday: 6, hour: 7, views: 4 },
      { weekday: 7, hour: 23, views: 1 },
    ]);
  });

  test('are not compared with a week that began before anything was counted', async () => {
    const { countedFrom, previous } = await visitsIn('days=7');
    expect(countedFrom).toBe('2026-11-09');
    expect(previous).toBeNull();
  });

  test('of one business are its own', async () => {
    const { totals, countedFrom, previous } = await visitsIn(`days=7&business=${shop}`);
    expect(totals).toMatchObject({ views: 1, visitors: 1, actions: 1 });
    expect(countedFrom).toBe('2026-11-21');
    expect(previous).toBeNull();
  });

  test('are the same for an admin', async () => {
    const answer = await site.get(pathOf(owner, 'days=7'), { as: site.signIn('admin') });
    expect(visitsResponse.parse(answer.json)).toEqual(await visitsIn('days=7'));
  });
});

test('six days come with the six days before, from the first that was counted', async () => {
  const { previous } = await visitsIn('days=6');
  expect(previous).toMatchObject({ from: '2026-11-10', to: '2026-11-15' });
  const earlier = await visitsIn('from=2026-11-15&to=2026-11-20');
  expect(earlier.previous).toMatchObject({
    from: '2026-11-09',
    to: '2026-11-14',
    totals: { views: 1, visitors: 1, actions: 1, channels: { ...noClicks, website: 1 } },
  });
  expect(earlier.previous?.days.find(({ views }) => views > 0)?.date).toBe('2026-11-09');
});

test('days after a period without visits are not compared', async () => {
  const { countedFrom, previous } = await visitsIn('from=2026-11-14&to=2026-11-15');
  expect(countedFrom).toBe('2026-11-09');
  expect(previous).toBeNull();
});

test('without a period they are of the last 28 days', async () => {
  const { from, to, totals, days } = await visitsIn('');
  expect([from, to, days.length, totals.views]).toEqual(['2026-10-25', '2026-11-21', 28, 7]);
});

test('days from one to another count both, over the ends of months and years', async () => {
  const { days, totals, previous } = await visitsIn('from=2026-11-09&to=2026-11-15');
  expect([days[0]?.views, days.at(-1)?.views, totals.views]).toEqual([1, 1, 2]);
  expect(previous).toBeNull();
  const year = await visitsIn('from=2025-11-21&to=2026-11-21');
  expect([year.days.length, year.totals.views]).toEqual([366, 7]);
  expect(await visitsIn('days=366')).toEqual(year);
});

test.each(['2000-01-01', '2026-11-21'])('the period may be the single day %s', async (day) => {
  const { days } = await visitsIn(`from=${day}&to=${day}`);
  expect(days.map(({ date }) => date)).toEqual([day]);
});

test('an owner without businesses gets zeros', async () => {
  const newcomer = site.signIn('user');
  const answer = await site.get(pathOf(newcomer, 'days=7'), { as: newcomer });
  expect(answer.json).toMatchObject({
    totals: { views: 0, visitors: 0 },
    countedFrom: null,
    previous: null,
  });
});

describe.each(['', '.csv'])('visits%s', (ending) => {
  const get = (query: string, as: Person | undefined = owner) =>
    site.get(pathOf(owner, query, ending), { as });

  test('are for the owner and for admins', async () => {
    for (const as of [owner, site.signIn('admin')]) expect((await get('', as)).status).toBe(200);
    await expectRefused(site, 401, () => site.get(pathOf(owner, '', ending)));
    await expectRefused(site, 403, () => get('', site.signIn('user')));
  });

  test.each([
    ['days=0', 'days', 'Enter a number of days from 1 to 366.'],
    ['days=367', 'days', 'Enter a number of days from 1 to 366.'],
    ['days=-7', 'days', 'Enter a number of days from 1 to 366.'],
    ['days=7&from=2026-11-01', 'days', 'Give either days, or from and to.'],
    ['from=2026-11-01', 'to', 'Give the last day, too.'],
    ['to=2026-11-01', 'from', 'Give the first day, too.'],
    ['from=2026-02-30&to=2026-11-01', 'from', 'Enter a day such as 2026-11-21.'],
    ['from=1999-12-31&to=2000-01-01', 'from', 'Choose a day from 2000-01-01 to today, 2026-11-21.'],
    ['from=2026-11-01&to=2026-11-22', 'to', 'Choose a day from 2000-01-01 to today, 2026-11-21.'],
    ['from=2026-11-21&to=2026-11-20', 'to', 'Choose a last day that is not before the first.'],
    ['from=2025-11-20&to=2026-11-21', 'from', 'Choose at most 366 days.'],
    ['from=2026-11-01&from=2026-11-02&to=2026-11-03', 'from', 'Enter a day such as 2026-11-21.'],
    ['business=a&business=b', 'business', 'Name one business.'],
  ])('of %s are refused', async (query, field, message) => {
    const answer = await get(query);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json).toMatchObject({ errors: { [field]: [message] } });
  });

  test('of a business that the owner does not have are not found', async () => {
    const other = await submitListing(site, site.signIn('user'));
    for (const id of [other, 'nonsense', ''])
      await expectRefused(site, 404, () => get(`business=${id}`));
  });
});

describe('for spreadsheets', () => {
  const download = (query: string) => site.get(pathOf(owner, query, '.csv'), { as: owner });

  test('there is a file with a line for each business and day', async () => {
    const { headers, text } = await download('from=2026-11-20&to=2026-11-21');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="visits-2026-11-20-to-2026-11-21.csv"',
    );
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(await recordsOf(text)).toEqual([
      columns.split(','),
      ['2026-11-20', 'Kedai Kopi', ...'0,0,0,0,0,0,0,0,0,0,0,0'.split(',')],
      ['2026-11-20', `'=Gerai "Mak Teh", Kampung`, ...'1,1,0,0,0,0,0,0,0,0,0,0'.split(',')],
      ['2026-11-21', 'Kedai Kopi', ...'1,1,1,0,0,0,1,0,0,0,0,0'.split(',')],
      ['2026-11-21', `'=Gerai "Mak Teh", Kampung`, ...'3,2,3,2,1,0,0,0,0,0,0,0'.split(',')],
    ]);
  });

  test('it begins with the byte order mark, by which Excel recognises UTF-8', async () => {
    const response = await fetch(`${site.url}${pathOf(owner, 'days=1', '.csv')}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test('of one business it contains no other', async () => {
    const { text } = await download(`days=7&business=${shop}`);
    expect(await recordsOf(text)).toHaveLength(8);
    expect(text).not.toContain('Gerai');
  });
});

const noClicks = {
  ...{ phone: 0, whatsapp: 0, website: 0, directions: 0, onlineOrder: 0 },
  ...{ facebook: 0, instagram: 0, tiktok: 0, youtube: 0 },
};

const columns =
  'Date,Business,Views,Visitors,Actions,Phone,WhatsApp,Website,Directions,Online order,Facebook,Instagram,TikTok,YouTube';

async function recordsOf(text: string): Promise<(string[] | null)[]> {
  const records: (string[] | null)[] = [];
  for await (const record of csvRecords(Readable.from([text]))) records.push(record);
  return records;
}
