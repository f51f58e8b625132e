import type { Clock } from './clock.ts';

export type ExpiringCache<Value> = {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
};

/** Keeps the `most` values last asked for, none longer than `lifetimeMs`. */
export function expiringCache<Value>(
  most: number,
  lifetimeMs: number,
  now: Clock,
): ExpiringCache<Value> {
  /** In the order in which they were last asked for. */
  const entries = new Map<string, { readonly value: Value; readonly expires: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.expires <= now().getTime()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, expires: now().getTime() + lifetimeMs });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}
