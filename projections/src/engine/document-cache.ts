import type { Position } from '@directory/domain/event-store';
import type { DocumentChange, StoredDocument } from '../view-store/view-store.ts';

/** Beside the head few documents change. A build changes most of them again and again, in the order of the log. */
export const documentsAtHead = 1_000;
export const documentsOfBuild = 20_000;

export type CachedDocument = {
  doc: object | null;
  /** Of the last event in it; empty, and so before every position, when there was none. */
  position: Position | '';
  /** Its position in the store; null when it is not stored. */
  stored: Position | null;
};

/**
 * The documents that events were folded into last. A busy document is read once and written once a batch, however many events
 * it takes in. Holds what was used since the last but one time that the limit was passed.
 */
export class DocumentCache {
  #recent = new Map<string, CachedDocument>();
  #older = new Map<string, CachedDocument>();
  readonly #changed = new Map<string, CachedDocument>();
  readonly #maxInUse: number;

  constructor(maxInUse: number) {
    this.#maxInUse = maxInUse;
  }

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
    if (this.#recent.size <= this.#maxInUse) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
