import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { submitListing } from './testing/listings.ts';
import { startTestSite, type Answer, type Person, type TestSite } from './testing/test-site.ts';

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

/** Holds appends until `count` of them are waiting, so that none sees the events of another. */
function holdAppends(count: number) {
  const { log } = site.site.stores;
  const append = log.append.bind(log);
  let arrived = 0;
  return vi.spyOn(log, 'append').mockImplementation(async (...request) => {
    arrived += 1;
    await vi.waitUntil(() => arrived >= count);
    return append(...request);
  });
}

const synopsisOf = (json: unknown) => z.object({ synopsis: z.string() }).parse(json);
