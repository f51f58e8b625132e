import type { RequestListener } from 'node:http';
import { startOfLog } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/retry';
import {
  buildInThread,
  countingErrors,
  directoryViews,
  followProjector,
  pingAll,
  holderName,
  startDailyAnchor,
  startProjector,
  type DirectoryViews,
  type Projector,
  type ProjectorEvent,
} from '@directory/projections';
import type { ReportFile } from '@directory/projections/stores';
import Koa from 'koa';
import { pino, type DestinationStream, type Logger } from 'pino';
import { ensureFirstAdmin } from './accounts/first-admin.ts';
import { hashStoredIcNumbers } from './accounts/ic-numbers.ts';
import { loadSecrets, verifyKeyFingerprint, type Secrets } from './accounts/secrets.ts';
import { followSessions, type Sessions } from './accounts/sessions.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config, LogLevel } from './config.ts';
import { resumeErasures } from './erase-owner.ts';
import type { Geocoder } from './geocoder/geocoder.ts';
import { createApp, type AppDeps } from './http/app.ts';
import { unavailable } from './http/errors.ts';
import { listen, requestListener } from './http/listen.ts';
import { problems } from './http/middleware/problems.ts';
import { answerReadiness, type Pingable } from './http/readiness.ts';
import { requestMetrics } from './http/middleware/request-log.ts';
import type { RequestState } from './http/middleware/session.ts';
import { imageSaver } from './images/save-image.ts';
import { linkTokens } from './mail/link-tokens.ts';
import { startNotifier } from './mail/notifier.ts';
import { demonstrationLoginFile } from './seed/demonstration-owner.ts';
import { seedDirectory, type SeedReport } from './seed/seed-directory.ts';
import { withStores } from './store-outages.ts';
import {
  closeStores,
  openGeocoder,
  openMailer,
  openStores,
  serversAmong,
  type Stores,
} from './stores.ts';

export type ServeOptions = {
  readonly config: Config;
  readonly logger: Logger;
  /** The folder of the places that fill an empty directory; null to start without any. */
  readonly seedFolder: string | null;
  /** Whether only the operator reads what is printed: then generated passwords are in it. */
  readonly isTerminal?: boolean | undefined;
  /** Prints a sentence for the operator. */
  readonly print: (sentence: string) => void;
} & Pick<AppDeps, 'webRoot' | 'renderer'>;

export type RunningServer = {
  /** Waits for requests in progress, then closes everything. */
  readonly stop: () => Promise<void>;
};

const stopTimeoutMs = 10_000;

/** Resolves when requests are answered. @throws what prevents the start, with a sentence for the operator. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config } = options;
  const listening = await listen(config);
  try {
    const onWait = (stores: Stores) => {
      listening.answerWith(startupApp(stores));
    };
    const site = await openSite({
      ...options,
      clock: systemClock,
      geocoder: openGeocoder(config),
      onWait,
    });
    const logins = await prepareContent(site, options, onWait);
    const erasures = completeErasures(site, options);
    const mails = sendMails(site, options, listening.url);
    const anchors = config.projector === 'external' ? null : logAnchors(site, options);
    listening.answerWith(site.app);
    announce(options, listening.url, logins);
    return {
      async stop() {
        erasures.end();
        await anchors?.stop();
        await mails.stop();
        await listening.stop(stopTimeoutMs);
        await site.close();
        await erasures.ended;
      },
    };
  } catch (error) {
    await listening.stop(0);
    throw error;
  }
}

export type SiteOptions = {
  readonly config: Config;
  readonly geocoder: Geocoder | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called with the stores when the start has to wait for one of them. */
  readonly onWait?: (stores: Stores) => void;
} & Pick<AppDeps, 'webRoot' | 'renderer'>;

/** A site with its stores open and its views following the log, but not listening yet. */
export type Site = {
  readonly app: RequestListener;
  readonly stores: Stores;
  readonly views: DirectoryViews;
  readonly projector: Projector;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  /** Saves pending views, then closes every store. */
  readonly close: () => Promise<void>;
};

