import Router from '@koa/router';
import { parseBusinessId, type BusinessId } from '@directory/domain';
import type { Listing } from '@directory/projections';
import type { Middleware } from 'koa';
import { ulid, uuidToULID } from 'ulid';
import { commandIdOf, type Commands } from '../commands.ts';
import {
  submitBusinessRequest,
  type SubmitBusinessRequest,
} from '../contracts/business-requests.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { bodyOf } from '../http/middleware/json-body.ts';
import { refusalOf } from '../http/parse-request.ts';
import { canSubmitListings } from '../http/permissions/listings.ts';
import { notPermitted, requirePermission } from '../http/permissions/require-permission.ts';
import { ownBusinessDetail } from '../read-models/present-business.ts';
import { toStatsResponse } from '../read-models/visit-counts.ts';
import type { SaveImage } from '../images/save-image.ts';
import { uploadOf } from '../images/multipart.ts';

export type WritingDeps = {
  readonly commands: Commands;
  readonly saveImage: SaveImage;
  /** Reads the body, which may be a form with a photo. */
  readonly readForm: Middleware;
  readonly currentYear: () => number;
  readonly limit: Middleware;
};

export function submissionRoutes(deps: WritingDeps): ApiRouter {
  const { limit, readForm } = deps;
  return new Router<RequestState>().post(
    '/api/businesses',
    limit,
    requirePermission(canSubmitListings),
    readForm,
    async (ctx) => {
      const listing = await submit(deps, ctx);
      ctx.status = 201;
      ctx.set('Location', `/api/businesses/${listing.id}`);
      ctx.body = ownBusinessDetail(listing, toStatsResponse(null));
    },
  );
}

/** All that is typed is checked before the photo is worked on, and the photo is kept before a listing names it. */
async function submit(deps: WritingDeps, ctx: ApiContext): Promise<Listing> {
  const { viewer } = ctx.state;
  if (!canSubmitListings(viewer)) throw notPermitted(viewer);
  const { details, photo } = parseSubmission(bodyOf(ctx), uploadOf(ctx), deps.currentYear());
  const businessId = businessIdFor(ctx);
  const before = await deps.commands.read(businessId);
  const imagePath = before?.imagePath ?? (await deps.saveImage(photo));
  return deps.commands.run(ctx, {
    type: 'SubmitBusiness',
    businessId,
    ownerId: viewer.id,
    details: { ...details, imagePath },
  });
}

type Submission = { readonly details: SubmitBusinessRequest; readonly photo: Uint8Array };

function parseSubmission(body: unknown, photo: Uint8Array | null, currentYear: number): Submission {
  const parsed = submitBusinessRequest(currentYear).safeParse(body);
  if (parsed.success && photo) return { details: parsed.data, photo };
  throw refusalOf(
    parsed.error?.issues ?? [],
    photo ? {} : { imagePath: ['Add a photo of the business.'] },
  );
}

/** The same for the same command, so that repeating a submission leads to the same business; else in order of time. */
function businessIdFor(ctx: ApiContext): BusinessId {
  const isRepeatable = ctx.get('Idempotency-Key') !== '';
  return parseBusinessId(isRepeatable ? uuidToULID(commandIdOf(ctx)) : ulid());
}
