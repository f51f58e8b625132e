import Router from '@koa/router';
import type { Clock } from '../clock.ts';
import type { UsualWaitResponse } from '../contracts/reviews.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { canDecideListings } from '../http/permissions/listings.ts';
import { requirePermission } from '../http/permissions/require-permission.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { recentDecisions, reviewFigures, usualWait } from '../read-models/review-figures.ts';
import { workingDaysIn } from '../read-models/working-days.ts';

type ReviewDeps = {
  readonly queries: Pick<ListingQueries, 'findReviews'>;
  readonly timeZone: string;
  readonly clock: Clock;
};

/** How the reviews of the last days went: for admins in full, for everybody how long they may take. */
export function reviewRoutes({ queries, timeZone, clock }: ReviewDeps): ApiRouter {
  const workingDays = workingDaysIn(timeZone);
  const recent = async () => recentDecisions(await queries.findReviews(), clock());
  return new Router<RequestState>()
    .get('/api/review-figures', requirePermission(canDecideListings), async (ctx) => {
      ctx.body = reviewFigures(await recent());
    })
    .get('/api/review-figures/usual-wait', async (ctx) => {
      const body: UsualWaitResponse = { workingDays: usualWait(await recent(), workingDays) };
      ctx.body = body;
    });
}
