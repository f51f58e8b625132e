import type { DomainEvent, DomainEventType, Recorded } from '@directory/domain';
import type { Position } from '@directory/domain/event-store';
import type {
  DocumentChange,
  Generation,
  GenerationChanges,
  QuarantinedKey,
  StoredDocument,
  ViewState,
  ViewStore,
} from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';
import { Quarantine } from './quarantine.ts';

type Event = Recorded<DomainEvent>;

/** Why a generation stopped: an event that `key`, or while building beside a live view `evolve`, fails on. */
export type FoldFailure = { readonly event: Event; readonly error: unknown };

/** How often a fold is attempted before its event counts as poison. */
const attempts = 3;

/** One generation of a view while events are folded into it. Nothing is stored before `changes` are committed. */
export class GenerationFold {
  readonly view: AnyView;
  readonly id: string;
  readonly live: boolean;
  state: ViewState;
  failure: FoldFailure | null = null;
  readonly #documents = new DocumentCache();
  readonly #quarantine: Quarantine;
  #position: Position;
  #committed: Position;
  #handled: number;

  constructor(view: AnyView, generation: Generation, quarantined: readonly QuarantinedKey[]) {
    this.view = view;
    this.id = generation.id;
    this.live = generation.live;
    this.state = generation.state;
    this.#position = generation.position;
    this.#committed = generation.position;
    this.#handled = generation.handled;
    this.#quarantine = new Quarantine(quarantined);
  }

  /** Everything up to here is folded. */
  get position(): Position {
    return this.#position;
  }

  /** Everything up to here is stored. */
  get committed(): Position {
    return this.#committed;
  }

  get changedCount(): number {
    return this.#documents.changedCount;
  }

  handles(type: DomainEventType): boolean {
    return this.view.handles.includes(type);
  }

  hasLoaded(id: string): boolean {
    return this.#documents.has(id);
  }

  async load(store: ViewStore, ids: readonly string[]): Promise<void> {
    const found = await store.load(this.id, ids);
    for (const id of ids) this.#documents.put(id, found.get(id));
  }

  /** Events that it has seen change nothing. `keys` must have been loaded. */
  apply(event: Event, keys: readonly string[]): void {
    if (this.failure || event.position <= this.#position) return;
    for (const key of keys)
      if (!this.#quarantine.divert(key, event) && !this.#fold(event, key)) return;
    this.#handled += 1;
    this.#position = event.position;
  }

  fail(event: Event, error: unknown): void {
    this.failure ??= { event, error };
  }

  /** Moves on over events that the view does not handle. */
  advance(position: Position): void {
    if (!this.failure && position > this.#position) this.#position = position;
  }

  /** What `commit` has to write, or null when nothing happened since the last time. */
  changes(): GenerationChanges | null {
    const quarantined = this.#quarantine.changes();
    const documents = this.#documents.changes();
    if (this.#position === this.#committed && documents.length + quarantined.length === 0)
      return null;
    const { id: generation } = this;
    return { generation, documents, quarantined, position: this.#position, handled: this.#handled };
  }

  /** To be called when `changes` are stored; returns the keys that were quarantined since the last call. */
  settle(): readonly QuarantinedKey[] {
    this.#documents.settle();
    this.#committed = this.#position;
    return this.#quarantine.settle();
  }

  /** False when the event stops the generation. */
  #fold(event: Event, key: string): boolean {
    const document = this.#documents.get(key);
    if (event.position <= document.position) return true;
    const outcome = this.#evolve(document.doc, event, key);
    if ('error' in outcome) return this.#reject(event, key, outcome.error);
    if (outcome.doc !== document.doc)
      this.#documents.replace(key, document, { doc: outcome.doc, position: event.position });
    return true;
  }

  #evolve(
    doc: object | null,
    event: Event,
    key: string,
  ): { readonly doc: object | null } | { readonly error: unknown } {
    let last: unknown;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return { doc: this.view.evolve(doc, event, key) };
      } catch (error) {
        last = error;
      }
    }
    return { error: last };
  }

  /** A generation that is not live fails instead: the older one still answers reads. */
  #reject(event: Event, key: string, error: unknown): boolean {
    if (this.live) this.#quarantine.add(key, event, { error, attempts });
    else this.fail(event, error);
    return this.live;
  }
}

type CachedDocument = {
  doc: object | null;
  /** Of the last event in it; empty, and so before every position, when there was none. */
  position: Position | '';
  /** Its position in the store; null when it is not stored. */
  stored: Position | null;
};

const maxInUse = 1_000;

/**
 * The documents that events were folded into last. A busy document is read once and written once a batch, however many events
 * it takes in. Holds what was used since the last but one time that the limit was passed.
 */
class DocumentCache {
  #recent = new Map<string, CachedDocument>();
  #older = new Map<string, CachedDocument>();
  readonly #changed = new Map<string, CachedDocument>();

  has(id: string): boolean {
    return this.#recent.has(id) || this.#older.has(id);
  }

  get(id: string): CachedDocument {
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const older = this.#older.get(id);
    if (!older) throw new Error(`document ${id} was not loaded`);
    this.#recent.set(id, older);
    return older;
  }

  put(id: string, document: StoredDocument | undefined): void {
    this.#recent.set(id, {
      doc: document?.doc ?? null,
      position: document?.position ?? '',
      stored: document?.position ?? null,
    });
  }

  replace(id: string, document: CachedDocument, next: { doc: object | null; position: Position }) {
    document.doc = next.doc;
    document.position = next.position;
    this.#changed.set(id, document);
  }

  get changedCount(): number {
    return this.#changed.size;
  }

  changes(): readonly DocumentChange[] {
    const changes: DocumentChange[] = [];
    for (const [id, { doc, position, stored }] of this.#changed)
      if (position !== '') changes.push({ id, from: stored, to: position, doc });
    return changes;
  }

  /** To be called when what `changes` returned is stored. */
  settle(): void {
    for (const document of this.#changed.values()) document.stored = document.position || null;
    this.#changed.clear();
    if (this.#recent.size <= maxInUse) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
