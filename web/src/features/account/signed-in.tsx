import { Link, useLocation } from '../../shared/navigation/router.tsx';
import { nextPath } from '../../shared/navigation/link-state.ts';
import { LogOutButton } from '../../shared/session/log-out-button.tsx';
import type { Session } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';
import { accountTexts } from '../../texts/account-texts.ts';
import { AccountFrame } from './account-frame.tsx';

const { login, signedIn } = accountTexts;

/** Instead of the login and the registration form, for those who are logged in. */
export function SignedIn({ session }: { readonly session: Session }) {
  const { search } = useLocation();
  const isOwner = session.role === 'user';
  const dashboard = isOwner ? (nextPath(search) ?? '/user/dashboard') : '/adminDashboard';
  return (
    <AccountFrame
      title={signedIn.as(session.user.full_name)}
      subtitle={isOwner ? session.user.email : signedIn.ownerOnly}
      back={login.back}
    >
      <div className={ui.row}>
        <Link className={ui.button} to={dashboard}>
          {signedIn.dashboard}
        </Link>
        <LogOutButton className={ui.quiet}>{signedIn.logOut}</LogOutButton>
      </div>
    </AccountFrame>
  );
}
