import { createServer } from 'node:http';
import { listenHere } from '@directory/domain/testing/free-port';
import Koa from 'koa';
import { requestListener } from '../http/listen.ts';
import { visitor, type ApiRouter } from '../http/middleware/session.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import type { Route } from '../http/route.ts';
import { problems } from '../http/middleware/problems.ts';
import { securityHeaders } from '../http/middleware/security-headers.ts';

/** Routes behind the security headers and the one error exit, on a port of their own; responses are compared with their contracts. */
export async function serveRoutes(routes: ApiRouter | readonly Route[], viewer = visitor) {
  const router = 'routes' in routes ? routes : mountRoutes(routes, { checkResponses: true });
  const reported: unknown[] = [];
  const app = new Koa();
  app.silent = true;
  app.use(securityHeaders(null));
  app.use(problems((error) => reported.push(error)));
  app.use((ctx, next) => {
    ctx.state['viewer'] = viewer;
    return next();
  });
  app.use(router.routes());
  const server = createServer(requestListener(app));
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** The errors that were reported. */
    reported,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
