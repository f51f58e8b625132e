import { defineConfig } from 'vite';

/**
 * Bundles the programs that Node runs. Node 20 runs no TypeScript, and few files start faster than hundreds. Packages that are native,
 * load files of their own or are only loaded to use a server stay outside.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // A package of Koa makes the functions that warn of what is deprecated by it.
      checks: { eval: false },
      input: {
        api: 'api/src/main.ts',
        projections: 'projections/src/main.ts',
        'log-writer': 'domain/src/event-store/sqlite/log-writer.ts',
        'thread-program': 'projections/src/thread-program.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    external: ['@node-rs/argon2', 'sharp', 'pino', 'mongodb', '@eventstore/db-client'],
  },
});
