import type { UserLoginResponse } from '@directory/api/contracts';
import { useEffect, useState } from 'react';
import { requestJson } from '../../shared/api/request-json.ts';
import { LoginForm, useNextPath } from '../../shared/forms/login-form.tsx';
import { textInState, withNext } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import {
  isInAddressBar,
  Link,
  useCameByHistory,
  useLocation,
  useNavigate,
} from '../../shared/navigation/router.tsx';
import { type Session, useSession, useSessionStore } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';
import { useIsHydrated } from '../../shared/ui/loading.tsx';
import { loginTitle, signedInAs } from '../../texts/account-texts.ts';
import { AccountFrame, SignedIn } from './account-frame.tsx';
import styles from './account.module.css';
import { QuietButton } from '../../shared/ui/controls.tsx';

/** The owners' login page. Shows the account instead of the form to users who are logged in. */
export function LoginPage() {
  const session = useSession();
  const sessions = useSessionStore();
  // Avoids showing the account for a moment between login and redirect.
  const [isLeaving, setLeaving] = useState(false);
  const isSignedIn = session !== null && !isLeaving;
  usePageTitle(isSignedIn ? signedInAs(session.user.full_name) : loginTitle);
  if (isSignedIn) return <SignedIn session={session} />;
  return (
    <AccountFrame title={loginTitle} subtitle="Log in to manage your business">
      <OwnerLogin
        onLoggedIn={(started) => {
          setLeaving(true);
          sessions.start(started);
        }}
      />
    </AccountFrame>
  );
}

/** Leads from `/login`, the specification's address that guards redirect to, to that of the login page. */
export function LoginRedirect() {
  const next = useNextPath();
  const navigate = useNavigate();
  useEffect(() => navigate(withNext('/user/userlogin', next), { replace: true }), [next, navigate]);
  return null;
}

function OwnerLogin({ onLoggedIn }: { readonly onLoggedIn: (session: Session) => void }) {
  const navigate = useNavigate();
  const next = useNextPath();
  const isHydrated = useIsHydrated();
  const location = useLocation();
  // A reload keeps the state, which the server does not know.
  const state = isHydrated ? location.state : null;
  const newAccount = textInState(state, 'newAccount');
  const notice = useNotice(newAccount !== null);
  const [asksGoogle, setAsksGoogle] = useState(false);
  return (
    <LoginForm
      notice={notice}
      account={{
        name: 'email',
        type: 'email',
        label: 'Email',
        autoComplete: 'email',
        defaultValue: newAccount ?? textInState(state, 'account') ?? undefined,
      }}
      accountMissing="Enter your email address."
      forgotPath="/user/forgot-password"
      logIn={logIn}
      onLoggedIn={(session) => {
        onLoggedIn(session);
        // A late response does not leave a page that was opened meanwhile.
        if (isInAddressBar(location)) navigate(next ?? '/user/dashboard', { replace: true });
      }}
    >
      <p className={styles.or}>OR</p>
      {/* The specification defines no behaviour for this button, so it reports that it is not available. */}
      <div className={ui.group}>
        <QuietButton onClick={() => setAsksGoogle(true)}>Sign in with Google</QuietButton>
        <p role="status" className={ui.small}>
          {asksGoogle && 'Sign in with Google is not available yet.'}
        </p>
      </div>
      <p>
        Don't have an account?{' '}
        <Link className={`${ui.ownLine} ${ui.strong}`} to={withNext('/user/register', next)}>
          Sign up
        </Link>
      </p>
    </LoginForm>
  );
}

function useNotice(isNew: boolean): string | false {
  const sessions = useSessionStore();
  // A reloaded page is hydrated: the text would appear late and move the form.
  const isReloaded = useCameByHistory();
  if (isNew) return !isReloaded && 'Account created. Log in to continue.';
  return sessions.hasExpired() && 'Session expired';
}

async function logIn(email: string, password: string): Promise<Session> {
  const request = { method: 'POST', body: { email, password } } as const;
  const answer = await requestJson<UserLoginResponse>('/api/user/login', request);
  const { token, user, mustChangePassword } = answer;
  const { id, full_name, email: address } = user;
  return { token, role: 'user', user: { id, full_name, email: address, mustChangePassword } };
}
