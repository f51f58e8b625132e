import type { Middleware } from 'koa';
import { forbidden, unauthorized, type RequestProblem } from '../errors.ts';
import type { RequestState, Viewer } from '../request-state.ts';

/** Visitors are asked to log in, everybody else is told no. */
export function notPermitted(viewer: Viewer): RequestProblem {
  return viewer.role === 'visitor' ? unauthorized() : forbidden();
}

/** Lets through whom the rule allows; for rules that look at nothing but the person. */
export function requirePermission(
  isAllowed: (viewer: Viewer) => boolean,
): Middleware<RequestState> {
  return (ctx, next) => {
    if (!isAllowed(ctx.state.viewer)) throw notPermitted(ctx.state.viewer);
    return next();
  };
}
