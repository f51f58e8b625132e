import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

/** Whether a media query applies; false on the server and until hydration. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Handles an event of the window, or one that reaches it, while it is needed. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handle: (event: WindowEventMap[Name]) => void,
  isNeeded = true,
): void {
  const handleLatest = useEffectEvent(handle);
  useEffect(() => {
    if (!isNeeded) return;
    const listener = (event: WindowEventMap[Name]) => handleLatest(event);
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name, isNeeded]);
}

/** Whether an element is on the screen or within a margin (a CSS length) of it; undefined until that is known. */
export function useOnScreen<Target extends Element>(margin: string) {
  const target = useRef<Target>(null);
  const [onScreen, setOnScreen] = useState<boolean>();
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(
      (entries) => setOnScreen(entries.at(-1)?.isIntersecting),
      { rootMargin: margin },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [margin]);
  return [target, onScreen] as const;
}

/** Turns true, and stays so, once the element is nearly scrolled to. */
export function useNearby<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const [target, onScreen] = useOnScreen<Target>('400px');
  const [nearby, setNearby] = useState(false);
  if (onScreen && !nearby) setNearby(true);
  return [target, nearby];
}
