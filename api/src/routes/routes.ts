import Router from '@koa/router';
import { viewMonitor, type DirectoryViews, type Projector } from '@directory/projections';
import type { Secrets } from '../accounts/secrets.ts';
import { tokenIssuer } from '../accounts/tokens.ts';
import { type Clock, siteCalendar } from '../clock.ts';
import { businessCommands } from '../commands.ts';
import type { Config } from '../config.ts';
import type { Geocoder } from '../geocoder/geocoder.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { formBody } from '../http/middleware/form-body.ts';
import { limited, rateLimit } from '../http/middleware/rate-limit.ts';
import { createPresence } from '../presence.ts';
import { approvedListSnapshots } from '../read-models/approved-list.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { describeSite } from '../read-models/site.ts';
import type { RequestMetrics } from '../http/request-metrics.ts';
import type { Stores } from '../stores.ts';
import { firstVisits } from '../traffic.ts';
import { imageSaver } from '../images/save-image.ts';
import { accountRoutes } from './accounts.ts';
import { approvedListRoutes } from './approved-list.ts';
import { crawlerRoutes } from './crawlers.ts';
import { decisionRoutes } from './decisions.ts';
import { editRoutes } from './edits.ts';
import { geocodeRoutes } from './geocode.ts';
import { historyRoutes } from './history.ts';
import { listingRoutes } from './listings.ts';
import { openingRoutes } from './presence.ts';
import { operationsRoutes } from './operations.ts';
import { openApiRoutes } from './openapi.ts';
import { ownerRoutes } from './owners.ts';
import { ownerVisitsRoutes } from './owner-visits.ts';
import { reviewRoutes } from './reviews.ts';
import { siteRoutes } from './site.ts';
import { submissionRoutes } from './submissions.ts';
import { uploadRoutes } from './uploads.ts';
import { viewOperationRoutes } from './view-operations.ts';
import { visitRoutes } from './visits.ts';

export type RouteDeps = {
  readonly config: Pick<Config, 'site' | 'geocoderUrl' | 'timeZone' | 'publicUrl' | 'rateLimits'>;
  readonly stores: Stores;
  readonly views: DirectoryViews;
  readonly projector: Pick<Projector, 'waitUntilVisible'>;
  readonly secrets: Secrets;
  readonly geocoder: Geocoder | null;
  readonly clock: Clock;
  readonly queries: ListingQueries;
  readonly metrics: RequestMetrics;
};

/** Every route of the site. Of two that match, the first one answers: fixed paths stand before those with an id. */
export function allRoutes(deps: RouteDeps): ApiRouter {
  const all = new Router<RequestState>();
  for (const routes of [...publicRoutes(deps), ...listingRoutesOf(deps), ...operatorRoutes(deps)])
    all.use(routes.routes());
  return all;
}

function publicRoutes(deps: RouteDeps): ApiRouter[] {
  const { clock, config, geocoder, queries, secrets, stores } = deps;
  const { rateLimits, publicUrl } = config;
  const calendar = siteCalendar(config.timeZone, clock);
  return [
    approvedListRoutes(approvedListSnapshots(queries, clock)),
    visitRoutes({
      log: stores.log,
      queries,
      limit: rateLimit(rateLimits.view),
      claimFirstVisit: firstVisits(),
      today: calendar.today,
      clock,
    }),
    uploadRoutes({ images: stores.images }),
    siteRoutes(() => describeSite(config, calendar.currentYear())),
    accountRoutes({
      accounts: stores.accounts,
      icNumberKey: secrets.icNumberKey,
      issueToken: tokenIssuer(secrets.tokenKey, clock),
      limits: {
        login: limited(rateLimit(rateLimits.login)),
        register: limited(rateLimit(rateLimits.register)),
      },
    }),
    geocodeRoutes({ geocoder, limit: limited(rateLimit(rateLimits.write)) }),
    crawlerRoutes({ queries, publicUrl }),
  ];
}

function listingRoutesOf(deps: RouteDeps): ApiRouter[] {
  const { clock, config, queries, stores, views } = deps;
  const { log, images } = stores;
  const commands = businessCommands({ ...deps, log });
  const limit = limited(rateLimit(config.rateLimits.write));
  const { timeZone } = config;
  const { currentYear, today } = siteCalendar(timeZone, clock);
  const writing = {
    commands,
    saveImage: imageSaver(images),
    readForm: formBody(),
    currentYear,
    limit,
  };
  return [
    ownerRoutes(queries),
    ownerVisitsRoutes({ queries, timeZone, today }),
    editRoutes({ ...writing, log, queries }),
    submissionRoutes(writing),
    historyRoutes({ log, views, accounts: stores.accounts }),
    decisionRoutes({ commands, queries, limit }),
    openingRoutes({ presence: createPresence(clock), queries }),
    reviewRoutes({ queries, timeZone: config.timeZone, clock }),
    listingRoutes(queries),
  ];
}

function operatorRoutes({ clock, metrics, stores, views }: RouteDeps): ApiRouter[] {
  const { registry } = metrics;
  const { log, views: store } = stores;
  const monitor = viewMonitor({ log, store, views: Object.values(views) });
  return [
    openApiRoutes(),
    viewOperationRoutes({ store, views, monitor, clock }),
    operationsRoutes({ monitor, stores, registry }),
  ];
}
