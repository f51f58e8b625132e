import { collectDefaultMetrics, Registry } from 'prom-client';
import type { WorkerConfig } from '../config.ts';
import { pingAll } from '../monitoring/ping-all.ts';
import { countingErrors, storeMetrics, viewMetrics } from '../monitoring/view-metrics.ts';
import { viewMonitor } from '../monitoring/view-monitor.ts';
import { startProjector } from '../projector.ts';
import { holderName } from '../projector/leases.ts';
import { openLog, openViewStore } from '../stores.ts';
import { directoryViews } from '../views.ts';
import { writeLine, type WriteLine } from './log-line.ts';
import { serveWorker } from './worker-server.ts';

export type RunningProjector = {
  /** Where health and metrics are told, without a slash at the end; null where they are not. */
  readonly url: string | null;
  /** Stores what is folded, gives the lease back and closes everything. */
  readonly stop: () => Promise<void>;
};

/**
 * Keeps the views in step with the log in a process of its own. Any number of them may run: one works, and the others stand by
 * until its lease runs out or is given back.
 *
 * @throws what the stores throw when they cannot be used, and what listening throws
 */
export async function runProjector(
  config: WorkerConfig,
  write: (text: string) => void,
): Promise<RunningProjector> {
  const line: WriteLine = (level, fields) => {
    write(writeLine(level, fields));
  };
  const log = await openLog(config);
  const store = await openViewStore(config, (event) => {
    line('warn', event);
  });
  const views = Object.values(directoryViews(config.timeZone));
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const holder = holderName();
  const report = countingErrors(registry, ({ type, ...fields }) => {
    line(type === 'view-building' || type === 'view-ready' ? 'info' : 'warn', { type, ...fields });
  });
  const projector = startProjector({ log, store, views, report, holder, standby: true });
  const close = async () => {
    await projector.stop();
    await Promise.all([log.close(), store.close()]);
  };
  const monitor = viewMonitor({ log, store, views });
  const ping = () => pingAll({ log, views: store });
  const measurements = [viewMetrics(registry, monitor), storeMetrics(registry, ping)];
  const server = await serveWorker(config, {
    standing: ping,
    isActive: async () => (await monitor()).projector?.holder === holder,
    metrics: async () => {
      await Promise.all(measurements.map((measure) => measure()));
      return { type: registry.contentType, text: await registry.metrics() };
    },
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  line('info', { type: 'projector-started', holder, url: server?.url ?? null });
  return {
    url: server?.url ?? null,
    async stop() {
      await server?.stop();
      await close();
      line('info', { type: 'projector-stopped', holder });
    },
  };
}
