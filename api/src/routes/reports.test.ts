import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  reportInThread,
  reports,
  type FinishedReport,
  type MakeReport,
} from '@directory/projections';
import { toPosition } from '@directory/domain/event-store';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AccountsUnavailable, type AccountStore } from '../accounts/account-store.ts';
import { reportChoices, reportProgressResponse, reportResponse } from '../contracts/reports.ts';
import { submitListing } from '../testing/listings.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';
import { reportRoutes } from './reports.ts';

let site: TestSite;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite();
  admin = site.signIn('admin');
  const id = await submitListing(site, site.signIn('user'));
  await submitListing(site, site.signIn('user'));
  await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
});
afterAll(() => site.stop());

async function ask(path: string) {
  for (;;) {
    const answer = await site.get(`/api/reports/${path}`, { as: admin });
    if (answer.status !== 202) return answer;
  }
}

test('GET /api/reports/:name counts from the log of the running site', async () => {
  const { json, status } = await ask('listings?by=category');
  expect(status).toBe(200);
  expect(reportResponse.strict().parse(json)).toMatchObject({
    about: {
      report: 'listings',
      version: 1,
      by: ['category'],
      timeZone: 'Asia/Kuala_Lumpur',
      lastPosition: await site.site.stores.log.head(),
    },
    columns: [{ name: 'category', type: 'text' }, {}, {}, {}, {}],
    rows: [['Makanan & Minuman', 1, 1, 0, 2]],
  });
});

test('GET /api/reports/moderation names admins, and those of deleted accounts so', async () => {
  const { json } = await ask('moderation?by=admin');
  expect(reportResponse.parse(json).rows).toMatchObject([
    [admin.id, 'a deleted account', 1, 1, 0, 0, 0, 0],
  ]);
});

test('GET /api/reports/:name.csv answers with a file', async () => {
  const answer = await ask('listings.csv?asOf=2020-01-01');
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="listings-as-of-2020-01-01.csv"',
  );
  expect(answer.text).toMatch(
    /^\uFEFF?# listings .*\r\napproved,pending,rejected,total\r\n0,0,0,0\r\n$/,
  );
});

test.each([
  ['views.csv', 'views.csv'],
  ['growth.csv?from=2026-07-01&to=2026-09-30', 'growth-by-month-from-2026-07-01-to-2026-09-30.csv'],
  ['views.csv?by=day,category&to=2026-09-30', 'views-by-day-and-category-to-2026-09-30.csv'],
])('the file of %s is named after what it covers', async (path, file) => {
  const { headers } = await ask(path);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
});

test('reports are for admins', async () => {
  expect((await site.get('/api/reports/views')).status).toBe(401);
  expect((await site.get('/api/reports/views', { as: site.signIn('user') })).status).toBe(403);
  expect((await site.get('/api/reports/views.csv')).status).toBe(401);
});

test.each([
  ['views?by=channel', 400, 'The report "views" cannot be grouped by "channel"'],
  ['views?asOf=2026-01-01', 400, 'The report "views" covers a period'],
  // The option of the command line, "as-of", would be passed over in an address, and the report be as of now.
  ['listings?from=2026-01-01', 400, 'give as-of (asOf in the API) instead of from and to'],
  ['views?zone=Mars', 400, 'There is no time zone "Mars"'],
  ['views?from=yesterday', 400, 'Enter a day such as 2026-11-21.'],
  ['events', 404, 'There is no such report.'],
  ['sales.csv', 404, 'There is no such report.'],
])('GET /api/reports/%s answers %i', async (path, status, message) => {
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(JSON.stringify(message).slice(1, -1));
});

test('the contract offers what the reports have', () => {
  const offered = Object.entries(reports).filter(([name]) => name !== 'events');
  const choices = offered.map(([name, { covers, by, usual }]) => [name, { covers, by, usual }]);
  expect(reportChoices).toEqual(Object.fromEntries(choices));
});

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

const someReport: FinishedReport = {
  about: {
    ...{ report: 'views', version: 1, by: [], timeZone: 'UTC', from: null, to: null, asOf: null },
    ...{ demonstration: false, firstPosition: toPosition(1), lastPosition: toPosition(10) },
  },
  columns: [{ name: 'views', type: 'integer' }],
  rows: [[7]],
};

async function serveReports(
  deps: Pick<Parameters<typeof reportRoutes>[0], 'makeReport' | 'waitMs'>,
  listingsToken = () => Promise.resolve('1'),
  findNames: AccountStore['findNames'] = () => Promise.resolve(new Map()),
) {
  const accounts = { findNames };
  const routes = reportRoutes({ ...deps, accounts, listingsToken, timeZone: 'UTC' });
  const serveAs = async (id: string) => {
    const { url, close } = await serveRoutes(routes, { role: 'admin', id, fullName: 'Admin' });
    closing.push(close);
    return (path: string) => fetch(`${url}/api/reports/${path}`);
  };
  return Object.assign(await serveAs('admin-1'), { asOther: await serveAs('admin-2') });
}

