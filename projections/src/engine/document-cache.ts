import { startOfLog, type Position } from '@directory/domain/event-store';
import type { DocumentChange, StoredDocument } from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

/** Near the head few documents change. */
export const maxInUseAtHead = 1_000;
/** A build changes again and again what it changed lately, and other documents seldom. */
export const maxInUseOfBuild = 0;

export type CachedDocument = {
  readonly id: string;
  /** In the view's `memoryShape`, if it has one. */
  doc: object | null;
  /** The position of the last event in it; `startOfLog` when there is none. */
  position: Position;
  /** Its position in the store; null when it is not stored. */
  stored: Position | null;
  isChanged: boolean;
};

/**
 * The documents that events were folded into last. A busy document is read once and written once a batch, however many events
 * it takes in. When it has more than the limit, only those that were just stored stay.
 */
export class DocumentCache {
  #documents = new Map<string, CachedDocument>();
  #changed: CachedDocument[] = [];
  readonly #maxInUse: number;
  readonly #shape: AnyView['memoryShape'];

  constructor(maxInUse: number, { memoryShape }: Pick<AnyView, 'memoryShape'>) {
    this.#maxInUse = maxInUse;
    this.#shape = memoryShape;
  }

  find(id: string): CachedDocument | undefined {
    return this.#documents.get(id);
  }

  put(id: string, document?: StoredDocument): CachedDocument {
    const doc = document?.doc ?? null;
    const cached: CachedDocument = {
      id,
      doc: doc && this.#shape ? this.#shape.fromStored(doc) : doc,
      position: document?.position ?? startOfLog,
      stored: document?.position ?? null,
      isChanged: false,
    };
    this.#documents.set(id, cached);
    return cached;
  }

  replace(document: CachedDocument, doc: object | null, position: Position): void {
    document.doc = doc;
    document.position = position;
    if (document.isChanged) return;
    document.isChanged = true;
    this.#changed.push(document);
  }

  get changedCount(): number {
    return this.#changed.length;
  }

  changes(): readonly DocumentChange[] {
    const shape = this.#shape;
    return this.#changed.map(({ id, doc, position: to, stored: from }) => ({
      id,
      from,
      to,
      // Made when it is written: all at once would take up much memory.
      get doc() {
        return shape && doc ? shape.toStored(doc) : doc;
      },
    }));
  }

  /** To be called when what `changes` returned is stored. */
  settle(): void {
    const changed = this.#changed;
    this.#changed = [];
    for (const document of changed) {
      document.stored = document.position;
      document.isChanged = false;
    }
    if (this.#documents.size > this.#maxInUse)
      this.#documents = new Map(changed.map((document) => [document.id, document]));
  }
}
