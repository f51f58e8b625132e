import { businessEventTypes, type ReviewStatus } from '@directory/domain';
import type { EventFields, RecordedEvent } from '@directory/domain/event-store';
import { isObject } from '@directory/domain/shared/unknown';
import { readFieldPages, type ReportSource } from './read-events.ts';

/** What a listing is counted under. */
export type Described = { category: string | null; kampong: string | null };

/** What reports count of a listing, without anything personal. It is changed in place, as there may be many. */
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
  } else if (state.status !== 'deleted' && state.status !== 'erased') change(state, event);
  return state;
}

/** Listings by stream, and the time for which that is true. */
type ListingsAsOf = { readonly states: ListingStates; readonly time: string };

/**
 * The state of each listing as it was at a moment: up to the last event of its stream that is not later. Without a moment, of all
 * events, and the time is that of the latest: a log need not end with it.
 */
export async function listingStatesAsOf(
  source: ReportSource,
  moment: Date | null,
): Promise<ListingsAsOf> {
  const end = moment?.toISOString() ?? null;
  let latest = '';
  const states: ListingStates = new Map();
  const late = new Set<string>();
  /** Where a process with a fast clock wrote in between. */
  const mixed = new Set<string>();
  for await (const page of readFieldPages(source, businessEventTypes))
    for (const event of page) {
      const { stream } = event;
      const time = timeOf(event);
      if (time > latest) latest = time;
      if (end !== null && isAfter(time, end)) late.add(stream);
      else if (late.has(stream)) mixed.add(stream);
      else foldInto(states, event);
    }
  for (const stream of mixed) {
    states.delete(stream);
    const history = await source.log.stored.readStream(stream);
    const last = history.findLastIndex(
      ({ metadata }) => end === null || !isAfter(metadata.time, end),
    );
    for (const event of history.slice(0, last + 1)) foldInto(states, fieldsOf(event));
  }
  return { states, time: end ?? latest };
}

/** The types whose data has details. */
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
  const time = event.metadata('time');
  return typeof time === 'string' ? time : '';
}

export function isDemonstration(event: EventFields): boolean {
  return event.metadata('demonstration') === true;
}

/** The part of an event's data that has details, complete or changed ones. */
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

function foldInto(states: ListingStates, event: EventFields): void {
  const { stream } = event;
  const before = states.get(stream);
  const after = evolveListing(before, event);
  if (after && after !== before) states.set(stream, after);
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

function change(state: ListingState, event: EventFields): void {
  switch (event.type) {
    case 'BusinessEdited':
      state.status = 'pending';
      state.editedAt = timeOf(event);
      describe(state, event);
      break;
    case 'BusinessApproved':
      state.status = 'approved';
      break;
    case 'BusinessRejected':
      state.status = 'rejected';
      break;
    case 'DecisionWithdrawn':
      state.status = 'pending';
      break;
    case 'BusinessDeleted':
      if (state.status !== 'deleted' && state.status !== 'erased')
        state.statusBeforeDeletion = state.status;
      state.status = 'deleted';
      break;
  }
}

/** A listing with its owner in it goes; what was deleted stays so, and cannot be restored. */
function eraseOwner(state: ListingState, event: EventFields): void {
  const goesOn = detailsIn(event) !== null && state.status !== 'deleted';
  if (goesOn) describe(state, event);
  else state.status = 'erased';
}

export function describe(place: Described, event: EventFields): void {
  const details = detailsIn(event);
  if (!details) return;
  const { businessInfo, kampong } = details;
  if (typeof businessInfo === 'string') place.category = businessInfo;
  if (typeof kampong === 'string' || kampong === null) place.kampong = kampong;
}

export function fieldsOf({ type, stream, data, metadata }: RecordedEvent): EventFields {
  const of = (object: object) => (name: string) => (isObject(object) ? object[name] : undefined);
  return { type, stream, data: of(data), metadata: of(metadata) };
}
