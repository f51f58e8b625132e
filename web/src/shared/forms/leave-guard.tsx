import { useEffect, useRef, useState } from 'react';
import { isForBrowser, useLocation, useNavigate } from '../navigation/router.tsx';
import { entryIndex } from '../navigation/scroll-memory.ts';
import { ConfirmDialog } from '../ui/modal.tsx';

type LeaveGuardProps = {
  readonly isNeeded: boolean;
  /** What leaving means for what was entered. */
  readonly text: string;
};

/** Whether the browser can refuse Back and Forward. In those from before 2026, the step is undone. */
const knowsSteps = typeof window !== 'undefined' && 'navigation' in window;

/** Asks before a link, Back or Forward leaves the page, and lets the browser ask before it is closed or reloaded. */
export function LeaveGuard({ isNeeded, text }: LeaveGuardProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  /** Continues what was stopped: the link that was clicked or the step in the history. */
  const [leaving, setLeaving] = useState<{ readonly leave: () => void } | null>(null);
  /** Of the next step in the history. */
  const isConfirmed = useRef(false);

  useEffect(() => {
    if (!isNeeded) return;
    const handleUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // oxlint-disable-next-line typescript/no-deprecated -- Chrome and Edge before 119 ask only for this
      event.returnValue = true;
    };
    // Capture phase: runs before the router handles the click.
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !leavesPage(link) || isForBrowser(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ leave: () => navigate(link.pathname + link.search + link.hash) });
    };
    const askAboutStep = (step: () => void) => {
      const leave = () => {
        isConfirmed.current = true;
        step();
      };
      setLeaving({ leave });
    };
    const takeConfirmation = () => {
      const wasConfirmed = isConfirmed.current;
      isConfirmed.current = false;
      return wasConfirmed;
    };
    const handleNavigate = (event: NavigateEvent) => {
      const { destination, navigationType, cancelable } = event;
      const isStep = navigationType === 'traverse' && destination.sameDocument && cancelable;
      // After "Leave", the browser is at the next page before that is shown.
      const isFromHere = window.location.pathname === pathname;
      const isWithin = new URL(destination.url).pathname === pathname;
      if (!isStep || !isFromHere || isWithin || takeConfirmation()) return;
      event.preventDefault();
      // After a refused Forward, Chromium ignores `history.go`.
      askAboutStep(() => void window.navigation.traverseTo(destination.key));
    };
    /** Undefined after "Leave" until it is here again, as no step is one from here. */
    let entry = entryIndex();
    const handleTaken = (event: PopStateEvent) => {
      if (window.location.pathname === pathname) entry = entryIndex();
      const steps = entry === undefined ? 0 : (entryIndex() ?? entry) - entry;
      if (!steps) return;
      if (takeConfirmation()) {
        entry = undefined;
        return;
      }
      event.stopImmediatePropagation();
      window.history.go(-steps);
      askAboutStep(() => navigate(steps));
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('beforeunload', handleUnload, { signal });
    if (knowsSteps) window.navigation.addEventListener('navigate', handleNavigate, { signal });
    else window.addEventListener('popstate', handleTaken, { capture: true, signal });
    document.addEventListener('click', handleClick, { capture: true, signal });
    return () => listening.abort();
  }, [isNeeded, navigate, pathname]);

  if (leaving === null) return null;
  return (
    <ConfirmDialog
      title="Leave this page?"
      cancel="Stay"
      confirm="Leave"
      onCancel={() => setLeaving(null)}
      onConfirm={() => {
        setLeaving(null);
        leaving.leave();
      }}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}

/** Links within this page and into new tabs do not leave the page. */
function leavesPage(link: HTMLAnchorElement): boolean {
  const isHere = link.pathname === window.location.pathname && link.hash !== '';
  return link.origin === window.location.origin && link.target !== '_blank' && !isHere;
}
