import { visitsStream, type BusinessId } from '@directory/domain';
import { Timeout, Unavailable } from '@directory/domain/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Person, startTestSite, type TestSite, typesOf } from '../testing/test-site.ts';
import { publishListing, submitListing } from '../testing/listings.ts';

let site: TestSite;
let owner: Person;
let id: BusinessId;
let now = new Date('2026-11-21T04:00:00Z');
beforeAll(async () => {
  site = await startTestSite({ clock: () => now });
  owner = site.signIn('user');
});
beforeEach(async () => {
  id = await publishListing(site, owner);
});
afterAll(() => site.stop());

type Visit = {
  readonly of?: string;
  readonly body?: unknown;
  readonly as?: Person;
  readonly headers?: Record<string, string>;
};

async function visit({ of = id, body = {}, as, headers = {} }: Visit = {}): Promise<void> {
  const answer = await site.post(`/api/businesses/${of}/view`, body, { as, headers });
  expect(answer.status).toBe(204);
  expect(answer.text).toBe('');
}

describe('a visit', () => {
  test('appends one event to its own stream, with both times and no visitor', async () => {
    const viewedAt = '2026-11-21T03:59:58.500Z';
    const events = await site.appendedBy(() => visit({ body: { viewedAt } }));
    expect(events).toMatchObject([
      {
        stream: visitsStream(id),
        type: 'BusinessViewed',
        data: {
          businessId: id,
          ownerId: owner.id,
          viewedAt,
          receivedAt: now.toISOString(),
          firstToday: true,
        },
        metadata: { actor: { id: null, role: 'visitor' } },
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/127\.0\.0\.1|::1|Mozilla/);
  });

  test('that was stored although the log answered too late stays the first of the day', async () => {
    const { log } = site.site.stores;
    const stored = log.append.bind(log);
    const append = vi.spyOn(log, 'append').mockImplementationOnce(async (...request) => {
      await stored(...request);
      throw new Timeout('too late');
    });
    const events = await site.appendedBy(async () => {
      expect((await site.post(`/api/businesses/${id}/view`, {})).status).toBe(503);
      await visit();
    });
    append.mockRestore();
    expect(events).toMatchObject([{ data: { firstToday: true } }, { data: { firstToday: false } }]);
  });

  test('that cannot be stored is answered 503, and the next one is the first of the day', async () => {
    const append = vi.spyOn(site.site.stores.log, 'append');
    append.mockRejectedValueOnce(new Unavailable('unreachable'));
    const lost = await site.post(`/api/businesses/${id}/view`, {});
    append.mockRestore();
    expect(lost.status).toBe(503);
    const events = await site.appendedBy(async () => {
      await visit();
      await visit();
    });
    expect(events).toMatchObject([{ data: { firstToday: true } }, { data: { firstToday: false } }]);
  });

  test('of a logged-in user has no visitor either', async () => {
    const somebody = site.signIn('user', 'Siti Aminah');
    const [event] = await site.appendedBy(() => visit({ as: somebody }));
    expect(event?.metadata.actor).toEqual({ id: null, role: 'visitor' });
    expect(JSON.stringify(event)).not.toContain(somebody.id);
  });

  test.each([
    ['5 minutes ahead', '2026-11-21T04:05:00.000Z', true],
    ['more than that ahead', '2026-11-21T04:05:00.001Z', false],
    ['a day old', '2026-11-20T04:00:00.000Z', true],
    ['older than a day', '2026-11-20T03:59:59.999Z', false],
    ['no time', 'yesterday', false],
    ['no time at length', 'x'.repeat(2_000), false],
    ['missing', null, false],
    ['in another zone', '2026-11-21T11:30:00+08:00', true],
  ])('with a time %s uses it or the time of the server', async (_, viewedAt, isBelieved) => {
    const [event] = await site.appendedBy(() => visit({ body: { viewedAt } }));
    const expected = isBelieved ? new Date(viewedAt ?? '') : now;
    expect(event?.data).toMatchObject({ viewedAt: expected.toISOString() });
  });

  test('without a body or as a beacon is counted', async () => {
    const events = await site.appendedBy(async () => {
      await site.post(`/api/businesses/${id}/view`);
      const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
      await visit({ body: '{"viewedAt":"2026-11-21T04:00:00Z"}', headers });
    });
    expect(typesOf(events)).toEqual(['BusinessViewed', 'BusinessViewed']);
  });

  test('is the first of the day once per visitor and business', async () => {
    const other = { 'User-Agent': 'Mozilla/5.0 (Macintosh) Safari/605.1.15' };
    const another = await publishListing(site, owner);
    const firsts = async (work: () => Promise<void>) =>
      (await site.appendedBy(work)).map(({ data }) => Reflect.get(data, 'firstToday') === true);
    expect(await firsts(() => visit())).toEqual([true]);
    expect(await firsts(() => visit())).toEqual([false]);
    expect(await firsts(() => visit({ headers: other }))).toEqual([true]);
    expect(await firsts(() => visit({ of: another }))).toEqual([true]);
    // Midnight in Kuala Lumpur is 16:00 UTC.
    now = new Date('2026-11-21T16:00:00Z');
    const late = { body: { viewedAt: '2026-11-21T15:59:59Z' } };
    expect(await firsts(() => visit(late))).toEqual([false]);
    expect(await firsts(() => visit())).toEqual([true]);
    now = new Date('2026-11-21T04:00:00Z');
  });

  test('is answered 204 and not counted', async () => {
    const pending = await submitListing(site, owner);
    const deleted = await publishListing(site, owner);
    await site.remove(`/api/businesses/${deleted}`, { as: site.signIn('admin') });
    const crawler = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
    const events = await site.appendedBy(async () => {
      await visit({ headers: crawler });
      await visit({ headers: { 'User-Agent': 'WhatsApp/2.23' } });
      await visit({ headers: { 'Sec-Purpose': 'prefetch;prerender' } });
      await visit({ headers: { Purpose: 'prefetch' } });
      await visit({ as: owner });
      await visit({ as: site.signIn('admin') });
      await visit({ of: pending });
      await visit({ of: deleted });
      await visit({ of: '01J00000000000000000000000' });
      await visit({ of: 'nonsense' });
    });
    expect(events).toEqual([]);
  });

  test('is counted again once an edit was approved', async () => {
    await site.put(`/api/businesses/update/${id}`, { synopsis: 'New' }, { as: owner });
    expect(await site.appendedBy(() => visit())).toEqual([]);
    await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: site.signIn('admin') });
    expect(await site.appendedBy(() => visit())).toHaveLength(1);
  });

  test.each([
    ['a time that is no text', { viewedAt: { $gt: '' } }, 400],
    ['a list', [], 400],
    ['broken JSON', '{', 400],
  ])('with %s is refused', async (_, body, status) => {
    const headers = { 'Content-Type': 'application/json' };
    const events = await site.appendedBy(async () => {
      const answer = await site.post(`/api/businesses/${id}/view`, body, { headers });
      expect(answer.status).toBe(status);
    });
    expect(events).toEqual([]);
  });
});

