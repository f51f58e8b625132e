import { spawnSync } from 'node:child_process';
import { expect, onTestFailed, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

/** A part of what `npm run chaos` does in a minute; it goes on until every target has had a fault. */
const seconds = 10;
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

/** Calls a program as if it was started with each of the arguments, as its modules take longer to load than all calls. */
const callEach = `
  const [file, calls] = process.argv.slice(1);
  process.exit = (code) => { throw code; };
  for (const args of JSON.parse(calls)) {
    process.argv = [process.execPath, file, ...args];
    await import(file + '?' + args.join()).catch((code) => console.log(code));
  }`;

test.each([
  ['./main.ts', { '--seconds': 1, '--seed': 0 }],
  [bench, { '--events': 100 }],
  [benchSearch, { '--cpu': 1 }],
])('%s prints one sentence for wrong options', (program, mins) => {
  const wrong = Object.entries(mins).map(([option, min]) => {
    const about = `option '${option} <number>' argument 'abc' is invalid`;
    return { args: [option, 'abc'], sentence: `${about}. Enter a number of at least ${min}.` };
  });
  const calls = [{ args: ['--unknown'], sentence: "unknown option '--unknown'" }, ...wrong];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval', callEach],
      new URL(program, import.meta.url).href,
      JSON.stringify(calls.map(({ args }) => args)),
    ],
    // Without the options, these programs would run for minutes.
    { encoding: 'utf8', timeout: 20_000 },
  );
  expect([stdout, stderr]).toEqual([
    calls.map(() => '1\n').join(''),
    calls.map(({ sentence }) => `error: ${sentence}\n`).join(''),
  ]);
});
