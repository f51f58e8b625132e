import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { DirectoryLog } from '@directory/domain';
import { toPosition } from '@directory/domain/event-store';
import { directoryViews, startProjector } from '@directory/projections';
import { pino } from 'pino';
import { loadSecrets } from '../src/accounts/secrets.ts';
import { followSessions } from '../src/accounts/sessions.ts';
import { createApp } from '../src/http/app.ts';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { requestMetrics } from '../src/http/middleware/request-log.ts';
import { loadPageRenderer } from '../src/read-models/rendered-pages.ts';
import { openStores } from '../src/stores.ts';

/** A server of the benchmark in its own process; prints its address when it listens. */
const [kind = '', argument = ''] = process.argv.slice(2);
const dist = join(import.meta.dirname, '..', '..', 'dist');

if (kind === 'bare') serveBytes(argument);
else await serveDirectory(argument, kind === 'without-storing' ? withoutAppending : (log) => log);

async function serveDirectory(dataDir: string, wrap: (log: DirectoryLog) => DirectoryLog) {
  const unlimited = { RATE_LIMIT_VIEW: '0', LOG_LEVEL: 'silent' };
  const { EVENTSTORE_URL, MONGODB_URL } = process.env;
  const config = readConfig({ EVENTSTORE_URL, MONGODB_URL, DATA_DIR: dataDir, ...unlimited });
  const stores = await openStores(config, () => undefined);
  const views = directoryViews(config.timeZone);
  const projector = startProjector({
    log: stores.log,
    store: stores.views,
    views: Object.values(views),
    report: () => undefined,
  });
  await projector.waitUntilVisible(await stores.log.head(), 600_000);
  const secrets = await loadSecrets({ dataDir, appSecret: null });
  const { accounts } = stores;
  const { tokenKey } = secrets;
  const app = createApp({
    config,
    views,
    projector,
    stores: { ...stores, log: wrap(stores.log) },
    secrets,
    sessions: await followSessions({ accounts, tokenKey, onOutage: () => undefined }),
    geocoder: null,
    clock: systemClock,
    metrics: requestMetrics(),
    logger: pino({ level: 'silent' }),
    webRoot: join(dist, 'web'),
    renderer: await loadPageRenderer(dist),
  });
  announce(createServer(app));
}

function withoutAppending(log: DirectoryLog): DirectoryLog {
  const appended = { revision: 0, position: toPosition(1) };
  return new Proxy(log, {
    get: (store, name, receiver) =>
      name === 'append'
        ? () => Promise.resolve(appended)
        : (Reflect.get(store, name, receiver) as unknown),
  });
}

/** A bare `node:http` server that sends the bytes of a file. */
function serveBytes(file: string): void {
  const bytes = readFileSync(file);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  announce(createServer((_, response) => response.writeHead(200, headers).end(bytes)));
}

function announce(server: ReturnType<typeof createServer>): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object')
      console.log(`http://127.0.0.1:${String(address.port)}`);
  });
}
