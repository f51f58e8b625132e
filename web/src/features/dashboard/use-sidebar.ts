import { useEffect, useRef, useState, type RefObject } from 'react';

export type SidebarState = {
  readonly isOpen: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement | null>;
  readonly navRef: RefObject<HTMLElement | null>;
  readonly toggle: () => void;
  /** After a link of the drawer was followed; beside the page it stays as it is. */
  readonly close: () => void;
};

/** Starts open, except where it would lie over the page. */
export function useSidebar(): SidebarState {
  const toggleRef = useRef<HTMLButtonElement>(null);
  const navRef = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(() => !isDrawer());

  useEffect(() => {
    if (!isOpen || !isDrawer()) return;
    navRef.current?.querySelector('a')?.focus();
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggleRef.current?.focus();
    };
    window.addEventListener('keydown', handleKey);
    return () => {
      window.removeEventListener('keydown', handleKey);
    };
  }, [isOpen]);

  return {
    isOpen,
    toggleRef,
    navRef,
    toggle: () => {
      setOpen(!isOpen);
    },
    close: () => {
      if (!isDrawer()) return;
      setOpen(false);
      toggleRef.current?.focus();
    },
  };
}

function isDrawer(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(width < 48rem)').matches;
}
