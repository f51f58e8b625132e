import type { MailSettingsResponse, ResetPasswordResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { logFailure, requestJson, RequestFailed } from '../../shared/api/request-json.ts';
import { BusyButton, TextField, PasswordField } from '../../shared/forms/form-fields.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import { RequestForm, useRequest, ErrorSummary } from '../../shared/forms/request-form.tsx';
import { textInState, withNext } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { Link, useLocation } from '../../shared/navigation/router.tsx';
import { useSession, useSessionStore } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';
import { formTexts } from '../../texts/account-texts.ts';
import { adminLogIn, forgot, reset, unsubscribe, verify } from '../../texts/mail-texts.ts';
import {
  AccountFrame,
  DoneNotice,
  keepInSession,
  SentNotice,
  useNextPath,
} from './account-frame.tsx';

type ForgotPasswordPageProps = { readonly account: 'owner' | 'admin' };

/** Asks for a mail. What it shows afterwards does not depend on whether there is such an account. */
export function ForgotPasswordPage({ account }: ForgotPasswordPageProps) {
  const { failures, isBusy, isDone, run } = useRequest(forgot.failed);
  usePageTitle(forgot.title);
  const isOwner = account === 'owner';
  const { state } = useLocation();
  const back = withNext(isOwner ? '/user/userlogin' : '/admin', useNextPath());

  const submit = (form: FormData) => {
    const name = textOf(form.get('name')).trim();
    const missing = isOwner ? forgot.emailMissing : forgot.usernameMissing;
    const request = { method: 'POST', body: { role: account, name } } as const;
    void run(
      () => requestJson('/api/password-reset-requests', request),
      name ? {} : { name: missing },
    );
  };

  return (
    <AccountFrame title={forgot.title} subtitle={forgot[account]} back={back}>
      <RequestForm failures={failures} onSubmit={submit}>
        <TextField
          {...failures.field('name')}
          label={isOwner ? forgot.email : forgot.username}
          type={isOwner ? 'email' : 'text'}
          autoComplete={isOwner ? 'email' : 'username'}
          autoCapitalize="none"
          defaultValue={textInState(state, 'account') ?? undefined}
          required
        />
        <BusyButton busy={isBusy}>{forgot.submit}</BusyButton>
        <SentNotice isSent={isDone} text={forgot.sent} />
        {!isOwner && <p className={ui.small}>{forgot.adminHelp}</p>}
      </RequestForm>
    </AccountFrame>
  );
}

/** The page to which the link of a mail leads; a link that is opened in the same tab later begins again. */
export function ResetPasswordPage() {
  // The token is behind `#`, where no server and no other page sees it.
  const token = useLocation().hash.slice(1);
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { readonly token: string }) {
  const sessions = useSessionStore();
  const { failures, isBusy, run } = useRequest(reset.failed);
  const [isExpired, setExpired] = useState(false);
  const [login, setLogin] = useState<string | null>(null);
  usePageTitle(reset.title);

  const setPassword = async (newPassword: string) => {
    try {
      const body = { token, newPassword };
      const request = { method: 'POST', body } as const;
      const { role } = await requestJson<ResetPasswordResponse>('/api/password-resets', request);
      setLogin(role === 'owner' ? '/user/userlogin' : '/admin');
      sessions.end();
    } catch (error) {
      setExpired(error instanceof RequestFailed && error.status === 410);
      throw error;
    }
  };
  const submit = (form: FormData) => {
    const newPassword = textOf(form.get('newPassword'));
    const missing = { newPassword: formTexts.newPasswordMissing };
    void run(() => setPassword(newPassword), newPassword ? {} : missing);
  };

  return (
    <AccountFrame title={reset.title}>
      {login !== null ? (
        <>
          <DoneNotice>{reset.done}</DoneNotice>
          <p>
            <Link className={ui.button} to={login}>
              {reset.logIn}
            </Link>
          </p>
        </>
      ) : (
        <RequestForm failures={failures} onSubmit={submit}>
          {isExpired && (
            <>
              <Link className={ui.ownLine} to="/user/forgot-password">
                {reset.again}
              </Link>
              <Link className={ui.ownLine} to="/admin/forgot-password">
                {reset.adminAgain}
              </Link>
            </>
          )}
          <PasswordField
            {...failures.field('newPassword')}
            label={reset.password}
            hint={formTexts.newPasswordHint}
            autoComplete="new-password"
          />
          <BusyButton busy={isBusy}>{reset.submit}</BusyButton>
        </RequestForm>
      )}
    </AccountFrame>
  );
}

export function VerifyEmailPage() {
  const token = useLocation().hash.slice(1);
  const sessions = useSessionStore();
  const send = async () => {
    await requestJson('/api/email-verifications', { method: 'POST', body: { token } });
    const session = sessions.read();
    if (session?.role !== 'user') return;
    // The address is confirmed, whether or not the session can be updated.
    await requestJson<MailSettingsResponse>('/api/account/mail', { token: session.token }).then(
      ({ email }) => {
        if (email && sessions.isOf(session.user.id)) keepInSession(sessions, { email });
      },
      (error: unknown) => logFailure('The address could not be loaded', error),
    );
  };
  return <MailLinkPage key={token} texts={verify} send={send} />;
}

/** The token is in the query, as in the link that mail programs follow by themselves. */
export function UnsubscribePage() {
  const { search } = useLocation();
  const send = () => requestJson(`/api/unsubscriptions${search}`, { method: 'POST' });
  return <MailLinkPage key={search} texts={unsubscribe} send={send} />;
}

type MailLinkPageProps = {
  readonly texts: Readonly<
    Record<'title' | 'text' | 'submit' | 'done' | 'account' | 'failed', string>
  >;
  readonly send: () => Promise<unknown>;
};

/** The page to which a link of a mail leads. It needs a click, as programs that check mails open links, too. */
function MailLinkPage({ texts, send }: MailLinkPageProps) {
  const { failures, isBusy, isDone, run } = useRequest(texts.failed);
  usePageTitle(texts.title);

  return (
    <AccountFrame title={texts.title}>
      <ErrorSummary {...failures} />
      {isDone ? (
        <>
          <DoneNotice>{texts.done}</DoneNotice>
          <AccountLinks label={texts.account} />
        </>
      ) : (
        <>
          <p>{texts.text}</p>
          <div>
            <BusyButton type="button" busy={isBusy} onClick={() => void run(send)}>
              {texts.submit}
            </BusyButton>
          </div>
          {failures.message !== undefined && <AccountLinks label={texts.account} />}
        </>
      )}
    </AccountFrame>
  );
}

/** Whoever is not logged in is led from the account to the login of owners, so administrators have a link to their own. */
function AccountLinks({ label }: { readonly label: string }) {
  const session = useSession();
  return (
    <>
      <Link className={ui.ownLine} to="/account">
        {label}
      </Link>
      {!session && (
        <Link className={ui.ownLine} to={withNext('/admin', '/account')}>
          {adminLogIn}
        </Link>
      )}
    </>
  );
}
