import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { listingForm, publishListing, submitListing } from './testing/listings.ts';
import {
  someText,
  startReplica,
  startTestSite,
  typesOf,
  type Answer,
  type Person,
  type TestSite,
} from './testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
});
afterAll(() => site.stop());

const key = { 'Idempotency-Key': 'once' };
const remove = (id: string, headers = {}) =>
  site.remove(`/api/businesses/${id}`, { as: admin, headers });

type Command = {
  readonly name: string;
  readonly before?: (id: string) => Promise<unknown>;
  readonly send: (id: string) => Promise<Answer>;
};

const commands: readonly Command[] = [
  {
    name: 'an edit',
    send: (id) =>
      site.put(`/api/businesses/update/${id}`, { synopsis: 'New' }, { as: owner, headers: key }),
  },
  {
    name: 'a decision',
    send: (id) =>
      site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin, headers: key }),
  },
  { name: 'a deletion', send: (id) => remove(id, key) },
  {
    name: 'a restoration',
    before: remove,
    send: (id) => site.post(`/api/businesses/${id}/restoration`, {}, { as: admin, headers: key }),
  },
  {
    name: 'the restoration of a version',
    send: (id) =>
      site.post(`/api/businesses/${id}/versions/0/restoration`, {}, { as: owner, headers: key }),
  },
];

test.each(commands)(
  '$name repeated with its Idempotency-Key after the listing was deleted gets its first response',
  async ({ before, send }) => {
    const id = await submitListing(site, owner);
    await before?.(id);
    const first = await send(id);
    await remove(id);
    let again: Answer | undefined;
    const appended = await site.appendedBy(async () => (again = await send(id)));
    expect(appended).toEqual([]);
    expect(first.status).toBeLessThan(300);
    expect(again).toMatchObject({ status: first.status, json: first.json });
  },
);

test('an edit of a deleted listing with another key, or the same key of another user, is answered 404', async () => {
  const id = await submitListing(site, owner);
  const edit = (as: Person, headers = {}) =>
    site.put(`/api/businesses/update/${id}`, { synopsis: 'New' }, { as, headers });
  await edit(owner, key);
  await remove(id);
  expect((await edit(owner)).status).toBe(404);
  expect((await edit(owner, { 'Idempotency-Key': 'another' })).status).toBe(404);
  expect((await edit(site.signIn('user'), key)).status).toBe(404);
});

test('an Idempotency-Key repeated with other content is answered 409, also when the listing was deleted', async () => {
  const id = await submitListing(site, owner);
  const edit = (synopsis: string) =>
    site.put(`/api/businesses/update/${id}`, { synopsis }, { as: owner, headers: key });
  await edit('One');
  await remove(id);
  expect((await edit('Two')).status).toBe(409);
});

test('of two requests with one Idempotency-Key and different content at once, one is carried out and the other answered 409', async () => {
  const id = await submitListing(site, owner);
  const edit = (synopsis: string) =>
    site.put(`/api/businesses/update/${id}`, { synopsis }, { as: owner, headers: key });
  const bothDecided = holdAppends(2);
  const answers: Answer[] = [];
  const appended = await site.appendedBy(async () => {
    answers.push(...(await Promise.all([edit('One'), edit('Two')])));
  });
  bothDecided.mockRestore();
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const accepted = answers.find(({ status }) => status === 200)?.json;
  expect(appended).toMatchObject([
    { type: 'BusinessEdited', data: { changes: synopsisOf(accepted) } },
  ]);
});

test('the same Idempotency-Key of two owners leads to two businesses', async () => {
  const other = site.signIn('user');
  const submit = async (as: Person) =>
    site.post('/api/businesses', await listingForm(), { as, headers: key });
  const [first, second] = [await submit(owner), await submit(other)];
  expect(first).toMatchObject({ status: 201, json: { user_id: owner.id } });
  expect(second).toMatchObject({ status: 201, json: { user_id: other.id } });
});

