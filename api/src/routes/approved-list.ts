import Router from '@koa/router';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { sendSnapshot } from '../http/middleware/send-snapshot.ts';
import type { Snapshot } from '../http/snapshot.ts';

/** The whole list for the home page, which filters it by itself. */
export function approvedListRoutes(snapshot: () => Promise<Snapshot>): ApiRouter {
  return new Router<RequestState>().get('/api/businesses/approved', async (ctx) => {
    sendSnapshot(ctx, await snapshot(), { type: 'json' });
  });
}
