import { startOfLog } from '@directory/domain/event-store';
import {
  countingErrors,
  directoryViews,
  followProjector,
  startProjector,
  type Projector,
  type ProjectorEvent,
  type ProjectorOptions,
} from '@directory/projections';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { loadSecrets, verifyKeyFingerprint, type Secrets } from './accounts/secrets.ts';
import { createApp, type AppDeps } from './http/app.ts';
import { whenStoresAreThere } from './await-stores.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Geocoder } from './geocoder/geocoder.ts';
import type { RequestState } from './http/request-state.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { closeStores, openStores, serversAmong, type Stores } from './stores.ts';

export type SiteOptions = {
  readonly config: Config;
  readonly geocoder: Geocoder | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called with the stores when the start has to wait for one of them. */
  readonly onWait?: (stores: Stores) => void;
} & Pick<AppDeps, 'webRoot' | 'renderer'>;

/** A site with its stores open and its views being kept up to date, but not listening yet. */
export type Site = {
  readonly app: Koa<RequestState>;
  readonly stores: Stores;
  readonly projector: Projector;
  readonly secrets: Secrets;
  /** Stores what is folded, then closes every store. */
  readonly close: () => Promise<void>;
};

/**
 * Waits for stores that are servers until they are there.
 * @throws what the stores throw when their files cannot be used, each with a sentence for the operator.
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { config, logger } = options;
  const stores = await openStores(config, (event) => {
    logger.warn(event, 'a damaged file of views was set aside; they are built anew');
  });
  const { onWait } = options;
  const waiting = {
    stores: serversAmong(stores, config),
    logger,
    onWait: () => onWait?.(stores),
  };
  const secrets = await whenStoresAreThere(waiting, () => prepare(stores, config)).catch(
    async (error: unknown) => {
      await closeStores(stores);
      throw error;
    },
  );
  const views = directoryViews(config.timeZone);
  const metrics = requestMetrics();
  const projector = openProjector(options, stores, {
    views: Object.values(views),
    report: countingErrors(metrics.registry, reportTo(logger)),
  });
  const close = async () => {
    await projector.stop();
    await closeStores(stores);
  };
  const app = createApp({ ...options, stores, views, projector, secrets, metrics });
  return { app, stores, projector, secrets, close };
}

function openProjector(
  { config }: SiteOptions,
  { log, views: store }: Stores,
  rest: Pick<ProjectorOptions, 'views' | 'report'>,
): Projector {
  if (config.projector === 'apart') return followProjector({ store, views: rest.views });
  return startProjector({ log, store, ...rest });
}

async function prepare(stores: Stores, config: Config): Promise<Secrets> {
  await requireNonEmptyLog(stores, config);
  const secrets = await loadSecrets(config);
  await verifyKeyFingerprint(stores.accounts, secrets);
  return secrets;
}

/** The log is all there is: without it the views of it would be built anew, and empty. */
class EventLogMissing extends Error {
  override readonly name = 'EventLogMissing';
}

async function requireNonEmptyLog({ log, views }: Stores, config: Config): Promise<void> {
  // The views first: another process may begin the log in between.
  const generations = await views.generations();
  if (generations.every(({ position }) => position === startOfLog)) return;
  if ((await log.head()) !== startOfLog) return;
  const { dataDir, eventstoreUrl, mongodbUrl } = config;
  const place = eventstoreUrl === null ? dataDir : 'EventStoreDB';
  const events = eventstoreUrl === null ? 'events.db' : 'its data';
  const viewsOfIt = mongodbUrl === null ? 'views.db' : 'the collection "views" in MongoDB';
  throw new EventLogMissing(
    `The event log in ${place} is empty, but there are views of one: put ${events} back from a backup, or remove ${viewsOfIt} to begin anew.`,
  );
}

/** What an operator has to look into is a warning; the rest is the course of things. */
function reportTo(logger: Logger): (event: ProjectorEvent) => void {
  return (event) => {
    const { type, ...details } = event;
    const fields = 'error' in event ? { ...details, err: event.error } : details;
    if (infoEvents.includes(type)) logger.info(fields, type);
    else logger.warn(fields, type);
  };
}

const infoEvents: readonly ProjectorEvent['type'][] = [
  'view-building',
  'view-ready',
  'standing-by',
];
