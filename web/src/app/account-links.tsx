import { Link, useNavigate } from 'react-router-dom';
import { useSession, useSessionStore } from '../shared/session/use-session.ts';
import { useTexts } from '../shared/texts/texts.ts';
import styles from './site-header.module.css';

/** The way in for visitors; for who is logged in the dashboard, a greeting and the way out. */
export function AccountLinks() {
  const { header } = useTexts();
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  if (!session)
    return (
      <>
        <Link className={styles.link} to="/user/userlogin">
          {header.login}
        </Link>
        <span className={styles.bar} aria-hidden="true">
          |
        </span>
        <Link className={styles.link} to="/user/register">
          {header.register}
        </Link>
      </>
    );

  const isAdmin = session.role === 'admin';
  return (
    <>
      <Link className={styles.link} to={isAdmin ? '/adminDashboard' : '/user/dashboard'}>
        {header.dashboard}
      </Link>
      <span className={styles.greeting}>{header.greeting(session.user.full_name)}</span>
      <button
        type="button"
        className={styles.logout}
        onClick={() => {
          sessions.end();
          void navigate(isAdmin ? '/admin' : '/');
        }}
      >
        {header.logout}
      </button>
    </>
  );
}
