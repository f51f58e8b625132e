import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOfLog } from '@directory/domain/event-store';
import { openLog } from '@directory/projections/stores';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { generateLog } from '../../projections/src/testing/generate-log.ts';
import { randomNumbers } from '../../projections/src/testing/random-numbers.ts';
import { client, logInAdmin, type Client } from './client.ts';
import { crashRounds, runProgram, startProgram, type Program } from './program.ts';
import { inspectStopped } from './stopped-site.ts';

const rounds = crashRounds(3);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));
const random = randomNumbers(seed);
const admin = { username: 'crash-admin', password: 'a long enough password' };
const settings = {
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_VIEW: '0',
  RATE_LIMIT_LOGIN: '0',
};

let dataDir: string;
let visitsBefore: number;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rebuild-'));
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const generated = { events: 10_000, businesses: 200 };
  await generateLog(log, generated);
  const events = await log.stored.readAll({ after: startOfLog, limit: generated.events });
  visitsBefore = events.filter(({ type }) => type === 'BusinessViewed').length;
  await log.close();
  await (await start()).stop();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(
  `rebuilds that are killed ${rounds} times lose no visit, count none twice, and are finished by a start`,
  async () => {
    console.log(`Rebuild crash test with SEED=${seed}`);
    onTestFailed(() => {
      console.error(`Repeat this rebuild crash test with SEED=${seed}`);
    });
    const visits = { sent: 0, acknowledged: 0 };
    let interrupted = 0;
    for (let round = 0; round < rounds; round += 1) {
      await (round % 2 === 0 ? killSiteThatRebuilds(visits) : killRebuildCommand());
      const found = await inspectStopped(dataDir);
      expect(found.isConsistent).toBe(true);
      const counted = (found.events.get('BusinessViewed') ?? 0) - visitsBefore;
      expect(counted).toBeGreaterThanOrEqual(visits.acknowledged);
      expect(counted).toBeLessThanOrEqual(visits.sent);
      if (found.isRebuilding) interrupted += 1;
    }
    // Else every kill came before or after a rebuild, as those of a few rounds may.
    if (rounds >= 50) expect(interrupted).toBeGreaterThan(0);

    const program = await start();
    const operator = await logInOperator(program);
    await expect.poll(() => isRebuilding(operator)).toBe(false);
    expect(await program.stop()).toBe(0);
    const found = await inspectStopped(dataDir);
    expect(found).toMatchObject({ isConsistent: true, isRebuilding: false });
  },
  120_000 + rounds * 30_000,
);

function start(): Promise<Program> {
  return startProgram({ dataDir, args: ['--empty'], env: settings });
}

async function killSiteThatRebuilds(visits: { sent: number; acknowledged: number }) {
  const program = await start();
  const operator = await logInOperator(program);
  const [listed] = (await operator.get('/api/businesses/approved')) as readonly { id: string }[];
  const path = `/api/businesses/${listed?.id ?? ''}/view`;
  const working = [1, 2, 3].map(() => visitUntilKilled(program, path, visits));
  for (const { name } of await viewsOf(operator))
    await operator.send('POST', `/api/operations/views/${name}/rebuild`, {});
  await delay(random() * 1_000);
  await program.kill();
  await Promise.all(working);
}

async function killRebuildCommand(): Promise<void> {
  const { code, output } = await runProgram({
    program: 'projections',
    args: ['rebuild'],
    env: { DATA_DIR: dataDir },
    killAfterMs: 200 + random() * 1_500,
  });
  expect(code ?? 0, output).toBe(0);
}

async function visitUntilKilled(
  { url }: Program,
  path: string,
  visits: { sent: number; acknowledged: number },
): Promise<void> {
  for (;;) {
    visits.sent += 1;
    const viewedAt = new Date().toISOString();
    const response = await client(url)
      .send('POST', path, { viewedAt })
      // It was killed before it answered.
      .catch(() => null);
    if (!response) return;
    expect(response.status).toBe(204);
    visits.acknowledged += 1;
  }
}

async function logInOperator({ url }: Program): Promise<Client> {
  return client(url, await logInAdmin(url, admin));
}

type ReportedView = { readonly name: string; readonly rebuild: unknown };

async function viewsOf(operator: Client): Promise<readonly ReportedView[]> {
  const { views } = (await operator.get('/api/operations/views')) as { views: ReportedView[] };
  return views;
}

async function isRebuilding(operator: Client): Promise<boolean> {
  return (await viewsOf(operator)).some(({ rebuild }) => rebuild !== null);
}
