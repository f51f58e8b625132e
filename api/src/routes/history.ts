import {
  businessStream,
  decodeHistory,
  detailsOf,
  evolve,
  firstTamperedRevision,
  noBusiness,
  type Business,
  type BusinessDetails,
  type BusinessEvent,
  type DirectoryLog,
  type Recorded,
} from '@directory/domain';
import type { RecordedEvent } from '@directory/domain/event-store';
import type { DirectoryViews } from '@directory/projections';
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
import { pastBusiness } from '../read-models/present-business.ts';
import { businessParams, noSuchBusiness } from './listings.ts';

type Entry = HistoryResponse['entries'][number];
type Change = Entry['changes'][number];

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
      summary: 'List what happened to a business, and show it as of any time',
      access: 'signed-in',
      params: businessParams,
      query: historyRequest,
      response: { status: 200, description: 'From the first event on', schema: historyResponse },
      problems: [404],
      async handle(ctx, { params: { id }, query: { at } }) {
        const { viewer } = ctx.state;
        const stored = await log.stored.readStream(businessStream(id));
        const history = decodeHistory(await log.personalData.decrypt(stored));
        requireReadable(viewer, fold(views, history));
        const past = upTo(history, at);
        const listing = fold(views, past);
        const withReviewers = canSeeReviewers(viewer);
        return {
          id,
          entries: historyEntries(past, withReviewers ? await namesIn(past, accounts) : null),
          business: listing && pastBusiness(listing),
          chain: withReviewers ? verdict(stored) : null,
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

function verdict(stored: readonly RecordedEvent[]): HistoryResponse['chain'] {
  const broken = firstTamperedRevision(stored);
  return { intact: broken === null, firstBreak: broken };
}

/** The events with actor, time and changes. `names` by id are for admins; null leaves out ids and names. */
function historyEntries(
  history: readonly Recorded<BusinessEvent>[],
  names: ReadonlyMap<string, string> | null,
): Entry[] {
  let business: Business = noBusiness;
  return history.map((event) => {
    const before = business;
    business = evolve(before, event);
    const { actor, time, demonstration = false } = event.metadata;
    return {
      revision: event.revision,
      type: event.type,
      time,
      actor: { role: actor.role, ...toActor(actor.id, names) },
      status: business.status === 'none' ? 'pending' : business.status,
      changes: changesBetween(detailsOf(before) ?? {}, detailsOf(business) ?? {}),
      reason: event.type === 'BusinessRejected' ? event.data.reason : null,
      demonstration,
    };
  });
}

function toActor(id: string | null, names: ReadonlyMap<string, string> | null) {
  return names && id !== null ? { id, name: names.get(id) ?? null } : { id: null, name: null };
}

function changesBetween(
  before: Partial<BusinessDetails>,
  after: Partial<BusinessDetails>,
): Change[] {
  return Object.entries(after)
    .map(([field, value]) => ({
      field,
      before: Object.entries(before).find(([name]) => name === field)?.[1] ?? null,
      after: value,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
