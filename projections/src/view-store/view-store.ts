import { isPosition, Outage, type Position } from '@directory/domain/event-store';
import { isObject } from '@directory/domain/shared/unknown';
import * as z from 'zod';
import type { AnyView, ReadableView, Where } from '../engine/view.ts';

/**
 * The port to the views' documents and to how far along the log they are. Both adapters guarantee everything below;
 * `contract.suite.ts` checks them. None needs a transaction over several documents.
 *
 * A view is stored as generations: the live one answers reads, the one before it stays until the next is begun, and a new one is
 * built beside them. Every method throws ViewStoreUnavailable when the store cannot be reached, and then may have been carried
 * out or not: repeating it is safe.
 */
export interface ViewStore extends ViewReader {
  /** Every generation of every view; of one view the oldest first. */
  generations(): Promise<readonly Generation[]>;

  /** Begins an empty generation, `rebuilding` from the start of the log, and drops the view's others except the live one. */
  begin(view: AnyView): Promise<Generation>;

  /**
   * Lets a rebuilding generation answer reads. It is then running; paused in the place of one that was; and still rebuilding in the
   * place of one that had failed or was behind. False, and nothing changes, when it is behind the running or paused generation that
   * it would replace, or was dropped.
   */
  takeOver(generation: string): Promise<boolean>;

  /**
   * Drops the generations that neither answer reads nor are being built to do so, and leaves nothing of removed or overwritten documents in
   * files of its own.
   */
  purge(): Promise<void>;

  /** The state outlives restarts. False, and nothing changes, when the generation is not in the state `from`, or was dropped. */
  changeState(generation: string, change: StateChange): Promise<boolean>;

