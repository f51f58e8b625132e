import type { BusinessCommand } from '@directory/domain';
import { ownBusinessDetailResponse } from '../contracts/business.ts';
import { decideBusinessRequest, seenRevisionRequest } from '../contracts/business-requests.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { businessParams } from './listings.ts';
import type { Services } from './services.ts';

const decided = { description: 'The business after it', schema: ownBusinessDetailResponse };

/** The commands of admins. */
export function decisionRoutes({ commands, limit }: Services): readonly Route[] {
  const common = {
    access: 'admin',
    limit,
    params: businessParams,
    query: seenRevisionRequest,
    problems: [404],
    isCommand: true,
  } as const;

  const run = (ctx: ApiContext, command: BusinessCommand, seenRevision?: number) =>
    commands.detailAfter(command.businessId, () => commands.run(ctx, command, { seenRevision }));

  return [
    defineRoute('PUT /api/businesses/:id', {
      ...common,
      operationId: 'decideBusiness',
      summary: 'Approve or reject a pending business; the same decision again changes nothing',
      body: { type: 'json', schema: decideBusinessRequest },
      response: decided,
      handle(
        ctx,
        { params: { id: businessId }, query, body: { status, reason = null, revision } },
      ) {
        const command: BusinessCommand =
          status === 'approved'
            ? { type: 'ApproveBusiness', businessId }
            : { type: 'RejectBusiness', businessId, reason };
        return run(ctx, command, query.revision ?? revision ?? undefined);
      },
    }),
    defineRoute('DELETE /api/businesses/:id', {
      ...common,
      operationId: 'deleteBusiness',
      summary: 'Delete a business; its history stays, and it can be restored',
      response: { status: 204, description: 'Deleted' },
      async handle(ctx, { params: { id }, query }) {
        const command = { type: 'DeleteBusiness', businessId: id } as const;
        await commands.run(ctx, command, { seenRevision: query.revision });
      },
    }),
    defineRoute('POST /api/businesses/:id/restoration', {
      ...common,
      operationId: 'restoreBusiness',
      summary: 'Restore a deleted business with its earlier status',
      response: decided,
      handle: (ctx, { params: { id }, query }) =>
        run(ctx, { type: 'RestoreBusiness', businessId: id }, query.revision),
    }),
    defineRoute('POST /api/businesses/:id/decision-withdrawal', {
      ...common,
      operationId: 'withdrawDecision',
      summary: 'Undo a decision: the business waits for review again',
      response: decided,
      handle: (ctx, { params: { id }, query }) =>
        run(ctx, { type: 'WithdrawDecision', businessId: id }, query.revision),
    }),
  ];
}
