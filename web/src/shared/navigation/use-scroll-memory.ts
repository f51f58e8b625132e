import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useCameByHistory } from './router.tsx';

const positions = new Map<string, number>();

/** Scrolls a new page to the top and restores the position after Back, which browsers do not do for client-side navigation. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const isBack = useCameByHistory();
  const shown = useRef({ key, pathname });

  useBrowserEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    if (isBack) window.scrollTo(0, positions.get(key) ?? 0);
    else if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [key, pathname, isBack]);

  useEffect(() => {
    const remember = () => positions.set(shown.current.key, window.scrollY);
    const leaveToBrowser = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', leaveToBrowser);
    return () => {
      leaveToBrowser();
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', leaveToBrowser);
    };
  }, []);
}

/** React warns about layout effects on the server. */
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;
