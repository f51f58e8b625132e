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
import type { ApiContext, ApiRouter, RequestState } from '../http.ts';
import { bodyOf } from '../middleware/json-body.ts';
import { refusalOf } from '../parse-request.ts';
import { canSubmitListings } from '../permissions/listings.ts';
import { notAllowed, only } from '../permissions/not-allowed.ts';
import { ownBusinessDetail } from '../queries/present-business.ts';
import { wireCounts } from '../queries/visit-counts.ts';
import type { KeepImage } from '../uploads/keep-image.ts';
import { uploadOf } from '../uploads/multipart.ts';

export type WritingDeps = {
  readonly commands: Commands;
  readonly keepImage: KeepImage;
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
    only(canSubmitListings),
    readForm,
    async (ctx) => {
      const listing = await submit(deps, ctx);
      ctx.status = 201;
      ctx.set('Location', `/api/businesses/${listing.id}`);
      ctx.body = ownBusinessDetail(listing, wireCounts(null));
    },
  );
}

/** All that is typed is checked before the photo is worked on, and the photo is kept before a listing names it. */
async function submit(deps: WritingDeps, ctx: ApiContext): Promise<Listing> {
  const { viewer } = ctx.state;
  if (!canSubmitListings(viewer)) throw notAllowed(viewer);
  const { details, photo } = parseSubmission(bodyOf(ctx), uploadOf(ctx), deps.currentYear());
  const businessId = businessIdFor(ctx);
  const before = await deps.commands.read(businessId);
  const imagePath = before?.imagePath ?? (await deps.keepImage(photo));
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
