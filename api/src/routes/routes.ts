import {
  reportInThread,
  viewMonitor,
  type DirectoryViews,
  type Projector,
} from '@directory/projections';
import type { Logger } from 'pino';
import { adminLoginFile, removeLoginFile } from '../accounts/generated-logins.ts';
import { loginGuard } from '../accounts/login-guard.ts';
import { secondFactors } from '../accounts/second-factor.ts';
import type { Secrets } from '../accounts/secrets.ts';
import { type Sessions, tokenIssuer } from '../accounts/sessions.ts';
import type { Clock, SiteCalendar } from '../clock.ts';
import { businessCommands } from '../commands.ts';
import type { Config } from '../config.ts';
import type { SiteResponse } from '../contracts/site.ts';
import { eraseOwner, isErased, saveUnlessErased } from '../accounts/erase-owner.ts';
import type { Geocoder } from '../geocoder/geocoder.ts';
import type { QuarantineLookup } from '../http/middleware/quarantine.ts';
import { rateLimit } from '../http/middleware/rate-limit.ts';
import type { RequestMetrics } from '../http/middleware/request-log.ts';
import { openApiRoute } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { photoDeletion } from '../images/replaced-photos.ts';
import { imageSaver } from '../images/save-image.ts';
import { linkTokens } from '../mail/link-tokens.ts';
import { mailRequests } from '../mail/mail-queue.ts';
import { createPresence, reviewRoutes } from './reviews.ts';
import { approvedListSnapshots } from '../read-models/approved-list.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import type { PublicPlaces } from '../read-models/public-places.ts';
import { operationRecorder } from '../record-operation.ts';
import type { Stores } from '../stores.ts';
import { accountRoutes } from './accounts.ts';
import { auditRoutes } from './audit.ts';
import { decisionRoutes } from './decisions.ts';
import { directoryRoutes } from './directory.ts';
import { geocodeRoutes } from './geocode.ts';
import { historyRoutes } from './history.ts';
import { listingRoutes } from './listings.ts';
import { mailRoutes } from './mail.ts';
import { healthRoutes, mailOperationRoutes, viewOperationRoutes } from './operations.ts';
import { ownAccountRoutes } from './own-account.ts';
import { ownerRoutes } from './owners.ts';
import { placeRoutes } from './places.ts';
import { reportRoutes } from './reports.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { crawlerRoutes, siteRoutes } from './site.ts';
import { submissionRoutes } from './submissions.ts';
import { photoAudience, uploadRoutes } from './uploads.ts';
import { versionRoutes } from './versions.ts';
import { firstVisits, visitLimits, visitRoutes } from './visits.ts';

export type RouteDeps = {
  readonly config: Pick<
    Config,
    | 'site'
    | 'geocoderUrl'
    | 'timeZone'
    | 'publicUrl'
    | 'rateLimits'
    | 'dataDir'
    | 'eventstoreUrl'
    | 'mongodbUrl'
    | 'viewsDatabase'
    | 'maxWaitingListings'
    | 'keepReplacedPhotosDays'
    | 'mail'
    | 'requireAdminTotp'
  >;
  readonly stores: Stores;
  readonly views: DirectoryViews;
  readonly projector: Pick<Projector, 'waitUntilVisible'>;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly geocoder: Geocoder | null;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly calendar: SiteCalendar;
  readonly describeSite: () => SiteResponse;
  readonly queries: ListingQueries;
  readonly quarantine: Pick<QuarantineLookup, 'isQuarantined'>;
  readonly readPlaces: () => Promise<PublicPlaces>;
  readonly metrics: RequestMetrics;
};

/** Per minute and client: with many places, each takes some seconds. */
const maxNewExports = 10;

