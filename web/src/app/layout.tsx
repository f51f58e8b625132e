import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { tellsPlaceGone } from '../shared/navigation/link-state.ts';
import { MovedContext } from '../shared/navigation/page-heading.tsx';
import { useScrollMemory } from '../shared/navigation/use-scroll-memory.ts';
import { useExpiredSession } from '../shared/session/use-expired-session.ts';
import { siteTexts } from '../texts/site-texts.ts';
import styles from './layout.module.css';
import { PageBoundary } from './page-boundary.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** What all pages have around them. */
export function Layout() {
  const location = useLocation();
  const state: unknown = location.state;
  const moved = useMoved(location.pathname);
  useScrollMemory();
  useExpiredSession();
  return (
    <MovedContext value={moved}>
      <a className={styles.skip} href="#content">
        {siteTexts.header.skip}
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className={styles.content}>
        <p role="status" className={styles.notice}>
          {tellsPlaceGone(state) && siteTexts.site.placeGone}
        </p>
        <PageBoundary address={location.pathname}>
          <Suspense>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <SiteFooter />
    </MovedContext>
  );
}

/** Whether another page has been shown before this one. */
function useMoved(pathname: string): boolean {
  const [first] = useState(pathname);
  const [moved, setMoved] = useState(false);
  if (!moved && pathname !== first) setMoved(true);
  return moved;
}
