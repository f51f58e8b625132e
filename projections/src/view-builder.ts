import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { UnusableLog } from '@directory/domain/event-store';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { BuildRequest, FromBuilder } from './build-thread.ts';
import { build, type Built, type Target } from './engine/rebuild.ts';
import { openLog, openViewStore } from './stores.ts';
import { directoryViews } from './views/directory-views.ts';

if (parentPort) void serve(parentPort, workerData as BuildRequest);

/** The thread that builds views; `buildInThread` starts it. */
async function serve(port: MessagePort, request: BuildRequest): Promise<void> {
  const send = (message: FromBuilder) => {
    port.postMessage(message);
  };
  const stopped = new AbortController();
  port.on('message', () => {
    stopped.abort();
  });
  try {
    const { finished, failures } = await run(request, stopped.signal, send);
    const reasons = failures.map(({ target, reason }) => [target.generation.id, reason] as const);
    send({ type: 'ended', finished, failures: new Map(reasons) });
  } catch (error) {
    const unusable =
      error instanceof UnusableLog ? { place: error.place, reason: error.reason } : null;
    send({ type: 'failed', message: errorMessage(error), unusable });
  } finally {
    port.close();
  }
}

async function run(
  { config, targets, force }: BuildRequest,
  signal: AbortSignal,
  send: (message: FromBuilder) => void,
): Promise<Built> {
  const log = await openLog(config);
  const store = await openViewStore(config, (event) => {
    send({ type: 'file', event });
  });
  const views = Object.values(directoryViews(config.timeZone));
  const found = targets.flatMap(({ view, generation }): readonly Target[] => {
    const definition = views.find(({ name }) => name === view);
    return definition ? [{ view: definition, generation }] : [];
  });
  const report = (event: Extract<FromBuilder, { type: 'report' }>['event']) => {
    send({ type: 'report', event });
  };
  try {
    return await build({ log, store, targets: found, signal, force, report });
  } finally {
    await Promise.all([log.close(), store.close()]);
  }
}
