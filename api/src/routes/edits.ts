import Router from '@koa/router';
import {
  businessDecider,
  foldBusiness,
  historyBefore,
  isListed,
  readBusiness,
  type ListedBusiness,
} from '@directory/domain';
import type { EventStore } from '@directory/domain/event-store';
import type { Listing } from '@directory/projections';
import { commandIdOf } from '../commands.ts';
import { editBusinessRequest } from '../contracts/business-requests.ts';
import { notFound } from '../http/errors.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { bodyOf } from '../http/middleware/json-body.ts';
import { parseRequest } from '../http/parse-request.ts';
import { canEditListing, canSubmitListings } from '../http/permissions/listings.ts';
import { notPermitted, requirePermission } from '../http/permissions/require-permission.ts';
import type { ListingQueries } from '../read-models/listing-queries.ts';
import { ownBusinessDetail } from '../read-models/present-business.ts';
import { toStatsResponse } from '../read-models/visit-counts.ts';
import { uploadOf } from '../images/multipart.ts';
import { businessIdOf } from './path-params.ts';
import type { WritingDeps } from './submissions.ts';

type EditDeps = WritingDeps & {
  readonly log: EventStore;
  readonly queries: Pick<ListingQueries, 'getVisits'>;
};

export function editRoutes(deps: EditDeps): ApiRouter {
  return new Router<RequestState>().put(
    '/api/businesses/update/:id',
    deps.limit,
    requirePermission(canSubmitListings),
    async (ctx) => {
      const business = await requireEditable(deps, ctx);
      await deps.readForm(ctx, () => Promise.resolve());
      // Before the command: nobody is told that what was carried out failed, because the views are away.
      const visits = await deps.queries.getVisits(business.businessId);
      const listing = await edit(deps, ctx, business);
      ctx.body = ownBusinessDetail(listing, toStatsResponse(visits));
    },
  );
}

/** Asked before the body is read: nobody uploads to what is not theirs. A repeat may find it deleted since, and is answered. */
async function requireEditable({ log }: EditDeps, ctx: ApiContext): Promise<ListedBusiness> {
  const history = await readBusiness(log, businessIdOf(ctx));
  const business = foldBusiness(historyBefore(commandIdOf(ctx), history));
  if (!isListed(business)) throw notFound('There is no such business.');
  if (!canEditListing(ctx.state.viewer, business)) throw notPermitted(ctx.state.viewer);
  return business;
}

/** Without a new photo the old one stays. The rules are asked first, so that a photo is only kept for an edit that stands. */
async function edit(
  { commands, saveImage, currentYear }: EditDeps,
  ctx: ApiContext,
  business: ListedBusiness,
): Promise<Listing> {
  const changes = parseRequest(editBusinessRequest(currentYear()), bodyOf(ctx));
  const { businessId } = business;
  businessDecider.decide({ type: 'EditBusiness', businessId, changes }, business);
  const photo = uploadOf(ctx);
  const image = photo && { imagePath: await saveImage(photo) };
  return commands.run(ctx, {
    type: 'EditBusiness',
    businessId,
    changes: { ...changes, ...image },
  });
}
