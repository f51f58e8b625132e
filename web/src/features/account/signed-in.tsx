import { Link, useLocation } from 'react-router-dom';
import { nextPath } from '../../shared/navigation/next-path.ts';
import type { Session } from '../../shared/session/session.ts';
import { useLogOut } from '../../shared/session/use-log-out.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import { AccountFrame } from './account-frame.tsx';
import styles from './account-form.module.css';

const { signedIn, login } = accountTexts;

export function SignedIn({ session }: { readonly session: Session }) {
  const logOut = useLogOut();
  const { search } = useLocation();
  const isOwner = session.role === 'user';
  const dashboard = isOwner ? (nextPath(search) ?? '/user/dashboard') : '/adminDashboard';
  return (
    <AccountFrame
      title={signedIn.as(session.user.full_name)}
      subtitle={isOwner ? session.user.email : signedIn.ownerOnly}
      back={login.back}
    >
      <div className={styles.choices}>
        <Link className={ui.button} to={dashboard}>
          {signedIn.dashboard}
        </Link>
        <button type="button" className={ui.quiet} onClick={logOut}>
          {signedIn.logOut}
        </button>
      </div>
    </AccountFrame>
  );
}
