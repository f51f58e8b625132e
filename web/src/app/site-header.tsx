import type { ComponentProps } from 'react';
import { isHomePath, Link, useLocation } from '../shared/navigation/router.tsx';
import { SongketBorder } from '../shared/drawing/drawings.tsx';
import { openStreetMapCopyright } from '../shared/place/place-parts.tsx';
import { QuickSearch } from '../shared/search/quick-search.tsx';
import { withNext } from '../shared/navigation/link-state.ts';
import { LogOutButton } from '../shared/session/log-out-button.tsx';
import { type Session, useSession } from '../shared/session/session.ts';
import { useIsHydrated } from '../shared/ui/loading.tsx';
import { siteTexts } from '../texts/site-texts.ts';
import ui from '../shared/ui/ui.module.css';
import styles from './site-header.module.css';

export function SiteHeader() {
  const { pathname } = useLocation();
  const session = useSession();
  const onPlace = pathname.startsWith('/places/');
  return (
    <header className={ui.band}>
      <div className={`${ui.page} ${ui.row} ${ui.spread} ${styles.row}`}>
        <div className={styles.top}>
          <Brand />
          {session && <p className={styles.greeting}>{`Hi, ${session.user.full_name}!`}</p>}
        </div>
        {onPlace && (
          <div className={styles.search}>
            <QuickSearch />
          </div>
        )}
        <nav className={`${ui.row} ${styles.links}`} aria-label="Main">
          <HeaderLink to="/" aria-current={isHomePath(pathname) ? 'page' : undefined}>
            Home
          </HeaderLink>
          <HeaderLink to="/saved" aria-current={pathname === '/saved' ? 'page' : undefined}>
            Saved
          </HeaderLink>
          <AccountLinks session={session} />
        </nav>
      </div>
      <SongketBorder />
    </header>
  );
}

/** The header of a page whose scripts are still loading, without what depends on the session. */
export function BareHeader() {
  return (
    <header className={`${ui.band} ${ui.late}`}>
      <div className={`${ui.page} ${ui.row} ${styles.row}`}>
        <Brand />
      </div>
      <SongketBorder />
    </header>
  );
}

function Brand() {
  return (
    <Link className={styles.brand} to="/">
      <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true">
        <path d="M16 9h16c2 8 5 12 12 16H4c7-4 10-8 12-16zM10 27h28v9H10zM12 36h3v6h-3zM22.5 36h3v6h-3zM33 36h3v6h-3z" />
        <path className={styles.markDoor} d="M21 29h6v7h-6zM13.5 29h4v4h-4zM30.5 29h4v4h-4z" />
      </svg>
      <span className={styles.name}>
        {'Kampong Bharu '}
        <span className={styles.kind}>Directory</span>
      </span>
    </Link>
  );
}

function HeaderLink(props: ComponentProps<typeof Link>) {
  return <Link className={`${ui.control} ${styles.link}`} {...props} />;
}

/** Login and Register for visitors, which pass on where these pages lead; Dashboard and Logout after login. */
function AccountLinks({ session }: { readonly session: Session | null }) {
  const { pathname, search } = useLocation();
  // The server renders the pages without a query.
  const isKnown = useIsHydrated() && pathname.startsWith('/user/');
  const next = isKnown ? new URLSearchParams(search).get('next') : null;
  if (!session)
    return (
      <>
        <HeaderLink to={withNext('/user/userlogin', next)}>Login</HeaderLink>
        <span className={styles.bar} aria-hidden="true">
          |
        </span>
        <HeaderLink to={withNext('/user/register', next)}>Register</HeaderLink>
      </>
    );

  const dashboard = session.role === 'admin' ? '/adminDashboard' : '/user/dashboard';
  return (
    <>
      <HeaderLink to={dashboard}>Dashboard</HeaderLink>
      <LogOutButton className={`${ui.control} ${styles.link}`}>Logout</LogOutButton>
    </>
  );
}

export function SiteFooter() {
  const session = useSession();
  return (
    <footer className={`${ui.band} ${styles.footer}`}>
      <SongketBorder flipped />
      <div className={`${ui.page} ${styles.footerContent}`}>
        <div>
          <p className={styles.footerName}>{siteTexts.site.name}</p>
          <p>{siteTexts.site.tagline}</p>
        </div>
        {session?.role !== 'admin' && (
          <p>
            Run a business here?{' '}
            <Link to={session ? '/form' : withNext('/user/register', '/form')}>
              List your business
            </Link>
          </p>
        )}
        <p className={styles.footerCredits}>
          Map data and some listings{' '}
          <a href={openStreetMapCopyright}>{siteTexts.site.openStreetMap}</a> (Open Database
          License). Places without a photo show a drawing of a kampung house, coloured by category.{' '}
          <span className={styles.footerLinks}>
            <Link to="/data">{siteTexts.aboutData}</Link> · <Link to="/privacy">Privacy</Link>
          </span>
        </p>
      </div>
    </footer>
  );
}
