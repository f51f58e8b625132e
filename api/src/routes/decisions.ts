import Router from '@koa/router';
import type { BusinessCommand, BusinessId } from '@directory/domain';
import type { Middleware } from 'koa';
import type { Commands } from '../commands.ts';
import {
  decideBusinessRequest,
  type DecideBusinessRequest,
} from '../contracts/business-requests.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { bodyOf, jsonBody } from '../http/middleware/json-body.ts';
import { parseRequest } from '../http/parse-request.ts';
import { canDecideListings } from '../http/permissions/listings.ts';
import { requirePermission } from '../http/permissions/require-permission.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { ownBusinessDetail } from '../read-models/present-business.ts';
import { toStatsResponse } from '../read-models/visit-counts.ts';
import { businessIdOf } from './path-params.ts';

type DecisionDeps = {
  readonly commands: Commands;
  readonly queries: Pick<ListingQueries, 'getVisits'>;
  readonly limit: Middleware;
};

/** What admins do with listings. */
export function decisionRoutes({ commands, queries, limit }: DecisionDeps): ApiRouter {
  const adminsOnly = requirePermission(canDecideListings);

  async function answer(
    ctx: ApiContext,
    command: BusinessCommand,
    expectedRevision?: number | null,
  ) {
    // Before the command: nobody is told that what was carried out failed, because the views are away.
    const visits = await queries.getVisits(command.businessId);
    const listing = await commands.run(ctx, command, expectedRevision);
    ctx.body = ownBusinessDetail(listing, toStatsResponse(visits));
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
