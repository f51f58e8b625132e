import type { ListingPageResponse } from '@directory/api/contracts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { hasStatus } from '../../../shared/api/request-json.ts';
import { Link, useLocation } from '../../../shared/navigation/router.tsx';
import { SongketBorder } from '../../../shared/drawing/drawings.tsx';
import { timeZoneText, useSiteTimeZone } from '../../../shared/listing/site-time.ts';
import { useRedirectNotice } from '../../../shared/navigation/link-state.ts';
import {
  MovedContext,
  PageHeading,
  goToPart,
  usePageTitle,
  showFocused,
} from '../../../shared/navigation/page-heading.tsx';
import { LogOutButton } from '../../../shared/session/log-out-button.tsx';
import { readStored, writeStored } from '../../../shared/local-storage.ts';
import { queryOf } from '../../../shared/navigation/query.ts';
import {
  type Resource,
  useResource,
  useSiteSettings,
} from '../../../shared/resource/use-resource.ts';
import { useSession } from '../../../shared/session/session.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { frame } from '../../../texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { number } from '../../../texts/count.ts';
import admin from '../admin.module.css';
import styles from './admin-frame.module.css';

type AdminFrameProps = {
  /** The title of the document. */
  readonly title: string;
  /** Shows the title in the header, as the h1; otherwise the page renders its own. */
  readonly titleIsHeading?: boolean;
  /** Shown between the title and Logout. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
};

/** The header, the navigation and the frame of every admin page. */
export function AdminFrame({ title, titleIsHeading = false, tools, children }: AdminFrameProps) {
  usePageTitle(title);
  const notice = useRedirectNotice();
  const site = useSiteSettings();
  return (
    <MovedContext value={true}>
      <a className={ui.skip} href="#content" onClick={goToPart}>
        Skip to content
      </a>
      <header className={`${ui.band} ${styles.header}`}>
        <div className={`${ui.row} ${styles.row}`}>
          {titleIsHeading ? (
            <PageHeading className={styles.title}>{title}</PageHeading>
          ) : (
            <p className={styles.title}>{frame.panel}</p>
          )}
          {tools}
          <LogOutButton className={`${ui.control} ${styles.logout}`}>Logout</LogOutButton>
        </div>
        <SongketBorder />
      </header>
      <div className={styles.stage}>
        <div className={styles.body}>
          <AdminNav />
          <main id="content" tabIndex={-1} className={styles.content}>
            <p role="status" className={ui.notice}>
              {notice}
            </p>
            {site.error !== undefined && (
              <LoadState
                resource={site}
                failed="Couldn't load the settings of the site, so dates and times are missing."
              />
            )}
            {children}
          </main>
        </div>
      </div>
    </MovedContext>
  );
}

type AdminPageProps = {
  readonly title: string;
  /** The title of the document, when it differs. */
  readonly pageTitle?: string;
  readonly lead?: string;
  /** How wide the page may become; as wide as the window if it is left out. */
  readonly width?: 'narrow' | 'wide';
  readonly children: ReactNode;
};

/** A page with its title below the header. */
export function AdminPage({ title, pageTitle = title, lead, width, children }: AdminPageProps) {
  return (
    <AdminFrame title={pageTitle}>
      <div className={`${ui.stack} ${admin.page} ${width ? admin[width] : ''}`}>
        <div>
          <PageHeading className={ui.title}>{title}</PageHeading>
          {lead && <p className={ui.soft}>{lead}</p>}
        </div>
        {children}
      </div>
    </AdminFrame>
  );
}

/** The state of what a form or the address asks for. A refusal has no Retry, as the answer would be the same. */
export function AskedLoadState(props: ComponentProps<typeof LoadState>) {
  const { error } = props.resource;
  // A proxy answers without a message.
  const isRefused = (hasStatus(error, 400) || hasStatus(error, 404)) && error.message !== '';
  if (!isRefused) return <LoadState {...props} />;
  return (
    <p role="alert" className={ui.alert}>
      {error.message}
    </p>
  );
}

/** A sidebar; on a narrow screen rows of links, on a phone a single row that scrolls. */
function AdminNav() {
  const username = useSession()?.user.full_name;
  const timeZone = useSiteTimeZone();
  const pending = useReviewQueue().data?.counts.pending ?? 0;
  return (
    <nav className={styles.nav} aria-label="Admin">
      <div className={styles.menu}>
        <div className={`${ui.row} ${styles.links}`}>
          <NavLink to="/adminDashboard">Overview</NavLink>
          <NavLink to="/adminDashboard/review">
            {frame.review}{' '}
            <span className={styles.badge} hidden={pending === 0}>
              {number.format(pending)}
            </span>
          </NavLink>
          <NavLink to="/business-list">View Business List</NavLink>
          <NavLink to="/adminDashboard/deleted">Deleted businesses</NavLink>
          <NavLink to="/adminDashboard/audit">Audit log</NavLink>
          <NavLink to="/adminDashboard/as-of">As of a date</NavLink>
          <NavLink to="/adminDashboard/reports">Reports</NavLink>
          <NavLink to="/adminDashboard/operations">Operations</NavLink>
          <NavLink to="/account">Your account</NavLink>
          <NavLink to="/">View site</NavLink>
        </div>
        <p className={`${ui.small} ${styles.account}`}>
          {username && `Logged in as ${username}.`}{' '}
          {timeZone && `Times are in ${timeZoneText(timeZone)}.`}
        </p>
      </div>
    </nav>
  );
}

function NavLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isCurrent = useLocation().pathname === to;
  return (
    <Link
      ref={isCurrent ? showInRow : undefined}
      className={`${ui.control} ${styles.link}`}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onFocus={showFocused}
    >
      {children}
    </Link>
  );
}

function showInRow(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/**
 * A page of the listings that wait for review, and how many there are of each status: what is hidden from visitors now comes first,
 * then what has waited longest.
 */
export function useReviewQueue(page = 1): Resource<ListingPageResponse> {
  const query = queryOf({ status: 'pending', sort: 'review', page });
  return useResource<ListingPageResponse>(`/api/businesses${query}`);
}

/** Returns a function that loads what a page shows again, and what the navigation counts. */
export function useReload(retry: () => void): () => void {
  const queue = useReviewQueue();
  return () => {
    retry();
    queue.retry();
  };
}

/** A setting of this browser; null until it is chosen. Without storage it lasts until the page is left. */
export function useSetting(key: string): readonly [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => readStored(key));
  return [
    value,
    (next) => {
      setValue(next);
      writeStored(key, next);
    },
  ];
}
