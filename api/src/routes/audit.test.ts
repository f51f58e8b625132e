import { randomUUID } from 'node:crypto';
import { commandLine, recordOperation, type OperationEvent } from '@directory/domain';
import { ViewStoreUnavailable } from '@directory/projections';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { auditResponse, type AuditResponse } from '../contracts/audit.ts';
import { submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
/** Without an account, as one that was erased. */
let formerAdmin: Person;
let approvedId: string;
let rejectedId: string;
let now: Date;

beforeAll(async () => {
  // An hour before midnight in Kuala Lumpur.
  now = new Date('2026-11-01T15:00:00.000Z');
  site = await startTestSite({ clock: () => now });
  owner = site.signIn('user');
  admin = site.signIn('admin');
  formerAdmin = site.signIn('admin');
  const account = { id: admin.id, username: '=Penghulu', passwordHash: 'hash' };
  await site.site.stores.accounts.createAdmin(account);
  approvedId = await submitListing(site, owner, { businessName: '+Warung, "A"' });
  later();
  rejectedId = await submitListing(site, owner);
  later();
  const reason = { code: 'photo', text: 'Not of this shop' };
  await decide(approvedId, { status: 'approved' }, admin);
  later();
  await decide(rejectedId, { status: 'rejected', reason }, formerAdmin);
  now = new Date('2026-11-01T17:00:00.000Z');
  await site.post('/api/operations/views/reviews/rebuild', {}, { as: admin });
  later();
  await site.remove(`/api/businesses/${rejectedId}`, { as: admin });
  await site.caughtUp();
});
afterAll(() => site.stop());

function later(): void {
  now = new Date(now.getTime() + 60_000);
}

const decide = (id: string, body: object, as: Person) =>
  site.put(`/api/businesses/${id}`, body, { as });

async function audit(query = ''): Promise<AuditResponse> {
  const answer = await site.get(`/api/audit${query}`, { as: admin });
  expect(answer.status, answer.text).toBe(200);
  return auditResponse.strict().parse(answer.json);
}
const kindsOf = async (query: string) => (await audit(query)).entries.map(({ kind }) => kind);

test('GET /api/audit lists who did what, the newest first', async () => {
  const { entries, next } = await audit();
  expect(entries.map(({ kind, day }) => [kind, day])).toEqual([
    ['deletion', '2026-11-02'],
    ['operation', '2026-11-02'],
    ['rejection', '2026-11-01'],
    ['approval', '2026-11-01'],
    ['submission', '2026-11-01'],
    ['submission', '2026-11-01'],
  ]);
  expect(next).toBeNull();
  expect(entries[1]).toMatchObject({
    type: 'ViewRebuildRequested',
    view: 'reviews',
    business: null,
  });
  expect(entries[3]).toMatchObject({
    time: '2026-11-01T15:02:00.000Z',
    role: 'admin',
    person: { id: admin.id, name: '=penghulu' },
    business: { id: approvedId, name: '+Warung, "A"' },
  });
});

test('a person whose account is gone has no name', async () => {
  const { entries, people } = await audit(`?person=${formerAdmin.id}`);
  expect(entries).toMatchObject([
    { kind: 'rejection', reasonCode: 'photo', person: { id: formerAdmin.id, name: null } },
  ]);
  expect(people).toEqual([
    { id: admin.id, name: '=penghulu' },
    { id: formerAdmin.id, name: null },
  ]);
});

test('an admin who is asked for is named once, and the system is nobody', async () => {
  const admins = [{ id: admin.id, name: '=penghulu' }];
  for (const person of [admin.id, 'system'])
    expect((await audit(`?person=${person}`)).people).toEqual(admins);
});

test('entries are found by kind, person, business and days of the site', async () => {
  expect(await kindsOf(`?kind=approval&person=${admin.id}&from=2026-11-01&to=2026-11-01`)).toEqual([
    'approval',
  ]);
  expect(await kindsOf(`?person=${admin.id}`)).toEqual(['deletion', 'operation', 'approval']);
  expect(await kindsOf(`?business=${rejectedId}`)).toEqual(['deletion', 'rejection', 'submission']);
  expect(await kindsOf('?from=2026-11-02')).toEqual(['deletion', 'operation']);
  expect(await kindsOf('?to=2026-10-31')).toEqual([]);
  expect(await kindsOf(`?person=${randomUUID()}`)).toEqual([]);
  expect(await kindsOf('?person=system')).toEqual([]);
});

test('a command is nobody’s, and names the account or the import that it was about', async () => {
  const places = { imported: 3, existing: 1, refused: 2, published: false };
  const events: readonly OperationEvent[] = [
    { type: 'AdminCreated', data: { accountId: admin.id } },
    { type: 'PlacesImported', data: places },
  ];
  for (const event of events) {
    later();
    const details = { actor: commandLine, correlationId: randomUUID(), time: now.toISOString() };
    expect(await recordOperation(site.site.stores.log, event, details)).toBeNull();
  }
  await site.caughtUp();
  const { entries } = await audit('?kind=operation&person=system');
  const byNobody = { kind: 'operation', role: 'system', person: null, business: null };
  expect(entries).toMatchObject([
    { ...byNobody, type: 'PlacesImported', account: null, places },
    { ...byNobody, account: { id: admin.id, name: '=penghulu' }, places: null },
  ]);
});

test('pages follow each other without a gap', async () => {
  for (let number = 0; number < 60; number += 1) {
    later();
    await site.put(
      `/api/businesses/update/${approvedId}`,
      { synopsis: `Edit ${number}` },
      { as: owner },
    );
  }
  const filter = `?person=${owner.id}&from=2026-11-01`;
  const first = await audit(filter);
  expect(first.entries).toHaveLength(50);
  const second = await audit(`${filter}&before=${encodeURIComponent(first.next ?? '')}`);
  expect(second.next).toBeNull();
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(ids).toHaveLength(62);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(await kindsOf(`${filter}&to=2026-11-01&before=9`)).toEqual(['submission', 'submission']);
});

test.each([
  ['', 'audit.csv'],
  ['?to=2026-11-30&from=2026-11-01', 'audit-from-2026-11-01-to-2026-11-30.csv'],
  ['?kind=edit&person=system', 'audit-kind-edit-person-system.csv'],
])('the file of GET /api/audit.csv%s is named after what it covers', async (search, file) => {
  const { headers } = await site.get(`/api/audit.csv${search}`, { as: admin });
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
});

test('GET /api/audit.csv has a line for each entry, and no formula', async () => {
  const answer = await site.get('/api/audit.csv?to=2026-11-01', { as: admin });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="audit-to-2026-11-01.csv"',
  );
  const [heading, rejection, approval, ...others] = answer.text.trimEnd().split('\r\n');
  expect(heading).toBe(
    'Time (UTC),Time (Asia/Kuala_Lumpur),Kind,Event,Role,Person,Account,Business,Business ID,Detail,Demonstration',
  );
  expect(rejection).toBe(
    `2026-11-01T15:03:00.000Z,2026-11-01 23:03:00,rejection,BusinessRejected,admin,a deleted account,${formerAdmin.id},Nasi Lemak Wanjo,${rejectedId},photo,no`,
  );
  expect(approval).toContain(`,'=penghulu,${admin.id},"'+Warung, ""A""",`);
  expect(others).toHaveLength(2);
});

