import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { randomNumbers } from '../../projections/src/testing/random-numbers.ts';
import { client, logInAdmin, logInNewOwner, type Client } from './client.ts';
import { crashRounds, runProgram, startProgram, type Program } from './program.ts';

const rounds = crashRounds(6);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));
const random = randomNumbers(seed);
const admin = { username: 'crash-admin', password: 'a long enough password' };
const settings = {
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_VIEW: '0',
  RATE_LIMIT_WRITE: '0',
};

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(
  `no acknowledged write is lost or counted twice in ${rounds} kills`,
  async () => {
    console.log(`Crash test with SEED=${seed}`);
    onTestFailed(() => {
      console.error(`Repeat this crash test with SEED=${seed}`);
    });
    const visits = { sent: 0, acknowledged: 0 };
    const saved: string[] = [];
    let program = await start();
    const owner = await logInNewOwner(program.url, 'owner@example.org');
    const { id } = await client(program.url, owner).submit({});
    // Two listings: visits are counted on approved ones only, and an edit takes a listing off the list.
    const edited = await client(program.url, owner).submit({ businessName: 'Kedai Osman' });
    const reviewer = client(program.url, await logInAdmin(program.url, admin));
    await reviewer.send('PUT', `/api/businesses/${id}`, { status: 'approved' });

    for (let round = 0; round < rounds; round += 1) {
      const savedBefore = saved.length;
      const working = [
        visitUntilKilled(program, id, visits),
        saveUntilKilled(client(program.url, owner), edited.id, saved),
      ];
      // A busy machine needs seconds for the first save of a new program, so the delay starts there.
      await expect.poll(() => saved.length, { timeout: 60_000 }).toBeGreaterThan(savedBefore);
      await setTimeout(random() * 300);
      await program.kill();
      await Promise.all(working);
      program = await start();
    }

    const asOwner = client(program.url, owner);
    const { views } = (await asOwner.get(`/api/businesses/${id}`)) as { views: number };
    const history = JSON.stringify(await wholeHistory(asOwner, edited.id));
    expect(await program.stop()).toBe(0);
    expect(visits.acknowledged).toBeGreaterThan(0);
    expect(views).toBeGreaterThanOrEqual(visits.acknowledged);
    expect(views).toBeLessThanOrEqual(visits.sent);
    expect(saved.length).toBeGreaterThan(0);
    expect(saved.filter((synopsis) => !history.includes(synopsis))).toEqual([]);

    const verified = await runProgram({
      program: 'projections',
      args: ['verify'],
      env: { DATA_DIR: dataDir },
    });
    expect(verified).toMatchObject({ code: 0 });
  },
  120_000 + rounds * 15_000,
);

function start(): Promise<Program> {
  return startProgram({ dataDir, args: ['--empty'], env: settings });
}

async function visitUntilKilled(
  program: Program,
  id: string,
  visits: { sent: number; acknowledged: number },
): Promise<void> {
  const visit = async () => {
    for (;;) {
      visits.sent += 1;
      const viewedAt = new Date().toISOString();
      const response = await attempt(
        client(program.url).send('POST', `/api/businesses/${id}/view`, { viewedAt }),
      );
      if (!response) return;
      expect(response.status).toBe(204);
      visits.acknowledged += 1;
    }
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
}

async function saveUntilKilled(owner: Client, id: string, saved: string[]): Promise<void> {
  for (let save = 0; ; save += 1) {
    const synopsis = `Saved ${saved.length}.${save} ${crypto.randomUUID()}`;
    const response = await attempt(owner.send('PUT', `/api/businesses/update/${id}`, { synopsis }));
    if (!response) return;
    expect(response.status).toBe(200);
    saved.push(synopsis);
  }
}

/** Undefined if the program was killed before it answered. */
function attempt(request: Promise<Response>): Promise<Response | undefined> {
  return request.catch(() => undefined);
}

type HistoryPage = { readonly before: number | null };

/** All pages of it. */
async function wholeHistory(owner: Client, id: string): Promise<readonly HistoryPage[]> {
  const pages: HistoryPage[] = [];
  const path = `/api/businesses/${id}/history`;
  let page = (await owner.get(path)) as HistoryPage;
  for (;;) {
    pages.push(page);
    if (page.before === null) return pages;
    page = (await owner.get(`${path}?before=${page.before}`)) as HistoryPage;
  }
}
