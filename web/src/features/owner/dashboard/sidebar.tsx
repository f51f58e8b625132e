import type { BusinessResponse } from '@directory/api/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { LogOutButton } from '../../../shared/session/log-out-button.tsx';
import { DrawnIcon, Icon } from '../../../shared/ui/icon.tsx';
import { dashboard } from '../../../texts/owner-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { useMedia, useWindowEvent } from '../../../shared/ui/viewport.ts';
import styles from './owner-dashboard.module.css';

export const sections = ['home', 'add', 'businesses', 'analytics'] as const;
export type Section = (typeof sections)[number];

export type Status = BusinessResponse['status'];
export const statuses = ['approved', 'pending', 'rejected'] as const satisfies readonly Status[];

/** The section in the URL; home if unknown. */
export function sectionOf(search: URLSearchParams): Section {
  return sections.find((section) => section === search.get('section')) ?? 'home';
}

/** The status in the URL; null for all. */
export function statusOf(search: URLSearchParams): Status | null {
  return statuses.find((status) => status === search.get('status')) ?? null;
}

export function sectionPath(section: Section, status: Status | null = null): string {
  return `/user/dashboard${queryOf({ section: section === 'home' ? null : section, status })}`;
}

type MenuItem = {
  readonly icon: Section | 'main' | 'account';
  readonly to: string;
  /** The tooltip; the text by default. */
  readonly title?: string;
};

const items: readonly MenuItem[] = [
  { icon: 'home', to: sectionPath('home'), title: dashboard.overview },
  { icon: 'main', to: '/' },
  { icon: 'add', to: sectionPath('add') },
  { icon: 'businesses', to: sectionPath('businesses') },
  { icon: 'analytics', to: sectionPath('analytics') },
  { icon: 'account', to: '/account' },
];

/** A sidebar that collapses to icons; on a phone a drawer. */
export function Sidebar({ current }: { readonly current: Section }) {
  const { isOpen, isDrawer, toggleRef, navRef, toggle, close } = useSidebar();
  const text = isOpen || isDrawer ? undefined : ui.hidden;
  return (
    <div className={isOpen ? styles.open : styles.closed}>
      <button
        ref={toggleRef}
        type="button"
        className={`${ui.control} ${styles.toggle}`}
        aria-expanded={isOpen}
        aria-controls="dashboard-menu"
        onClick={toggle}
      >
        <DrawnIcon path={strokes.menu} />
        <span className={text ?? styles.toggleText}>Menu</span>
      </button>
      <div className={styles.scrim} onClick={close} aria-hidden="true" />
      <nav
        ref={navRef}
        id="dashboard-menu"
        className={`${ui.stack} ${styles.nav}`}
        aria-label="Dashboard"
      >
        <button type="button" className={`${ui.control} ${styles.dismiss}`} onClick={close}>
          <Icon name="cross" />
          Close menu
        </button>
        {items.map(({ icon, to, title = dashboard[icon] }) => (
          <Link
            key={icon}
            className={`${ui.control} ${styles.item}`}
            to={to}
            title={title}
            aria-current={icon === current ? 'page' : undefined}
            onClick={close}
          >
            <DrawnIcon path={strokes[icon]} />
            <span className={text}>{dashboard[icon]}</span>
          </Link>
        ))}
        <LogOutButton className={`${ui.control} ${styles.item}`}>
          <DrawnIcon path={strokes.logout} />
          <span className={text}>Logout</span>
        </LogOutButton>
      </nav>
    </div>
  );
}

/** The sidebar starts open, unless it is a drawer. */
function useSidebar() {
  const toggleRef = useRef<HTMLButtonElement>(null);
  const navRef = useRef<HTMLElement>(null);
  const isDrawer = useMedia('(width < 48rem)');
  const [isOpen, setOpen] = useState(!isDrawer);
  // As on a phone that is turned: what was a sidebar would cover the page.
  const [wasDrawer, setWasDrawer] = useState(isDrawer);
  if (wasDrawer !== isDrawer) {
    setWasDrawer(isDrawer);
    setOpen(!isDrawer);
  }

  /** Closes the drawer, as after a link was followed; a sidebar stays open. */
  const close = () => {
    if (!isDrawer) return;
    setOpen(false);
    toggleRef.current?.focus();
  };

  // A closed drawer is hidden, and would take the focus with it.
  useEffect(() => {
    if (!isDrawer) return;
    if (isOpen) navRef.current?.querySelector('a')?.focus();
    else if (navRef.current?.contains(document.activeElement)) toggleRef.current?.focus();
  }, [isOpen, isDrawer]);
  useWindowEvent(
    'keydown',
    ({ key, target }) => {
      if (key === 'Escape' && !isInDialog(target)) close();
    },
    isOpen,
  );
  // The open drawer would cover what has the focus now.
  useWindowEvent(
    'focusin',
    ({ target }) => {
      if (!isDrawer || isInDialog(target) || target === toggleRef.current) return;
      if (!(target instanceof Node && navRef.current?.contains(target))) setOpen(false);
    },
    isOpen,
  );

  return { isOpen, isDrawer, toggleRef, navRef, toggle: () => setOpen(!isOpen), close };
}

/** The question before a logout returns the focus to the drawer. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

const strokes = {
  home: 'M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  main: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  add: 'M12 5v14M5 12h14',
  businesses: 'M4 10h16l-1.5-5h-13zM5.5 10v9.5h13V10M10 19.5V14h4v5.5',
  analytics: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20.5c1-4 4-6 8-6s7 2 8 6',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;
