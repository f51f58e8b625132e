import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Warns once of a proxy that is not trusted: all its clients count as one, whose log-ins are soon delayed for everybody. */
export function proxyWarning(
  trustedProxies: number,
  logger: Pick<Logger, 'warn'>,
): Middleware<object> {
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
