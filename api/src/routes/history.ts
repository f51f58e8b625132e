import {
  businessStream,
  decodeHistory,
  isChained,
  type BusinessEvent,
  type DirectoryLog,
  type PersonalData,
  type Recorded,
} from '@directory/domain';
import type { RecordedEvent } from '@directory/domain/event-store';
import { createYielder, type DirectoryViews } from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';
import { fold } from '../commands.ts';
import {
  historyRequest,
  historyResponse,
  type HistoryRequest,
  type HistoryResponse,
} from '../contracts/history.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Viewer } from '../http/middleware/session.ts';
import { canSeeHistory, canSeeReviewers, requirePermission } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { pageOf, walkHistory } from '../read-models/history-page.ts';
import { pastBusiness } from '../read-models/present-business.ts';
import { businessParams, noSuchBusiness } from './listings.ts';

type HistoryDeps = {
  readonly log: DirectoryLog;
  readonly views: DirectoryViews;
  readonly accounts: AccountStore;
};

/** What happened to a listing, read from the log itself; with `at`, up to a time or a revision. */
export function historyRoutes({ log, views, accounts }: HistoryDeps): readonly Route[] {
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
        status: 200,
        description: 'The newest events unless asked otherwise',
        schema: historyResponse,
      },
      problems: [404],
      async handle(ctx, { params: { id }, query }) {
        const { viewer } = ctx.state;
        const stored = await log.stored.readStream(businessStream(id));
        const history = await decryptHistory(stored, log.personalData);
        const latest = fold(views, history);
        requireReadable(viewer, latest);
        const past = upTo(history, query.at);
        const listing = past.length === history.length ? latest : fold(views, past);
        const page = pageOf(past, query);
        const { earlier, events, later } = page;
        const withReviewers = canSeeReviewers(viewer);
        return {
          id,
          ...walkHistory(page, withReviewers ? await namesIn(events, accounts) : null),
          total: past.length,
          before: earlier.length > 0 ? (events.at(0)?.revision ?? null) : null,
          after: later.length > 0 ? (events.at(-1)?.revision ?? null) : null,
          business: listing && pastBusiness(listing),
          chain: withReviewers ? await verdict(stored) : null,
        };
      },
    }),
  ];
}

const sliceSize = 50;

/** Other requests are answered in between, as a history may be long. */
async function decryptHistory(
  stored: readonly RecordedEvent[],
  personalData: PersonalData,
): Promise<readonly Recorded<BusinessEvent>[]> {
  const pause = createYielder();
  const history: Recorded<BusinessEvent>[] = [];
  for (let first = 0; first < stored.length; first += sliceSize) {
    const slice = stored.slice(first, first + sliceSize);
    history.push(...decodeHistory(await personalData.decrypt(slice)));
    await pause();
  }
  return history;
}

/** Names are no part of events, so that they can be erased. */
function namesIn(
  history: readonly Recorded<BusinessEvent>[],
  accounts: AccountStore,
): Promise<ReadonlyMap<string, string>> {
  const ids = history.flatMap(({ metadata: { actor } }) => actor.id ?? []);
  return accounts.findNames([...new Set(ids)]);
}

function requireReadable(viewer: Viewer, listing: ReturnType<typeof fold>): void {
  if (!listing) throw notFound(noSuchBusiness);
  const isAllowed = canSeeHistory(viewer, listing);
  if (!isAllowed && listing.status === 'deleted') throw notFound(noSuchBusiness);
  requirePermission(isAllowed, viewer);
}

function upTo(
  history: readonly Recorded<BusinessEvent>[],
  at: HistoryRequest['at'],
): readonly Recorded<BusinessEvent>[] {
  if (!at) return history;
  if ('time' in at) {
    const end = Date.parse(at.time);
    const last = history.findLastIndex(({ metadata }) => Date.parse(metadata.time) <= end);
    // A whole beginning, also where a process with a late clock wrote in between.
    return history.slice(0, last + 1);
  }
  const { revision } = at;
  if (!history.some((event) => event.revision === revision))
    throw badRequest(`This listing has no revision ${revision}.`);
  return history.filter((event) => event.revision <= revision);
}

/** Detects a changed event unless all later ones were rewritten, too. */
async function verdict(stored: readonly RecordedEvent[]): Promise<HistoryResponse['chain']> {
  const pause = createYielder();
  for (const [index, event] of stored.entries()) {
    if (!isChained(event, stored[index - 1])) return { intact: false, firstBreak: event.revision };
    await pause();
  }
  return { intact: true, firstBreak: null };
}
