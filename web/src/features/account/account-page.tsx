import type { ChangePasswordResponse } from '@directory/api/contracts';
import { isInAddressBar, Link, useLocation, useNavigate } from '../../shared/navigation/router.tsx';
import { useSend } from '../../shared/api/use-send.ts';
import { ErrorSummary, RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { BusyButton, PasswordField } from '../../shared/forms/form-fields.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { SignedInOnly } from '../../shared/session/guards.tsx';
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
import { account as texts, formTexts } from '../../texts/account-texts.ts';
import styles from './account.module.css';
import { MailSettings } from './mail-settings.tsx';
import { DeleteAccount, DownloadData, Profile } from './own-data.tsx';

const SecondFactor = lazyComponent(async () => (await import('./second-factor.tsx')).SecondFactor);

/** What owners and admins do with their own account. */
export function AccountPage() {
  const session = useSession();
  usePageTitle(texts.title);
  return <SignedInOnly>{session && <Account session={session} />}</SignedInOnly>;
}

function Account({ session }: { readonly session: Session }) {
  const { mustChangePassword, mustSetUpSecondFactor, full_name } = session.user;
  const mustAct = mustActFirst(session.user);
  return (
    <div className={`${ui.page} ${ui.stack} ${styles.settings}`}>
      <div>
        <PageHeading className={ui.largeTitle}>{texts.title}</PageHeading>
        <p>{texts.as(full_name)}</p>
      </div>
      {mustAct ? (
        <p className={ui.notice}>{mustChangePassword ? texts.mustChange : texts.mustSetUp}</p>
      ) : (
        <Link className={ui.ownLine} to={dashboardOf(session)}>
          {texts.dashboard}
        </Link>
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
  const { password } = texts;
  const sessions = useSessionStore();
  const send = useSend();
  const navigate = useNavigate();
  const location = useLocation();
  const { failures, isBusy, isDone, run } = useRequest(password.failed);

  const submit = (data: FormData, form: HTMLFormElement) => {
    const body = {
      currentPassword: textOf(data.get('currentPassword')),
      newPassword: textOf(data.get('newPassword')),
    };
    const change = async () => {
      const request = { method: 'PUT', body } as const;
      const { token } = await send<ChangePasswordResponse>('/api/account/password', request);
      const { mustChangePassword, ...user } = session.user;
      sessions.start({ ...session, token, user });
      // A late response does not leave a page that was opened meanwhile.
      if (mustChangePassword && isInAddressBar(location))
        navigate(dashboardOf(session), { replace: true });
      form.reset();
    };
    void run(change, {
      ...(!body.currentPassword && { currentPassword: password.missing }),
      ...(!body.newPassword && { newPassword: formTexts.newPasswordMissing }),
    });
  };

  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="password-title">
      <h2 id="password-title">{password.title}</h2>
      <RequestForm failures={failures} onSubmit={submit}>
        {/* Password managers need to know whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.user.email || session.user.full_name}
          readOnly
          hidden
        />
        <PasswordField {...failures.field('currentPassword')} label={password.current} />
        <PasswordField
          {...failures.field('newPassword')}
          label={password.next}
          hint={formTexts.newPasswordHint}
          autoComplete="new-password"
        />
        <div>
          <BusyButton busy={isBusy}>{password.submit}</BusyButton>
        </div>
        <p role="status" className={ui.notice}>
          {isDone && password.changed}
        </p>
      </RequestForm>
    </section>
  );
}

function LogOutEverywhere() {
  const { sessions } = texts;
  const send = useSend();
  const logOut = useLogOut();
  const { failures, isBusy, run } = useRequest(sessions.failed);
  const endSessions = async () => {
    await send('/api/account/sessions', { method: 'DELETE' });
    logOut({ notice: sessions.done });
  };
  const { ask, question } = useDraftQuestion(() => void run(endSessions));
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="sessions-title">
      <h2 id="sessions-title">{sessions.title}</h2>
      <ErrorSummary {...failures} />
      <p>{sessions.text}</p>
      <div>
        <BusyButton type="button" busy={isBusy} onClick={ask}>
          {sessions.submit}
        </BusyButton>
        {question}
      </div>
    </section>
  );
}