/**
 * Waits until every store that is a server can be reached.
 * @throws what the stores throw when their files cannot be used, each with a sentence for the operator.
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { config, logger, onWait } = options;
  const reportFile: ReportFile = (event) => {
    if (event.type === 'view-store-migrated') logger.info(event, 'the views file was migrated');
    else logger.warn(event, 'a damaged views file was moved aside; the views are rebuilt');
  };
  const stores = await openStores(config, reportFile);
  const waiting = { stores: serversAmong(stores, config), logger, onWait: () => onWait?.(stores) };
  const { secrets, sessions } = await withStores(waiting, async () => {
    const verified = await verifyStores(stores, config);
    return { secrets: verified, sessions: await openSessions(stores, verified, logger) };
  }).catch(async (error: unknown) => {
    await closeStores(stores);
    throw error;
  });
  const views = directoryViews(config.timeZone);
  const metrics = requestMetrics();
  const projector =
    config.projector === 'external'
      ? followProjector({ store: stores.views, views: Object.values(views) })
      : startProjector({
          log: stores.log,
          store: stores.views,
          views: Object.values(views),
          report: countingErrors(metrics.registry, logProjectorEvents(logger)),
          buildFar: buildInThread(config, reportFile),
        });
  const app = createApp({ ...options, stores, views, projector, secrets, sessions, metrics });
  const close = async () => {
    await sessions.stop();
    await projector.stop();
    await closeStores(stores);
  };
  return { app, stores, views, projector, secrets, sessions, close };
}

/** Writes structured lines to the standard output, without waiting for each. */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 1, sync: false }),
): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Answers while the site waits for its stores: alive, not ready, and 503 with Retry-After for the rest. */
function startupApp(stores: Pingable): RequestListener {
  const app = new Koa<RequestState>();
  app.use(problems(() => undefined));
  app.use(async (ctx) => {
    if (ctx.path === '/healthz') ctx.body = { status: 'ok' };
    else if (ctx.path === '/readyz') answerReadiness(ctx, await pingAll(stores), false);
    else throw unavailable();
  });
  return requestListener(app);
}

async function verifyStores(stores: Stores, config: Config): Promise<Secrets> {
  await requireNonEmptyLog(stores, config);
  const secrets = await loadSecrets(config);
  await verifyKeyFingerprint(stores.accounts, secrets);
  await hashStoredIcNumbers(stores.accounts, secrets.icNumberKey);
  return secrets;
}

function openSessions(
  { accounts }: Stores,
  { tokenKey }: Secrets,
  logger: Logger,
): Promise<Sessions> {
  const onOutage = (error: unknown) => {
    logger.warn({ err: error }, 'ended sessions cannot be read; the last known ones count');
  };
  return followSessions({ accounts, tokenKey, onOutage });
}

/** Views without their log: a start would replace them with empty ones. */
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
    `The event log in ${place} is empty, but there are views of an earlier log: restore ${events} from a backup, or remove ${viewsOfIt} to start with an empty directory.`,
  );
}

const infoEvents: readonly ProjectorEvent['type'][] = [
  'view-building',
  'view-ready',
  'standing-by',
];

/** What an operator has to look into is a warning; everything else is logged at info level. */
function logProjectorEvents(logger: Logger): (event: ProjectorEvent) => void {
  return (event) => {
    const { type, ...details } = event;
    const fields = 'error' in event ? { ...details, err: event.error } : details;
    if (infoEvents.includes(type)) logger.info(fields, type);
    else logger.warn(fields, type);
  };
}

/** After a crash the views first catch up with the log; if that takes longer, the site opens and they catch up meanwhile. */
const catchUpMs = 10_000;

/**
 * Makes the first admin, fills an empty directory, and returns sentences on how to log in. A site that cannot be prepared is
 * closed again: its projector would keep the process running.
 */
async function prepareContent(
  site: Site,
  { config, logger, seedFolder, isTerminal = false, print }: ServeOptions,
  onWait: (stores: Stores) => void,
): Promise<readonly string[]> {
  const { stores, projector } = site;
  const waiting = {
    stores: serversAmong(stores, config),
    logger,
    onWait: () => {
      onWait(stores);
    },
  };
  try {
    return await withStores(waiting, async () => {
      const { dataDir, admin: credentials } = config;
      const { accounts, log } = stores;
      const adminLogin = await ensureFirstAdmin({ accounts, dataDir, credentials, isTerminal });
      const seeded = seedFolder === null ? null : await seed(site, config, seedFolder, print);
      await projector.waitUntilVisible(await log.head(), catchUpMs);
      return [
        adminLogin,
        ...ownerLogin(seeded, isTerminal ? null : demonstrationLoginFile(dataDir)),
      ];
    });
  } catch (error) {
    await site.close();
    throw error;
  }
}

