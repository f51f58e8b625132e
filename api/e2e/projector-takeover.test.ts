import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client, logInAdmin, logInNewOwner } from './client.ts';
import { runProgram, startProgram, startProjector, type Program } from './program.ts';

const admin = { username: 'takeover-admin', password: 'a long enough password' };
const settings = {
  PROJECTOR: 'external',
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_VIEW: '0',
  RATE_LIMIT_WRITE: '0',
};

let dataDir: string;
let running: Program[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'takeover-'));
  running = [];
});
afterEach(async () => {
  for (const program of running) await program.kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function started(program: Promise<Program>): Promise<Program> {
  running.push(await program);
  return program;
}

const roleOf = async ({ url }: Program) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { role: string }).role;

test('the standby projector takes over when the active one is killed, and no visit is lost or counted twice', async () => {
  const first = await started(startProjector({ dataDir }));
  await expect.poll(() => roleOf(first)).toBe('active');
  const second = await started(startProjector({ dataDir }));
  expect(await roleOf(second)).toBe('standby');
  const site = await started(startProgram({ dataDir, args: ['--empty'], env: settings }));
  const owner = client(site.url, await logInNewOwner(site.url, 'owner@example.org'));
  const operator = client(site.url, await logInAdmin(site.url, admin));
  const { id } = await owner.submit({});
  await operator.send('PUT', `/api/businesses/${id}`, { status: 'approved' });
  await operator.send('POST', '/api/operations/views/owner-summary/pause', {});

  let acknowledged = 0;
  const stopped = new AbortController();
  const visiting = (async () => {
    while (!stopped.signal.aborted) {
      const viewedAt = new Date().toISOString();
      const response = await client(site.url).send('POST', `/api/businesses/${id}/view`, {
        viewedAt,
      });
      expect(response.status).toBe(204);
      acknowledged += 1;
    }
  })();
  await expect.poll(() => acknowledged).toBeGreaterThan(20);
  await first.kill();
  await expect.poll(() => roleOf(second)).toBe('active');
  stopped.abort();
  await visiting;

  const viewsOf = async () =>
    ((await owner.get(`/api/businesses/${id}`)) as { views: number }).views;
  await expect.poll(viewsOf).toBe(acknowledged);
  expect(await stateOf(operator, 'owner-summary')).toBe('paused');
  await operator.send('POST', '/api/operations/views/owner-summary/resume', {});
  await expect.poll(() => stateOf(operator, 'owner-summary')).toBe('running');
  await owner.send('PUT', `/api/businesses/update/${id}`, { synopsis: 'Read at once.' });
  expect(await owner.get(`/api/businesses/${id}`)).toMatchObject({ synopsis: 'Read at once.' });

  expect(await site.stop()).toBe(0);
  expect(await second.stop()).toBe(0);
  const verified = await runProgram({
    program: 'projections',
    args: ['verify'],
    env: { DATA_DIR: dataDir },
  });
  expect(verified).toMatchObject({ code: 0 });
});

async function stateOf(operator: ReturnType<typeof client>, name: string) {
  const { views } = (await operator.get('/api/operations/views')) as {
    views: readonly { name: string; state: string }[];
  };
  return views.find((view) => view.name === name)?.state;
}
