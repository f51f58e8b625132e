import type { DomainEvent, Recorded } from '@directory/domain';
import { errorMessage } from '@directory/domain/shared/unknown';
import type { QuarantinedKey } from '../view-store/view-store.ts';

/** The keys of one generation that get no more events, because one of theirs could not be folded. */
export class Quarantine {
  readonly #keys: Set<string>;
  #added: QuarantinedKey[] = [];

  constructor(keys: readonly QuarantinedKey[]) {
    this.#keys = new Set(keys.map(({ key }) => key));
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string, { position, id, type }: Recorded<DomainEvent>, error: unknown): void {
    this.#keys.add(key);
    this.#added.push({
      key,
      position,
      eventId: id,
      error: `${type}: ${errorMessage(error)}`,
      at: new Date().toISOString(),
    });
  }

  /** Added since the last `settle`. */
  get added(): readonly QuarantinedKey[] {
    return this.#added;
  }

  settle(): void {
    this.#added = [];
  }
}
