import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

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

/** Threads of Node 20 load no TypeScript. As CommonJS they start in 100 ms, as an ES module in 260. */
function startFromSource({ name, beside, data, importsLater }: ThreadProgram): Worker {
  const { resolve } = createRequire(import.meta.url);
  const program = fileURLToPath(new URL(`./${name}.ts`, beside));
  // `resolve` finds the CommonJS half of it.
  const loader = resolve('tsx/esm/api').replace(/\.cjs$/, '.mjs');
  const code = importsLater
    ? `import(${JSON.stringify(pathToFileURL(loader).href)}).then(({ register }) => {
        register();
        return import(${JSON.stringify(pathToFileURL(program).href)});
      });`
    : `require(${JSON.stringify(resolve('tsx/cjs/api'))}).register();
      require(${JSON.stringify(program)});`;
  return new Worker(code, { eval: true, workerData: data });
}
