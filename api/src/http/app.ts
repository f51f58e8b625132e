import type { RequestListener } from 'node:http';
import Koa, { type Middleware } from 'koa';
import type { AppLogger } from '../logger.ts';
import type { BuiltPages } from '../read-models/rendered-pages.ts';
import { noPages, pages } from '../routes/pages.ts';
import { allRoutes } from '../routes/routes.ts';
import { siteServices } from '../routes/services.ts';
import type { SiteDeps } from '../stores.ts';
import { badRequest } from './errors.ts';
import { requestListener } from './listen.ts';
import { problems } from './middleware/problems.ts';
import { markStaleAnswers } from './middleware/quarantine.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { requestLog, requestLogger } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { securityLog } from './middleware/security-log.ts';
import { session, type RequestState } from './middleware/session.ts';
import { methodNotAllowed, mountRoutes } from './mount-routes.ts';
import { responseCache } from './response-cache.ts';

export type AppDeps = SiteDeps & {
  /** Null where only the API is served. */
  readonly builtPages: BuiltPages | null;
  readonly logger: AppLogger;
};

/** The whole site: a Koa application behind its cache of responses. It opens nothing and listens to nothing. */
export function createApp(deps: AppDeps): RequestListener {
  const { builtPages, clock, config, logger, metrics } = deps;
  const services = siteServices(deps);
  const { reader, report } = services;
  const router = mountRoutes(allRoutes(services), config);

  const { publicUrl, trustedProxies } = config;
  const logRequests = requestLogger(logger, metrics);
  const cache = responseCache({ reader, clock, logRequests, publicUrl, trustedProxies });
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error: unknown) => {
    if (error instanceof Error && 'code' in error && faultsOfClients.test(String(error.code)))
      return;
    logger.warn({ err: error }, 'a response could not be sent');
  });
  app.use(requestLog(logRequests));
  app.use(cache.remember);
  app.use(proxyWarning(trustedProxies, logger));
  app.use(securityLog(logger, metrics.registry));
  app.use(securityHeaders(publicUrl));
  app.use(problems(report));
  app.use(requirePath);
  if (publicUrl === null) app.use(requireHostName);
  app.use(session(services));
  app.use(markStaleAnswers(services.quarantine));
  app.use(methodNotAllowed(router));
  app.use(router.routes());
  const limit = rateLimit(config.rateLimits.page);
  app.use(builtPages ? pages({ ...services, ...builtPages, limit }) : noPages);
  const answerByKoa = requestListener(app);
  return (request, response) => {
    if (!cache.answer(request, response)) answerByKoa(request, response);
  };
}

/** The client closed the connection early, or sent no HTTP. These errors are not logged, as they contain what was sent. */
const faultsOfClients = /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE|HPE_\w+)$/;

/** Refuses an address without a path, such as `http://`, for which Koa's path is null. */
const requirePath: Middleware = (ctx, next) => {
  if (!ctx.path) throw badRequest('The address must have a path.');
  return next();
};

const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Probes in HTTP/1.0, such as HAProxy's, name no host. */
const probed = new Set(['/healthz', '/readyz']);

/** Refuses an invalid host or protocol, as pages, sitemap and exports write them into their links. */
const requireHostName: Middleware = (ctx, next) => {
  if (probed.has(ctx.path)) return next();
  if (!hostName.test(ctx.host)) throw badRequest('The header Host must be a host name.');
  if (!/^https?$/.test(ctx.protocol)) throw badRequest('X-Forwarded-Proto must be http or https.');
  return next();
};

/** Warns once of a proxy that is not trusted: all its clients count as one, so that failed log-ins of some delay all others. */
function proxyWarning(trustedProxies: number, logger: Pick<AppLogger, 'warn'>): Middleware<object> {
  let isWarned = trustedProxies > 0;
  return (ctx, next) => {
    if (!isWarned && ctx.get('X-Forwarded-For') !== '') {
      isWarned = true;
      logger.warn(
        'A proxy passes on requests, but is not trusted: set TRUST_PROXY, or all clients count as one.',
      );
    }
    return next();
  };
}
