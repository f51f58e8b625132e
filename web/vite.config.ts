import react from '@vitejs/plugin-react';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { layerOrder } from './build/layer-order.ts';
import { precompress } from './build/precompress.ts';
import { preloadFont } from './build/preload-font.ts';

const api = 'http://127.0.0.1:3000';

/** The package leads everybody to its development build, whose warnings visitors would load for nothing. */
const productionRouter = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development(.)index\.m?js$/, 'production$1index.mjs');

/** The pages: static files that the API serves, compressed once at build time and not on every request. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    layerOrder('tokens', 'base', 'components'),
    preloadFont('petrona-latin-wght-normal'),
    precompress(),
  ],
  resolve: {
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: productionRouter }] : [],
  },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    // The content security policy allows no data: address, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The charts' library comes in one piece, which only their page loads.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few pieces compress better than many, and the first one stays in caches over releases of ours.
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router)(-dom)?\//,
            },
            {
              name: 'shared',
              test: /domain\/src\/catalogue|web\/src\/shared\/(api|drawing|navigation|place|resource|search|session|site|ui)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': api, '/uploads': api },
  },
}));
