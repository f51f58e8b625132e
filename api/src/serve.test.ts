import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { serve } from './serve.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'serve-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test('a start that fails while the directory is filled leaves no store open', async () => {
  const start = serve({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir }),
    logger: createLogger('silent'),
    webRoot: null,
    seedFolder: join(dataDir, 'no-such-folder'),
    print: () => undefined,
  });
  await expect(start).rejects.toThrow('places.json');
  // SQLite removes it when the last connection is closed.
  expect(readdirSync(dataDir).filter((name) => name.endsWith('-wal'))).toEqual([]);
});
