import { Worker } from 'node:worker_threads';

/** Starts `log-writer` in a thread of its own: the bundle's file, or the source where the program runs from source. */
export function startWriterThread(file: string): Worker {
  const isSource = new URL(import.meta.url).pathname.endsWith('.ts');
  if (isSource) return startFromSource(file);
  const program = './log-writer.js';
  return new Worker(new URL(program, import.meta.url), { workerData: file });
}

/** Threads of Node 20 load no TypeScript, and inherit no loader that was registered without a command-line option. */
function startFromSource(file: string): Worker {
  const tsx = import.meta.resolve('tsx/esm/api');
  const program = new URL('./log-writer.ts', import.meta.url).href;
  const code = `
    import(${JSON.stringify(tsx)})
      .then(({ register }) => register())
      .then(() => import(${JSON.stringify(program)}));`;
  return new Worker(code, { eval: true, workerData: file });
}
