import {
  businessEventTypes,
  decodeEvent,
  isBusinessEvent,
  type BusinessEvent,
  type BusinessId,
  type ReviewStatus,
} from '@directory/domain';
import { fieldsOf, type EventFields, type RecordedEvent } from '@directory/domain/event-store';
import { createYielder } from '@directory/domain/shared/concurrency';
import { isObject, textOf } from '@directory/domain/shared/unknown';
import { listings, type Listing } from '../views/listings.ts';
import { readEvents, readFieldPages, type ReportSource } from './read-events.ts';

/** What a listing is counted under. */
export type Described = { category: string | null; kampong: string | null };

/** What reports count of a listing, without anything personal. It is changed in place, as there may be many of them. */
export type ListingState = Described & {
  status: ReviewStatus | 'deleted' | 'erased';
  /** The status to which restoring leads back. */
  statusBeforeDeletion: ReviewStatus;
  /** ISO 8601, UTC, as is the next. */
  readonly submittedAt: string;
  /** When its content was last submitted, imported or edited. */
  editedAt: string;
  readonly demonstration: boolean;
};

export type ListingStates = Map<string, ListingState>;

/** The state after an event of a listing's stream; undefined before the first. */
export function evolveListing(
  state: ListingState | undefined,
  event: EventFields,
): ListingState | undefined {
  const { type } = event;
  if (type === 'BusinessSubmitted' || type === 'BusinessImported') return created(event);
  if (!state) return undefined;
  if (type === 'OwnerErased') eraseOwner(state, event);
  else if (type === 'BusinessRestored') {
    if (state.status === 'deleted') state.status = state.statusBeforeDeletion;
  } else change(state, event);
  return state;
}

/** The states by stream, and the time as of which they are true: a moment; without one, the latest time of an event, which the last in the log need not have. */
export async function listingStatesAsOf(source: ReportSource, moment: Date | null) {
  let latest = '';
  const states: ListingStates = new Map();
  const beginnings = beginningsUpTo(moment, source);
  for await (const page of readFieldPages(source, businessEventTypes))
    for (const event of page) {
      const time = timeOf(event);
      if (time > latest) latest = time;
      if (beginnings.include(event.stream, time)) foldState(states, event);
    }
  for (const stream of beginnings.interrupted)
    for (const event of await beginnings.read(stream)) foldState(states, fieldsOf(event));
  return { states, time: moment?.toISOString() ?? latest };
}

/**
 * Every whole listing by its id, also deleted ones, as of a moment, or as of now. What was erased since does not appear. Gives way to other work every few milliseconds.
 *
 * @throws Unavailable, Timeout, UnusableLog, OwnerKeysUnavailable
 */
export async function directoryAsOf(
  source: ReportSource,
  moment: Date | null,
): Promise<ReadonlyMap<BusinessId, Listing>> {
  const directory = new Map<BusinessId, Listing>();
  const beginnings = beginningsUpTo(moment, source);
  const pauseIfDue = createYielder();
  for await (const page of readEvents(source, businessEventTypes))
    for (const event of page) {
      if (beginnings.include(event.stream, event.metadata.time)) foldListing(directory, event);
      const pause = pauseIfDue();
      if (pause) await pause;
    }
  for (const stream of beginnings.interrupted) {
    const events = await source.log.personalData.decrypt(await beginnings.read(stream));
    for (const event of events) foldListing(directory, event);
  }
  return directory;
}

/**
 * The beginning of each stream, up to the last event that is not later than a moment; without one, the whole stream. `include` tells
 * whether an event is in it, but not where a process with a fast clock wrote in between: those are `interrupted`, and to be read again.
 */
function beginningsUpTo(moment: Date | null, { log, until }: ReportSource) {
  const end = moment?.toISOString() ?? null;
  const isLate = (time: string) => end !== null && isAfter(time, end);
  const late = new Set<string>();
  const interrupted = new Set<string>();
  return {
    interrupted,
    include(stream: string, time: string): boolean {
      if (isLate(time)) late.add(stream);
      else if (late.has(stream)) interrupted.add(stream);
      else return true;
      return false;
    },
    async read(stream: string): Promise<readonly RecordedEvent[]> {
      const history = await log.stored.readStream(stream);
      const last = history.findLastIndex(
        ({ position, metadata }) => position <= until && !isLate(metadata.time),
      );
      return history.slice(0, last + 1);
    },
  };
}