describe('a click', () => {
  const click = (body: unknown, as?: Person) =>
    site.post(`/api/businesses/${id}/click`, body, { as });

  test('appends one event with its channel', async () => {
    const events = await site.appendedBy(async () => {
      expect((await click({ channel: 'whatsapp' })).status).toBe(204);
    });
    expect(events).toMatchObject([
      { stream: visitsStream(id), type: 'BusinessLinkClicked', data: { channel: 'whatsapp' } },
    ]);
  });

  test('of the owner is not counted', async () => {
    expect(await site.appendedBy(() => click({ channel: 'phone' }, owner))).toEqual([]);
  });

  test.each([[{ channel: 'telegram' }], [{ channel: { $ne: null } }], [{}]])(
    'with %j is refused',
    async (body) => {
      const events = await site.appendedBy(async () => {
        expect((await click(body)).status).toBe(400);
      });
      expect(events).toEqual([]);
    },
  );
});

test.each(['cross-site', 'same-site', 'none'])(
  'visits and clicks that a page sends with Sec-Fetch-Site %s are answered 204 and not counted',
  async (sender) => {
    const headers = { 'Sec-Fetch-Site': sender };
    const events = await site.appendedBy(async () => {
      await visit({ headers });
      const click = { channel: 'website' };
      const answer = await site.post(`/api/businesses/${id}/click`, click, { headers });
      expect(answer.status).toBe(204);
    });
    expect(events).toEqual([]);
    const own = { 'Sec-Fetch-Site': 'same-origin' };
    expect(await site.appendedBy(() => visit({ headers: own }))).toHaveLength(1);
  },
);

