import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export type ThreadProgram = {
  /** The name of its file, without an extension. In the bundle it is an entry of its own, in the folder of its callers. */
  readonly name: string;
  /** The address of a module in the same folder. */
  readonly beside: string;
  /** A structured clone of it is the `workerData` of the thread. */
  readonly data: unknown;
};

/** Starts a program in a thread of its own: the bundle's file, or the source where the program runs from source. */
export function startThread({ name, beside, data }: ThreadProgram): Worker {
  const isSource = new URL(beside).pathname.endsWith('.ts');
  if (isSource) return startFromSource(fileURLToPath(new URL(`./${name}.ts`, beside)), data);
  return new Worker(new URL(`./${name}.js`, beside), { workerData: data });
}

/** Threads of Node 20 load no TypeScript. As CommonJS they start in 100 ms, as an ES module in 260. */
function startFromSource(program: string, data: unknown): Worker {
  const tsx = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const code = `
    require(${JSON.stringify(tsx)}).register();
    require(${JSON.stringify(program)});`;
  return new Worker(code, { eval: true, workerData: data });
}
