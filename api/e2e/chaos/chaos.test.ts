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

const bench = '../../bench/main.ts';
const benchSearch = '../../bench/search.ts';

test.each([
  ...['./main.ts', bench, benchSearch].map(
    (program) => [program, ['--unknown'], "unknown option '--unknown'"] as const,
  ),
  ...(
    [
      ['./main.ts', '--seconds', 1],
      ['./main.ts', '--seed', 0],
      [bench, '--events', 100],
      [benchSearch, '--cpu', 1],
    ] as const
  ).map(([program, option, min]) => {
    const about = `option '${option} <number>' argument 'abc' is invalid`;
    return [program, [option, 'abc'], `${about}. Enter a number of at least ${min}.`] as const;
  }),
])('%s with %j prints one sentence', (program, options, sentence) => {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', file, ...options],
    // Without the options, these programs would run for minutes.
    { encoding: 'utf8', timeout: 20_000 },
  );
  expect([status, stderr]).toEqual([1, `error: ${sentence}\n`]);
});