/** The routes with reports that end when the test wants it. */
async function withSlowReports(waitMs = 20) {
  const started: Deferred[] = [];
  let token = 1;
  const changeListings = () => {
    token += 1;
  };
  let inCall: () => void = () => undefined;
  const listingsToken = () => {
    setImmediate(inCall);
    inCall = () => undefined;
    return Promise.resolve(String(token));
  };
  const duringNextCall = (work: () => void) => {
    inCall = work;
  };
  const makeReport: MakeReport = (_question, onProgress) => {
    onProgress({ events: 50, position: toPosition(5), end: toPosition(10) });
    const end = deferred();
    started.push(end);
    return end.promise;
  };
  const get = await serveReports({ makeReport, waitMs }, listingsToken);
  return { started, changeListings, duringNextCall, get };
}

test('a long report answers 202 with its progress, and the same call later gets it', async () => {
  const { started, get } = await withSlowReports();
  const asked = await Promise.all([get('views'), get('views'), get('views.csv')]);
  for (const answer of asked) {
    expect(answer.status).toBe(202);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(reportProgressResponse.strict().parse(await answer.json())).toMatchObject({
      share: 0.5,
      events: 50,
    });
  }
  expect(started).toHaveLength(1);
  started[0]?.resolve(someReport);
  const answer = await get('views');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ rows: [[7]] });
  expect(await (await get('views.csv')).text()).toMatch(/\r\nviews\r\n7\r\n$/);
  expect(started).toHaveLength(1);
});

test('a long report of more cells than all that are kept is answered to the same call later', async () => {
  const { started, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  const columns = Array.from({ length: 2_001 }, (_, index) => {
    return { name: `column ${index}`, type: 'integer' as const };
  });
  const row = columns.map(() => 1);
  started[0]?.resolve({ ...someReport, columns, rows: Array.from({ length: 1_000 }, () => row) });
  const answer = await get('views');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ rows: { length: 1_000 } });
  expect(started).toHaveLength(1);
});

