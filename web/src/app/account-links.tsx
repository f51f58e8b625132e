import { Link } from 'react-router-dom';
import { useLogOut } from '../shared/session/use-log-out.ts';
import { useSession } from '../shared/session/use-session.ts';
import { siteTexts } from '../texts/site-texts.ts';
import styles from './site-header.module.css';

/** The way in for visitors; for who is logged in the dashboard, a greeting and the way out. */
export function AccountLinks() {
  const session = useSession();
  const logOut = useLogOut();
  if (!session)
    return (
      <>
        <Link className={styles.link} to="/user/userlogin">
          {siteTexts.header.login}
        </Link>
        <span className={styles.bar} aria-hidden="true">
          |
        </span>
        <Link className={styles.link} to="/user/register">
          {siteTexts.header.register}
        </Link>
      </>
    );

  const isAdmin = session.role === 'admin';
  return (
    <>
      <Link className={styles.link} to={isAdmin ? '/adminDashboard' : '/user/dashboard'}>
        {siteTexts.header.dashboard}
      </Link>
      <span className={styles.person}>
        <span className={styles.greeting}>{siteTexts.header.greeting(session.user.full_name)}</span>
        <button type="button" className={styles.logout} onClick={logOut}>
          {siteTexts.header.logout}
        </button>
      </span>
    </>
  );
}
