import { parseBusinessId, type BusinessCommand, type BusinessId } from '@directory/domain';
import { ulid, uuidToULID } from 'ulid';
import { commandIdOf } from '../commands.ts';
import { ownBusinessDetailResponse } from '../contracts/business.ts';
import {
  editBusinessRequest,
  seenRevisionRequest,
  submitBusinessRequest,
} from '../contracts/business-requests.ts';
import { conflict } from '../http/errors.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { canEditListing } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { ownBusinessDetail } from '../read-models/present-business.ts';
import { businessParams, listingPermission } from './listings.ts';
import type { Services } from './services.ts';

/** Owners submit businesses and edit their own ones; admins correct open data that nobody owns. */
export function submissionRoutes(services: Services): readonly Route[] {
  const { commands, currentYear, limit, limitEdits } = services;
  return [
    defineRoute('POST /api/businesses', {
      operationId: 'submitBusiness',
      summary: 'Submit a business, which then waits for review',
      access: 'owner',
      limit,
      body: {
        type: 'form',
        schema: () => submitBusinessRequest(currentYear()),
        imageMissing: 'Add a photo of the business.',
      },
      response: {
        status: 201,
        description: 'The created business',
        schema: ownBusinessDetailResponse,
      },
      isCommand: true,
      async handle(ctx, { viewer: { id: ownerId }, body: details, image }) {
        const businessId = businessIdFor(ctx);
        await requireRoom(services, { ownerId, businessId });
        const listing = await commands.runWithImage(ctx, image, (imagePath) => ({
          type: 'SubmitBusiness',
          businessId,
          ownerId,
          details: { ...details, imagePath: imagePath ?? null },
        }));
        ctx.set('Location', `/api/businesses/${listing.id}`);
        return ownBusinessDetail(listing, null);
      },
    }),
    defineRoute('PUT /api/businesses/update/:id', {
      operationId: 'editBusiness',
      summary:
        'Edit your business, which then waits for review; admins correct one without an owner, which stays public; without a new image the old one stays',
      access: 'signed-in',
      limit,
      params: businessParams,
      query: seenRevisionRequest,
      body: { type: 'form', schema: () => editBusinessRequest(currentYear()) },
      response: { description: 'The edited business', schema: ownBusinessDetailResponse },
      problems: [404],
      isCommand: true,
      authorize: listingPermission(services, canEditListing),
      async handle(ctx, { viewer, params: { id: businessId }, query, body: changes, image }) {
        const { id: ownerId, role } = viewer;
        await limitEdits(businessId);
        const toCommand = (imagePath?: string): BusinessCommand => {
          const edit = { businessId, changes: { ...changes, ...(imagePath && { imagePath }) } };
          return role === 'admin'
            ? { type: 'CorrectBusiness', ...edit }
            : { type: 'EditBusiness', ownerId, ...edit };
        };
        return commands.detailAfter(businessId, () =>
          commands.runWithImage(ctx, image, toCommand, query.revision),
        );
      },
    }),
  ];
}

/** Limits what waits, as admins read each listing. A repeat of a submission adds none, and may come after others. */
async function requireRoom(
  { config: { maxWaitingListings }, queries }: Services,
  { ownerId, businessId }: { readonly ownerId: string; readonly businessId: BusinessId },
): Promise<void> {
  if (maxWaitingListings === 0) return;
  const listings = await queries.findListings({ ownerId });
  const isRepeat = listings.some(({ id }) => id === businessId);
  const waiting = listings.filter(({ status }) => status === 'pending');
  if (isRepeat || waiting.length < maxWaitingListings) return;
  const businesses = waiting.length === 1 ? 'business' : 'businesses';
  throw conflict(
    'too-many-waiting',
    `You have ${waiting.length} ${businesses} waiting for review. Please wait for a decision before you add another.`,
  );
}

/** Derived from the idempotency key, so that a repeated submission leads to the same business; without one, a new id in time order. */
function businessIdFor(ctx: ApiContext): BusinessId {
  const isRepeatable = ctx.get('Idempotency-Key') !== '';
  return parseBusinessId(isRepeatable ? uuidToULID(commandIdOf(ctx)) : ulid());
}
