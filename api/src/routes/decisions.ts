import Router from '@koa/router';
import type { BusinessCommand, BusinessId } from '@directory/domain';
import type { Middleware } from 'koa';
import type { Commands } from '../commands.ts';
import {
  decideBusinessRequest,
  type DecideBusinessRequest,
} from '../contracts/business-requests.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http.ts';
import { bodyOf, jsonBody } from '../middleware/json-body.ts';
import { parseRequest } from '../parse-request.ts';
import { canDecideListings } from '../permissions/listings.ts';
import { only } from '../permissions/not-allowed.ts';
import type { ListingQueries } from '../queries/listing-queries.ts';
import { ownBusinessDetail } from '../queries/present-business.ts';
import { wireCounts } from '../queries/visit-counts.ts';
import { businessIdOf } from './path-params.ts';

type DecisionDeps = {
  readonly commands: Commands;
  readonly queries: Pick<ListingQueries, 'getVisits'>;
  readonly limit: Middleware;
};

/** What admins do with listings. */
export function decisionRoutes({ commands, queries, limit }: DecisionDeps): ApiRouter {
  const adminsOnly = only(canDecideListings);

  async function answer(ctx: ApiContext, command: BusinessCommand, seenRevision?: number | null) {
    // Before the command: nobody is told that what was carried out failed, because the views are away.
    const visits = await queries.getVisits(command.businessId);
    const listing = await commands.run(ctx, command, seenRevision);
    ctx.body = ownBusinessDetail(listing, wireCounts(visits));
  }

  return new Router<RequestState>()
    .put('/api/businesses/:id', limit, adminsOnly, jsonBody, async (ctx) => {
      const businessId = businessIdOf(ctx);
      const decision = parseRequest(decideBusinessRequest, bodyOf(ctx));
      await answer(ctx, toCommand(businessId, decision), decision.revision);
    })
    .delete('/api/businesses/:id', limit, adminsOnly, async (ctx) => {
      await commands.run(ctx, { type: 'DeleteBusiness', businessId: businessIdOf(ctx) });
      ctx.status = 204;
    })
    .post('/api/businesses/:id/restoration', limit, adminsOnly, async (ctx) => {
      await answer(ctx, { type: 'RestoreBusiness', businessId: businessIdOf(ctx) });
    })
    .post('/api/businesses/:id/decision-withdrawal', limit, adminsOnly, async (ctx) => {
      await answer(ctx, { type: 'WithdrawDecision', businessId: businessIdOf(ctx) });
    });
}

function toCommand(
  businessId: BusinessId,
  { status, reason }: DecideBusinessRequest,
): BusinessCommand {
  return status === 'approved'
    ? { type: 'ApproveBusiness', businessId }
    : { type: 'RejectBusiness', businessId, reason: reason ?? null };
}
