import { businessStream, type BusinessId } from '@directory/domain';
import { someEvent, someMetadata } from '@directory/domain/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  historyPageSize,
  historyResponse,
  publicVersionResponse,
  type HistoryResponse,
} from '../contracts/history.ts';
import { submitListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

/** Within an hour, as the tokens are checked by the real clock. */
const start = Date.now();
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

let site: TestSite;
let owner: Person;
let admin: Person;
let id: BusinessId;
let minutes = 0;
const reason = { code: 'contact', text: 'Nobody answers.' };
beforeAll(async () => {
  site = await startTestSite({ clock: () => new Date(start + minutes * 60_000) });
  owner = site.signIn('user');
  admin = site.signIn('admin');
  id = await submitListing(site, owner, { phone: '012-1111111' });
  minutes = 10;
  await site.put(`/api/businesses/${id}`, { status: 'rejected', reason }, { as: admin });
  minutes = 20;
  await site.put(`/api/businesses/update/${id}`, { phone: '012-2222222' }, { as: owner });
  minutes = 30;
  await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
});
afterAll(() => site.stop());

async function history(as: Person, query = ''): Promise<HistoryResponse> {
  const answer = await site.get(`/api/businesses/${id}/history${query}`, { as });
  expect(answer.status).toBe(200);
  return historyResponse.strict().parse(answer.json);
}

describe('GET /api/businesses/:id/history', () => {
  test('lists each event with actor, time and changes', async () => {
    const { entries, business } = await history(owner);
    expect(entries).toMatchObject([
      { revision: 0, type: 'BusinessSubmitted', time: at(0), actor: { role: 'user' } },
      {
        type: 'BusinessRejected',
        time: at(10),
        actor: { role: 'admin' },
        status: 'rejected',
        reason,
      },
      {
        type: 'BusinessEdited',
        status: 'pending',
        changes: [{ field: 'phone', before: '012-1111111', after: '012-2222222' }],
      },
      { revision: 3, type: 'BusinessApproved', status: 'approved', changes: [] },
    ]);
    expect(business).toMatchObject({ status: 'approved', phone: '012-2222222' });
  });

  test('begins with every field of the submission', async () => {
    const [first] = (await history(owner)).entries;
    expect(first?.changes).toContainEqual({ field: 'phone', before: null, after: '012-1111111' });
    expect(first?.changes.map(({ field }) => field)).not.toContain('facebook');
  });

  test('shows reviewers and the check of the chain to admins, not to the owner', async () => {
    const seen = await history(admin);
    expect(seen.entries.map(({ actor }) => actor.id)).toEqual([
      owner.id,
      admin.id,
      owner.id,
      admin.id,
    ]);
    expect(seen.chain).toEqual({ intact: true, firstBreak: null });
    const answer = await site.get(`/api/businesses/${id}/history`, { as: owner });
    expect(answer.text).not.toContain(admin.id);
    expect(answer.json).toMatchObject({ chain: null });
  });

  test('shows names of existing accounts to admins, none to the owner', async () => {
    const { accounts } = site.site.stores;
    await accounts.createAdmin({ id: admin.id, username: 'penghulu', passwordHash: 'hash' });
    const names = (await history(admin)).entries.map(({ actor }) => actor.name);
    expect(names).toEqual([null, 'penghulu', null, 'penghulu']);
    expect((await history(owner)).entries.map(({ actor }) => actor.name)).toEqual(
      names.map(() => null),
    );
  });

  test('shows the listing as of a time', async () => {
    const past = await history(owner, `?at=${at(15)}`);
    expect(past.entries).toHaveLength(2);
    expect(past.business).toMatchObject({ status: 'rejected', phone: '012-1111111' });
    expect((await history(owner, `?at=${at(20)}`)).business).toMatchObject({ status: 'pending' });
    const inAnotherZone = encodeURIComponent(at(15).replace('Z', '+00:00'));
    expect(await history(owner, `?at=${inAnotherZone}`)).toEqual(past);
  });

  test('shows the listing as of a revision', async () => {
    expect((await history(owner, '?at=0')).business).toMatchObject({
      status: 'pending',
      phone: '012-1111111',
    });
    expect((await history(owner, '?at=2')).entries).toHaveLength(3);
  });

  test('is empty for a time before the submission', async () => {
    expect(await history(owner, '?at=2020-01-01')).toMatchObject({ entries: [], business: null });
  });

  test.each(['yesterday', '-1', '4', '1.5', '2026-13-01', '', '2026-01-01T25:00:00Z'])(
    'has no moment %j',
    async (moment) => {
      const answer = await site.get(`/api/businesses/${id}/history?at=${moment}`, { as: owner });
      expect(answer.status).toBe(400);
    },
  );

  test('refuses more than one `at`', async () => {
    const answer = await site.get(`/api/businesses/${id}/history?at=1&at=2`, { as: owner });
    expect(answer.status).toBe(400);
  });
});

describe('GET /api/businesses/:id/public-version', () => {
  const publicVersion = async (moment: string, as: Person = owner) => {
    const answer = await site.get(`/api/businesses/${id}/public-version?at=${moment}`, { as });
    expect(answer.status).toBe(200);
    return publicVersionResponse.strict().parse(answer.json);
  };

  test('is what visitors saw: nothing before the approval, then the approved fields', async () => {
    expect(await publicVersion(at(15))).toEqual({ business: null, time: at(10) });
    expect(await publicVersion(at(30), admin)).toMatchObject({
      business: { id, phone: '012-2222222', status: 'approved', approvedAt: at(30), email: null },
      time: at(30),
    });
    expect(await publicVersion('2020-01-01')).toEqual({ business: null, time: null });
  });

  test('has nothing while an edit waits for review, as visitors saw nothing', async () => {
    const own = await submitListing(site, owner);
    const path = `/api/businesses/${own}`;
    await site.put(path, { status: 'approved' }, { as: admin });
    await site.put(`/api/businesses/update/${own}`, { phone: '012-9999999' }, { as: owner });
    const shown = async (revision: number) =>
      publicVersionResponse.parse(
        (await site.get(`${path}/public-version?at=${revision}`, { as: admin })).json,
      ).business?.phone;
    expect([await shown(0), await shown(1), await shown(2)]).toEqual([
      undefined,
      '012-3456789',
      undefined,
    ]);
  });

  test('is for the owner and admins', async () => {
    const path = `/api/businesses/${id}/public-version?at=0`;
    expect((await site.get(path)).status).toBe(401);
    expect((await site.get(path, { as: site.signIn('user') })).status).toBe(403);
  });
});

describe('a long history', () => {
  const edits = 250;
  let long: BusinessId;
  beforeAll(async () => {
    long = await submitListing(site, owner);
    const subject = { businessId: long, ownerId: owner.id };
    const metadata = someMetadata({ actor: { id: owner.id, role: 'user' }, time: at(0) });
    const events = Array.from({ length: edits }, (_, index) =>
      someEvent({
        type: 'BusinessEdited',
        data: { ...subject, changes: { synopsis: `Edit ${index + 1}` } },
        metadata,
      }),
    );
    await site.site.stores.log.append(businessStream(long), events, { expected: 0 });
  });
  const page = async (query = '') => {
    const answer = await site.get(`/api/businesses/${long}/history${query}`, { as: owner });
    return historyResponse.strict().parse(answer.json);
  };

  test('is answered in pages, the newest first, each with the places of its neighbours', async () => {
    const newest = await page();
    expect(newest).toMatchObject({ total: edits + 1, before: 151, after: null });
    expect(newest.entries.map(({ revision }) => revision)).toEqual(
      Array.from({ length: historyPageSize }, (_, index) => 151 + index),
    );
    const older = await page(`?before=${newest.before}`);
    expect(older.entries.at(-1)?.revision).toBe(150);
    const oldest = await page(`?before=${older.before}`);
    expect(oldest.entries.map(({ revision }) => revision).at(0)).toBe(0);
    expect(oldest).toMatchObject({ before: null, after: 50 });
    expect((await page(`?after=${oldest.after}`)).entries.at(0)?.revision).toBe(51);
  });

  test('has the listing and its status on every page', async () => {
    const business = { synopsis: `Edit ${edits}` };
    expect(await page('?before=3&limit=1')).toMatchObject({
      entries: [{ revision: 2, changes: [{ before: 'Edit 1', after: 'Edit 2' }] }],
      status: 'pending',
      business,
    });
  });

  test('names the place after a page that ends with the first event', async () => {
    expect(await page('?before=1')).toMatchObject({ before: null, after: 0 });
  });

  test('compares with the last decision on whichever page that is', async () => {
    const rejection = { status: 'rejected', reason };
    await site.put(`/api/businesses/${long}`, rejection, { as: admin });
    const { sinceDecision } = await page('?limit=1&before=5');
    expect(sinceDecision).toMatchObject({ base: 'rejected', changes: [] });
  });

  test.each(['before=-1', 'after=x', 'limit=0', 'limit=101', 'limit=1.5'])(
    'has no page %s',
    async (query) => {
      const path = `/api/businesses/${long}/history?${query}`;
      expect((await site.get(path, { as: owner })).status).toBe(400);
    },
  );
});

describe('a history', () => {
  test('is visible to the owner and admins', async () => {
    const path = `/api/businesses/${id}/history`;
    expect((await site.get(path)).status).toBe(401);
    expect((await site.get(path, { as: site.signIn('user') })).status).toBe(403);
  });

  test('is visible to admins only once the listing was deleted', async () => {
    const deleted = await submitListing(site, owner);
    await site.remove(`/api/businesses/${deleted}`, { as: admin });
    const path = `/api/businesses/${deleted}/history`;
    expect((await site.get(path, { as: owner })).status).toBe(404);
    expect((await site.get(path, { as: admin })).json).toMatchObject({
      business: { deleted: true, status: 'pending' },
      entries: [{ type: 'BusinessSubmitted' }, { type: 'BusinessDeleted', status: 'deleted' }],
    });
  });

  test('as of a time has no gap where the clocks of two processes differ', async () => {
    minutes = 40;
    const listing = await submitListing(site, owner);
    minutes = 42;
    await site.put(`/api/businesses/update/${listing}`, { synopsis: 'Late clock' }, { as: owner });
    minutes = 41;
    await site.put(`/api/businesses/${listing}`, { status: 'approved' }, { as: admin });
    const path = `/api/businesses/${listing}/history`;
    const asOf = async (minute: number) =>
      historyResponse.parse((await site.get(`${path}?at=${at(minute)}`, { as: owner })).json);
    expect((await asOf(41)).entries.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect((await asOf(41)).business).toMatchObject({ status: 'approved', synopsis: 'Late clock' });
    expect((await asOf(40)).entries.map(({ revision }) => revision)).toEqual([0]);
  });

  test('is answered 404 for an unknown listing', async () => {
    const path = '/api/businesses/01J00000000000000000000000/history';
    expect((await site.get(path, { as: admin })).status).toBe(404);
  });
});
