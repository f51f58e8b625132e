import Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { RequestState } from './request-state.ts';
import { methodProblems } from './middleware/method-problems.ts';
import { problems } from './middleware/problems.ts';
import { requestLog } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { session } from './middleware/session.ts';
import { listingQueries } from '../read-models/listing-queries.ts';
import { describeSite } from '../read-models/site.ts';
import { pages, type PageDeps } from '../routes/pages.ts';
import { allRoutes, type RouteDeps } from '../routes/routes.ts';
import { siteCalendar } from '../clock.ts';

export type AppDeps = Omit<RouteDeps, 'queries'> & {
  readonly config: Pick<Config, 'trustedProxies'>;
  readonly logger: Logger;
} & Pick<PageDeps, 'webRoot' | 'renderer'>;

/** The whole site as one Koa application; it opens nothing and listens to nothing. */
export function createApp(deps: AppDeps): Koa<RequestState> {
  const { clock, config, logger, metrics, renderer, secrets, stores, views, webRoot } = deps;
  const { currentYear } = siteCalendar(config.timeZone, clock);
  const queries = listingQueries(stores.views, views, config.site);
  const routes = allRoutes({ ...deps, queries });

  const { trustedProxies } = config;
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error: unknown) => {
    logger.warn({ err: error }, 'an answer could not be sent');
  });
  app.use(requestLog(logger, metrics));
  app.use(securityHeaders({ tileUrl: config.site.tileUrl, publicUrl: config.publicUrl }));
  app.use(
    problems((error) => {
      logger.error({ err: error }, 'a request failed');
    }),
  );
  app.use(session(secrets.tokenKey, clock));
  app.use(routes.routes());
  app.use(methodProblems(routes));
  app.use(
    pages({
      webRoot,
      renderer,
      queries,
      publicUrl: config.publicUrl,
      describeSite: () => describeSite(config, currentYear()),
    }),
  );
  return app;
}