test('a report is made again after a listing changed, but for the calls that wait for it', async () => {
  const { started, changeListings, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  changeListings();
  started[0]?.resolve(someReport);
  expect((await get('views')).status).toBe(200);
  expect((await get('views')).status).toBe(202);
  started[1]?.resolve(someReport);
  for (let calls = 0; calls < 2; calls++) expect((await get('views')).status).toBe(200);
  expect(started).toHaveLength(2);
});

test('a call long after the last one does not wait for the same report, if a listing changed', async () => {
  const { started, changeListings, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  changeListings();
  started[0]?.resolve(someReport);
  const later = performance.now() + 11_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  expect((await get('views')).status).toBe(202);
  await vi.waitUntil(() => started.length === 2);
});

test('a report is made again after a listing changed, also when it ended while the second call waited', async () => {
  const { started, changeListings, duringNextCall, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  duringNextCall(() => started[0]?.resolve(someReport));
  expect((await get('views')).status).toBe(200);
  changeListings();
  expect((await get('views')).status).toBe(202);
  expect(started).toHaveLength(2);
});

test('a call after a listing changed does not get the report that was begun before', async () => {
  const { started, changeListings, duringNextCall, get } = await withSlowReports(10_000);
  const second = new Promise<Response>((resolve, reject) => {
    duringNextCall(() => {
      changeListings();
      duringNextCall(() => started[0]?.resolve(someReport));
      get('views').then(resolve, reject);
    });
  });
  expect(await (await get('views')).json()).toMatchObject({ rows: [[7]] });
  await vi.waitUntil(() => started.length === 2);
  started[1]?.resolve({ ...someReport, rows: [[8]] });
  expect(await (await second).json()).toMatchObject({ rows: [[8]] });
});

test('a call after a listing changed does not get the report that another admin waits for', async () => {
  const { started, changeListings, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  changeListings();
  started[0]?.resolve(someReport);
  expect((await get.asOther('views')).status).toBe(202);
  started[1]?.resolve({ ...someReport, rows: [[8]] });
  for (const ask of [get, get.asOther])
    expect(await (await ask('views')).json()).toMatchObject({ rows: [[8]] });
});

test('an admin who got a report gets no other that was begun before a listing changed', async () => {
  const { started, changeListings, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  changeListings();
  expect((await get.asOther('views')).status).toBe(202);
  expect((await get('views')).status).toBe(202);
  started[0]?.resolve(someReport);
  await vi.waitUntil(() => started.length === 2);
  expect((await get('views')).status).toBe(200);
  started[1]?.resolve(someReport);
  changeListings();
  expect((await get('views')).status).toBe(202);
});

test('an admin who waits for a report gets the later one of another admin, although listings changed since', async () => {
  const { started, changeListings, get } = await withSlowReports();
  for (const ask of [get, get.asOther]) {
    expect((await ask('views')).status).toBe(202);
    changeListings();
  }
  started[0]?.resolve(someReport);
  await vi.waitUntil(() => started.length === 2);
  changeListings();
  started[1]?.resolve({ ...someReport, rows: [[8]] });
  for (const ask of [get.asOther, get])
    expect(await (await ask('views')).json()).toMatchObject({ rows: [[8]] });
  expect(started).toHaveLength(2);
});

test('a report that waits for another is made once for all who ask before it begins', async () => {
  const { started, changeListings, get } = await withSlowReports();
  expect((await get('views?by=day')).status).toBe(202);
  for (const ask of [get, get.asOther]) {
    expect((await ask('views')).status).toBe(202);
    changeListings();
  }
  started[0]?.resolve(someReport);
  await vi.waitUntil(() => started.length === 2);
  started[1]?.resolve(someReport);
  for (const ask of [get, get.asOther]) expect((await ask('views')).status).toBe(200);
  expect(started).toHaveLength(2);
});

test('the progress stays that of the report under way when another admin asks for a newer one', async () => {
  const { changeListings, get } = await withSlowReports();
  const progressOf = async (call: Promise<Response>) => (await call).json();
  expect(await progressOf(get('views'))).toMatchObject({ share: 0.5 });
  changeListings();
  expect(await progressOf(get.asOther('views'))).toMatchObject({ share: 0 });
  expect(await progressOf(get('views'))).toMatchObject({ share: 0.5 });
});

test('two questions to one report are answered one after the other, another report beside them', async () => {
  const { started, get } = await withSlowReports();
  for (const path of ['views?by=day', 'views?by=hour', 'growth'])
    expect((await get(path)).status).toBe(202);
  expect(started).toHaveLength(2);
  started[0]?.resolve(someReport);
  expect((await get('views?by=hour')).status).toBe(202);
  expect(started).toHaveLength(3);
  for (const each of started) each.resolve(someReport);
});

test('a report that failed is made again by the next call', async () => {
  const { started, get } = await withSlowReports();
  expect((await get('views')).status).toBe(202);
  started[0]?.reject(new Error('the log is gone'));
  expect((await get('views')).status).toBe(202);
  started[1]?.resolve(someReport);
  expect((await get('views')).status).toBe(200);
});

test('a report answers 503 while the accounts cannot be opened, as on a full disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reports-'));
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true });
  });
  writeFileSync(join(dataDir, 'events.db'), '');
  mkdirSync(join(dataDir, 'accounts.db'));
  const config = { ...site.config, dataDir, eventstoreUrl: null, mongodbUrl: null };
  const get = await serveReports({ makeReport: reportInThread(config), waitMs: 60_000 });
  const answer = await get('views');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ type: 'unavailable' });
});

test('a file of a report is answered 503 where the names of admins cannot be read', async () => {
  const columns = [{ name: 'adminId', type: 'text' }] as const;
  const makeReport = () => Promise.resolve({ ...someReport, columns, rows: [['boss']] });
  const away = () => Promise.reject(new AccountsUnavailable('away'));
  const get = await serveReports({ makeReport }, undefined, away);
  const answer = await get('moderation.csv');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-disposition')).toBeNull();
});

test('a report of 130,000 rows is answered whole', async () => {
  const rows = Array.from({ length: 130_000 }, (_, index) => [index]);
  const get = await serveReports({ makeReport: () => Promise.resolve({ ...someReport, rows }) });
  const answer = await get('views');
  expect(answer.status).toBe(200);
  expect(reportResponse.parse(await answer.json()).rows).toHaveLength(130_000);
});

test('at most ten reports wait at a time', async () => {
  const { started, get } = await withSlowReports();
  const days = Array.from({ length: 11 }, (_, index) => `views?from=2026-11-${index + 10}`);
  const statuses = await Promise.all(days.map(async (path) => (await get(path)).status));
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 202), 503]);
  started[0]?.resolve(someReport);
});

type Deferred = {
  readonly promise: Promise<FinishedReport>;
  readonly resolve: (report: FinishedReport) => void;
  readonly reject: (error: Error) => void;
};

function deferred(): Deferred {
  let ends: Omit<Deferred, 'promise'> | undefined;
  const promise = new Promise<FinishedReport>((resolve, reject) => {
    ends = { resolve, reject };
  });
  if (!ends) throw new Error('the promise was not made');
  return { promise, ...ends };
}