test('an edit has the fields that it changed, but not those of somebody who was erased', async () => {
  const leaving = site.signIn('user');
  const id = await submitListing(site, leaving);
  later();
  const body = { phone: '03-2345678', yearStarted: 1999 };
  await site.put(`/api/businesses/update/${id}`, body, { as: leaving });
  const changedIn = async () => (await audit(`?kind=edit&business=${id}`)).entries[0]?.changed;
  expect(await changedIn()).toEqual(['phone', 'yearStarted']);
  const csv = await site.get(`/api/audit.csv?kind=edit&business=${id}`, { as: admin });
  expect(csv.text).toContain(`,${id},phone yearStarted,no`);
  const { ownerKeys, personalData } = site.site.stores.log;
  await ownerKeys.beginErasure(leaving.id, 'keep');
  await personalData.eraseKey(leaving.id);
  expect(await changedIn()).toEqual(['yearStarted']);
});

test('GET /api/audit.csv is not cut to a page', async () => {
  const answer = await site.get(`/api/audit.csv?kind=edit&person=${owner.id}`, { as: admin });
  expect(answer.text.trimEnd().split('\r\n')).toHaveLength(61);
});

test.each([
  ['kind=unknown', 'kind'],
  ['person=Siti', 'person'],
  ['business=1', 'business'],
  ['from=yesterday', 'from'],
  ['to=9999-12-31', 'to'],
  ['from=2026-11-02&to=2026-11-01', 'to'],
])('?%s is refused with 400 and names the field', async (query, field) => {
  for (const path of ['/api/audit', '/api/audit.csv']) {
    const answer = await site.get(`${path}?${query}`, { as: admin });
    expect(answer.status).toBe(400);
    expect(answer.json).toHaveProperty(['errors', field]);
  }
});

test.each(['/api/audit', '/api/audit.csv'])('%s is for admins', async (path) => {
  expect((await site.get(path)).status).toBe(401);
  expect((await site.get(path, { as: owner })).status).toBe(403);
});

test('GET /api/audit.csv is answered 503 where no entry can be read, and not as a file that breaks off', async () => {
  const reading = vi.spyOn(site.site.stores.views, 'findLast');
  onTestFinished(() => reading.mockRestore());
  reading.mockRejectedValue(new ViewStoreUnavailable('away'));
  const answer = await site.get('/api/audit.csv', { as: admin });
  expect(answer.json).toMatchObject({ status: 503 });
  expect(answer.headers.get('content-disposition')).toBeNull();
});
