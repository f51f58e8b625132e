import type { DirectoryLog } from '@directory/domain';
import { Outage, WrongServerSetting } from '@directory/domain/event-store';
import { createServer, type Server, type ServerResponse } from 'node:http';
import pino from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { buildInThread } from './threads.ts';
import { OperatorError, type WorkerConfig } from './config.ts';
import {
  countingErrors,
  pingAll,
  pingFailures,
  storeMetrics,
  viewMetrics,
} from './engine/metrics.ts';
import { usualEvents } from './engine/assignment.ts';
import { startDailyAnchor } from './engine/daily-anchor.ts';
import { viewMonitor } from './engine/monitor.ts';
import { startProjector } from './engine/projector.ts';
import { holderName } from './engine/leases.ts';
import {
  closeOnFailure,
  openLog,
  openViewStore,
  requireOwnerKeys,
  type ReportFile,
} from './stores.ts';
import { directoryViews } from './views/directory-views.ts';

export type RunningProjector = {
  /** Address of health and metrics, without a slash at the end; null when no port is set. */
  readonly url: string | null;
  /** Stores what is folded, releases the lease and closes everything. */
  readonly stop: () => Promise<void>;
};

/**
 * Updates the views from the log in a process of its own. Any number of them may run: one works, and the others stand by
 * until its lease runs out or is given back.
 *
 * @param onStarted Called before the start is logged, so that it can be stopped as soon as that line is read.
 * @throws what the stores throw when they cannot be used; OperatorError where the port is not available
 */
export async function runProjector(
  config: WorkerConfig,
  write: (text: string) => void,
  onStarted: (running: RunningProjector) => void = () => undefined,
): Promise<RunningProjector> {
  const logger = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write },
  );
  /** Logs in the format of the API. */
  const line = (level: 'info' | 'warn', { type, error, ...fields }: Line) => {
    logger[level](error === undefined ? fields : { ...fields, err: error }, type);
  };
  const log = await openLog(config);
  const reportFile: ReportFile = (event) => {
    line(event.type === 'view-store-migrated' ? 'info' : 'warn', event);
  };
  const store = await closeOnFailure([log], () => openViewStore(config, reportFile));
  await closeOnFailure([log, store], async () => {
    const failures = await pingFailures({ log, views: store });
    for (const error of failures.values()) if (error instanceof WrongServerSetting) throw error;
    if (failures.size > 0) return;
    await requireOwnerKeys(log, config).catch((error: unknown) => {
      // The projector waits until it is over.
      if (!(error instanceof Outage)) throw error;
    });
  });
  const views = Object.values(directoryViews(config.timeZone));
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const holder = holderName();
  const report = countingErrors(registry, ({ type, ...fields }) => {
    line(usualEvents.includes(type) ? 'info' : 'warn', { type, ...fields });
  });
  const projector = startProjector({
    log,
    store,
    views,
    report,
    buildFar: buildInThread(config, reportFile),
    holder,
    standby: true,
  });
  const anchors = startDailyAnchor({
    log: log.stored,
    store,
    holder,
    onAnchor: (anchor) => line('info', { type: 'anchor', ...anchor }),
    onFailure: (error) => line('warn', { type: 'anchor-failed', error }),
  });
  const close = async () => {
    await anchors.stop();
    await projector.stop();
    await Promise.all([log.close(), store.close()]);
  };
  const answer = answerOf({ log, store, views, holder, registry });
  const server = await serve(config, answer).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const running = {
    url: server?.url ?? null,
    async stop() {
      await server?.stop();
      await close();
      line('info', { type: 'projector-stopped', holder });
    },
  };
  onStarted(running);
  line('info', { type: 'projector-started', holder, url: running.url });
  return running;
}

type Reply = { readonly status: number; readonly type: string; readonly body: string };
type Answer = (path: string | undefined) => Promise<Reply>;

/** Health and metrics. */
function answerOf({
  registry,
  holder,
  log,
  ...watched
}: Parameters<typeof viewMonitor>[0] & {
  readonly log: DirectoryLog;
  readonly registry: Registry;
  readonly holder: string;
}): Answer {
  const monitor = viewMonitor({ ...watched, log: log.stored });
  const ping = () => pingAll({ log, views: watched.store });
  const measurements = [viewMetrics(registry, monitor), storeMetrics(registry, ping)];
  return async (path) => {
    if (path === '/healthz') return json(200, { status: 'ok' });
    if (path === '/metrics') {
      await Promise.all(measurements.map((measure) => measure()));
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    }
    if (path !== '/readyz') return json(404, { status: 'not found' });
    const [stores, { followers, projector }] = await Promise.all([ping(), monitor()]);
    const isReady = Object.values(stores).every((each) => each === 'ok');
    const isActive = projector?.holder === holder;
    const role = followers === null ? 'unknown' : isActive ? 'active' : 'standby';
    return json(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', role, stores });
  };
}

/** Null when no port is set. @throws OperatorError where it is not available */
async function serve(
  { host, port }: Pick<WorkerConfig, 'host' | 'port'>,
  answer: Answer,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> } | null> {
  if (port === null) return null;
  const server = createServer((request, response) => {
    answer(request.url).then(
      (given) => send(response, given),
      () => send(response, json(500, { status: 'failed' })),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(
        new OperatorError(
          `The projector cannot listen on ${host}, port ${port} (${message}): correct HOST, or choose another port with PROJECTOR_PORT.`,
        ),
      );
    });
    server.listen(port, host, resolve);
  });
  return { url: `http://${host}:${portOf(server)}`, stop: () => stop(server) };
}

function json(status: number, body: object): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

type Line = Readonly<Record<string, unknown>> & { readonly type: string };
