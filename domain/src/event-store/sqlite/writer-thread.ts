import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Starts `log-writer` in a thread of its own: the bundle's file, or the source where the program runs from source. */
export function startWriterThread(file: string): Worker {
  const isSource = new URL(import.meta.url).pathname.endsWith('.ts');
  if (isSource) return startFromSource(file);
  return new Worker(new URL('./log-writer.js', import.meta.url), { workerData: file });
}

/** Threads of Node 20 load no TypeScript. As CommonJS they start in 100 ms, as an ES module in 260. */
function startFromSource(file: string): Worker {
  const tsx = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const program = fileURLToPath(new URL('./log-writer.ts', import.meta.url));
  const code = `
    require(${JSON.stringify(tsx)}).register();
    require(${JSON.stringify(program)});`;
  return new Worker(code, { eval: true, workerData: file });
}
