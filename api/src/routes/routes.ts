import { reportInThread } from '@directory/projections';
import { rateLimit } from '../http/middleware/rate-limit.ts';
import { openApiRoute } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
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
import { reviewRoutes } from './reviews.ts';
import { secondFactorRoutes } from './second-factor.ts';
import type { Services } from './services.ts';
import { crawlerRoutes, siteRoutes } from './site.ts';
import { submissionRoutes } from './submissions.ts';
import { photoAudience, uploadRoutes } from './uploads.ts';
import { visitRoutes } from './visits.ts';

/** Per minute and client, as an export of many places takes some seconds. */
const maxNewExports = 10;

/** Every route of the site. Of two that match a path the first answers, so fixed paths come before those with an id. */
export function allRoutes(services: Services): readonly Route[] {
  const { config, images, queries, today } = services;
  const { rateLimits } = config;
  const loginLimit = () => rateLimit(rateLimits.login);
  const mailLimit = loginLimit();
  const routes = [
    ...listingRoutes(services),
    ...placeRoutes({
      ...services,
      limit: rateLimit(rateLimits.page),
      newExportLimit: rateLimit(Math.min(rateLimits.page, maxNewExports)),
    }),
    ...visitRoutes(services),
    ...ownerRoutes(services),
    ...submissionRoutes(services),
    ...decisionRoutes(services),
    ...directoryRoutes(services),
    ...historyRoutes(services),
    ...auditRoutes(services),
    ...reviewRoutes(services),
    ...accountRoutes(services),
    ...ownAccountRoutes({ ...services, limit: loginLimit() }),
    ...mailRoutes({ ...services, limit: mailLimit }),
    ...mailOperationRoutes({ ...services, limit: mailLimit }),
    ...secondFactorRoutes({ ...services, limit: loginLimit() }),
    ...reportRoutes({
      ...services,
      makeReport: reportInThread(config),
      listingsToken: queries.listingsToken,
    }),
    ...geocodeRoutes({ ...services, limit: rateLimit(rateLimits.write) }),
    ...siteRoutes(services.describeSite),
    ...uploadRoutes({ images, audience: photoAudience(services) }),
    ...crawlerRoutes({ ...services, limit: rateLimit(rateLimits.page) }),
    ...viewOperationRoutes(services),
    ...healthRoutes(services),
  ];
  return [...routes, openApiRoute(routes, today)];
}
