import type { Middleware } from 'koa';
import { multipartForm } from '../../images/multipart.ts';
import { jsonBody } from './json-body.ts';

/** A listing comes as a form with a photo, or as JSON without one. */
export function formBody(): Middleware {
  const form = multipartForm();
  return async (ctx, next) => {
    await (ctx.is('multipart') ? form(ctx, next) : jsonBody(ctx, next));
  };
}
