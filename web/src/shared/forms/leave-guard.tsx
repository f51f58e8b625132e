import { useEffect, useState } from 'react';
import { formTexts as texts } from '../../texts/account-texts.ts';
import { useNavigate } from '../navigation/router.tsx';
import { ConfirmDialog } from '../ui/modal.tsx';

type LeaveGuardProps = {
  readonly isNeeded: boolean;
  /** What leaving means. */
  readonly text: string;
};

/**
 * Asks before a link leaves the page, and lets the browser ask before it is closed or reloaded. The browser's Back does not ask.
 */
export function LeaveGuard({ isNeeded, text }: LeaveGuardProps) {
  const navigate = useNavigate();
  /** The target of the link that was clicked. */
  const [leaving, setLeaving] = useState<string | null>(null);

  useEffect(() => {
    if (!isNeeded) return;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Capture phase: runs before the router handles the click.
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!(link instanceof HTMLAnchorElement) || !leavesPage(link) || opensTab) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving(link.pathname + link.search + link.hash);
    };
    window.addEventListener('beforeunload', handleUnload);
    document.addEventListener('click', handleClick, true);
    return () => {
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, true);
    };
  }, [isNeeded]);

  if (leaving === null) return null;
  return (
    <ConfirmDialog
      title={texts.leaveTitle}
      cancel={texts.leaveStay}
      confirm={texts.leave}
      onCancel={() => setLeaving(null)}
      onConfirm={() => navigate(leaving)}
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
