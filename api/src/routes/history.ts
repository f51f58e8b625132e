import {
  detailsOf,
  firstTamperedRevision,
  foldBusiness,
  isListed,
  readHistory,
  Rejection,
  type BusinessDetails,
  type BusinessId,
  type History,
} from '@directory/domain';
import { ownBusinessDetailResponse } from '../contracts/business.ts';
import { seenRevisionRequest } from '../contracts/business-requests.ts';
import { wholeNumber } from '../contracts/fields.ts';
import {
  historyRequest,
  historyResponse,
  publicVersionRequest,
  publicVersionResponse,
  type HistoryRequest,
} from '../contracts/history.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Viewer } from '../http/middleware/session.ts';
import { canSeeHistory, canSeeReviewers, isOwnerOrAdmin } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { foldListing, pageOf, upTo, walkHistory } from '../read-models/listing-history.ts';
import { asPublic } from '../read-models/listing-queries.ts';
import { pastBusiness } from '../read-models/present-business.ts';
import { businessParams, listingPermission, noSuchBusiness } from './listings.ts';
import type { Services } from './services.ts';

const noSuchVersion = 'This listing has no such version.';

const versionParams = businessParams.extend({
  version: wholeNumber(0, 999_999_999, noSuchVersion),
});

/** What happened to a listing, read from the log itself; with `at`, up to a time or a revision. Earlier versions can be restored. */
export function historyRoutes(services: Services): readonly Route[] {
  const { accounts, commands, isPhotoDeleted, limit, limitEdits, log, views } = services;
  const { site } = services.config;
  const common = {
    access: 'signed-in',
    authorize: listingPermission(services, isOwnerOrAdmin),
    problems: [404],
  } as const;

  async function readReadable(viewer: Viewer, id: BusinessId, at: HistoryRequest['at']) {
    const { stored, history } = await readHistory(log, id);
    const latest = foldListing(views.listings, history);
    if (!latest || !canSeeHistory(viewer, latest)) throw notFound(noSuchBusiness);
    const past = upTo(history, at);
    if (!past) throw badRequest('This listing has no such revision.');
    return { stored, history, latest, past };
  }

  return [
    defineRoute('GET /api/businesses/:id/history', {
      ...common,
      operationId: 'getHistory',
      summary: 'List what happened to a business, in pages, and show it as of any time',
      params: businessParams,
      query: historyRequest,
      response: {
        description: 'The newest events unless asked otherwise',
        schema: historyResponse,
      },
      async handle(_, { viewer, params: { id }, query }) {
        const { stored, history, latest, past } = await readReadable(viewer, id, query.at);
        const page = pageOf(past, query);
        const { earlier, events, later } = page;
        const listing = query.at ? foldListing(views.listings, past) : latest;
        const withReviewers = canSeeReviewers(viewer);
        const firstBreak = withReviewers ? await firstTamperedRevision(stored) : null;
        // Events contain no names of those who acted, so that names can be erased.
        const ids = new Set(events.flatMap(({ metadata: { actor } }) => actor.id ?? []));
        const names = withReviewers ? await accounts.findNames([...ids]) : null;
        return {
          id,
          ...walkHistory(page, names),
          total: past.length,
          before: earlier.length > 0 ? (events.at(0)?.revision ?? null) : null,
          after: later.length > 0 ? (events.at(-1)?.revision ?? null) : null,
          business: listing && pastBusiness(listing),
          isPhotoDeleted: isPhotoDeleted(history, listing?.imagePath ?? null),
          chain: withReviewers ? { intact: firstBreak === null, firstBreak } : null,
        };
      },
    }),
    defineRoute('GET /api/businesses/:id/public-version', {
      ...common,
      operationId: 'getPublicVersion',
      summary: 'Get a business as visitors saw it at a time, or after a revision',
      params: businessParams,
      query: publicVersionRequest,
      response: { description: 'With whatever visitors saw', schema: publicVersionResponse },
      async handle(_, { viewer, params: { id }, query }) {
        const { past } = await readReadable(viewer, id, query.at);
        const shown = asPublic(foldListing(views.approvedList, past), site);
        return {
          business: shown?.business ?? null,
          time: past.at(-1)?.metadata.time ?? null,
        };
      },
    }),
    defineRoute('POST /api/businesses/:id/versions/:version/restoration', {
      ...common,
      operationId: 'restoreVersion',
      summary:
        'Edit a business back to an earlier version, which then waits for review; a setting lets admins publish it at once',
      limit,
      params: versionParams,
      query: seenRevisionRequest,
      response: { description: 'The business after it', schema: ownBusinessDetailResponse },
      isCommand: true,
      async handle(ctx, { viewer, params: { id: businessId, version }, query }) {
        const { history } = await readHistory(log, businessId);
        const business = foldBusiness(history);
        // A deleted listing is left to the decider, which recognises the repeat of a restoration from before the deletion.
        const current = business.status === 'deleted' ? business.before : business;
        if (!isListed(current) || !isOwnerOrAdmin(viewer, current)) throw notFound(noSuchBusiness);
        await limitEdits(businessId);
        const restored = versionOf(history, version);
        const details = isPhotoDeleted(history, restored.imagePath)
          ? { ...restored, imagePath: current.details.imagePath }
          : restored;
        const approve = site.approveRestoredVersions && viewer.role === 'admin';
        const { ownerId } = current;
        const content = { ownerId, version, details, approve };
        const restore = { type: 'RestoreVersion', businessId, ...content } as const;
        const seen = { seenRevision: query.revision };
        return commands.detailAfter(businessId, () => commands.run(ctx, restore, seen));
      },
    }),
  ];
}

/** No version from before an erasure can be restored: what was erased reads as empty. */
function versionOf(history: History, version: number): BusinessDetails {
  const until = upTo(history, { revision: version });
  const details = until && detailsOf(foldBusiness(until));
  if (!details) throw notFound(noSuchVersion);
  const isErasedSince = history.some(
    ({ type, revision }) => type === 'OwnerErased' && revision > version,
  );
  if (isErasedSince) throw new Rejection('business-erased');
  return details;
}