describe('a key whose command appended nothing', () => {
  const decide = (id: string, status: string, headers = {}) =>
    site.put(`/api/businesses/${id}`, { status }, { as: admin, headers });
  const withdraw = (id: string) =>
    site.post(`/api/businesses/${id}/decision-withdrawal`, {}, { as: site.signIn('admin') });

  /** Sends `again` after `change`, which would give it another outcome. */
  async function repeated(
    send: () => Promise<Answer>,
    change: () => Promise<unknown>,
    again = send,
  ) {
    const answers: Answer[] = [];
    expect(await site.appendedBy(async () => answers.push(await send()))).toEqual([]);
    await change();
    expect(await site.appendedBy(async () => answers.push(await again()))).toEqual([]);
    return answers.map(({ status, json }) => ({ status, json }));
  }

  test('gets the first response again after another admin withdrew the decision', async () => {
    const id = await publishListing(site, owner);
    const [first, again] = await repeated(
      () => decide(id, 'approved', key),
      () => withdraw(id),
    );
    expect(first).toMatchObject({ status: 200, json: { status: 'approved' } });
    expect(again).toEqual(first);
  });

  test('gets the first response again from another replica', async () => {
    const replica = await startReplica(site);
    const id = await publishListing(site, owner);
    const [first, again] = await repeated(
      () => decide(id, 'approved', key),
      () => withdraw(id),
      () =>
        replica.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin, headers: key }),
    );
    await replica.stop();
    expect(first?.status).toBe(200);
    expect(again).toEqual(first);
  });

  test('is refused again when what it was refused for is gone', async () => {
    const id = await publishListing(site, owner);
    const [first, again] = await repeated(
      () => decide(id, 'rejected', key),
      () => withdraw(id),
    );
    expect(first).toMatchObject({ status: 409, json: { type: 'business-already-decided' } });
    expect(again).toEqual(first);
  });

  test('is refused again for a form with a field emptied, with the field', async () => {
    const id = await submitListing(site, owner);
    const clear = () =>
      site.put(`/api/businesses/update/${id}`, { phone: '' }, { as: owner, headers: key });
    const [first, again] = await repeated(clear, () => remove(id));
    expect(first).toMatchObject({ status: 400, json: { errors: { phone: [someText] } } });
    expect(again).toEqual(first);
  });

  test('of an edit that came after the deletion is answered 404 after the restoration too', async () => {
    const id = await submitListing(site, owner);
    await remove(id);
    const [first, again] = await repeated(
      () =>
        site.put(`/api/businesses/update/${id}`, { synopsis: 'New' }, { as: owner, headers: key }),
      () => site.post(`/api/businesses/${id}/restoration`, {}, { as: admin }),
    );
    expect(first?.status).toBe(404);
    expect(again).toEqual(first);
  });

  test('is answered 409 with other content', async () => {
    const id = await publishListing(site, owner);
    const [, again] = await repeated(
      () => decide(id, 'approved', key),
      () => withdraw(id),
      () => decide(id, 'rejected', key),
    );
    expect(again).toMatchObject({ status: 409, json: { type: 'command-id-reused' } });
  });

  test('is decided again a day later', async () => {
    let now = new Date('2026-11-22T00:00:00Z');
    const later = await startTestSite({ clock: () => now });
    const sender = later.signIn('user');
    const id = await submitListing(later, sender);
    const edit = (synopsis: string, headers = {}) =>
      later.put(`/api/businesses/update/${id}`, { synopsis }, { as: sender, headers });
    await edit('Nasi lemak since 1963.', key);
    await edit('Changed');
    now = new Date('2026-11-23T00:00:00Z');
    const appended = await later.appendedBy(() => edit('Nasi lemak since 1963.', key));
    await later.stop();
    expect(typesOf(appended)).toEqual(['BusinessEdited']);
  });
});

/** Holds appends until `count` of them are waiting, so that none sees the events of another. */
function holdAppends(count: number) {
  const { log } = site.site.stores;
  const append = log.append.bind(log);
  let arrived = 0;
  return vi.spyOn(log, 'append').mockImplementation(async (...request) => {
    arrived += 1;
    await vi.waitUntil(() => arrived >= count, 30_000);
    return append(...request);
  });
}

const synopsisOf = (json: unknown) => z.object({ synopsis: z.string() }).parse(json);

test('an Idempotency-Key that is too long is refused', async () => {
  const id = await submitListing(site, owner);
  const edit = async (length: number) => {
    const headers = { 'Idempotency-Key': 'k'.repeat(length) };
    const path = `/api/businesses/update/${id}`;
    return (await site.put(path, { synopsis: 'New' }, { as: owner, headers })).status;
  };
  expect(await edit(201)).toBe(400);
  expect(await edit(200)).toBe(200);
});
