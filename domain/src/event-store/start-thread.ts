import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type * as Esbuild from 'esbuild';
import { memoize } from '../shared/collections.ts';

const require = createRequire(import.meta.url);
const { resolve } = require;

export type ThreadProgram = {
  /** The name of its file, without an extension. In the bundle it is an entry of its own, in the folder of its callers. */
  readonly name: string;
  /** The address of a module in the same folder. */
  readonly beside: string;
  /** A structured clone of it is the `workerData` of the thread. */
  readonly data: unknown;
  /** Whether it imports modules while it runs, such as the adapters of servers. */
  readonly importsLater?: boolean;
};

/** Starts a program in a thread of its own: the bundle's file, or the source where the program runs from source. */
export function startThread(thread: ThreadProgram): Worker {
  const { name, beside, data } = thread;
  if (new URL(beside).pathname.endsWith('.ts')) return startFromSource(thread);
  return new Worker(new URL(`./${name}.js`, beside), { workerData: data });
}

/** Threads of Node 20 cannot load TypeScript. A bundle starts in 50 ms, the loader of tsx takes 260. */
function startFromSource({ name, beside, data, importsLater }: ThreadProgram): Worker {
  const program = fileURLToPath(new URL(`./${name}.ts`, beside));
  return new Worker(importsLater ? imported(program) : bundled(program), {
    eval: true,
    workerData: data,
  });
}

/** Code that imports a program by tsx. */
function imported(program: string): string {
  // `resolve` finds its CommonJS file; the one for `import` lies beside it.
  const loader = resolve('tsx/esm/api').replace(/\.cjs$/, '.mjs');
  return `import(${JSON.stringify(pathToFileURL(loader).href)}).then(({ register }) => {
    register();
    return import(${JSON.stringify(pathToFileURL(program).href)});
  });`;
}

/** A program and what it imports as one script, made once for all threads of this process. */
const bundled = memoize(Infinity, (program: string) => {
  const { buildSync } = require('esbuild') as typeof Esbuild;
  const { outputFiles } = buildSync({
    entryPoints: [program],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    // Code without a file of its own finds packages from here.
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
  });
  return outputFiles.map(({ text }) => text).join('');
});
