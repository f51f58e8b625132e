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
import { firstVisits, visitLimits, visitRoutes } from './visits.ts';

export type RouteDeps = {
  readonly config: Config;
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
  const { calendar, clock, config, logger, metrics, queries } = deps;
  const { secrets, sessions, stores, views } = deps;
  const { dataDir, publicUrl, rateLimits, requireAdminTotp: isRequired, timeZone } = config;
  const { accounts, images, log } = stores;
  const { currentYear, today } = calendar;
  const { icNumberKey } = secrets;
  const { ownerKeys } = log;
  const limit = rateLimit(rateLimits.write);
  const mailLimit = rateLimit(rateLimits.login);
  const loginLimit = () => rateLimit(rateLimits.login);
  const requests = mailRequests({ accounts, clock, logger });
  const commands = businessCommands({
    ...deps,
    log,
    outcomes: accounts,
    images,
    saveImage: saveUnlessErased(stores, imageSaver(images)),
  });
  /** What many routes need: each takes its part. */
  const shared = {
    ...deps,
    accounts,
    commands,
    currentYear,
    guard: loginGuard(accounts, icNumberKey),
    icNumberKey,
    images,
    isErased: (ownerId: string) => isErased(ownerKeys, ownerId),
    isPhotoDeleted: photoDeletion(config.keepReplacedPhotosDays, clock),
    issueToken: tokenIssuer(sessions.tokenKey, clock),
    limit,
    log,
    ownerKeys,
    publicUrl,
    reader: stores.views,
    recordOperation: operationRecorder({ log, clock, logger }),
    requests,
    secondFactors: secondFactors({ accounts, icNumberKey, clock, isRequired }),
    timeZone,
    today,
  };
  const operations = {
    ...shared,
    monitor: viewMonitor({ log, store: stores.views, views: Object.values(views) }),
    registry: metrics.registry,
  };
  const erasureDeps = { ...deps, endSessions: sessions.end, dataDir };
  const routes = [
    ...listingRoutes({ ...shared, approvedList: approvedListSnapshots(shared) }),
    ...placeRoutes({
      ...shared,
      limit: rateLimit(rateLimits.page),
      newExportLimit: rateLimit(Math.min(rateLimits.page, maxNewExports)),
    }),
    ...visitRoutes({
      ...shared,
      limits: visitLimits(rateLimits.view),
      claimFirstVisit: firstVisits(),
    }),
    ...ownerRoutes(shared),
    ...submissionRoutes({ ...shared, maxWaiting: config.maxWaitingListings }),
    ...decisionRoutes(shared),
    ...directoryRoutes(shared),
    ...historyRoutes({
      ...shared,
      settings: config.site,
      approveAtOnce: config.site.approveRestoredVersions,
    }),
    ...auditRoutes(shared),
    ...reviewRoutes({ ...shared, presence: createPresence(clock) }),
    ...accountRoutes({
      ...shared,
      welcome: (account, language) => requests.welcome(account, language),
      onFirstLogin: async (username) => {
        await removeLoginFile(adminLoginFile(dataDir), username);
      },
      limits: {
        userLogin: loginLimit(),
        adminLogin: loginLimit(),
        register: rateLimit(rateLimits.register),
      },
    }),
    ...ownAccountRoutes({
      ...shared,
      erase: (erasure) => eraseOwner(erasureDeps, erasure),
      limit: loginLimit(),
    }),
    ...mailRoutes({
      ...shared,
      links: linkTokens(secrets.tokenKey, sessions.tokenKey),
      limit: mailLimit,
    }),
    ...mailOperationRoutes({
      ...shared,
      limit: mailLimit,
      transport: config.mail.smtpUrl === null ? 'outbox' : 'smtp',
    }),
    ...secondFactorRoutes({ ...shared, isRequired, limit: loginLimit() }),
    ...reportRoutes({
      ...shared,
      makeReport: reportInThread(config),
      listingsToken: queries.listingsToken,
    }),
    ...geocodeRoutes({ ...shared, limit: rateLimit(rateLimits.write) }),
    ...siteRoutes(deps.describeSite),
    ...uploadRoutes({ images, audience: photoAudience(shared) }),
    ...crawlerRoutes({ ...shared, limit: rateLimit(rateLimits.page) }),
    ...viewOperationRoutes(operations),
    ...healthRoutes(operations),
  ];
  return [...routes, openApiRoute(routes, today)];
}
