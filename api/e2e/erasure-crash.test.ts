import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openOwnerKeys } from '@directory/projections/stores';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { randomNumbers } from '../../projections/src/testing/random-numbers.ts';
import { client, logInNewOwner, ownerPassword } from './client.ts';
import { crashRounds, runProgram, startProgram, type Program } from './program.ts';
import { inspectStopped } from './stopped-site.ts';

const rounds = crashRounds(3);
const listingsEach = 3;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));
const random = randomNumbers(seed);
const settings = {
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_REGISTER: '0',
  RATE_LIMIT_WRITE: '0',
};

type Owner = { readonly email: string; readonly token: string };

let dataDir: string;
const owners: Owner[] = [];
beforeAll(
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'erasure-'));
    const program = await start();
    for (let number = 0; number <= rounds; number += 1) {
      const email = `aminah-${number}-of-kampong@example.org`;
      const token = await logInNewOwner(program.url, email);
      for (let listing = 0; listing < listingsEach; listing += 1)
        await client(program.url, token).submit({ email, synopsis: `Write to ${email}.` });
      owners.push({ email, token });
    }
    await program.stop();
  },
  120_000 + rounds * 5_000,
);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(
  `erasures that are killed ${rounds} times leave nothing personal once they are reported, and erase nothing twice`,
  async () => {
    console.log(`Erasure crash test with SEED=${seed}`);
    onTestFailed(() => {
      console.error(`Repeat this erasure crash test with SEED=${seed}`);
    });
    const [first, ...others] = owners;
    if (!first) throw new Error('there are no owners');
    const began = performance.now();
    await expectErased(first);
    const usualMs = performance.now() - began;
    let unfinished = 0;
    for (const [round, owner] of others.entries()) {
      // Spread over the whole erasure, as all kills of a few rounds could come too late by chance.
      const share = (round + random()) / others.length;
      const isReported = await (round % 2 === 0
        ? eraseByCommand(owner, share * usualMs)
        : eraseOnSite(owner, share * 600));
      if (isReported) expect(tracesOf(owner)).toEqual([]);
      else unfinished += 1;
      // The next start completes it, and may be killed over it, too.
      const program = await start();
      await (random() < 1 / 3 ? killLater(program, random() * 300) : program.stop());
      await expectErased(owner);
      expect(await inspectStopped(dataDir)).toMatchObject({ isConsistent: true });
    }
    // Else every kill came too late.
    expect(unfinished).toBeGreaterThan(0);
    const { events } = await inspectStopped(dataDir);
    expect(events.get('OwnerErased')).toBe(owners.length * listingsEach);
    expect(events.get('AccountErased')).toBe(owners.length);
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
    expect(await keysOfOwners()).toEqual(owners.map(() => null));
  },
  120_000 + rounds * 40_000,
);

function start(): Promise<Program> {
  return startProgram({ dataDir, args: ['--empty'], env: settings });
}

/** By running the command until nothing kills it. */
async function expectErased(owner: Owner): Promise<void> {
  const { code, output } = await runErase(owner);
  if (code !== 0) expect(output).toContain('There is no owner with the email address');
  expect(tracesOf(owner)).toEqual([]);
}

function runErase({ email }: Owner, killAfterMs?: number) {
  return runProgram({
    program: 'api',
    args: ['erase', 'owner', email, '--yes'],
    env: { DATA_DIR: dataDir },
    ...(killAfterMs !== undefined && { killAfterMs }),
  });
}

/** Whether it said that everything was erased. */
async function eraseByCommand(owner: Owner, killAfterMs: number): Promise<boolean> {
  const { code, output } = await runErase(owner, killAfterMs);
  expect(code ?? 0, output).toBe(0);
  return code === 0;
}

/** Whether the site said so, to the owner who asked for it. */
async function eraseOnSite({ token }: Owner, killAfterMs: number): Promise<boolean> {
  const program = await start();
  const request = { password: ownerPassword };
  const response = client(program.url, token)
    .send('DELETE', '/api/user/me', request)
    // It was killed before it answered.
    .catch(() => null);
  await killLater(program, killAfterMs);
  const status = (await response)?.status ?? null;
  if (status !== null) expect(status).toBe(204);
  return status === 204;
}

async function killLater(program: Program, milliseconds: number): Promise<void> {
  await delay(milliseconds);
  await program.kill();
}

async function keysOfOwners(): Promise<readonly unknown[]> {
  const keys = await openOwnerKeys({ dataDir, mongodbUrl: null });
  try {
    return (await keys.all()).map(({ key }) => key);
  } finally {
    await keys.close();
  }
}

/** The files that hold the owner's address. */
function tracesOf({ email }: Owner): readonly string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(email));
}