/** The types of events whose data has details. */
export const describingTypes = [
  'BusinessSubmitted',
  'BusinessImported',
  'BusinessEdited',
  'OwnerErased',
] as const;

/** The id in the name of the stream, of listings and of visits. */
export function businessOf({ stream }: Pick<EventFields, 'stream'>): string {
  return stream.slice(stream.indexOf('-') + 1);
}

export function timeOf(event: EventFields): string {
  return textOf(event.metadata('time'));
}

export function isDemonstration(event: EventFields): boolean {
  return event.metadata('demonstration') === true;
}

/** The details in an event's data: all of them, or those that changed. */
export function detailsIn(event: EventFields): Readonly<Record<string, unknown>> | null {
  const name =
    event.type === 'BusinessEdited'
      ? 'changes'
      : event.type === 'OwnerErased'
        ? 'remaining'
        : 'details';
  const details = event.data(name);
  return isObject(details) ? details : null;
}

function foldState(states: ListingStates, event: EventFields): void {
  const { stream } = event;
  const before = states.get(stream);
  const after = evolveListing(before, event);
  if (after && after !== before) states.set(stream, after);
}

function foldListing(directory: Map<BusinessId, Listing>, recorded: RecordedEvent): void {
  const event = decodeEvent(recorded);
  if (!event || !isBusinessEvent(event)) return;
  const { businessId } = event.data;
  const listing = listings.evolve(directory.get(businessId) ?? null, event, businessId);
  if (listing) directory.set(businessId, listing);
}

/** Times are compared as texts where both are as `Date.toISOString` writes them, which is quicker. */
function isAfter(time: string, end: string): boolean {
  if (time.length === end.length && time.endsWith('Z')) return time > end;
  return !(Date.parse(time) <= Date.parse(end));
}

function created(event: EventFields): ListingState {
  const state: ListingState = {
    status: 'pending',
    statusBeforeDeletion: 'pending',
    category: null,
    kampong: null,
    submittedAt: timeOf(event),
    editedAt: timeOf(event),
    demonstration: isDemonstration(event),
  };
  describe(state, event);
  return state;
}

/** The status after each of the other events, none of which changes a listing that is deleted or erased. */
const statusAfter = new Map<string, ReviewStatus | 'deleted'>(
  Object.entries({
    BusinessEdited: 'pending',
    BusinessApproved: 'approved',
    BusinessRejected: 'rejected',
    DecisionWithdrawn: 'pending',
    BusinessDeleted: 'deleted',
  } satisfies Record<
    Exclude<
      BusinessEvent['type'],
      'BusinessSubmitted' | 'BusinessImported' | 'BusinessRestored' | 'OwnerErased'
    >,
    ReviewStatus | 'deleted'
  >),
);

function change(state: ListingState, event: EventFields): void {
  const { status } = state;
  const after = statusAfter.get(event.type);
  if (!after || status === 'deleted' || status === 'erased') return;
  if (after === 'deleted') state.statusBeforeDeletion = status;
  state.status = after;
  if (event.type !== 'BusinessEdited') return;
  state.editedAt = timeOf(event);
  describe(state, event);
}

/** A listing of which nothing remains is erased, as is one that was deleted before: it cannot be restored. */
function eraseOwner(state: ListingState, event: EventFields): void {
  const remains = detailsIn(event) !== null && state.status !== 'deleted';
  if (remains) describe(state, event);
  else state.status = 'erased';
}

export function describe(place: Described, event: EventFields): void {
  const details = detailsIn(event);
  if (!details) return;
  const { businessInfo, kampong } = details;
  if (typeof businessInfo === 'string') place.category = businessInfo;
  if (typeof kampong === 'string' || kampong === null) place.kampong = kampong;
}
