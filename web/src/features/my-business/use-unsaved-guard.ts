import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** Where a link wants to lead while something is unsaved; null when nobody is about to leave. */
export type UnsavedGuard = {
  readonly leaving: string | null;
  readonly stay: () => void;
  readonly leave: () => void;
};

/** Asks before unsaved changes are left behind, by a link of the site or by closing the page. The browser's Back asks nobody: they are kept. */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<string | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    const askBrowser = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    // Before the router sees the click.
    const askAtLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !leadsAway(link)) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving(link.pathname + link.search + link.hash);
    };
    window.addEventListener('beforeunload', askBrowser);
    document.addEventListener('click', askAtLink, true);
    return () => {
      window.removeEventListener('beforeunload', askBrowser);
      document.removeEventListener('click', askAtLink, true);
    };
  }, [isDirty]);

  return {
    leaving,
    stay: () => {
      setLeaving(null);
    },
    leave: () => {
      if (leaving !== null) void navigate(leaving);
    },
  };
}

/** Links to parts of this page and into new tabs leave nothing behind. */
function leadsAway(link: HTMLAnchorElement): boolean {
  const isHere = link.pathname === window.location.pathname && link.hash !== '';
  return link.origin === window.location.origin && link.target !== '_blank' && !isHere;
}
