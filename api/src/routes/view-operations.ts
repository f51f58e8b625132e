import Router from '@koa/router';
import {
  pauseView,
  requestRebuild,
  resumeView,
  UnknownView,
  type DirectoryViews,
  type ViewMonitor,
  type ViewStore,
} from '@directory/projections';
import type { Clock } from '../clock.ts';
import { notFound, unavailable } from '../http/errors.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { canOperateViews } from '../http/permissions/operations.ts';
import { requirePermission } from '../http/permissions/require-permission.ts';
import { presentOperations, presentViewReport } from '../read-models/view-reports.ts';

type ViewOperationsDeps = {
  readonly store: ViewStore;
  readonly views: DirectoryViews;
  readonly monitor: ViewMonitor;
  readonly clock: Clock;
};

/**
 * How the views are, and what an admin can do about it. What is asked for is written into the view store, where whichever process
 * works on the views finds it.
 */
export function viewOperationRoutes({ store, views, ...deps }: ViewOperationsDeps): ApiRouter {
  const { monitor, clock } = deps;
  const answer = async (ctx: ApiContext, name: string) => {
    const report = (await monitor()).views?.find(({ view }) => view === name);
    if (!report) throw unavailable();
    ctx.body = presentViewReport(report);
  };
  const viewOf = (ctx: ApiContext) => {
    const view = Object.values(views).find(({ name }) => name === ctx.params.name);
    if (!view) throw notFound('There is no such view.');
    return view;
  };
  const admins = requirePermission(canOperateViews);
  return new Router<RequestState>()
    .get('/api/operations/views', admins, async (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = presentOperations(await monitor(), clock());
    })
    .post('/api/operations/views/:name/pause', admins, async (ctx) => {
      const { name } = viewOf(ctx);
      await pauseView(store, name).catch(unlessMissing);
      await answer(ctx, name);
    })
    .post('/api/operations/views/:name/resume', admins, async (ctx) => {
      const { name } = viewOf(ctx);
      await resumeView(store, name).catch(unlessMissing);
      await answer(ctx, name);
    })
    .post('/api/operations/views/:name/rebuild', admins, async (ctx) => {
      const view = viewOf(ctx);
      await requestRebuild(store, view);
      await answer(ctx, view.name);
      ctx.status = 202;
    });
}

/** Known, but not begun yet: a moment after the first start. */
function unlessMissing(error: unknown): never {
  throw error instanceof UnknownView ? unavailable() : error;
}
