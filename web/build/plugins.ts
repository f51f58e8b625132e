import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** The development server has packages, which are outside of its root, at addresses of its own. */
export function packageFonts(): Plugin {
  const { pathname } = new URL('../../node_modules/', import.meta.url);
  return {
    name: 'package-fonts',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('"../node_modules/', `"/@fs${pathname}`),
    },
  };
}

const styleImport = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/** Puts the names of styles where they are used, instead of an object with all names of a file, used or not, into the scripts. */
export function shakableStyles(): Plugin[] {
  return [
    {
      name: 'shakable-styles',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /web\/src\/.*\.tsx?$/ },
        handler: (code) => ({
          code: code.replaceAll(styleImport, (line, name: string, file: string) =>
            // A name that is made at run time is looked up in the object.
            code.includes(`${name}[`) ? line : `import * as ${name} from ${file};`,
          ),
          map: null,
        }),
      },
    },
    {
      name: 'keep-styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}

/**
 * Lets the build leave out what no page uses of react-router, half of the library in the first page: marks the calls and classes that
 * make its contexts and components as free of side effects, and removes the names and contexts that they are given afterwards.
 */
export function shakableRouter(): Plugin {
  return {
    name: 'shakable-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(
            /= (class extends React\d*\.Component \{[\s\S]*?^\});$/gm,
            '= /* @__PURE__ */ (() => $1)();',
          )
          .replaceAll(/^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm, ''),
        map: null,
      }),
    },
  };
}

const compressible = /\.(html|js|css|svg|json|txt|webmanifest)$/;

/** Writes a `.br` and a `.gz` beside every text file of the build, which the server sends as they are. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    // `writeBundle` does not run after a failed build, whose error it would hide.
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => compressible.test(name)).map((name) => compress(join(folder, name))),
      );
    },
  };
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await deflate(content, { level: constants.Z_BEST_COMPRESSION }));
}
