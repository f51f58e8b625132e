import Router from '@koa/router';
import {
  businessStream,
  decodeHistory,
  firstTamperedRevision,
  type BusinessEvent,
  type Recorded,
} from '@directory/domain';
import type { EventStore, RecordedEvent } from '@directory/domain/event-store';
import type { DirectoryViews } from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';
import { fold } from '../commands.ts';
import { historyRequest, type HistoryRequest, type HistoryResponse } from '../contracts/history.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { ApiRouter, RequestState, Viewer } from '../http/request-state.ts';
import { parseRequest } from '../http/parse-request.ts';
import { canSeeHistory, canSeeReviewers } from '../http/permissions/listings.ts';
import { notPermitted } from '../http/permissions/require-permission.ts';
import { historyEntries } from '../read-models/history.ts';
import { pastBusiness } from '../read-models/present-business.ts';
import { businessIdOf } from './path-params.ts';

type HistoryDeps = {
  readonly log: EventStore;
  readonly views: DirectoryViews;
  readonly accounts: AccountStore;
};

/** What happened to a listing, read from the log itself; with `at`, up to a time or a revision. */
export function historyRoutes({ log, views, accounts }: HistoryDeps): ApiRouter {
  return new Router<RequestState>().get('/api/businesses/:id/history', async (ctx) => {
    const { viewer } = ctx.state;
    if (viewer.role === 'visitor') throw notPermitted(viewer);
    const id = businessIdOf(ctx);
    const stored = await log.readStream(businessStream(id));
    const history = decodeHistory(stored);
    requireReadable(viewer, fold(views, history));
    const { at } = parseRequest(historyRequest, ctx.query);
    const past = upTo(history, at);
    const listing = fold(views, past);
    const withReviewers = canSeeReviewers(viewer);
    const body: HistoryResponse = {
      id,
      entries: historyEntries(past, withReviewers ? await namesIn(past, accounts) : null),
      business: listing && pastBusiness(listing),
      chain: withReviewers ? verdict(stored) : null,
    };
    ctx.body = body;
  });
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
  if (!listing) throw notFound('There is no such business.');
  if (canSeeHistory(viewer, listing)) return;
  throw listing.status === 'deleted'
    ? notFound('There is no such business.')
    : notPermitted(viewer);
}

function upTo(
  history: readonly Recorded<BusinessEvent>[],
  at: HistoryRequest['at'],
): readonly Recorded<BusinessEvent>[] {
  if (!at) return history;
  if ('time' in at) {
    const end = Date.parse(at.time);
    return history.filter(({ metadata }) => Date.parse(metadata.time) <= end);
  }
  const { revision } = at;
  if (!history.some((event) => event.revision === revision))
    throw badRequest(`This listing has no revision ${revision}.`);
  return history.filter((event) => event.revision <= revision);
}

function verdict(stored: readonly RecordedEvent[]): HistoryResponse['chain'] {
  const broken = firstTamperedRevision(stored);
  return { intact: broken === null, firstBreak: broken };
}
