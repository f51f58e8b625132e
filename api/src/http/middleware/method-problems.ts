import type { Middleware } from 'koa';
import { RequestProblem } from '../errors.ts';
import type { ApiRouter } from '../request-state.ts';

/** Answers what asks for a known path in a way that it does not have; everything else is passed on. */
export function methodProblems(router: ApiRouter): Middleware {
  const setStatusAndAllow = router.allowedMethods();
  return async (ctx, next) => {
    if (!isKnownPath(ctx)) {
      await next();
      return;
    }
    await Reflect.apply(setStatusAndAllow, router, [ctx, () => Promise.resolve()]);
    // The router calls methods that none of its routes has not implemented: here they are not allowed like any other.
    if (ctx.status === 405 || ctx.status === 501)
      throw new RequestProblem({
        status: 405,
        type: 'method-not-allowed',
        message: 'This cannot be done here.',
      });
  };
}

/** The router leaves the routes of the path in the context, whatever their methods. */
function isKnownPath(ctx: object): boolean {
  const matched: unknown = Reflect.get(ctx, 'matched');
  return Array.isArray(matched) && matched.length > 0;
}
