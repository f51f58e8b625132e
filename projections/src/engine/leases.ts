import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { ViewStore } from '../view-store/view-store.ts';
import type { AnyView } from './view.ts';

export const leaseMs = 10_000;
const renewEveryMs = 1_000;

/** The lease to fold the log into this version of a view. An older version has its own, so that its projector continues meanwhile. */
export function followLease({ name, version }: Pick<AnyView, 'name' | 'version'>): string {
  return `follow ${name} ${version}`;
}

/** The lease to build a generation that does not answer reads yet, or is far behind. */
export function buildLease(generation: string): string {
  return `build ${generation}`;
}

/** Names the process for operators: host, process id and a random part. */
export function holderName(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
}

type LeaseStore = Pick<ViewStore, 'lease' | 'release' | 'heldLease'>;

/**
 * The leases of one process. A lease that cannot be renewed in time only costs double work. One that its holder stopped renewing is
 * taken once it was seen unchanged for `ttlMs`, however late it expires: the clock of a holder that died may have been ahead.
 */
export class Leases {
  readonly #store: LeaseStore;
  readonly #holder: string;
  readonly #ttlMs: number;
  readonly #renewAt = new Map<string, number>();
  #taking: Promise<unknown> = Promise.resolve();
  /** The leases of others as they were seen last, and since when each is unchanged. */
  readonly #others = new Map<string, { readonly held: string; readonly since: number }>();

  constructor(store: LeaseStore, holder: string, ttlMs = leaseMs) {
    this.#store = store;
    this.#holder = holder;
    this.#ttlMs = ttlMs;
  }

  /** Takes or renews what it can, `force` also from other holders, and returns the names of those held. */
  async take(names: readonly string[], force = false): Promise<ReadonlySet<string>> {
    const taking = names.map((name) => this.#take(name, force));
    this.#taking = Promise.allSettled([this.#taking, ...taking]).then(() => undefined);
    await Promise.all(taking);
    return new Set(names.filter((name) => this.#renewAt.has(name)));
  }

  /**
   * Does work while it holds leases, and ends it by its signal once another process takes one. Undefined, and nothing is done, while
   * another process holds one, unless `force` takes them: then the work goes on also without them.
   */
  async whileHeld<Result>(
    names: readonly string[],
    { signal, force = false }: { readonly signal: AbortSignal; readonly force?: boolean },
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    const lost = new AbortController();
    const hold = async (isForced = false) => {
      const held = await this.take(names, isForced);
      if (held.size < names.length && !force) lost.abort();
    };
    // An outage is reported by the work, which meets it, too.
    const renewal = setInterval(() => void hold().catch(() => undefined), renewEveryMs);
    try {
      await hold(force);
      if (lost.signal.aborted) return undefined;
      return await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(renewal);
      await this.release(names);
    }
  }

  /** By default all. Waits for renewals that are under way, as they would take the leases again. */
  async release(names?: readonly string[]): Promise<void> {
    await this.#taking;
    for (const name of names ?? this.#renewAt.keys())
      if (this.#renewAt.delete(name))
        await this.#store.release(name, this.#holder).catch(() => undefined);
  }

  async #take(name: string, force: boolean): Promise<void> {
    if ((this.#renewAt.get(name) ?? 0) > performance.now()) return;
    const lease = { name, holder: this.#holder, ttlMs: this.#ttlMs };
    const isTaken =
      (await this.#store.lease({ ...lease, force })) ||
      ((await this.#isAbandoned(name)) && (await this.#store.lease({ ...lease, force: true })));
    if (isTaken) this.#renewAt.set(name, performance.now() + this.#ttlMs / 3);
    else this.#renewAt.delete(name);
  }

  /** Whether its holder has stopped renewing it since an earlier call: a renewal changes the time at which a lease expires. */
  async #isAbandoned(name: string): Promise<boolean> {
    const lease = await this.#store.heldLease(name);
    if (!lease) return false;
    const held = JSON.stringify(lease);
    const seen = this.#others.get(name);
    if (seen?.held === held) return performance.now() - seen.since >= this.#ttlMs;
    this.#others.set(name, { held, since: performance.now() });
    return false;
  }
}