const eraseEveryMs = 600_000;

/** Those that a crash or an outage interrupted. The owner cannot ask again, as no log-in is accepted any more. */
function completeErasures(site: Site, { config, logger }: ServeOptions) {
  const { dataDir } = config;
  const deps = { ...site, dataDir, clock: systemClock, endSessions: site.sessions.end };
  const stopped = new AbortController();
  const work = async () => {
    while (!stopped.signal.aborted) {
      await resumeErasures(deps).then(
        (erased) => {
          if (erased > 0) logger.info({ erased }, 'interrupted erasures were completed');
        },
        (error: unknown) => {
          logger.warn({ err: error }, 'an erasure could not be completed');
        },
      );
      await sleep(eraseEveryMs, stopped.signal);
    }
  };
  return {
    end: () => {
      stopped.abort();
    },
    ended: work(),
  };
}

/** Also of other processes that share the accounts: one sends. */
function sendMails(
  { stores, views, secrets }: Site,
  { config, logger }: ServeOptions,
  url: string,
) {
  const mailer = openMailer(config);
  const notifier = startNotifier({
    ...stores,
    mailer,
    holder: holderName(),
    links: linkTokens(secrets.tokenKey),
    siteUrl: config.publicUrl ?? url,
    timeZone: config.timeZone,
    clock: systemClock,
    logger,
    async countWaitingListings() {
      const waiting = await stores.views.find(views.listings, { status: 'pending' });
      return waiting.filter(({ demonstration }) => !demonstration).length;
    },
  });
  return {
    async stop() {
      await notifier.stop();
      mailer.close();
    },
  };
}

/** A line a day that proves later what the log held; a projector of its own writes it where there is one. */
function logAnchors({ stores }: Site, { logger }: ServeOptions) {
  return startDailyAnchor({
    log: stores.log.stored,
    store: stores.views,
    holder: holderName(),
    onAnchor: (anchor) => {
      logger.info(anchor, 'anchor');
    },
    onFailure: (error) => {
      logger.warn({ err: error }, 'anchor-failed');
    },
  });
}

async function seed(
  { stores, secrets }: Site,
  { dataDir, timeZone }: Config,
  seedFolder: string,
  print: ServeOptions['print'],
): Promise<SeedReport> {
  const started = performance.now();
  const report = await seedDirectory({
    ...stores,
    icNumberKey: secrets.icNumberKey,
    saveImage: imageSaver(stores.images),
    seedFolder,
    dataDir,
    timeZone,
    clock: systemClock,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (report.outcome === 'seeded')
    print(`Filled the empty directory with ${report.listings} places in ${seconds} s.`);
  return report;
}

/** With the path of the file instead of the password, if one is given. */
function ownerLogin(report: SeedReport | null, file: string | null): string[] {
  if (!report?.ownerLogin) return [];
  const { email, password } = report.ownerLogin;
  const where = file === null ? `with the password "${password}"` : `with the password in ${file}`;
  return [`Demonstration owner: "${email}" ${where} (page: /user/userlogin).`];
}

function announce(
  { config, print, webRoot }: ServeOptions,
  url: string,
  logins: readonly string[],
): void {
  print(`The directory is at ${config.publicUrl ?? url}`);
  if (webRoot === null) print('The pages are not built: only the API is available.');
  print(`Data folder: ${config.dataDir}`);
  logins.forEach(print);
  if (isOpenWithoutTls(config))
    print(
      'Warning: passwords cross the network unencrypted. Put a proxy with a certificate in front, and set PUBLIC_URL and TRUST_PROXY.',
    );
}

function isOpenWithoutTls({ host, publicUrl, trustedProxies }: Config): boolean {
  const isLoopback = /^(localhost|127\.[\d.]+|::1)$/.test(host);
  return !isLoopback && trustedProxies === 0 && !publicUrl?.startsWith('https:');
}
