import { lazy, type ComponentType } from 'react';

/** A page whose code is fetched when it is first shown, or before that by `preload`: then it is there without waiting. */
export function lazyPage(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined;
  const Awaited = lazy(async () => ({ default: await load() }));
  const Page = () => (Loaded ? <Loaded /> : <Awaited />);
  const preload = async () => {
    Loaded = await load();
  };
  return Object.assign(Page, { preload });
}
