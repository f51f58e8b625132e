import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { ViewStore } from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

export const leaseMs = 10_000;
const renewEveryMs = 3_000;

/** Its holder folds the log into this version of a view; an older version has its own, so that its projector goes on meanwhile. */
export function followLease({ name, version }: Pick<AnyView, 'name' | 'version'>): string {
  return `follow ${name} ${version}`;
}

/** Its holder builds a generation that does not answer reads yet, or is far behind. */
export function buildLease(generation: string): string {
  return `build ${generation}`;
}

/** Names the process for operators: host, process id and a random part. */
export function holderName(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
}

/** The leases of one process. A lease that cannot be renewed in time only costs double work. */
export class Leases {
  readonly #store: ViewStore;
  readonly #holder: string;
  readonly #renewAt = new Map<string, number>();

  constructor(store: ViewStore, holder: string) {
    this.#store = store;
    this.#holder = holder;
  }

  /** Takes or renews what it can, `force` also from other holders, and returns the names of those held. */
  async take(
    names: readonly string[],
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<ReadonlySet<string>> {
    await Promise.all(names.map((name) => this.#take(name, force)));
    return new Set(names.filter((name) => this.#renewAt.has(name)));
  }

  async release(): Promise<void> {
    for (const name of this.#renewAt.keys())
      await this.#store.release(name, this.#holder).catch(() => undefined);
    this.#renewAt.clear();
  }

  async #take(name: string, force: boolean): Promise<void> {
    if ((this.#renewAt.get(name) ?? 0) > performance.now()) return;
    const lease = { name, holder: this.#holder, ttlMs: leaseMs, force };
    if (await this.#store.lease(lease)) this.#renewAt.set(name, performance.now() + renewEveryMs);
    else this.#renewAt.delete(name);
  }
}
