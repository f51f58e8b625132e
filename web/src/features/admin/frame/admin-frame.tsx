import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { SongketBorder } from '../../../shared/drawing/drawings.tsx';
import {
  MovedContext,
  PageHeading,
  usePageTitle,
} from '../../../shared/navigation/page-heading.tsx';
import { useScrollMemory } from '../../../app/layout.tsx';
import { useSessionStore } from '../../../shared/session/use-session.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from './admin-frame.module.css';
import { AdminNav } from './admin-nav.tsx';

type AdminFrameProps = {
  /** What the header says. */
  readonly title: string;
  /** Of the browser's window, where it differs. */
  readonly pageTitle?: string;
  /** Where the header is not the page's heading, the page has one of its own. */
  readonly titleIsHeading?: boolean;
  /** Between the title and the way out. */
  readonly tools?: ReactNode;
  /** The whole width for the page, with a way back instead of the sidebar. */
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** What the pages of admins have around them. */
export function AdminFrame({ title, pageTitle = title, ...props }: AdminFrameProps) {
  const { titleIsHeading = false, tools, wide = false, children } = props;
  const { frame } = useAdminTexts();
  usePageTitle(pageTitle);
  useScrollMemory();
  return (
    <MovedContext value={true}>
      <a className={styles.skip} href="#content">
        {frame.skip}
      </a>
      <header className={styles.header}>
        <div className={styles.row}>
          <div className={styles.titles}>
            {wide && <WayBack />}
            {titleIsHeading ? (
              <PageHeading className={styles.title}>{title}</PageHeading>
            ) : (
              <p className={styles.title}>{title}</p>
            )}
          </div>
          {tools}
          <LogOut />
        </div>
        <SongketBorder />
      </header>
      <div className={styles.stage}>
        <div className={wide ? styles.wide : styles.body}>
          {!wide && <AdminNav />}
          <main id="content" tabIndex={-1} className={styles.content}>
            {children}
          </main>
        </div>
      </div>
    </MovedContext>
  );
}

function WayBack() {
  const { list } = useAdminTexts();
  return (
    <Link className={styles.wayBack} to="/adminDashboard">
      <Icon name="previous" />
      {list.back}
    </Link>
  );
}

function LogOut() {
  const { frame } = useAdminTexts();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={styles.logout}
      onClick={() => {
        sessions.end();
        void navigate('/admin');
      }}
    >
      {frame.logout}
    </button>
  );
}
