import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useCameByHistory, useLocation, useNavigate } from '../shared/navigation/router.tsx';
import { isOffline } from '../shared/api/request-json.ts';
import { useRedirectNotice, withNext } from '../shared/navigation/link-state.ts';
import { goToPart, MovedContext, usePageTitle } from '../shared/navigation/page-heading.tsx';
import { useSession, useSessionStore } from '../shared/session/session.ts';
import { ErrorBoundary } from '../shared/ui/loading.tsx';
import ui from '../shared/ui/ui.module.css';
import { siteTexts } from '../texts/site-texts.ts';
import styles from './app.module.css';
import { SiteFooter, SiteHeader } from './site-header.tsx';
import { Button } from '../shared/ui/controls.tsx';

/** The header, footer and error boundary around every page except those of admins. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const moved = useMoved(pathname + search);
  const notice = useRedirectNotice();
  useExpiredSession();
  return (
    <MovedContext value={moved}>
      <a className={ui.skip} href="#content" onClick={goToPart}>
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className={styles.content}>
        <p role="status" className={styles.notice}>
          {notice}
        </p>
        <PageBoundary>
          <Suspense
            fallback={
              <div className={styles.pending}>
                <PendingBar />
              </div>
            }
          >
            {children}
          </Suspense>
        </PageBoundary>
      </main>
      <SiteFooter />
    </MovedContext>
  );
}

/** Appears when a page takes longer than a moment. */
export function PendingBar() {
  return <div role="progressbar" aria-label={siteTexts.load.loading} className={styles.bar} />;
}

/** Whether another page, or another section of one, has been shown before this one. */
function useMoved(address: string): boolean {
  const [first] = useState(address);
  // True at once after an admin page, which has a frame of its own.
  const [moved, setMoved] = useState(!useCameByHistory());
  if (!moved && address !== first) setMoved(true);
  return moved;
}

/** Redirects to the login page of the role when the session expires, and from there back to this page. */
function useExpiredSession(): void {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const before = useRef(session);
  useEffect(() => {
    const login = before.current?.role === 'admin' ? '/admin' : '/user/userlogin';
    const hasEnded = before.current !== null && session === null;
    before.current = session;
    if (!hasEnded || !sessions.hasExpired() || pathname === login) return;
    navigate(withNext(login, pathname + search), { replace: true });
  }, [session, sessions, navigate, pathname, search]);
}

type PageBoundaryProps = {
  readonly children: ReactNode;
  /** What is around the message where that comes with the page. */
  readonly frame?: (message: ReactNode, title: string) => ReactNode;
};

/**
 * Shows a message and a button when a page throws, as when a newer release replaced its code: it reloads the page, but not while
 * offline, which would lose the page. Once online, the page is tried again by itself.
 */
export function PageBoundary({ children, frame }: PageBoundaryProps) {
  const { pathname } = useLocation();
  const failed = (reset: () => void) => {
    const title = isOffline() ? "You're offline" : 'Something went wrong';
    const message = <BrokenPage title={title} reset={reset} />;
    return frame ? frame(message, title) : message;
  };
  return (
    <ErrorBoundary address={pathname} failed={failed}>
      {children}
    </ErrorBoundary>
  );
}

function BrokenPage({ title, reset }: { readonly title: string; readonly reset: () => void }) {
  usePageTitle(title);
  useEffect(() => {
    window.addEventListener('online', reset);
    return () => window.removeEventListener('online', reset);
  }, [reset]);
  return (
    <div role="alert" className={styles.broken}>
      <h1>{title}</h1>
      <p>{isOffline() ? siteTexts.load.offline : "We couldn't load this page."}</p>
      <Button onClick={() => (isOffline() ? reset() : window.location.reload())}>Try again</Button>
    </div>
  );
}
