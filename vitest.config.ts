import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './closing-line.ts'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['{domain,projections,api}/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
      {
        // Runs the built program: a process to kill, a page in a browser. After the others and one file at a time, because
        // a browser that has to share two cores with three more keeps nobody's patience.
        test: {
          name: 'system',
          include: ['{api,web}/e2e/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
