import type { DomainEvent, Recorded } from '@directory/domain';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { QuarantinedKey } from '../view-store/view-store.ts';

type Event = Recorded<DomainEvent>;

/** The keys of one generation that get no more events, because one of theirs could not be folded. */
export class Quarantine {
  readonly #keys: Map<string, QuarantinedKey>;
  readonly #changed = new Map<string, QuarantinedKey>();
  #added: QuarantinedKey[] = [];

  constructor(keys: readonly QuarantinedKey[]) {
    this.#keys = new Map(keys.map((each) => [each.key, each]));
  }

  /** Whether the key is quarantined; then the event is counted there, once. */
  divert(key: string, { position }: Event): boolean {
    if (this.#keys.size === 0) return false;
    const found = this.#keys.get(key);
    if (!found) return false;
    if (position > found.upTo)
      this.#set({ ...found, diverted: found.diverted + 1, upTo: position });
    return true;
  }

  add(
    key: string,
    { position, id, type }: Event,
    { error, attempts }: { readonly error: unknown; readonly attempts: number },
  ): void {
    const added: QuarantinedKey = {
      key,
      position,
      eventId: id,
      type,
      error: errorMessage(error),
      attempts,
      at: new Date().toISOString(),
      diverted: 0,
      upTo: position,
    };
    this.#set(added);
    this.#added.push(added);
  }

  changes(): readonly QuarantinedKey[] {
    return [...this.#changed.values()];
  }

  /** Returns the keys that were quarantined since the last call. */
  settle(): readonly QuarantinedKey[] {
    const added = this.#added;
    this.#changed.clear();
    this.#added = [];
    return added;
  }

  #set(key: QuarantinedKey): void {
    this.#keys.set(key.key, key);
    this.#changed.set(key.key, key);
  }
}
