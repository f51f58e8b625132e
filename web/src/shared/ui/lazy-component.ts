import { createElement, lazy, type ComponentType } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;
type LazyComponent<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/** Of each component whose code could not be fetched: makes it fetch the code again. */
const retries = new Set<() => void>();

/** Fetches code that could not be fetched again, when its component is rendered next. */
export function retryFailedCode(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/**
 * A component whose code is fetched when it is first rendered, which suspends; or earlier by `preload`, after which it
 * renders at once.
 */
export function lazyComponent<Props extends object>(load: Load<Props>): LazyComponent<Props>;
export function lazyComponent(load: Load<object>): LazyComponent<object> {
  let loaded: ComponentType | undefined;
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        retries.add(() => (Lazy = fetched()));
        throw error;
      }
    });
  let Lazy = fetched();
  const Component = (props: object) => createElement(loaded ?? Lazy, props);
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(Component, { preload });
}
