import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { programArguments } from '@directory/domain/testing/program-arguments';
import { openLog } from '@directory/projections/stores';
import { generateLog } from '@directory/projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgram } from '../cli.ts';
import { verifyCopy } from '../testing/installation.ts';

const events = 800;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'));
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  await generateLog(log, { events, businesses: 50, days: 3 });
  await log.close();
}, 60_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function migrate(environment: Readonly<Record<string, string>>): Promise<string> {
  let printed = '';
  const print = (line: string) => void (printed += `${line}\n`);
  const onRunning = () => undefined;
  await createProgram({ environment, root: dataDir, print, onRunning }).parseAsync(['migrate'], {
    from: 'user',
  });
  return printed;
}

test('migrate resumes after a kill and copies no event twice', async () => {
  const peer = await startGrpcPeer();
  // The second round is not sent before the first is answered.
  peer.faults.always('append', { kind: 'answer-late', ms: 5_000 });
  const settings = { DATA_DIR: dataDir, EVENTSTORE_URL: peer.url };
  const child = spawn(process.execPath, [...programArguments('api'), 'migrate'], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: 'ignore',
  });
  await expect.poll(() => peer.calls.append, { interval: 5, timeout: 60_000 }).toBeGreaterThan(100);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');

  peer.faults.none();
  const second = await migrate(settings);
  const [, copied, existing] = /Events: (\d+) copied, (\d+) existing/.exec(second) ?? [];
  expect(Number(copied)).toBeGreaterThan(0);
  expect(Number(existing)).toBeGreaterThanOrEqual(100);
  expect(Number(copied) + Number(existing)).toBe(events);
  expect(await migrate(settings)).toContain('Nothing left to copy.');
  expect(await verifyCopy(settings, dataDir)).toContain(`events: all ${events} agree with`);
  peer.stop();
}, 120_000);
