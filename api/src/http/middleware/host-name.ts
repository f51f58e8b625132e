import type { Middleware } from 'koa';
import { badRequest } from '../errors.ts';

const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses an address that is none, as pages, sitemap and exports write it into their links. */
export const requireHostName: Middleware = (ctx, next) => {
  if (!hostName.test(ctx.host)) throw badRequest('The header Host must be a host name.');
  if (!/^https?$/.test(ctx.protocol)) throw badRequest('X-Forwarded-Proto must be http or https.');
  return next();
};
