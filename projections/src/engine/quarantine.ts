import type { DomainEvent, Recorded } from '@directory/domain';
import type { Position } from '@directory/domain/event-store';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { QuarantinedKey, ViewStore } from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

/** The keys of one generation that get no more events but those that erase, because one of theirs could not be folded. */
export class Quarantine {
  /** With the position of that event. */
  readonly #keys: Map<string, Position>;
  #added: QuarantinedKey[] = [];

  constructor(keys: readonly QuarantinedKey[]) {
    this.#keys = new Map(keys.map(({ key, position }) => [key, position]));
  }

  has(key: string): boolean {
    return this.#keys.size > 0 && this.#keys.has(key);
  }

  /** Whether a position is that of the event or after it. */
  hasSince(key: string, position: Position): boolean {
    const since = this.#keys.size > 0 ? this.#keys.get(key) : undefined;
    return since !== undefined && since <= position;
  }

  /** Whether one more is so many that the program is to blame and not the event. */
  isFull(documents: number): boolean {
    return this.#keys.size >= Math.max(20, Math.floor(documents / 100));
  }

  add(key: string, event: Recorded<DomainEvent>, error: unknown): void {
    const { position, id: eventId, type } = event;
    const at = new Date().toISOString();
    this.#keys.set(key, position);
    this.#added.push({ key, position, eventId, error: `${type}: ${errorMessage(error)}`, at });
  }

  /** Added since the last `settle`. */
  get added(): readonly QuarantinedKey[] {
    return this.#added;
  }

  settle(): void {
    this.#added = [];
  }
}

/** The keys that are quarantined in what is read of some views. */
export async function quarantinedKeys(
  store: ViewStore,
  views: readonly AnyView[],
): Promise<ReadonlySet<string>> {
  const read = (await store.generations()).filter(
    ({ live, view }) => live && views.some(({ name }) => name === view),
  );
  const found = await Promise.all(read.map(({ id }) => store.quarantined(id)));
  return new Set(found.flat().map(({ key }) => key));
}