/** Every route of the site. Of two that match a path the first one answers: fixed paths come before those with an id. */
export function allRoutes(deps: RouteDeps): readonly Route[] {
  const { calendar, clock, config, geocoder, logger, metrics, queries } = deps;
  const { secrets, sessions, stores, views } = deps;
  const { publicUrl, rateLimits, timeZone } = config;
  const { accounts, images, log } = stores;
  const { currentYear, today } = calendar;
  const isErasedOwner = (ownerId: string) => isErased(log.ownerKeys, ownerId);
  const isPhotoDeleted = photoDeletion(config.keepReplacedPhotosDays, clock);
  const commands = businessCommands({
    ...deps,
    log,
    outcomes: accounts,
    images,
    saveImage: saveUnlessErased(stores, imageSaver(images)),
  });
  const limit = rateLimit(rateLimits.write);
  const mailLimit = rateLimit(rateLimits.login);
  const monitor = viewMonitor({ log, store: stores.views, views: Object.values(views) });
  const recordOperation = operationRecorder({ log, clock, logger });
  const operations = {
    stores,
    views,
    monitor,
    registry: metrics.registry,
    clock,
    limit,
    recordOperation,
  };
  const erasureDeps = { ...deps, endSessions: sessions.end, dataDir: config.dataDir };
  const issueToken = tokenIssuer(sessions.tokenKey, clock);
  const requests = mailRequests({ accounts, clock, logger });
  const { icNumberKey } = secrets;
  const guard = loginGuard(accounts, icNumberKey);
  const isRequired = config.requireAdminTotp;
  const factors = secondFactors({ accounts, icNumberKey, clock, isRequired });
  const routes = [
    ...listingRoutes({
      queries,
      reader: stores.views,
      views,
      approvedList: approvedListSnapshots({ ...deps, reader: stores.views }),
    }),
    ...placeRoutes({
      ...deps,
      publicUrl,
      limit: rateLimit(rateLimits.page),
      newExportLimit: rateLimit(Math.min(rateLimits.page, maxNewExports)),
    }),
    ...visitRoutes({
      log,
      queries,
      limits: visitLimits(rateLimits.view),
      claimFirstVisit: firstVisits(),
      today,
      clock,
      publicUrl,
    }),
    ...ownerRoutes({ queries, timeZone, today }),
    ...submissionRoutes({
      commands,
      log,
      queries,
      currentYear,
      limit,
      isErased: isErasedOwner,
      maxWaiting: config.maxWaitingListings,
    }),
    ...decisionRoutes({ commands, limit }),
    ...directoryRoutes({ log, reader: stores.views, views, timeZone, today }),
    ...versionRoutes({
      commands,
      log,
      limit,
      approveAtOnce: config.site.approveRestoredVersions,
      isPhotoDeleted,
    }),
    ...historyRoutes({ log, views, accounts, settings: config.site, isPhotoDeleted }),
    ...auditRoutes({ reader: stores.views, views, accounts, timeZone }),
    ...reviewRoutes({
      queries,
      accounts,
      ownerKeys: log.ownerKeys,
      timeZone,
      clock,
      limit,
      presence: createPresence(clock),
    }),
    ...accountRoutes({
      accounts,
      icNumberKey,
      secondFactors: factors,
      issueToken,
      isErased: isErasedOwner,
      guard,
      welcome: (account, language) => requests.welcome(account, language),
      onFirstLogin: async (username) => {
        await removeLoginFile(adminLoginFile(config.dataDir), username);
      },
      limits: {
        userLogin: rateLimit(rateLimits.login),
        adminLogin: rateLimit(rateLimits.login),
        register: rateLimit(rateLimits.register),
      },
    }),
    ...ownAccountRoutes({
      accounts,
      sessions,
      issueToken,
      guard,
      secondFactors: factors,
      log,
      queries,
      clock,
      erase: (erasure) => eraseOwner(erasureDeps, erasure),
      limit: rateLimit(rateLimits.login),
    }),
    ...mailRoutes({
      accounts,
      ownerKeys: log.ownerKeys,
      sessions,
      guard,
      requests,
      clock,
      links: linkTokens(secrets.tokenKey, sessions.tokenKey),
      limit: mailLimit,
    }),
    ...mailOperationRoutes({
      accounts,
      clock,
      recordOperation,
      limit: mailLimit,
      transport: config.mail.smtpUrl === null ? 'outbox' : 'smtp',
    }),
    ...secondFactorRoutes({
      accounts,
      sessions,
      issueToken,
      guard,
      secondFactors: factors,
      isRequired,
      limit: rateLimit(rateLimits.login),
    }),
    ...reportRoutes({
      makeReport: reportInThread(config),
      accounts,
      listingsToken: queries.listingsToken,
      timeZone,
    }),
    ...geocodeRoutes({ geocoder, limit: rateLimit(rateLimits.write) }),
    ...siteRoutes(deps.describeSite),
    ...uploadRoutes({ images, audience: photoAudience({ ...deps, log }) }),
    ...crawlerRoutes({ ...deps, publicUrl, limit: rateLimit(rateLimits.page) }),
    ...viewOperationRoutes(operations),
    ...healthRoutes(operations),
  ];
  return [...routes, openApiRoute(routes, today)];
}
