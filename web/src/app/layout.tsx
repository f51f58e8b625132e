import {
  Component,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  NavigationType,
  Outlet,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { logFailure } from '../shared/log-failure.ts';
import { tellsPlaceGone, withNext } from '../shared/navigation/link-state.ts';
import { MovedContext } from '../shared/navigation/page-heading.tsx';
import { useSession, useSessionStore } from '../shared/session/use-session.ts';
import ui from '../shared/ui/ui.module.css';
import { siteTexts } from '../texts/site-texts.ts';
import styles from './layout.module.css';
import { SiteFooter, SiteHeader } from './site-header.tsx';

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

const positions = new Map<string, number>();

/** A new page starts at its top, and going back finds the place where one was; browsers do neither for pages like these. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
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

/** Before the picture is painted; on the server, where nothing is, not at all. */
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Leads whoever the server no longer believes to the login page of their role, and from there back to where they were. */
export function useExpiredSession(): void {
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
    void navigate(withNext(login, pathname + search), { replace: true });
  }, [session, sessions, navigate, pathname, search]);
}

type PageBoundaryProps = {
  readonly children: ReactNode;
  /** Another address is another try. */
  readonly address: string;
};
type PageBoundaryState = { readonly broken: boolean };

/** Keeps the header and a way on when a page breaks, as when its code was replaced by a newer release meanwhile. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { broken: false };

  static getDerivedStateFromError(): PageBoundaryState {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('The page broke', error);
  }

  override componentDidUpdate({ address }: PageBoundaryProps): void {
    if (this.state.broken && address !== this.props.address) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  return (
    <div role="alert" className={styles.broken}>
      <h1>{siteTexts.broken.title}</h1>
      <p>{siteTexts.broken.text}</p>
      <button
        type="button"
        className={ui.button}
        onClick={() => {
          window.location.reload();
        }}
      >
        {siteTexts.broken.reload}
      </button>
    </div>
  );
}
