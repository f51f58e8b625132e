import {
  detailsOf,
  foldBusiness,
  isListed,
  readHistory,
  Rejection,
  type Business,
  type BusinessDetails,
  type BusinessEvent,
  type DirectoryLog,
  type ListedBusiness,
  type Recorded,
} from '@directory/domain';
import * as z from 'zod';
import type { Commands } from '../commands.ts';
import { ownBusinessDetailResponse } from '../contracts/business.ts';
import { seenRevisionRequest } from '../contracts/business-requests.ts';
import { notFound } from '../http/errors.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import type { Viewer } from '../http/middleware/session.ts';
import { canRestoreVersion, requirePermission } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { IsPhotoDeleted } from '../images/replaced-photos.ts';
import { businessParams, noSuchBusiness } from './listings.ts';

type VersionDeps = {
  readonly commands: Commands;
  readonly log: DirectoryLog;
  readonly limit: RateLimit;
  /** Whether what an admin restores needs no review. */
  readonly approveAtOnce: boolean;
  readonly isPhotoDeleted: IsPhotoDeleted;
};

const noSuchVersion = 'This listing has no such version.';

const versionParams = businessParams.extend({
  version: z
    .string()
    .regex(/^\d{1,9}$/, noSuchVersion)
    .transform(Number),
});

/** Earlier versions of a listing, by their revisions. */
export function versionRoutes(deps: VersionDeps): readonly Route[] {
  const { commands, log, limit, approveAtOnce, isPhotoDeleted } = deps;
  return [
    defineRoute({
      method: 'post',
      path: '/api/businesses/:id/versions/:version/restoration',
      operationId: 'restoreVersion',
      summary:
        'Edit a business back to an earlier version, which then waits for review; a setting lets admins publish it at once',
      access: 'signed-in',
      limit,
      params: versionParams,
      query: seenRevisionRequest,
      response: { description: 'The business after it', schema: ownBusinessDetailResponse },
      problems: [404],
      isCommand: true,
      async handle(ctx, { params: { id: businessId, version }, query }) {
        const { viewer } = ctx.state;
        const { history } = await readHistory(log, businessId);
        const current = requireRestorable(viewer, foldBusiness(history));
        const restored = versionOf(history, version);
        const details = isPhotoDeleted(history, restored.imagePath)
          ? { ...restored, imagePath: current.details.imagePath }
          : restored;
        const approve = approveAtOnce && viewer.role === 'admin';
        const { ownerId } = current;
        const restore = {
          type: 'RestoreVersion',
          businessId,
          ownerId,
          version,
          details,
          approve,
        } as const;
        return commands.detailAfter(businessId, () => commands.run(ctx, restore, query.revision));
      },
    }),
  ];
}

/** A deleted listing has to be restored itself first. */
function requireRestorable(viewer: Viewer, business: Business): ListedBusiness {
  if (!isListed(business)) throw notFound(noSuchBusiness);
  requirePermission(canRestoreVersion(viewer, business), viewer);
  return business;
}

/** Nothing leads back behind an erasure: what was erased reads as empty. */
function versionOf(history: readonly Recorded<BusinessEvent>[], version: number): BusinessDetails {
  const until = history.filter(({ revision }) => revision <= version);
  const details = detailsOf(foldBusiness(until));
  if (until.at(-1)?.revision !== version || !details) throw notFound(noSuchVersion);
  const isErasedSince = history.some(
    ({ type, revision }) => type === 'OwnerErased' && revision > version,
  );
  if (isErasedSince) throw new Rejection('business-erased');
  return details;
}
