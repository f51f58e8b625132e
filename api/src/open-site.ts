import { startOfLog } from '@directory/domain/event-store';
import {
  buildInThread,
  countingErrors,
  directoryViews,
  followProjector,
  startProjector,
  type Projector,
  type ProjectorEvent,
  usualEvents,
} from '@directory/projections';
import { closeOnFailure, requireOwnerKeys, type ReportFile } from '@directory/projections/stores';
import { OperatorError } from '@directory/projections/config';
import { hashStoredIcNumbers } from './accounts/register-owner.ts';
import { loadMatchingSecrets, type Secrets } from './accounts/secrets.ts';
import { followSessions } from './accounts/sessions.ts';
import type { Config } from './config.ts';
import { createApp, type AppDeps } from './http/app.ts';
import { requestMetrics } from './http/middleware/request-log.ts';
import type { AppLogger } from './logger.ts';
import { withStores } from './store-outages.ts';
import { closeStores, openStores, serversAmong, type Stores } from './stores.ts';

export type SiteOptions = Pick<
  AppDeps,
  'builtPages' | 'clock' | 'config' | 'geocoder' | 'logger'
> & {
  /** Called with the stores when the start has to wait for one of them. */
  readonly onWait?: (stores: Stores) => void;
};

/** A site with its stores open and its views following the log, but not listening yet. */
export type Site = Awaited<ReturnType<typeof openSite>>;

/**
 * Waits until every store that is a server can be reached.
 * @throws what the stores throw when their files cannot be used, each with a sentence for the operator.
 */
export async function openSite(options: SiteOptions) {
  const { config, logger, onWait } = options;
  const reportFile: ReportFile = (event) => {
    if (event.type === 'view-store-migrated') logger.info(event, 'the views file was migrated');
    else logger.warn(event, 'a damaged views file was quarantined; the views are rebuilt');
  };
  const stores = await openStores(config, reportFile);
  const waiting = { stores: serversAmong(stores, config), logger, onWait: () => onWait?.(stores) };
  const onOutage = (error: unknown) =>
    logger.warn({ err: error }, 'ended sessions cannot be read; the last known ones count');
  /** Runs `withStores` with the stores of the site that are servers. */
  const onceReachable = <Result>(work: () => Promise<Result>) => withStores(waiting, work);
  const { secrets, sessions } = await closeOnFailure(Object.values(stores), () =>
    onceReachable(async () => {
      const verified = await verifyStores(stores, config);
      const following = { accounts: stores.accounts, tokenKey: verified.tokenKey, onOutage };
      return { secrets: verified, sessions: await followSessions(following) };
    }),
  );
  const views = directoryViews(config.timeZone);
  const metrics = requestMetrics();
  const projector: Projector =
    config.projector === 'external'
      ? followProjector({ store: stores.views, views: Object.values(views) })
      : startProjector({
          log: stores.log,
          store: stores.views,
          views: Object.values(views),
          report: countingErrors(metrics.registry, logProjectorEvents(logger)),
          buildFar: buildInThread(config, reportFile),
        });
  /** Saves pending views, then closes every store. */
  const close = async () => {
    await sessions.stop();
    await projector.stop();
    await closeStores(stores);
  };
  // It reads the files of the pages, which may fail.
  const app = await closeOnFailure([{ close }], async () =>
    createApp({ ...options, stores, views, projector, secrets, sessions, metrics }),
  );
  return { app, stores, views, projector, secrets, sessions, onceReachable, close };
}

async function verifyStores(stores: Stores, config: Config): Promise<Secrets> {
  await requireNonEmptyLog(stores, config);
  await requireOwnerKeys(stores.log, config);
  const secrets = await loadMatchingSecrets(config, stores.accounts);
  await hashStoredIcNumbers(stores.accounts, secrets.icNumberKey);
  return secrets;
}

/** Refuses views or accounts without their log: the start would replace views with empty ones, and owners would find no listings. */
async function requireNonEmptyLog(stores: Stores, config: Config): Promise<void> {
  const { dataDir, eventstoreUrl, mongodbUrl } = config;
  const inFiles = mongodbUrl === null;
  // These first: another process may begin the log in between.
  const generations = await stores.views.generations();
  const notifier = await stores.accounts.getNotifierState();
  const remains = [
    {
      what: 'views',
      place: inFiles ? 'views.db' : 'the collection "views" in MongoDB',
      isFound: generations.some(({ position }) => position !== startOfLog),
    },
    {
      what: 'accounts',
      place: inFiles ? 'accounts.db' : 'the collection "notifier" in MongoDB',
      isFound: notifier !== null && notifier.log !== '',
    },
  ].filter(({ isFound }) => isFound);
  if (remains.length === 0 || (await stores.log.head()) !== startOfLog) return;
  const place = eventstoreUrl === null ? dataDir : 'EventStoreDB';
  const events = eventstoreUrl === null ? 'events.db' : 'its data';
  const what = remains.map((each) => each.what).join(' and ');
  const places = remains.map((each) => each.place).join(' and ');
  throw new OperatorError(
    `The event log in ${place} is empty, but there are ${what} of an earlier log: restore ${events} from a backup, or remove ${places} to start with an empty directory.`,
  );
}

/** What an operator has to look into is a warning; everything else is logged at info level. */
function logProjectorEvents(logger: AppLogger): (event: ProjectorEvent) => void {
  return (event) => {
    const { type, ...details } = event;
    const fields = 'error' in event ? { ...details, err: event.error } : details;
    if (usualEvents.includes(type)) logger.info(fields, type);
    else logger.warn(fields, type);
  };
}
