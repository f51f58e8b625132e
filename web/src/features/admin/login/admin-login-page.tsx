import type { AdminLoginResponse } from '@directory/api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { withNext } from '../../../shared/navigation/link-state.ts';
import { Link, useLocation, useNavigate } from '../../../shared/navigation/router.tsx';
import { RequestFailed, requestJson } from '../../../shared/api/request-json.ts';
import { SongketBorder } from '../../../shared/drawing/drawings.tsx';
import { isCodeRefusal, LoginForm, nextPath } from '../../../shared/forms/login-form.tsx';
import { PageHeading, usePageTitle } from '../../../shared/navigation/page-heading.tsx';
import {
  mustActFirst,
  type Session,
  useSession,
  useSessionStore,
} from '../../../shared/session/session.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { frame } from '../../../texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './admin-login-page.module.css';

/** The admins' login page. Redirects those who are logged in. */
export function AdminLoginPage() {
  const session = useSession();
  const sessions = useSessionStore();
  const [recoveryCodesLeft, setRecoveryCodesLeft] = useState<number>();
  usePageTitle(frame.panel);
  useRedirectAfterLogin(session, recoveryCodesLeft);
  return (
    <div className={`${ui.stack} ${styles.page}`}>
      <div className={`${ui.card} ${styles.card}`}>
        <div className={`${ui.band} ${styles.band}`}>
          <PageHeading className={`${ui.largeTitle} ${styles.title}`}>{frame.panel}</PageHeading>
          <p className={styles.subtitle}>Login to continue</p>
          <SongketBorder />
        </div>
        <div className={`${ui.stack} ${styles.content}`}>
          <LoginForm
            notice={sessions.hasExpired() && 'Session expired'}
            account={{
              name: 'username',
              label: 'Username',
              autoComplete: 'username',
              autoCapitalize: 'none',
              spellCheck: false,
            }}
            accountMissing="Enter your username."
            forgotPath="/admin/forgot-password"
            logIn={async (...entered) => {
              const answer = await logIn(...entered);
              setRecoveryCodesLeft(answer.recoveryCodesLeft);
              return sessionOf(answer);
            }}
            onLoggedIn={sessions.start}
          />
          <Link className={ui.back} to="/">
            <Icon name="previous" />
            Back
          </Link>
        </div>
      </div>
    </div>
  );
}

function recovered(codesLeft: number): string {
  const left = codesLeft === 1 ? '1 is' : `${codesLeft || 'None'} are`;
  return `You used a recovery code. ${left} left. You can make new ones in “Your account”.`;
}

function useRedirectAfterLogin(
  session: Session | null,
  recoveryCodesLeft: number | undefined,
): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isAdmin = session?.role === 'admin';
  const redirect = useEffectEvent(() => {
    const next = nextPath(search);
    // Any other page would redirect there, and lose the notice.
    const isForced = session && mustActFirst(session.user);
    navigate(isForced ? withNext('/account', next) : (next ?? '/adminDashboard'), {
      replace: true,
      state: recoveryCodesLeft === undefined ? null : { notice: recovered(recoveryCodesLeft) },
    });
  });
  // Redirects after a login, not after a later change of the address.
  useEffect(() => {
    if (isAdmin) redirect();
  }, [isAdmin]);
}

/** @throws RequestFailed */
function logIn(username: string, password: string, code?: string): Promise<AdminLoginResponse> {
  return requestJson<AdminLoginResponse>('/api/admin/login', {
    method: 'POST',
    body: { username, password, ...(code !== undefined && { code }) },
  }).catch((error: unknown) => {
    // The log of the browser shows the error itself as the cause.
    throw Object.assign(explained(error), { cause: error });
  });
}

function sessionOf(answer: AdminLoginResponse): Session {
  const { token, admin, mustChangePassword, mustSetUpSecondFactor } = answer;
  const { id, full_name } = admin;
  const user = { id, full_name, email: '', mustChangePassword, mustSetUpSecondFactor };
  return { token, role: 'admin', user };
}

/** The text of the specification for a wrong name or password; the server's for other refusals, as of a disabled account. */
function explained(error: unknown): RequestFailed {
  if (!(error instanceof RequestFailed) || error.status === null || error.status >= 500)
    return new RequestFailed(503, "Couldn't reach the directory. Please try again later.");
  const { status, message, errors } = error;
  const isExplained = status === 403 || status === 429 || isCodeRefusal(error);
  const text = (isExplained && message) || 'Invalid username or password. Please try again.';
  return new RequestFailed(status, text, { errors });
}
