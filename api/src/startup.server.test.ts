import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@directory/domain/testing/free-port';
import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase } from '@directory/projections/testing/mongodb';
import { openFaultyConnection } from '@directory/projections/testing/faulty-connection';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { serve } from './server.ts';
import { httpClient } from './testing/http-client.ts';

describeOnServer('mongodb', (server) => {
  test('serve waits for an unreachable MongoDB, logs it once, and continues when it is reachable', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'waiting-'));
    const database = newMongoDatabase(server);
    const network = await openFaultyConnection(database.url);
    network.cut();
    const port = await freePort();
    const logged: string[] = [];
    const starting = serve({
      config: readConfig({ PORT: String(port), DATA_DIR: dataDir, MONGODB_URL: network.url }),
      logger: createLogger('info', { write: (line) => void logged.push(line) }),
      builtPages: null,
      seedFolder: dataDir,
      startEmpty: true,
      print: () => undefined,
    });
    const { get } = httpClient(`http://127.0.0.1:${port}`);
    expect((await get('/healthz')).status).toBe(200);
    const unreachable = 'unreachable';
    const stores = { log: 'ok', views: unreachable, accounts: unreachable, images: unreachable };
    // Without the stores until the server is known to be unreachable.
    await expect
      .poll(async () => (await get('/readyz')).json)
      .toEqual({ status: 'not ready', stores });
    expect((await get('/readyz')).status).toBe(503);
    const list = await get('/api/businesses/approved');
    expect(list.status).toBe(503);
    expect(list.headers.get('retry-after')).toBe('5');
    const waits = logged.filter((line) => line.includes('waiting for stores'));
    expect(waits).toHaveLength(1);
    expect(waits[0]).toContain('"stores":["views","accounts","images"]');

    network.restore();
    const served = await starting;
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/api/businesses/approved')).json).toEqual([]);
    await served.stop();
    await network.close();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  }, 60_000);
});
