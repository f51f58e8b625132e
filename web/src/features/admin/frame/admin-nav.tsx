import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../../shared/session/use-session.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { countByStatus } from '../listings/count-by-status.ts';
import { useListings } from '../listings/use-listings.ts';
import styles from './admin-frame.module.css';

/** The sidebar; a row of links where there is no room for one. */
export function AdminNav() {
  const { frame } = useAdminTexts();
  const username = useSession()?.user.full_name;
  return (
    <nav className={styles.nav} aria-label={frame.navigation}>
      <Entry to="/adminDashboard">{frame.overview}</Entry>
      <Entry to="/adminDashboard/review">
        {frame.review} <Waiting />
      </Entry>
      <Entry to="/business-list">{frame.list}</Entry>
      <Entry to="/adminDashboard/deleted">{frame.deleted}</Entry>
      <Entry to="/adminDashboard/operations">{frame.operations}</Entry>
      <Entry to="/">{frame.site}</Entry>
      {username && <p className={styles.account}>{frame.account(username)}</p>}
    </nav>
  );
}

function Entry({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isHere = useLocation().pathname === to;
  return (
    <Link className={styles.link} to={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}

function Waiting() {
  const { data = [] } = useListings();
  const waiting = countByStatus(data).pending;
  return waiting > 0 && <span className={styles.badge}>{waiting}</span>;
}
