import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFailed, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

/** A part of what `npm run chaos` does in a minute; every target has a fault in any case. */
const seconds = 20;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));

test('random kills and outages of a cluster lose no acknowledged write and count none twice', async () => {
  onTestFailed(() => {
    console.error(`Repeat this chaos test with SEED=${seed}`);
  });
  const { journal, faults, counted, violations } = await runChaos({
    seconds,
    seed,
    eventstoreUrl: process.env['EVENTSTORE_URL'] ?? null,
    mongodbUrl: process.env['MONGODB_URL'] ?? null,
    print: (line) => {
      console.log(line);
    },
  });
  expect(violations).toEqual([]);
  expect([...faults.keys()]).toEqual(
    expect.arrayContaining(['the events', 'API 1', 'API 2', 'projector 1', 'projector 2']),
  );
  expect(journal.commands.acknowledged).toBeGreaterThan(0);
  expect(counted).toBeGreaterThan(0);
}, 400_000);

test.each(['./main.ts', '../../bench/main.ts'])(
  '%s with an unknown option prints one sentence',
  (program) => {
    const file = fileURLToPath(new URL(program, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file, '--unknown'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, "error: unknown option '--unknown'\n"]);
  },
);
