import type { Position } from '@directory/domain/event-store';

type Waiter = { readonly position: Position; readonly resolve: (reached: boolean) => void };

/** How far every running view is stored, and who waits for it. */
export class Progress {
  /** `unknown` until the views were looked up for the first time; null when none is running. */
  #stored: Position | null | 'unknown' = 'unknown';
  readonly #waiters = new Set<Waiter>();

  update(stored: Position | null): void {
    this.#stored = stored;
    for (const waiter of this.#waiters) if (this.has(waiter.position)) waiter.resolve(true);
  }

  has(position: Position): boolean {
    if (this.#stored === 'unknown') return false;
    return this.#stored === null || this.#stored >= position;
  }

  /** Whether storing what is folded up to a position would end somebody's waiting. */
  isAwaited(folded: Position): boolean {
    for (const { position } of this.#waiters) if (position <= folded) return true;
    return false;
  }

  giveUp(): void {
    for (const waiter of this.#waiters) waiter.resolve(false);
  }

  wait(position: Position, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = {
        position,
        resolve: (reached: boolean) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => {
        waiter.resolve(false);
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }
}
