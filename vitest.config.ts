import { configDefaults, defineConfig } from 'vitest/config';

// What hangs ends here. Being fast is a matter of the bench, so a busy machine may take its time.
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

const onServers = '{domain,projections,api}/src/**/*.server.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', './closing-line.ts'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['{domain,projections,api}/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, onServers],
          environment: 'node',
          ...patience,
        },
      },
      {
        // Real servers, which suites share; one file at a time, as a suite counts on being the only one that writes.
        test: {
          name: 'servers',
          include: [onServers],
          environment: 'node',
          globalSetup: './domain/src/testing/servers/global-setup.ts',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...patience,
        },
      },
      {
        // The same tests once more, with views, accounts and images in MongoDB; none where there is no server.
        test: {
          name: 'mongodb',
          include: process.env['MONGODB_URL'] ? ['api/src/routes/*.test.ts'] : [],
          // What a damaged file of events does has nothing to do with the views' store.
          exclude: [...configDefaults.exclude, onServers, '**/damaged-log.test.ts'],
          environment: 'node',
          globalSetup: './domain/src/testing/servers/global-setup.ts',
          provide: { sitesOnMongoDb: true },
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          ...patience,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          ...patience,
        },
      },
      {
        // Runs the built program: a process to kill, a page in a browser. After the others and one file at a time, because
        // a browser that has to share two cores with three more keeps nobody's patience.
        test: {
          name: 'system',
          include: ['{api,web}/e2e/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...patience,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
