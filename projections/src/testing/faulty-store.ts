import type { ViewStore } from '../view-store/view-store.ts';

type Method = Exclude<keyof ViewStore, symbol>;

/** A store whose calls go through `fault` first, which may throw or wait. */
export function withFault(
  store: ViewStore,
  fault: (method: Method, args: readonly unknown[]) => void | Promise<void>,
): ViewStore {
  return new Proxy(store, {
    get(target, property: Method) {
      const method: unknown = Reflect.get(target, property, target);
      if (typeof method !== 'function') return method;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        await fault(property, args);
        return Reflect.apply(method, target, args);
      };
    },
  });
}