  /** The documents among `ids` that were ever written, removed ones included. */
  load(generation: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>>;

  /**
   * Writes the quarantine, then each document whose position still is `from`, and after them the checkpoint, which only moves
   * forward. Unless all is `stored`, the checkpoint of a generation that was not written stays: then the caller loads and folds again.
   */
  commit(changes: readonly GenerationChanges[]): Promise<CommitOutcome>;

  /** The keys that are quarantined because of an event that `evolve` fails on. */
  quarantined(generation: string): Promise<readonly QuarantinedKey[]>;

  /** How many documents there are, removed ones included. Approximate after a crash of the server. */
  count(generation: string): Promise<number>;

  /** Documents in the order of their ids, removed ones included. */
  scan(
    generation: string,
    options: { readonly after: string; readonly limit: number },
  ): Promise<readonly (StoredDocument & { readonly id: string })[]>;

  /**
   * Takes or renews a lease; false while another holds it, unless `force` takes it. It saves double work; correctness does not
   * depend on it. `ttlMs` is at most a day: a lease that lasts longer was taken by a clock that was wrong, and is held by nobody.
   */
  lease(options: {
    readonly name: string;
    readonly holder: string;
    readonly ttlMs: number;
    readonly force?: boolean;
  }): Promise<boolean>;

  release(name: string, holder: string): Promise<void>;

  /** The holder of a lease; null when there is none or it has expired. */
  heldLease(name: string): Promise<HeldLease | null>;

  ping(): Promise<void>;

  /** Calls made after it throw ViewStoreUnavailable. */
  close(): Promise<void>;
}

/** A day for leases, and one for clocks that differ. */
export const maxLeaseMs = 2 * 86_400_000;

export type HeldLease = {
  readonly holder: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
};

/** Schemas of what both adapters check when they read. */
export const storedPosition = z.custom<Position>(
  (text) => typeof text === 'string' && isPosition(text),
);

export const storedObject = z.custom<object>(isObject);

/** `paused` by an operator until resumed; `failed` by an error, and retried automatically. */
export const storedState = z.enum(['running', 'paused', 'failed', 'rebuilding']);
export type ViewState = z.infer<typeof storedState>;

type StateChange = {
  readonly from: ViewState;
  readonly to: ViewState;
  /** Of one that is `failed`. */
  readonly error?: string;
};

/** What both adapters store of a generation in the same shape. */
export const storedGeneration = z.object({
  version: z.string(),
  /** Every event up to here is in the documents. */
  position: storedPosition,
  /** How many events up to `position` the view handled. */
  handled: z.int(),
  state: storedState,
  error: z.string().nullable(),
  /** ISO 8601, UTC. */
  updatedAt: z.string(),
});

/** One build of a view, and how far along the log it is. */
export type Generation = Readonly<z.infer<typeof storedGeneration>> & {
  readonly id: string;
  readonly view: string;
  /** Whether reads are answered from it. */
  readonly live: boolean;
  /** Null before the first event, and in a generation that a release without anchors folded. */
  readonly anchor: Anchor | null;
};

/**
 * An event that was folded, as a rule the last: it shows of which log a position is. Restored from a backup, or changed for
 * another, a log has other events at the same positions.
 */
export const storedAnchor = z.object({
  /** The id of the first event of the log, and its position. */
  log: z.string(),
  /** The time of that event. Older releases ignore it. */
  time: z.string().optional(),
  /** The position before the event: reading after it begins with the event. */
  after: storedPosition,
  position: storedPosition,
  eventId: z.string(),
});
export type Anchor = Readonly<z.infer<typeof storedAnchor>>;

export type StoredDocument = {
  /** The position of the last event in it. */
  readonly position: Position;
  /** Null when it was removed: the position shows which events are in it. */
  readonly doc: object | null;
};

export type GenerationChanges = {
  readonly generation: string;
  readonly documents: readonly DocumentChange[];
  readonly quarantined: readonly QuarantinedKey[];
  readonly position: Position;
  /** Null leaves the anchor as it is. */
  readonly anchor: Anchor | null;
  readonly handled: number;
};

export type DocumentChange = {
  readonly id: string;
  /** The document's position when it was loaded; null when there was none. */
  readonly from: Position | null;
  readonly to: Position;
  readonly doc: object | null;
};

/**
 * `lost`: another writer changed a document first. `refused`: a generation may not be written, as it is gone, replaced, paused or failed.
 * Others of the batch may have been stored.
 */
export type CommitOutcome = 'stored' | 'lost' | 'refused';

/** A document that takes in no more events since one that `evolve` fails on: they wait for a rebuild. */
export const storedQuarantinedKey = z.object({
  key: z.string(),
  /** The position of the event that cannot be folded. */
  position: storedPosition,
  eventId: z.string(),
  error: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type QuarantinedKey = Readonly<z.infer<typeof storedQuarantinedKey>>;

export type IdRange = {
  /** Excluded. */
  readonly before?: string | undefined;
  /** Included. */
  readonly from?: string | undefined;
  readonly limit: number;
};

/** Which documents are wanted. This is quick for fields that are `pageFields`. */
export type Matching<Doc extends object> = {
  /** Each of these fields equals one of its values. */
  readonly where: {
    readonly [Field in keyof Doc & string]?: readonly (Doc[Field] & (string | boolean))[];
  };
  /** A field of text has this in it, whatever the case of A to Z. */
  readonly contains?: { readonly field: keyof Doc & string; readonly text: string } | undefined;
};

export type SortField<Doc extends object> = {
  readonly field: keyof Doc & string;
  readonly isDescending?: boolean;
  /** Ignores the case of A to Z, and compares numbers as text. */
  readonly ignoreCase?: boolean;
};

export type PageRange<Doc extends object> = {
  /** Null and empty text come last in both directions. Equal documents are in the order of their ids. */
  readonly order: readonly SortField<Doc>[];
  readonly skip: number;
  readonly limit: number;
};

/**
 * How the API reads views: by id, by equality on a declared index, and by pages. Every method throws ViewStoreUnavailable when the
 * store cannot be reached, and those that return documents or counts also before a first build of the view has taken over.
 */
export interface ViewReader {
  get<Doc extends object>(view: ReadableView<Doc>, id: string): Promise<Doc | null>;

  /** The documents whose indexed fields equal `where`, in the order of their ids; all of them for `{}`. */
  find<Doc extends object, Index extends keyof Doc & string>(
    view: ReadableView<Doc, Index>,
    where: Where<Doc, Index>,
  ): Promise<readonly Doc[]>;

  /**
   * At most `limit` of the documents that `find` would return, from the last id backwards: those before an id, down to another. Reads
   * what it returns; with several fields in `where`, what one of them matches.
   */
  findLast<Doc extends object, Index extends keyof Doc & string>(
    view: ReadableView<Doc, Index>,
    where: Where<Doc, Index>,
    range: IdRange,
  ): Promise<readonly Doc[]>;

  /** A page of the documents that match. Costs a look at the `pageFields` of all that match, and reads only what it returns. */
  findPage<Doc extends object>(
    view: ReadableView<Doc>,
    matching: Matching<Doc>,
    range: PageRange<Doc>,
  ): Promise<readonly Doc[]>;

  /** How many of the documents that match have each value of a field of text. */
  countBy<Doc extends object>(
    view: ReadableView<Doc>,
    field: keyof Doc & string,
    matching: Matching<Doc>,
  ): Promise<ReadonlyMap<string, number>>;

  /**
   * A token that differs whenever a document of the view may have changed, also when a rebuilt version took over. Cheap: suitable
   * for every request, so that responses can be cached between changes.
   */
  changeToken(view: { readonly name: string }): Promise<string>;

  /**
   * Reports what changes in the views that answer reads, so that responses can be kept in memory: at once, before `commit` resolves,
   * or when the returned function is called. Once that has ended, all that anybody committed before the call is reported. May report
   * what did not change.
   */
  watch(onChange: (change: ViewChange) => void): LookForChanges;

  /**
   * The ids of the documents that events after a position changed, removed ones included, and of those that are quarantined, which
   * the start of a program may have hidden without an event; null where there are more than `limit`. Looks at every document of the
   * view.
   */
  findChanged(
    view: { readonly name: string },
    after: Position,
    limit: number,
  ): Promise<readonly string[] | null>;
}

/** The documents of a view that may have changed; null when any may have, or only those that `findChanged` returns for `after`. */
export type ViewChange = {
  readonly view: string;
  readonly ids: readonly string[] | null;
  readonly after?: Position | undefined;
};

/** The state of the generation that answers reads of a view. The token differs after every change of the documents. */
export type LiveState = {
  readonly live: string;
  readonly token: string;
  readonly position: Position;
};

/** Reports the views whose tokens differ from the last call. A generation that was live before has the same documents up to where it was. */
export function changeReporter(
  onChange: (change: ViewChange) => void,
): (now: ReadonlyMap<string, LiveState>) => void {
  let last: ReadonlyMap<string, LiveState> = new Map();
  return (now) => {
    const before = last;
    last = now;
    for (const [view, { live, token }] of now) {
      const was = before.get(view);
      if (was?.token === token) continue;
      onChange({ view, ids: null, after: was?.live === live ? was.position : undefined });
    }
  };
}

/** Cheap where it returns at once. @throws ViewStoreUnavailable */
export type LookForChanges = () => void | Promise<void>;

/** The views cannot be reached, or the one that is asked for is still being built for the first time. */
export class ViewStoreUnavailable extends Outage {}

export function notBuilt(view: string): ViewStoreUnavailable {
  return new ViewStoreUnavailable(`The view ${view} is not built yet.`);
}

/** The generation that answers reads of a view. */
export function liveGeneration(
  generations: readonly Generation[],
  view: string,
): Generation | undefined {
  return generations.find((generation) => generation.live && generation.view === view);
}

/** Of a view or of all: what neither answers reads nor is being built to do so. The oldest come first. */
export function unusedGenerations(generations: readonly Generation[]): readonly Generation[] {
  return generations.filter(({ view, live, state }, index) => {
    const isReplaced = liveGeneration(generations.slice(index + 1), view) !== undefined;
    return !live && (isReplaced || state !== 'rebuilding');
  });
}

type Placed = Pick<Generation, 'state' | 'position'>;

/** Whether a generation may replace the one that answers reads now: not while that is in use and ahead. */
export function mayTakeOver(next: Placed | undefined, now: Placed | undefined): boolean {
  if (next?.state !== 'rebuilding') return false;
  const isInUse = now?.state === 'running' || now?.state === 'paused';
  return !isInUse || now.position <= next.position;
}

/** The state of a generation that replaces `now`. */
export function stateAfterTakeOver(now: Placed | undefined): ViewState {
  return now?.state === 'failed' ? 'rebuilding' : (now?.state ?? 'running');
}
