import { decodeEvent, type DomainEvent, type Recorded } from '@directory/domain';
import {
  startOfLog,
  UnusableLog,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '@directory/domain/event-store';
import { errorMessage } from '@directory/domain/shared/unknown';
import type {
  Anchor,
  Generation,
  GenerationChanges,
  QuarantinedKey,
  ViewStore,
} from '../view-store/view-store.ts';
import { anchorAt, findAnchor, logOf, ofAnotherLog } from './anchor.ts';
import {
  DocumentCache,
  maxInUseAtHead,
  maxInUseOfBuild,
  type CachedDocument,
} from './document-cache.ts';
import type { AnyView } from './view.ts';

type Event = Recorded<DomainEvent>;

/** Why a generation stopped: an event that `key` fails on, or `evolve` where that is not quarantined. */
export type FoldFailure = { readonly event: Event; readonly error: unknown };

export function reasonOf({ event, error }: FoldFailure): string {
  return `event ${event.id} (${event.type}) cannot be folded: ${errorMessage(error)}`;
}

export type FoldOptions = {
  readonly quarantined: readonly QuarantinedKey[];
  /** What `findAnchor` found, also for a generation that has no anchor stored yet. */
  readonly anchor: Anchor | null;
  /** How many documents the generation has. */
  readonly documents: number;
  /** Whether it stops at an event that cannot be folded, rather than quarantine it, because another generation answers reads. */
  readonly halts?: boolean;
  /** Whether nobody reads it yet: then documents are stored when they take up memory. */
  readonly isBuild?: boolean;
};

/**
 * Opens a generation for folding; null when it is of another log.
 *
 * @throws ViewStoreUnavailable, and what the log throws
 */
export async function openFold(
  { log, store }: { readonly log: EventStore; readonly store: ViewStore },
  view: AnyView,
  generation: Generation,
  options: Pick<FoldOptions, 'halts' | 'isBuild'> = {},
): Promise<GenerationFold | null> {
  const anchor = await findAnchor(log, generation);
  if (anchor === ofAnotherLog) return null;
  const quarantined = await store.quarantined(generation.id);
  const documents = await store.count(generation.id);
  const given = { ...options, quarantined, anchor, documents };
  const fold = new GenerationFold(view, generation, given);
  if (view.isPublic && quarantined.length > 0) {
    const keys = quarantined.map(({ key }) => key);
    await fold.loadDocuments(store, keys);
    for (const key of keys) fold.hide(key);
  }
  return fold;
}

/** One generation of a view while events are folded into it. Nothing is stored before `changes` are committed. */
export class GenerationFold {
  readonly view: AnyView;
  readonly id: string;
  readonly isBuild: boolean;
  failure: FoldFailure | null = null;
  readonly #documents: DocumentCache;
  /** The documents of the event that is being applied. */
  readonly #touched: CachedDocument[] = [];
  /** The position of the event that cannot be folded, by the keys that get no more events but those that erase. */
  readonly #quarantined: Map<string, Position>;
  /** Those since the last `settle`. */
  #newlyQuarantined: QuarantinedKey[] = [];
  readonly #halts: boolean;
  /**
   * Whether the store has no document of it. Those that another writer adds meanwhile are found by the commit. Once events were
   * stored, the count of documents alone is not trusted: that of MongoDB may be too low after a crash.
   */
  #isEmpty: boolean;
  #position: Position;
  #handled: number;
  #documentCount: number;
  #anchor: Anchor | null;
  #stored: Pick<Generation, 'position' | 'anchor'>;

  constructor(
    view: AnyView,
    generation: Generation,
    { quarantined, anchor, documents, halts = false, isBuild = false }: FoldOptions,
  ) {
    this.view = view;
    this.id = generation.id;
    this.#position = generation.position;
    this.#handled = generation.handled;
    this.#anchor = anchor;
    this.#stored = generation;
    this.#quarantined = new Map(quarantined.map(({ key, position }) => [key, position]));
    this.#halts = halts;
    this.#documentCount = documents;
    this.#isEmpty = documents === 0 && generation.position === startOfLog;
    this.isBuild = isBuild;
    this.#documents = new DocumentCache(isBuild ? maxInUseOfBuild : maxInUseAtHead, view);
  }

  /** Everything up to here is folded. */
  get position(): Position {
    return this.#position;
  }

  get changedCount(): number {
    return this.#documents.changedCount;
  }

  /** Loads what events touch and is not in memory. */
  async load(store: ViewStore, events: readonly RecordedEvent[]): Promise<void> {
    const handled = new Set<string>(this.view.handles);
    const missing = new Set<string>();
    try {
      for (const recorded of events) {
        const event = handled.has(recorded.type) ? decodeEvent(recorded) : null;
        for (const key of event ? this.view.key(event) : [])
          if (!this.#documents.find(key)) missing.add(key);
      }
    } catch {
      // The error is met again when it is the event's turn, and nothing after it is folded.
    }
    await this.loadDocuments(store, [...missing]);
  }

  async loadDocuments(store: ViewStore, ids: readonly string[]): Promise<void> {
    const found = await store.load(this.id, ids);
    for (const id of ids) this.#documents.put(id, found.get(id));
  }

  /** Removes a quarantined document that a crash between quarantine and documents left in a public view. It must have been loaded. */
  hide(key: string): void {
    const document = this.#documents.find(key);
    if (document?.doc) this.#documents.replace(document, null, document.position);
  }

  /** Folds an event after `position`. False, and nothing is folded, where a document has to be loaded first: then apply it again. */
  apply(event: Event): boolean {
    if (this.failure) return true;
    const keys = this.#keysOf(event);
    if (!keys) return true;
    const touched = this.#touched;
    touched.length = 0;
    for (const key of keys) {
      if (this.#skips(key, event)) continue;
      const known = this.#documents.find(key);
      if (!known && !this.#isEmpty) return false;
      touched.push(known ?? this.#documents.put(key));
    }
    const { position } = event;
    for (const document of touched) {
      // After a crash between documents and checkpoint a document may be ahead.
      const isKnown = position <= document.position;
      if (!isKnown && !this.#fold(event, document, position)) return true;
    }
    this.#handled += 1;
    this.#position = position;
    return true;
  }

  /** Moves on over events that the view does not handle. The last of `events`, which begin after `after`, becomes the anchor. */
  advance(upTo: Position, events: readonly RecordedEvent[], after: Position): void {
    if (this.failure) return;
    const [first] = events;
    const last = events.at(-1);
    if (first && last && last.position > (this.#anchor?.position ?? startOfLog)) {
      // Without an anchor nothing was folded yet, so that the events begin with the first of the log.
      const log = this.#anchor ?? logOf(first);
      this.#anchor = anchorAt(last, events.at(-2)?.position ?? after, log);
    }
    if (upTo > this.#position) this.#position = upTo;
  }

  /** What `commit` has to write, or null when nothing happened since the last `settle`. */
  changes(): GenerationChanges | null {
    const position = this.#position;
    const anchor = this.#anchor;
    const isMoved = position !== this.#stored.position || anchor !== this.#stored.anchor;
    const documents = this.#documents.changes();
    const quarantined = this.#newlyQuarantined;
    if (!isMoved && documents.length + quarantined.length === 0) return null;
    const handled = this.#handled;
    return { generation: this.id, documents, quarantined, position, anchor, handled };
  }

  /** To be called when `changes` are stored; returns the keys that were quarantined since the last call. */
  settle(): readonly QuarantinedKey[] {
    if (this.#documents.changedCount > 0) this.#isEmpty = false;
    this.#documents.settle();
    this.#stored = { position: this.#position, anchor: this.#anchor };
    const added = this.#newlyQuarantined;
    this.#newlyQuarantined = [];
    return added;
  }

  /** Null where `key` fails: the generation stops, as nobody knows what to quarantine. */
  #keysOf(event: Event): readonly string[] | null {
    try {
      return this.view.key(event);
    } catch (error) {
      if (error instanceof UnusableLog) throw error;
      this.failure = { event, error };
      return null;
    }
  }

  /** False when the event stops the generation. */
  #fold(event: Event, document: CachedDocument, position: Position): boolean {
    const { memoryShape, evolvesInPlace } = this.view;
    const before = document.doc;
    let doc: object | null;
    try {
      doc = (memoryShape ?? this.view).evolve(before, event, document.id);
    } catch (error) {
      if (error instanceof UnusableLog) throw error;
      return this.#reject(event, document, error);
    }
    if (doc !== before || (doc && (memoryShape || evolvesInPlace)))
      this.#replace(document, doc, position);
    return true;
  }

  #replace(document: CachedDocument, doc: object | null, position: Position): void {
    if (document.position === startOfLog) this.#documentCount += 1;
    this.#documents.replace(document, doc, position);
  }

  /** After a crash the quarantine may be stored before earlier events of the key are: a public document does not get those either. */
  #skips(key: string, event: Event): boolean {
    const since = this.#quarantined.size > 0 ? this.#quarantined.get(key) : undefined;
    if (since === undefined || this.#isErasure(event)) return false;
    return this.view.isPublic === true || since <= event.position;
  }

  /** Quarantines the document, or stops the generation and returns false. */
  #reject(event: Event, document: CachedDocument, error: unknown): boolean {
    const { position, id: eventId, type } = event;
    const { id: key } = document;
    if (!this.#quarantined.has(key)) {
      // So many that the program is to blame and not the event.
      const isFull = this.#quarantined.size >= Math.max(20, Math.floor(this.#documentCount / 100));
      if (this.#halts || isFull) {
        this.failure = { event, error };
        return false;
      }
      const at = new Date().toISOString();
      const reason = `${type}: ${errorMessage(error)}`;
      this.#quarantined.set(key, position);
      this.#newlyQuarantined.push({ key, position, eventId, error: reason, at });
    }
    if (this.view.isPublic || this.#isErasure(event)) this.#replace(document, null, position);
    return true;
  }

  #isErasure({ type }: Event): boolean {
    return this.view.erasedBy?.includes(type) === true;
  }
}
