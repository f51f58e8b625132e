import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SongketBorder } from '../../../shared/drawing/drawings.tsx';
import { cameFrom } from '../../../shared/navigation/link-state.ts';
import { PageHeading, usePageTitle } from '../../../shared/navigation/page-heading.tsx';
import { useSession, useSessionStore } from '../../../shared/session/use-session.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { AdminLoginForm } from './admin-login-form.tsx';
import styles from './admin-login-page.module.css';

/** Where admins log in. Whoever is logged in as one is led on. */
export function AdminLoginPage() {
  const { login } = useAdminTexts();
  const isAdmin = useSession()?.role === 'admin';
  const sessions = useSessionStore();
  usePageTitle(login.title);
  useWayOn(isAdmin);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div className={styles.band}>
          <PageHeading className={styles.title}>{login.title}</PageHeading>
          <p className={styles.subtitle}>{login.subtitle}</p>
          <SongketBorder />
        </div>
        <div className={styles.content}>
          <p role="status" className={styles.expired}>
            {sessions.hasExpired() && login.expired}
          </p>
          <AdminLoginForm />
          <Link className={styles.back} to="/">
            <Icon name="previous" />
            {login.back}
          </Link>
        </div>
      </div>
    </div>
  );
}

function useWayOn(isAdmin: boolean): void {
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  useEffect(() => {
    if (isAdmin) void navigate(cameFrom(state) ?? '/adminDashboard', { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the log-in leads on, not a later change of the address
  }, [isAdmin]);
}
