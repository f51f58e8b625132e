import { directoryViews, isConsistent, verifyViews } from '@directory/projections';
import { openScratchViewStore } from '@directory/projections/stores';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitListing } from './testing/listings.ts';
import { startTestSite, type TestSite } from './testing/test-site.ts';

/** The whole site with its events in EventStoreDB and all else in files. */
export function siteOnEventStoreDb(getUrl: () => string): void {
  let site: TestSite;
  beforeAll(async () => {
    site = await startTestSite({ settings: { EVENTSTORE_URL: getUrl() } });
  });
  afterAll(() => site.stop());

  const person = (role: 'user' | 'admin') => ({ as: site.signIn(role) });

  test('an approved listing is public, with its visits and its history', async () => {
    const owner = site.signIn('user');
    const id = await submitListing(site, owner);
    expect((await site.get(`/api/businesses/${id}`)).status).toBe(404);
    const approval = { status: 'approved' };
    const approved = await site.put(`/api/businesses/${id}`, approval, person('admin'));
    expect(approved.status).toBe(200);
    expect((await site.get('/api/businesses/approved')).text).toContain(id);

    for (let visit = 0; visit < 3; visit += 1) {
      const seen = { viewedAt: new Date().toISOString() };
      expect((await site.post(`/api/businesses/${id}/view`, seen)).status).toBe(204);
    }
    const shown = async () => (await site.get(`/api/businesses/${id}`)).json;
    await expect.poll(shown).toMatchObject({ views: 3 });

    const history = await site.get(`/api/businesses/${id}/history`, person('admin'));
    expect(history.json).toMatchObject({
      entries: [{ type: 'BusinessSubmitted' }, { type: 'BusinessApproved' }],
    });
  });

  test('concurrent equal decisions append one event, the others are refused or change nothing', async () => {
    const id = await submitListing(site, site.signIn('user'));
    const events = await site.appendedBy(async () => {
      const decisions = Array.from({ length: 4 }, () =>
        site.put(`/api/businesses/${id}`, { status: 'approved' }, person('admin')),
      );
      for (const { status } of await Promise.all(decisions)) expect([200, 409]).toContain(status);
    });
    const own = events.filter(({ stream }) => stream === `business-${id}`);
    expect(own.map(({ type }) => type)).toEqual(['BusinessApproved']);
  });

  test('verify finds no difference between the views and the log', async () => {
    const { log, views: store } = site.site.stores;
    await site.caughtUp();
    const scratch = await openScratchViewStore();
    try {
      const views = Object.values(directoryViews('Asia/Kuala_Lumpur'));
      const findings = await verifyViews({ log, store, scratch, views });
      expect(isConsistent(findings), JSON.stringify(findings)).toBe(true);
    } finally {
      await scratch.close();
    }
  });

  test('no log line contains the address of the server', () => {
    const { host } = new URL(getUrl());
    expect(site.logged.join('\n')).not.toContain(host);
  });
}
