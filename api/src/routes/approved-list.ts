import Router from '@koa/router';
import type { ApiRouter, RequestState } from '../http.ts';
import { sendSnapshot } from '../middleware/send-snapshot.ts';
import type { Snapshot } from '../snapshot.ts';

/** The whole list for the home page, which filters it by itself. */
export function approvedListRoutes(snapshot: () => Promise<Snapshot>): ApiRouter {
  return new Router<RequestState>().get('/api/businesses/approved', async (ctx) => {
    sendSnapshot(ctx, await snapshot(), { type: 'json' });
  });
}
