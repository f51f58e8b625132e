import { join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submitListing, publishListing } from '../testing/listings.ts';
import { startTestSite, type Person, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
let owner: Person;
let admin: Person;
let sound: string;
let damaged: string;
beforeAll(async () => {
  site = await startTestSite();
  owner = site.signIn('user');
  admin = site.signIn('admin');
  sound = await publishListing(site, owner);
  damaged = await submitListing(site, owner);
  breakTheNewestStream(join(site.dataDir, 'events.db'));
  const states = async () => (await site.site.stores.views.generations()).map(({ state }) => state);
  await vi.waitUntil(async () => (await states()).every((state) => state === 'failed'), 15_000);
});
afterAll(() => site.stop());

/** Appends an unreadable event, as a bad sector makes one. */
function breakTheNewestStream(file: string): void {
  const db = new BetterSqlite3(file);
  db.exec(
    `INSERT INTO events (stream_id, revision, type_id, event_id, data, metadata)
     SELECT stream_id, revision + 1, type_id, randomblob(16), '{"businessId":', '{"commandId":'
     FROM events ORDER BY position DESC LIMIT 1`,
  );
  db.close();
}

describe('a log that is damaged in the middle', () => {
  test('is answered 503 by requests that read it, and the cause is only logged', async () => {
    const calls = [
      await site.get(`/api/businesses/${damaged}/history`, { as: admin }),
      await site.put(`/api/businesses/update/${damaged}`, { synopsis: 'x' }, { as: owner }),
      await site.put(`/api/businesses/${damaged}`, { status: 'approved' }, { as: admin }),
      await site.remove(`/api/businesses/${damaged}`, { as: admin }),
    ];
    for (const { status, json, text, headers } of calls) {
      expect(status).toBe(503);
      expect(json).toMatchObject({
        type: 'data-damaged',
        message: expect.stringMatching(/damaged/) as unknown,
      });
      expect(headers.get('retry-after')).toBeNull();
      expect(text).not.toMatch(/events\.db|sqlite|JSON|\.ts/i);
    }
    expect(site.logged.join()).toContain('events.db cannot be used: it is damaged');
  });

  test('is not read for somebody without permission', async () => {
    const as = site.signIn('user');
    const path = `/api/businesses/${damaged}`;
    const calls = [
      await site.get(`${path}/history`, { as }),
      await site.get(`${path}/public-version`, { as }),
      await site.post(`${path}/versions/0/restoration`, {}, { as }),
      await site.put(`/api/businesses/update/${damaged}`, { synopsis: 'x' }, { as }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('is reported by GET /readyz, and the program keeps running', async () => {
    const answer = await site.get('/readyz');
    expect(answer.json).toMatchObject({
      status: 'not ready',
      stores: { log: 'damaged', views: 'ok', accounts: 'ok' },
    });
    expect((await site.get('/healthz')).status).toBe(200);
  });

  test('leaves the views readable', async () => {
    expect((await site.get(`/api/businesses/${sound}`)).status).toBe(200);
    expect((await site.get('/api/businesses/approved')).json).toMatchObject([{ id: sound }]);
    expect((await site.get(`/api/businesses/${damaged}`, { as: owner })).status).toBe(200);
  });

  test('is the error that the views report', async () => {
    const { stores, views } = site.site;
    const generations = await stores.views.generations();
    const names = Object.values(views).map(({ name }) => name);
    expect(new Set(generations.map(({ view }) => view))).toEqual(new Set(names));
    for (const { state, error } of generations) {
      expect(state).toBe('failed');
      expect(error).toMatch(/events\.db cannot be used: it is damaged/);
    }
  });

  test('accepts commands for other listings, with X-Stale', async () => {
    const saved = await site.put(
      `/api/businesses/update/${sound}`,
      { synopsis: 'Saved all the same' },
      { as: owner },
    );
    expect(saved.status).toBe(200);
    expect(saved.headers.get('x-stale')).toBe('true');
    const history = await site.get(`/api/businesses/${sound}/history`, { as: owner });
    expect(history.text).toContain('Saved all the same');
  });

  test('is reported once and not retried in a loop', async () => {
    const interruptions = site.logged.filter((line) => line.includes('projection-interrupted'));
    expect(interruptions).toHaveLength(1);
  });
});
