import { useLayoutEffect, useRef } from 'react';
import { useCameByHistory, useLocation } from './router.tsx';

/** How long after Back a page may take to show what was left. */
const restoringMs = 5_000;

/** Scroll positions by the keys of the history entries. */
let scrollPositions = new Map<string, number>();

/** Which of the links to one path was followed last on a page, by the keys of the history entries. */
const followed = new Map<string, number>();

/** The state of a history entry, which survives a reload: the router's number, and what this module adds. */
type StepState = { readonly idx?: number; readonly scrollPositions?: Map<string, number> } | null;

/** The number of the present history entry. */
let present = 0;

/** Gives the entry of a link within the page a number and a key. The router does not: its later numbers would be NaN, and the key that of the first page. */
function numberEntry(): void {
  const state = stepState();
  present = state?.idx ?? present + 1;
  if (state?.idx !== undefined) return;
  const key = `${present}`;
  window.history.replaceState({ ...state, idx: present, key }, '');
  // Firefox and Safari have scrolled to the part by now, which is where the page is to stay.
  scrollPositions.set(key, window.scrollY);
}

/**
 * Scrolls a new page to the top. After Back, restores the position and focuses the link to the page that was left, which browsers
 * do not do for client-side navigation; after a reload the position, which they do not do for content that is fetched.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const isBack = useCameByHistory();
  const shown = useRef({ key, pathname });

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    numberEntry();
    if (before.key === key) {
      scrollPositions = stepState()?.scrollPositions ?? scrollPositions;
      const top = scrollPositions.get(key);
      // Browsers restore it on pages that come with their content.
      return top && window.scrollY === 0 ? restoreScroll(top) : undefined;
    }
    saveScroll();
    const isSamePage = before.pathname === pathname;
    if (!isBack) {
      if (!isSamePage) window.scrollTo(0, 0);
      return undefined;
    }
    return restoreScroll(scrollPositions.get(key) ?? 0, () => {
      const links = linksTo(before.pathname);
      const link = links[followed.get(key) ?? -1] ?? links.find(({ search }) => search === '');
      if (!isSamePage) link?.focus({ preventScroll: true });
      return isSamePage || link !== undefined;
    });
  }, [key, pathname, isBack]);

  useLayoutEffect(() => {
    const remember = () => scrollPositions.set(shown.current.key, window.scrollY);
    const rememberLink = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a');
      if (link) followed.set(shown.current.key, linksTo(link.pathname).indexOf(link));
    };
    const leaveToBrowser = () => {
      window.history.scrollRestoration = 'auto';
      // Too late for some browsers, while others do not know `scrollend`.
      saveScroll();
    };
    window.history.scrollRestoration = 'manual';
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('click', rememberLink, { capture: true, signal });
    window.addEventListener('scroll', remember, { signal });
    window.addEventListener('scrollend', saveScroll, { signal });
    window.addEventListener('pagehide', leaveToBrowser, { signal });
    // Before the router and LeaveGuard read them: the effects of a parent, and those after painting, come later.
    window.addEventListener('popstate', numberEntry, { capture: true, signal });
    return () => {
      leaveToBrowser();
      listening.abort();
    };
  }, []);
}

/** The links of a page to this path, whatever their queries. */
function linksTo(path: string): readonly HTMLAnchorElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('main a');
  return [...links].filter(({ pathname }) => pathname === path);
}

/** Scrolls there again when content of the page arrives, until `isDone` or the visitor moves. */
function restoreScroll(top: number, isDone = () => window.scrollY + 1 > top): () => void {
  const restore = () => {
    window.scrollTo(0, top);
    if (isDone()) stop();
  };
  const observer = new MutationObserver(restore);
  const stop = () => observer.disconnect();
  setTimeout(stop, restoringMs);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const sign of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(sign, stop, { once: true });
  restore();
  return stop;
}

function saveScroll(): void {
  window.history.replaceState({ ...stepState(), scrollPositions }, '');
}

/** The number of the present history entry; undefined before the router has counted it. */
export function entryIndex(): number | undefined {
  return stepState()?.idx;
}

function stepState(): StepState {
  return window.history.state as StepState;
}
