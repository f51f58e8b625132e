import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// A test that hangs ends here. Speed is measured by the benchmark, so a busy machine may be slow.
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

// Importing modules again for each file takes longer than all its tests.
const sharedModules = { isolate: false } as const;

// From version 25 Node has a localStorage of its own, which is undefined and hides that of jsdom.
const withoutNodeStorage = process.allowedNodeEnvironmentFlags.has('--webstorage')
  ? ['--no-webstorage']
  : [];

// A file starts a program, a browser or both, and a test that fails there is run once more: see summary-reporter.ts.
const inBrowser = {
  environment: 'node',
  retry: 1,
  ...sharedModules,
  ...timeouts,
  testTimeout: 120_000,
} as const;

// Their subject is in no store that MongoDB replaces.
const withoutMongoDb = [
  ...['bad-input', 'crawlers', 'damaged-log', 'geocode', 'openapi', 'pages', 'presence'],
  ...['reports', 'review-figures', 'site'],
].map((name) => `**/routes/${name}.test.ts`);

const onServers = '{domain,projections,api}/src/**/*.server.test.ts';
const onEventStoreDb = '**/{eventstoredb.server.test.ts,eventstoredb/*.server.test.ts}';
const globalSetup = './domain/src/testing/servers/global-setup.ts';
const mocked = 'web/src/**/*.mocked.test.tsx';
const journey = 'web/e2e/journey.test.ts';

writeToMemory('/dev/shm');

/** Tests make a thousand databases, on a disk with a wait for each: in memory, where it has the room, they wait for nothing. */
function writeToMemory(filesystem: string): void {
  if (process.env['TMPDIR'] || !existsSync(filesystem)) return;
  const { bavail, bsize } = statfsSync(filesystem);
  if (bavail * bsize < 4_000_000_000) return;
  const folder = mkdtempSync(`${filesystem}/tests-`);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // A program that a test left behind may still write there.
      console.warn(`${folder} could not be removed:`, error);
    }
  });
}

/** Vitest begins with the largest files. Small ones that take long come first, as one alone at the end leaves a processor idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(admin-pages|owner-pages|visitor-pages|chaos)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

/** `npm test` runs node, web, web-mocked, servers, eventstore and journey, `npm run test:system` browser and process, `npm run test:mongodb` mongodb. */
export default defineConfig({
  test: {
    reporters: ['default', './summary-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    // Tests wait for disks, timers and other programs a good part of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          include: [
            '{domain,projections,api}/src/**/*.test.ts',
            'api/launch/*.test.ts',
            'summary-reporter.test.ts',
          ],
          exclude: [...configDefaults.exclude, onServers],
          environment: 'node',
          ...sharedModules,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}', 'web/e2e/teardown.test.ts'],
          exclude: [...configDefaults.exclude, mocked],
          environment: 'jsdom',
          setupFiles: './web/src/testing/set-up.ts',
          // A larger young generation: less garbage of jsdom has to be collected.
          execArgv: ['--max-semi-space-size=64', ...withoutNodeStorage],
          alias: {
            'react-apexcharts': fileURLToPath(
              import.meta.resolve('./web/src/testing/apex-chart.ts'),
            ),
          },
          ...sharedModules,
          ...timeouts,
        },
      },
      {
        // Files that mock a module of ours, which no other file may get.
        test: {
          name: 'web-mocked',
          include: [mocked],
          environment: 'jsdom',
          execArgv: withoutNodeStorage,
          ...timeouts,
        },
      },
      {
        // One whole journey of a business in a browser.
        test: { name: 'journey', include: [journey], ...inBrowser },
      },
      {
        // A MongoDB, on which each suite has a database of its own.
        test: {
          name: 'servers',
          include: [onServers],
          exclude: [...configDefaults.exclude, onEventStoreDb],
          globalSetup,
          environment: 'node',
          ...sharedModules,
          ...timeouts,
        },
      },
      {
        // An EventStoreDB, on which a suite counts on being the only writer.
        test: {
          name: 'eventstore',
          include: [onEventStoreDb],
          globalSetup,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          environment: 'node',
          ...sharedModules,
          ...timeouts,
        },
      },
      {
        // The tests of the routes once more, with views, accounts and images in MongoDB; none without a server.
        test: {
          name: 'mongodb',
          include: process.env['MONGODB_URL'] ? ['api/src/routes/*.test.ts'] : [],
          exclude: [...configDefaults.exclude, onServers, ...withoutMongoDb],
          globalSetup,
          provide: { sitesOnMongoDb: true },
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          environment: 'node',
          ...sharedModules,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, journey, 'web/e2e/teardown.test.ts'],
          globalSetup: './web/e2e/seeded-folder.ts',
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          ...inBrowser,
        },
      },
      {
        // Kills programs at random: few at once, because a slow machine would look like a lost program.
        test: {
          name: 'process',
          include: ['api/e2e/**/*.test.ts'],
          environment: 'node',
          ...sharedModules,
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
          ...timeouts,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