test('visits with the Origin of another site are answered 204 and not counted', async () => {
  const visitFrom = (origin: string) => visit({ headers: { Origin: origin } });
  const events = await site.appendedBy(async () => {
    for (const origin of ['https://evil.example', 'null', site.url.replace('http:', 'https:')])
      await visitFrom(origin);
  });
  expect(events).toEqual([]);
  expect(await site.appendedBy(() => visitFrom(site.url))).toHaveLength(1);
});

test('visits with the Origin of the public address are counted, whatever host a proxy passes on', async () => {
  const origin = 'https://directory.example';
  const published = await startTestSite({ settings: { PUBLIC_URL: origin } });
  const place = await publishListing(published, published.signIn('user'));
  const events = await published.appendedBy(async () => {
    for (const Origin of [origin, 'https://evil.example'])
      await published.post(`/api/businesses/${place}/view`, {}, { headers: { Origin } });
  });
  expect(events).toHaveLength(1);
  await published.stop();
});

test('one place counts five times what one client may, and the other places go on', async () => {
  const settings = { RATE_LIMIT_VIEW: '2', TRUST_PROXY: '1' };
  const limited = await startTestSite({ settings });
  const owner = limited.signIn('user');
  const [busy, quiet] = [
    await publishListing(limited, owner),
    await publishListing(limited, owner),
  ];
  const from = (client: number) => ({ headers: { 'X-Forwarded-For': `192.0.2.${client}` } });
  const events = await limited.appendedBy(async () => {
    for (let client = 1; client <= 12; client += 1)
      await limited.post(`/api/businesses/${busy}/view`, {}, from(client));
    await limited.post(`/api/businesses/${quiet}/view`, {}, from(13));
  });
  expect(events.map(({ stream }) => stream)).toEqual([
    ...Array.from({ length: 10 }, () => visitsStream(busy)),
    visitsStream(quiet),
  ]);
  await limited.stop();
});

test('a client whose gateway writes the port into its address is one visitor of the day', async () => {
  const proxied = await startTestSite({ settings: { TRUST_PROXY: '1' } });
  const place = await publishListing(proxied, proxied.signIn('user'));
  const events = await proxied.appendedBy(async () => {
    for (const address of ['203.0.113.7:1001', '203.0.113.7:1002', '203.0.113.8'])
      await proxied.post(
        `/api/businesses/${place}/view`,
        {},
        { headers: { 'X-Forwarded-For': address } },
      );
  });
  expect(events.map(({ data }) => Reflect.get(data, 'firstToday') === true)).toEqual([
    true,
    false,
    true,
  ]);
  await proxied.stop();
});

test('the whole site counts 25 times what one client may', async () => {
  const limited = await startTestSite({ settings: { RATE_LIMIT_VIEW: '1', TRUST_PROXY: '1' } });
  const owner = limited.signIn('user');
  const places: string[] = [];
  for (let place = 0; place < 6; place += 1) places.push(await publishListing(limited, owner));
  const events = await limited.appendedBy(async () => {
    for (const [index, place] of places.entries())
      for (let client = 1; client <= 5; client += 1)
        await limited.post(
          `/api/businesses/${place}/view`,
          {},
          { headers: { 'X-Forwarded-For': `192.0.${index}.${client}` } },
        );
  });
  expect(events).toHaveLength(25);
  await limited.stop();
});

test('requests above the rate limit are answered 204 and not counted', async () => {
  const limited = await startTestSite({ settings: { RATE_LIMIT_VIEW: '3' } });
  const business = await publishListing(limited, limited.signIn('user'));
  const events = await limited.appendedBy(async () => {
    for (let ping = 0; ping < 5; ping += 1) {
      const answer = await limited.post(`/api/businesses/${business}/view`, {});
      expect(answer.status).toBe(204);
    }
  });
  expect(events).toHaveLength(3);
  await limited.stop();
});

test('visits of several months count together in the lists of owners and admins', async () => {
  now = new Date('2026-11-30T15:30:00Z');
  const [busy, admin] = [site.signIn('user'), site.signIn('admin')];
  const seen = await publishListing(site, busy);
  await visit({ of: seen });
  // Midnight in Kuala Lumpur, at which December begins, is 16:00 UTC.
  now = new Date('2026-11-30T16:30:00Z');
  await visit({ of: seen });
  await site.caughtUp();
  for (const [path, as] of [
    [`/api/businesses/userbusinesses/${busy.id}`, busy],
    ['/api/businesses', admin],
  ] as const) {
    const listed = (await site.get(path, { as })).json as { id: string; views: number }[];
    expect(listed.find((each) => each.id === seen)?.views, path).toBe(2);
  }
});
