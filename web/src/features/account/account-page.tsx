import type { ChangePasswordResponse } from '@directory/api/contracts';
import { isInAddressBar, useLocation, useNavigate } from '../../shared/navigation/router.tsx';
import { useSend } from '../../shared/api/use-send.ts';
import { ErrorSummary, RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { BusyButton, PasswordField } from '../../shared/forms/form-fields.tsx';
import { useNextPath } from '../../shared/forms/login-form.tsx';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { Guard } from '../../shared/session/guards.tsx';
import {
  mustActFirst,
  type Session,
  useLogOut,
  useSession,
  useSessionStore,
} from '../../shared/session/session.ts';
import { lazyComponent, LazyPart } from '../../shared/ui/loading.tsx';
import { useDraftQuestion } from '../../shared/session/log-out-button.tsx';
import ui from '../../shared/ui/ui.module.css';
import { formTexts } from '../../texts/account-texts.ts';
import styles from './account.module.css';
import { MailSettings } from './mail-settings.tsx';
import { DeleteAccount, DownloadData, Profile } from './own-data.tsx';
import { LineLink } from '../../shared/ui/controls.tsx';

const title = 'Your account';

const SecondFactor = lazyComponent(async () => (await import('./second-factor.tsx')).SecondFactor);

/** What owners and admins do with their own account. */
export function AccountPage() {
  const session = useSession();
  usePageTitle(title);
  return <Guard access="any">{session && <Account session={session} />}</Guard>;
}

function Account({ session }: { readonly session: Session }) {
  const { mustChangePassword, mustSetUpSecondFactor, full_name } = session.user;
  const mustAct = mustActFirst(session.user);
  return (
    <div className={`${ui.page} ${ui.stack} ${styles.settings}`}>
      <div>
        <PageHeading className={ui.largeTitle}>{title}</PageHeading>
        <p>Logged in as {full_name}</p>
      </div>
      {mustAct ? (
        <p className={ui.notice}>
          {mustChangePassword
            ? 'This password was generated for you. Choose your own to continue.'
            : 'This directory requires two-step log-in. Set it up to continue.'}
        </p>
      ) : (
        <LineLink to={dashboardOf(session)}>Go to my dashboard</LineLink>
      )}
      {session.role === 'user' && !mustChangePassword && <Profile />}
      {(mustChangePassword || !mustSetUpSecondFactor) && <ChangePassword session={session} />}
      {session.role === 'admin' && !mustChangePassword && (
        <div className={styles.factor}>
          <LazyPart>
            <SecondFactor session={session} />
          </LazyPart>
        </div>
      )}
      {!mustChangePassword && !mustSetUpSecondFactor && <MailSettings role={session.role} />}
      <LogOutEverywhere />
      {session.role === 'user' && !mustChangePassword && (
        <>
          <DownloadData />
          <DeleteAccount />
        </>
      )}
    </div>
  );
}

function dashboardOf({ role }: Session): string {
  return role === 'admin' ? '/adminDashboard' : '/user/dashboard';
}

/** Changes the password and continues the session with the new token. */
function ChangePassword({ session }: { readonly session: Session }) {
  const sessions = useSessionStore();
  const send = useSend();
  const navigate = useNavigate();
  const location = useLocation();
  const next = useNextPath();
  const request = useRequest("We couldn't change your password.");
  const { failures, isBusy, isDone } = request;

  const change = async (
    { currentPassword, newPassword }: Record<string, string>,
    form: HTMLFormElement,
  ) => {
    const options = { method: 'PUT', body: { currentPassword, newPassword } } as const;
    const { token } = await send<ChangePasswordResponse>('/api/account/password', options);
    const { mustChangePassword, ...user } = session.user;
    sessions.start({ ...session, token, user });
    // A late response does not leave a page that was opened meanwhile.
    if (mustChangePassword && isInAddressBar(location))
      navigate(next ?? dashboardOf(session), { replace: true });
    form.reset();
  };

  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="password-title">
      <h2 id="password-title">Change your password</h2>
      <RequestForm request={request} send={change}>
        {/* Password managers need to know whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.user.email || session.user.full_name}
          readOnly
          hidden
        />
        <PasswordField
          {...failures.field('currentPassword', 'Enter your current password.')}
          label="Current password"
        />
        <PasswordField
          {...failures.field('newPassword', formTexts.newPasswordMissing)}
          label="New password"
          hint={formTexts.newPasswordHint}
          autoComplete="new-password"
        />
        <div>
          <BusyButton busy={isBusy}>Change password</BusyButton>
        </div>
        <p role="status" className={ui.notice}>
          {isDone && 'Password changed. You are logged out on all other devices.'}
        </p>
      </RequestForm>
    </section>
  );
}

function LogOutEverywhere() {
  const send = useSend();
  const logOut = useLogOut();
  const { failures, isBusy, run } = useRequest("We couldn't log you out.");
  const endSessions = async () => {
    await send('/api/account/sessions', { method: 'DELETE' });
    logOut({ notice: 'All your sessions have ended. You are logged out everywhere.' });
  };
  const { ask, question } = useDraftQuestion(() => void run(endSessions));
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Log out everywhere</h2>
      <ErrorSummary {...failures} />
      <p>
        Ends every session of your account, on this device too. Use it if you lost a device or
        forgot to log out somewhere.
      </p>
      <div>
        <BusyButton type="button" busy={isBusy} onClick={ask}>
          Log out everywhere
        </BusyButton>
        {question}
      </div>
    </section>
  );
}
