import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type BuildEnvironmentOptions } from 'vite';
import { packageFonts, shakableStyles, shakableRouter, precompress } from './build/plugins.ts';

/** The API that `npm run dev` starts beside Vite, with the same settings. */
const { PORT: port } = loadEnv('', false, 'PORT');
const api = `http://127.0.0.1:${port || '3000'}`;

/** The packages export their development build by default, whose warnings visitors do not need. */
const productionRouter = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development(.)index\.m?js$/, 'production$1index.mjs');

/**
 * The pages: static files that the API serves, compressed at build time. With `--ssr` the renderer of the public pages,
 * which the API loads.
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: folder('.'),
  plugins: [
    react(),
    packageFonts(),
    ...(isSsrBuild ? [] : [shakableRouter(), shakableStyles(), precompress()]),
  ],
  css: {
    modules: {
      generateScopedName: (name, file) => `${sheetName(file)}-${name}`,
    },
  },
  resolve: {
    alias:
      command === 'build' ? [{ find: /^react-router(-dom)?$/, replacement: productionRouter }] : [],
  },
  build: isSsrBuild ? renderer : browser,
  // React reads it when it is loaded: the development build is slow.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  ssr: { noExternal: command === 'build' ? true : [] },
  server: {
    proxy: { '/api': api, '/uploads': api },
  },
}));

/** Of the names of files, of which scripts have many: fewer characters compress better. Pages of both builds name the same files. */
const hashCharacters = 'hex';

const browser: BuildEnvironmentOptions = {
  outDir: folder('../dist/web'),
  emptyOutDir: true,
  // Which files a page needs, for the renderer.
  manifest: true,
  // What is in its style sheet says so, by `?inline`: the content security policy allows data: addresses of images only.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  // The chart library is one file, which only the analytics load.
  chunkSizeWarningLimit: 600,
  rolldownOptions: {
    // How long each plugin took does not matter to those who start the program.
    checks: { bundlerTimings: false },
    onLog(level, log, handler) {
      // Mostly a class that its style sheet does not have.
      if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message);
      handler(level, log);
    },
    optimization: { inlineConst: { mode: 'all', pass: 1 } },
    output: {
      hashCharacters,
      codeSplitting: {
        // What only later pages use of a package stays out of the first one.
        includeDependenciesRecursively: false,
        // Few chunks compress better than many, and the first stays cached across releases.
        groups: [
          {
            name: 'react',
            test: /node_modules\/(react|react-dom|scheduler|react-router)(-dom)?\//,
          },
          {
            name: 'shared',
            test: /preload-helper|domain\/src\/(shared\/unknown|catalogue\/(?!phone|entered))|web\/src\/(app\/(app\.module|layout|site-header)|texts\/(site-|opening-|count)|shared\/(local-storage|(api|drawing|navigation|place|resource|search|session|ui)\/(?!modal|status-|search-code|guards|share-|back-|query|links|place-icon|viewport|use-send|scroll-region|log-out-dialog)))/,
          },
          {
            name: 'browse',
            test: /features\/browse\/(?!map|saved)|texts\/browse|domain\/src\/search\/distance/,
          },
          {
            name: 'forms',
            test: /web\/src\/(shared\/forms\/|features\/account\/(account(-frame|\.module))|texts\/account-)/,
          },
          {
            name: 'parts',
            test: /domain\/src\/catalogue\/phone|web\/src\/(shared\/(navigation\/back-button|place\/(share-button|links|place-icon)|ui\/viewport)|texts\/shared-)/,
          },
        ],
      },
    },
  },
};

const renderer: BuildEnvironmentOptions = {
  ssr: true,
  outDir: folder('../dist/web-server'),
  emptyOutDir: true,
  target: 'node20',
  assetsInlineLimit: 0,
  copyPublicDir: false,
  rolldownOptions: { input: folder('src/server/page-renderer.tsx'), output: { hashCharacters } },
};

const sheets = new Map<string, string>();

/** The name of a style sheet, which no other may have: so the names of its classes need no digest. */
function sheetName(file: string): string {
  const name = basename(file, '.module.css');
  const other = sheets.get(name) ?? file;
  if (other !== file) throw new Error(`two style sheets are named ${name}: ${other} and ${file}`);
  sheets.set(name, file);
  return name;
}

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
