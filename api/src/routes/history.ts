import {
  firstTamperedRevision,
  readHistory,
  type BusinessEvent,
  type BusinessId,
  type DirectoryLog,
  type Recorded,
} from '@directory/domain';
import type { RecordedEvent } from '@directory/domain/event-store';
import type { ApprovedListing, DirectoryViews, Listing } from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';
import {
  historyRequest,
  historyResponse,
  publicVersionRequest,
  publicVersionResponse,
  type HistoryRequest,
  type HistoryResponse,
} from '../contracts/history.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Viewer } from '../http/middleware/session.ts';
import { canSeeHistory, canSeeReviewers, requirePermission } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { IsPhotoDeleted } from '../images/replaced-photos.ts';
import { pageOf, walkHistory, foldListing, upTo } from '../read-models/listing-history.ts';
import { asPublic, type PublicSettings } from '../read-models/listing-queries.ts';
import { pastBusiness, uncountedBusiness } from '../read-models/present-business.ts';
import { businessParams, noSuchBusiness } from './listings.ts';

type HistoryDeps = {
  readonly log: DirectoryLog;
  readonly views: DirectoryViews;
  readonly accounts: AccountStore;
  readonly settings: PublicSettings;
  readonly isPhotoDeleted: IsPhotoDeleted;
};

/** What happened to a listing, read from the log itself; with `at`, up to a time or a revision. */
export function historyRoutes(deps: HistoryDeps): readonly Route[] {
  const { log, views, accounts, settings, isPhotoDeleted } = deps;

  async function readReadable(viewer: Viewer, id: BusinessId, at: HistoryRequest['at']) {
    const { stored, history } = await readHistory(log, id);
    const latest = foldListing(views, history);
    requireReadable(viewer, latest);
    const past = upTo(history, at);
    if (!past) throw badRequest('This listing has no such revision.');
    return { stored, history, latest, past };
  }

  return [
    defineRoute({
      method: 'get',
      path: '/api/businesses/:id/history',
      operationId: 'getHistory',
      summary: 'List what happened to a business, in pages, and show it as of any time',
      access: 'signed-in',
      params: businessParams,
      query: historyRequest,
      response: {
        description: 'The newest events unless asked otherwise',
        schema: historyResponse,
      },
      problems: [404],
      async handle(ctx, { params: { id }, query }) {
        const { viewer } = ctx.state;
        const { stored, history, latest, past } = await readReadable(viewer, id, query.at);
        const page = pageOf(past, query);
        const { earlier, events, later } = page;
        const listing = query.at ? foldListing(views, past) : latest;
        const withReviewers = canSeeReviewers(viewer);
        return {
          id,
          ...walkHistory(page, withReviewers ? await namesIn(events, accounts) : null),
          total: past.length,
          before: earlier.length > 0 ? (events.at(0)?.revision ?? null) : null,
          after: later.length > 0 ? (events.at(-1)?.revision ?? null) : null,
          business: listing && pastBusiness(listing),
          isPhotoDeleted: isPhotoDeleted(history, listing?.imagePath ?? null),
          chain: withReviewers ? await chainOf(stored) : null,
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/businesses/:id/public-version',
      operationId: 'getPublicVersion',
      summary: 'Get a business as visitors saw it at a time, or after a revision',
      access: 'signed-in',
      params: businessParams,
      query: publicVersionRequest,
      response: { description: 'With whatever visitors saw', schema: publicVersionResponse },
      problems: [404],
      async handle(ctx, { params: { id }, query }) {
        const { past } = await readReadable(ctx.state.viewer, id, query.at);
        const shown = asPublic(
          past.reduce<ApprovedListing | null>(
            (listing, event) => views.approvedList.evolve(listing, event, id),
            null,
          ),
          settings,
        );
        return {
          business: shown && uncountedBusiness(shown.listing, shown.approved),
          time: past.at(-1)?.metadata.time ?? null,
        };
      },
    }),
  ];
}

/** Names are no part of events, so that they can be erased. */
function namesIn(
  history: readonly Recorded<BusinessEvent>[],
  accounts: AccountStore,
): Promise<ReadonlyMap<string, string>> {
  const ids = history.flatMap(({ metadata: { actor } }) => actor.id ?? []);
  return accounts.findNames([...new Set(ids)]);
}

function requireReadable(viewer: Viewer, listing: Listing | null): void {
  if (!listing) throw notFound(noSuchBusiness);
  const isAllowed = canSeeHistory(viewer, listing);
  if (!isAllowed && listing.status === 'deleted') throw notFound(noSuchBusiness);
  requirePermission(isAllowed, viewer);
}

async function chainOf(stored: readonly RecordedEvent[]): Promise<HistoryResponse['chain']> {
  const firstBreak = await firstTamperedRevision(stored);
  return { intact: firstBreak === null, firstBreak };
}
