import type { Middleware } from 'koa';
import { badRequest } from '../errors.ts';

const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses a host that is no host name, as pages, sitemap and exports write it into their links. */
export const requireHostName: Middleware = (ctx, next) => {
  if (!hostName.test(ctx.host)) throw badRequest('The header Host must be a host name.');
  return next();
};
