import { createElement, lazy, type ComponentType } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;
type LazyComponent<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/**
 * A component whose code is fetched when it is first rendered, which suspends; or earlier by `preload`, after which it
 * renders at once.
 */
export function lazyComponent<Props extends object>(load: Load<Props>): LazyComponent<Props>;
export function lazyComponent(load: Load<object>): LazyComponent<object> {
  let loaded: ComponentType | undefined;
  const Lazy = lazy(async () => ({ default: await load() }));
  const Component = (props: object) => createElement(loaded ?? Lazy, props);
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(Component, { preload });
}
