import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEventStoreDb } from '@directory/domain/event-store/eventstoredb';
import { startGrpcCluster } from '@directory/domain/event-store/eventstoredb/testing';
import { startOfLog } from '@directory/domain/event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client, logInAdmin, logInNewOwner } from './client.ts';
import { crashRounds, startProgram, type Program } from './program.ts';

const kills = Math.min(crashRounds(2), 10);
const electionMs = 3_000;
const admin = { username: 'cluster-admin', password: 'a long enough password' };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leader-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(
  `a site on a cluster whose leader is killed ${kills} times, also while it starts, keeps running and loses nothing`,
  async () => {
    const cluster = await startGrpcCluster({ electionMs });
    // The site starts while nobody leads.
    await cluster.killLeader();
    const site = await startProgram({
      dataDir,
      args: ['--empty'],
      env: {
        EVENTSTORE_URL: cluster.url,
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
        RATE_LIMIT_VIEW: '0',
        RATE_LIMIT_WRITE: '0',
      },
    });
    const owner = await logInNewOwner(site.url, 'owner@example.org');
    const { id } = await client(site.url, owner).submit({});
    const reviewer = client(site.url, await logInAdmin(site.url, admin));
    await reviewer.send('PUT', `/api/businesses/${id}`, { status: 'approved' });

    const ended = new AbortController();
    const visits = { sent: 0, acknowledged: 0 };
    const load = Promise.all([1, 2, 3].map(() => visitUntil(ended.signal, site, id, visits)));
    for (let kill = 0; kill < kills; kill += 1) {
      const before = visits.acknowledged;
      await cluster.killLeader();
      await expect.poll(() => visits.acknowledged).toBeGreaterThan(before + 20);
    }
    ended.abort();
    await load;
    expect(site.isRunning()).toBe(true);
    expect(await site.stop()).toBe(0);

    const log = await openEventStoreDb({ url: cluster.url });
    const events = await log.readAll({ after: startOfLog, limit: 1_000_000 });
    const counted = events.filter(({ type }) => type === 'BusinessViewed').length;
    expect(counted).toBeGreaterThanOrEqual(visits.acknowledged);
    expect(counted).toBeLessThanOrEqual(visits.sent);
    await log.close();
    cluster.stop();
  },
  120_000 + kills * 30_000,
);

async function visitUntil(
  signal: AbortSignal,
  { url }: Program,
  id: string,
  visits: { sent: number; acknowledged: number },
): Promise<void> {
  while (!signal.aborted) {
    visits.sent += 1;
    const viewedAt = new Date().toISOString();
    const response = await client(url).send('POST', `/api/businesses/${id}/view`, { viewedAt });
    if (response.status === 204) visits.acknowledged += 1;
    else {
      expect(response.status).toBe(503);
      await delay(50);
    }
  }
}
