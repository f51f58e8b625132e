import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@directory/domain/testing/free-port';
import { expect, onTestFinished, test, vi } from 'vitest';

const program = fileURLToPath(new URL('../launch/dev.mjs', import.meta.url));

test('npm run dev ends the API and Vite when it gets SIGTERM', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'development-'));
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, START_EMPTY: 'true' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await vi.waitUntil(() => /The directory is at/.test(output) && /Local:/.test(output), 60_000);
  child.kill('SIGTERM');
  // The streams close once all programs that write to them have ended.
  await once(child, 'close');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});
