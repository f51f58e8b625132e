import { randomUUID } from 'node:crypto';
import { businessStream, type BusinessId } from '@directory/domain';
import { WrongRevision } from '@directory/domain/event-store';
import { plainEvent } from '@directory/domain/testing';
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
import { submitListing } from '../testing/listings.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
let id: BusinessId;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
beforeEach(async () => {
  id = await submitListing(site, owner);
});
afterAll(() => site.stop());

const decide = (body: unknown, as: Person = admin): Promise<Answer> =>
  site.put(`/api/businesses/${id}`, body, { as });
const isPublic = async () => (await site.get(`/api/businesses/${id}`)).status === 200;

test('PUT /api/businesses/:id answers 503 and appends nothing while the views are unreachable', async () => {
  const stopped = await startTestSite();
  try {
    const listing = await submitListing(stopped, stopped.signIn('user'));
    await stopped.site.stores.views.close();
    const events = await stopped.appendedBy(async () => {
      const call = { as: stopped.signIn('admin') };
      const answer = await stopped.put(`/api/businesses/${listing}`, { status: 'approved' }, call);
      expect(answer.status).toBe(503);
    });
    expect(events).toEqual([]);
  } finally {
    await stopped.stop();
  }
});

describe('approving', () => {
  test('appends one event of the admin and makes the listing public at once', async () => {
    const [event, ...others] = await site.appendedBy(async () => {
      const answer = await decide({ status: 'approved' });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ id, status: 'approved', approvedAt: someText });
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'BusinessApproved',
      data: { businessId: id, ownerId: owner.id },
      metadata: { actor: { id: admin.id, role: 'admin' } },
    });
    expect(await isPublic()).toBe(true);
    expect((await site.get('/api/businesses/approved')).text).toContain(id);
  });

  test('twice answers 200, says that nothing changed, and appends nothing', async () => {
    const first = await decide({ status: 'approved' });
    expect(first.headers.has('x-unchanged')).toBe(false);
    const events = await site.appendedBy(async () => {
      const { status, headers } = await decide({ status: 'Approved' });
      expect([status, headers.get('x-unchanged')]).toEqual([200, 'true']);
    });
    expect(events).toEqual([]);
  });

  test('a rejected listing answers 409 with a message', async () => {
    await decide({ status: 'rejected' });
    const events = await site.appendedBy(async () => {
      const answer = await decide({ status: 'approved' });
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ message: someText });
    });
    expect(events).toEqual([]);
  });

  test('a stale revision answers 409', async () => {
    await site.put(`/api/businesses/update/${id}`, { synopsis: 'Changed' }, { as: owner });
    const events = await site.appendedBy(async () => {
      const answer = await decide({ status: 'approved', revision: 0 });
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ type: 'wrong-revision' });
    });
    expect(events).toEqual([]);
    expect((await decide({ status: 'approved', revision: 1 })).status).toBe(200);
  });

  test('a listing that others keep changing answers 409 with another message', async () => {
    const { log } = site.site.stores;
    const append = vi
      .spyOn(log, 'append')
      .mockImplementation((stream) => Promise.reject(new WrongRevision(stream, 0, 1)));
    const events = await site.appendedBy(async () => {
      const answer = await decide({ status: 'approved' });
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({
        type: 'kept-changing',
        message: 'Others are changing this listing right now. Please try again.',
      });
    });
    append.mockRestore();
    expect(events).toEqual([]);
  });

  test('a listing that a newer version wrote to answers 503', async () => {
    const { log } = site.site.stores;
    const stream = businessStream(id);
    const [first] = await log.readStream(stream);
    if (!first) throw new Error('nothing was stored');
    const newer = { ...plainEvent(first), id: randomUUID(), type: 'BusinessSuspended' };
    await log.append(stream, [newer], { expected: 0 });
    const events = await site.appendedBy(async () => {
      expect(await decide({ status: 'approved' })).toMatchObject({
        status: 503,
        json: { type: 'newer-version', message: someText },
      });
    });
    expect(events).toEqual([]);
    expect((await site.get(`/api/businesses/${id}`, { as: admin })).status).toBe(200);
  });

  test('by two admins at once has one outcome', async () => {
    const other = site.signIn('admin');
    const events = await site.appendedBy(async () => {
      const answers = await Promise.all([
        decide({ status: 'approved' }),
        decide({ status: 'rejected' }, other),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
    expect(events).toHaveLength(1);
  });
});

describe('rejecting', () => {
  test('stores the reason, which the owner sees', async () => {
    const reason = { code: 'photo', text: 'The photo shows another shop.' };
    const [event] = await site.appendedBy(() => decide({ status: 'rejected', reason }));
    expect(event).toMatchObject({ type: 'BusinessRejected', data: { reason } });
    const answer = await site.get(`/api/businesses/${id}`, { as: owner });
    expect(answer.json).toMatchObject({ status: 'rejected', rejectionReason: reason });
  });

  test('a rejected listing for another reason answers 409, for the same or none 200', async () => {
    const reason = { code: 'photo', text: 'Too dark.' };
    await decide({ status: 'rejected', reason });
    const events = await site.appendedBy(async () => {
      const other = await decide({ status: 'rejected', reason: { ...reason, code: 'contact' } });
      expect(other).toMatchObject({ status: 409, json: { type: 'business-already-decided' } });
      expect((await decide({ status: 'rejected', reason })).status).toBe(200);
      expect((await decide({ status: 'rejected' })).status).toBe(200);
    });
    expect(events).toEqual([]);
  });

  test('needs no reason, and accepts a plain text', async () => {
    expect((await decide({ status: 'rejected' })).json).toMatchObject({ rejectionReason: null });
    id = await submitListing(site, owner);
    expect((await decide({ status: 'rejected', reason: 'Too far away' })).json).toMatchObject({
      rejectionReason: { code: 'other', text: 'Too far away' },
    });
  });
});

describe('withdrawing a decision', () => {
  const withdraw = () =>
    site.post(`/api/businesses/${id}/decision-withdrawal`, undefined, { as: admin });

  test('makes the listing pending and not public', async () => {
    await decide({ status: 'approved' });
    const events = await site.appendedBy(async () => {
      expect((await withdraw()).json).toMatchObject({ status: 'pending' });
    });
    expect(typesOf(events)).toEqual(['DecisionWithdrawn']);
    expect(await isPublic()).toBe(false);
  });

  test('that does not exist answers 409', async () => {
    expect((await withdraw()).status).toBe(409);
  });
});

describe('deleting', () => {
  const remove = () => site.remove(`/api/businesses/${id}`, { as: admin });
  const restore = () => site.post(`/api/businesses/${id}/restoration`, undefined, { as: admin });

  test('removes the listing from every list, count and page', async () => {
    await decide({ status: 'approved' });
    const events = await site.appendedBy(async () => {
      expect((await remove()).status).toBe(204);
    });
    expect(typesOf(events)).toEqual(['BusinessDeleted']);
    for (const as of [undefined, owner, admin])
      expect((await site.get(`/api/businesses/${id}`, { as })).status).toBe(404);
    const lists = await Promise.all([
      site.get('/api/businesses/approved'),
      site.get('/api/businesses', { as: admin }),
      site.get(`/api/businesses/userbusinesses/${owner.id}`, { as: owner }),
      site.get(`/api/businesses/userbusinesses/${owner.id}/analytics`, { as: owner }),
      site.get('/sitemap.xml'),
    ]);
    for (const { text } of lists) expect(text).not.toContain(id);
  });

  test('leaves the listing restorable by admins', async () => {
    await decide({ status: 'approved' });
    await remove();
    expect((await site.get('/api/businesses?deleted=true', { as: admin })).text).toContain(id);
    const events = await site.appendedBy(async () => {
      expect((await restore()).json).toMatchObject({ status: 'approved' });
    });
    expect(typesOf(events)).toEqual(['BusinessRestored']);
    expect(await isPublic()).toBe(true);
  });

  test('a deleted listing, or deciding on it, answers 404', async () => {
    await remove();
    const events = await site.appendedBy(async () => {
      const answers = [await remove(), await decide({ status: 'approved' })];
      // As where a business is read.
      const gone = { status: 404, json: { message: 'There is no such business.' } };
      for (const answer of answers) expect(answer).toMatchObject(gone);
    });
    expect(events).toEqual([]);
  });

  test('is required before a restoration: else 409', async () => {
    expect((await restore()).status).toBe(409);
  });
});

describe('a command with the revision that the admin saw', () => {
  const path = () => `/api/businesses/${id}`;
  const undo = (revision: number) =>
    site.post(`${path()}/decision-withdrawal?revision=${revision}`, undefined, { as: admin });
  const remove = (revision: number) => site.remove(`${path()}?revision=${revision}`, { as: admin });
  const restore = (revision: number) =>
    site.post(`${path()}/restoration?revision=${revision}`, undefined, { as: admin });
  const refused = async (send: () => Promise<Answer>) => {
    const events = await site.appendedBy(async () => {
      expect(await send()).toMatchObject({ status: 409, json: { type: 'wrong-revision' } });
    });
    expect(events).toEqual([]);
  };

  test("undoes the own decision, and not another admin's that followed it", async () => {
    expect((await decide({ status: 'approved' })).json).toMatchObject({ revision: 1 });
    const other = site.signIn('admin');
    await site.post(`${path()}/decision-withdrawal`, undefined, { as: other });
    await decide({ status: 'rejected' }, other);
    await refused(() => undo(1));
    expect((await undo(3)).json).toMatchObject({ status: 'pending', revision: 4 });
  });

  test('deletes only what the admin has seen', async () => {
    await site.put(`/api/businesses/update/${id}`, { synopsis: 'Corrected' }, { as: owner });
    await refused(() => remove(0));
    expect((await remove(1)).status).toBe(204);
  });

  test('restores only what the admin has seen', async () => {
    await remove(0);
    await restore(1);
    await remove(2);
    await refused(() => restore(1));
    expect((await restore(3)).status).toBe(200);
  });

  test('decides only on what the admin has seen', async () => {
    await site.put(`/api/businesses/update/${id}`, { synopsis: 'Corrected' }, { as: owner });
    const approve = (revision: number) =>
      site.put(`${path()}?revision=${revision}`, { status: 'approved' }, { as: admin });
    await refused(() => approve(0));
    expect((await approve(1)).status).toBe(200);
  });

  test.each(['', '-1', '1.5', 'latest'])('is answered 400 for the revision "%s"', async (text) => {
    const events = await site.appendedBy(async () => {
      const answer = await site.remove(`${path()}?revision=${text}`, { as: admin });
      expect(answer).toMatchObject({ status: 400, json: { errors: { revision: [someText] } } });
    });
    expect(events).toEqual([]);
  });
});

describe('only admins', () => {
  test.each([
    ['decide', 'PUT', ''],
    ['delete', 'DELETE', ''],
    ['restore', 'POST', '/restoration'],
    ['withdraw', 'POST', '/decision-withdrawal'],
  ])('%s', async (_, method, below) => {
    const call = (as: Person | undefined) =>
      site.send(`/api/businesses/${id}${below}`, { method, body: { status: 'approved' }, as });
    const events = await site.appendedBy(async () => {
      expect((await call(undefined)).status).toBe(401);
      expect((await call(owner)).status).toBe(403);
      expect((await call(site.signIn('user'))).status).toBe(403);
    });
    expect(events).toEqual([]);
  });
});

test('a decision answers with no undeclared field', async () => {
  const answer = await decide({ status: 'approved' });
  expect(ownBusinessDetailResponse.strict().safeParse(answer.json).success).toBe(true);
});

test.each([
  [{ status: 'pending' }],
  [{ status: 'deleted' }],
  [{}],
  [[]],
  ['null'],
  [{ status: 1 }],
])('the decision %j is refused', async (body) => {
  const events = await site.appendedBy(async () => {
    expect((await decide(body)).status).toBe(typeof body === 'string' ? 415 : 400);
  });
  expect(events).toEqual([]);
});
