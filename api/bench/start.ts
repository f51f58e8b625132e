import { readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { environmentOf, type BenchStores } from './bench-stores.ts';
import { freePort } from '../e2e/program.ts';

const entry = fileURLToPath(new URL('../../dist/server/api.js', import.meta.url));

/** Seconds until the built program answers on an existing folder, and its memory then and after it was asked for the list. */
export async function benchStart(
  stores: BenchStores,
  dataDir: string,
): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [entry, 'serve', '--empty'], {
    env: { ...environmentOf(stores), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${String(port)}`;
  while (!(await answers(`${url}/readyz`))) await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - started) / 1000;
  for (let request = 0; request < 200; request += 1)
    await answers(`${url}/api/businesses/approved`);
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'close');
  return { seconds, megabytes };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
