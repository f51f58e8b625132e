import type { MailSettingsResponse, ResetPasswordResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { logFailure, requestJson, hasStatus } from '../../shared/api/request-json.ts';
import { BusyButton, TextField, PasswordField } from '../../shared/forms/form-fields.tsx';
import { useNextPath } from '../../shared/forms/login-form.tsx';
import { RequestForm, useRequest, ErrorSummary } from '../../shared/forms/request-form.tsx';
import { textInState, withNext } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useLocation } from '../../shared/navigation/router.tsx';
import { useSite } from '../../shared/resource/use-resource.ts';
import { useSession, useSessionStore } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';
import { formTexts } from '../../texts/account-texts.ts';
import { AccountFrame, DoneNotice, keepInSession, SentNotice } from './account-frame.tsx';
import { ButtonLink, LineLink } from '../../shared/ui/controls.tsx';

const forgotTitle = 'Forgot your password?';

/** Asks for a mail. What it shows afterwards does not depend on whether there is such an account. */
export function ForgotPasswordPage({ account }: { readonly account: 'owner' | 'admin' }) {
  const request = useRequest("We couldn't request the email.");
  const { failures, isBusy, isDone } = request;
  usePageTitle(forgotTitle);
  const isOwner = account === 'owner';
  const { state } = useLocation();
  const back = withNext(isOwner ? '/user/userlogin' : '/admin', useNextPath());
  const isWithoutMail = useSite()?.sendsMail === false;
  const steps = isOwner
    ? 'Enter your email address. We will send you a link to choose a new one.'
    : 'Enter your username. We will send a link to the email address of your account.';

  const send = ({ name }: Record<string, string>) => {
    const body = { role: account, name: name?.trim() };
    return requestJson('/api/password-reset-requests', { method: 'POST', body });
  };

  return (
    <AccountFrame
      title={forgotTitle}
      subtitle={
        isWithoutMail
          ? 'This site sends no email yet. Ask its operator for a new password, or for the link that you request here.'
          : steps
      }
      back={back}
    >
      <RequestForm request={request} send={send}>
        <TextField
          {...failures.field(
            'name',
            isOwner ? 'Enter your email address.' : 'Enter your username.',
          )}
          label={isOwner ? 'Email' : 'Username'}
          type={isOwner ? 'email' : 'text'}
          autoComplete={isOwner ? 'email' : 'username'}
          autoCapitalize="none"
          defaultValue={textInState(state, 'account') ?? undefined}
        />
        <BusyButton busy={isBusy}>Send the link</BusyButton>
        <SentNotice
          isSent={isDone}
          text="If there is such an account, we have emailed a link to it. The link works for 30 minutes. Check your spam folder, too."
        />
        {!isOwner && (
          <p className={ui.small}>
            No email address in your account, or nothing arrived? Ask the operator of this site to
            set a new password.
          </p>
        )}
      </RequestForm>
    </AccountFrame>
  );
}

const resetTitle = 'Choose a new password';

/** The page to which the link of a mail leads; a link that is opened in the same tab later begins again. */
export function ResetPasswordPage() {
  // The token is behind `#`, where no server and no other page sees it.
  const token = useLocation().hash.slice(1);
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { readonly token: string }) {
  const sessions = useSessionStore();
  const request = useRequest("We couldn't change your password.");
  const { failures, isBusy } = request;
  const [isExpired, setExpired] = useState(false);
  const [login, setLogin] = useState<string | null>(null);
  usePageTitle(resetTitle);

  const setPassword = async ({ newPassword }: Record<string, string>) => {
    try {
      const options = { method: 'POST', body: { token, newPassword } } as const;
      const { role } = await requestJson<ResetPasswordResponse>('/api/password-resets', options);
      setLogin(role === 'owner' ? '/user/userlogin' : '/admin');
      sessions.end();
    } catch (error) {
      setExpired(hasStatus(error, 410));
      throw error;
    }
  };

  if (token === '')
    return (
      <AccountFrame title={resetTitle}>
        <p className={ui.alert}>This link is incomplete. Open it in the email, or get a new one.</p>
        <OtherLinks />
      </AccountFrame>
    );
  return (
    <AccountFrame title={resetTitle}>
      {login !== null ? (
        <>
          <DoneNotice>Your password was changed. You are logged out everywhere.</DoneNotice>
          <p>
            <ButtonLink to={login}>Log in</ButtonLink>
          </p>
        </>
      ) : (
        <RequestForm request={request} send={setPassword}>
          {isExpired && <OtherLinks />}
          <PasswordField
            {...failures.field('newPassword', formTexts.newPasswordMissing)}
            label="New password"
            hint={formTexts.newPasswordHint}
            autoComplete="new-password"
          />
          <BusyButton busy={isBusy}>Save the password</BusyButton>
        </RequestForm>
      )}
    </AccountFrame>
  );
}

function OtherLinks() {
  return (
    <>
      <LineLink to="/user/forgot-password">Send another link</LineLink>
      <LineLink to="/admin/forgot-password">Send another link (administrators)</LineLink>
    </>
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
  return (
    <MailLinkPage
      key={token}
      title="Confirm your email address"
      text="Press the button to confirm that the address is yours."
      submit="Confirm my address"
      done="Thank you. Your email address is confirmed. Business owners log in with it."
      account="Go to my account"
      failed="We couldn't confirm the address."
      send={send}
    />
  );
}

/** The token is in the query, as in the link that mail programs follow by themselves. */
export function UnsubscribePage() {
  const { search } = useLocation();
  const send = () => requestJson(`/api/unsubscriptions${search}`, { method: 'POST' });
  return (
    <MailLinkPage
      key={search}
      title="Unsubscribe"
      text="Press the button to stop emails about decisions and waiting listings. Emails you ask for, such as a password reset, will still be sent."
      submit="Unsubscribe"
      done="You won't get any more of these emails."
      account="Change this in my account"
      failed="We couldn't stop these emails."
      send={send}
    />
  );
}

type MailLinkPageProps = Readonly<
  Record<'title' | 'text' | 'submit' | 'done' | 'account' | 'failed', string>
> & { readonly send: () => Promise<unknown> };

/** The page to which a link of a mail leads. It needs a click, as programs that check mails open links, too. */
function MailLinkPage({ send, ...texts }: MailLinkPageProps) {
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
      <LineLink to="/account">{label}</LineLink>
      {!session && (
        <LineLink to={withNext('/admin', '/account')}>Log in as an administrator</LineLink>
      )}
    </>
  );
}
