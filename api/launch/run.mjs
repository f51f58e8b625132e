import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setUp } from './set-up.mjs';

/**
 * Entry of the npm scripts: sets up what is missing, then runs a built program (`api`, `projections`), the tests (`test`), the
 * benchmarks (`bench`, `bench-search`), the crash tests with many kills (`crash`) or the chaos test (`chaos`) with the remaining
 * arguments.
 */
const [program = '', ...args] = process.argv.slice(2);
await setUp();

const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
if (program === 'test') node([...vitest, ...args]);
else if (program === 'crash')
  node([...vitest, '--project', 'process', 'crash', ...args], { CRASH_ROUNDS: '200' });
else if (program === 'bench')
  node(['--max-semi-space-size=8', '--import', 'tsx', join(root, 'api/bench/main.ts'), ...args]);
else if (program === 'bench-search')
  node(['--import', 'tsx', join(root, 'api/bench/search.ts'), ...args]);
else if (program === 'chaos')
  node(['--import', 'tsx', join(root, 'api/e2e/chaos/main.ts'), ...args]);
else await load(join(root, 'dist', 'server', `${program}.js`));

/** Runs a built program in this process, so that signals reach it and not its parent. */
async function load(file) {
  process.argv = [process.argv[0] ?? 'node', file, ...args];
  await import(pathToFileURL(file).href);
}

function node(argv, settings = {}) {
  const env = { ...settings, ...process.env };
  const { status } = spawnSync(process.execPath, argv, { cwd: root, env, stdio: 'inherit' });
  process.exit(status ?? 1);
}
