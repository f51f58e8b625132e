import { createServer, type Server, type ServerResponse } from 'node:http';
import type { WorkerConfig } from '../config.ts';
import type { HealthStatus } from '../monitoring/ping-all.ts';

type Told = {
  readonly standing: () => Promise<Readonly<Record<string, HealthStatus>>>;
  /** Whether this process does the work, rather than standing by. */
  readonly isActive: () => Promise<boolean>;
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>;
};

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** Tells health and metrics to whoever watches the process; null where no port is set. @throws what listening throws */
export async function serveWorker(
  { host, port }: Pick<WorkerConfig, 'host' | 'port'>,
  told: Told,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> } | null> {
  if (port === null) return null;
  const server = createServer((request, response) => {
    answer(request.url, told).then(
      (given) => {
        send(response, given);
      },
      () => {
        send(response, json(500, { status: 'failed' }));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: `http://${host}:${portOf(server)}`, stop: () => stop(server) };
}

async function answer(url: string | undefined, told: Told): Promise<Answer> {
  if (url === '/healthz') return json(200, { status: 'ok' });
  if (url === '/readyz') return readiness(told);
  if (url !== '/metrics') return json(404, { status: 'not found' });
  const { type, text } = await told.metrics();
  return { status: 200, type, body: text };
}

async function readiness({ standing, isActive }: Told): Promise<Answer> {
  const stores = await standing();
  const isReady = Object.values(stores).every((each) => each === 'ok');
  const role = (await isActive()) ? 'active' : 'standby';
  return json(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', role, stores });
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
