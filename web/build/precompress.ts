import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

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
