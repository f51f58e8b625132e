import type { UserLoginResponse } from '@directory/api/contracts';
import { type SubmitEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { requestJson } from '../../shared/api/request-json.ts';
import { ErrorSummary, useFailures } from '../../shared/forms/form-errors.tsx';
import { BusyButton, PasswordField, TextField } from '../../shared/forms/form-fields.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { nextPath } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import type { Session } from '../../shared/session/session.ts';
import { useSession, useSessionStore } from '../../shared/session/use-session.ts';
import ui from '../../shared/ui/ui.module.css';
import { accountTexts, accountTexts as texts } from '../../texts/account-texts.ts';
import { AccountFrame } from './account-frame.tsx';
import styles from './account.module.css';
import { newAccountOf } from './new-account.ts';
import { SignedIn } from './signed-in.tsx';

const { login, required } = accountTexts;

/** The owners' login page. Shows the account instead of the form to users who are logged in. */
export function LoginPage() {
  const session = useSession();
  const sessions = useSessionStore();
  // Avoids showing the account for a moment between login and redirect.
  const [isLeaving, setLeaving] = useState(false);
  usePageTitle(texts.login.title);
  if (session && !isLeaving) return <SignedIn session={session} />;
  return (
    <AccountFrame title={texts.login.title} subtitle={texts.login.subtitle} back={texts.login.back}>
      <LoginForm
        onLoggedIn={(started) => {
          setLeaving(true);
          sessions.start(started);
        }}
      />
    </AccountFrame>
  );
}

type LoginFormProps = { readonly onLoggedIn: (session: Session) => void };

function LoginForm({ onLoggedIn }: LoginFormProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const newAccount = newAccountOf(location.state);
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);

  const logIn = async (form: HTMLFormElement) => {
    const { email, password } = entered(form);
    const hasErrors = failures.report({
      ...(!email && { email: required.email }),
      ...(!password && { password: required.password }),
    });
    if (hasErrors) return;
    setBusy(true);
    try {
      onLoggedIn(sessionOf(await send({ email, password })));
      void navigate(nextPath(location.search) ?? '/user/dashboard', { replace: true });
    } catch (error) {
      failures.reportRefusal(error, login.failed);
      setBusy(false);
    }
  };

  return (
    <>
      <Notice isNew={newAccount !== null} />
      <form
        className={ui.stack}
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (!isBusy) void logIn(event.currentTarget);
        }}
      >
        <ErrorSummary {...failures} />
        <TextField
          name="email"
          type="email"
          label={login.email}
          error={failures.errors['email']}
          autoComplete="email"
          defaultValue={newAccount?.email}
          required
        />
        <PasswordField
          name="password"
          label={login.password}
          error={failures.errors['password']}
          autoComplete="current-password"
          required
        />
        <BusyButton busy={isBusy}>{login.submit}</BusyButton>
        <p className={styles.or}>{login.or}</p>
        <GoogleButton />
        <p className={styles.switch}>
          {login.noAccount}{' '}
          <Link to={{ pathname: '/user/register', search: location.search }}>{login.signUp}</Link>
        </p>
      </form>
    </>
  );
}

function Notice({ isNew }: { readonly isNew: boolean }) {
  const sessions = useSessionStore();
  return (
    <p role="status" className={ui.notice}>
      {isNew && login.created}
      {!isNew && sessions.hasExpired() && login.expired}
    </p>
  );
}

function entered(form: HTMLFormElement): { email: string; password: string } {
  const data = new FormData(form);
  return { email: formText(data, 'email').trim(), password: formText(data, 'password') };
}

function send(body: { email: string; password: string }): Promise<UserLoginResponse> {
  return requestJson<UserLoginResponse>('/api/user/login', { method: 'POST', body });
}

function sessionOf({ token, user }: UserLoginResponse): Session {
  const { id, full_name, email } = user;
  return { token, role: 'user', user: { id, full_name, email } };
}

/** The specification defines no behaviour for this button, so it reports that it is not available. */
function GoogleButton() {
  const [isClicked, setClicked] = useState(false);
  return (
    <div className={`${ui.stack} ${styles.other}`}>
      <button
        type="button"
        className={ui.quiet}
        onClick={() => {
          setClicked(true);
        }}
      >
        {login.google}
      </button>
      <p role="status" className={ui.small}>
        {isClicked && login.googleUnavailable}
      </p>
    </div>
  );
}
