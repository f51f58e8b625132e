import type { UserLoginResponse } from '@directory/api/contracts';
import { useState, type SubmitEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { requestJson } from '../../shared/api/request-json.ts';
import { BusyButton } from '../../shared/forms/busy-button.tsx';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { TextField } from '../../shared/forms/text-field.tsx';
import { useFailures } from '../../shared/forms/use-failures.ts';
import { nextPath } from '../../shared/navigation/next-path.ts';
import type { Session } from '../../shared/session/session.ts';
import { useSessionStore } from '../../shared/session/use-session.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import styles from './account-form.module.css';
import { GoogleButton } from './google-button.tsx';
import { newAccountOf } from './new-account.ts';

const { login, required } = accountTexts;

type LoginFormProps = { readonly onLoggedIn: (session: Session) => void };

export function LoginForm({ onLoggedIn }: LoginFormProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const newAccount = newAccountOf(location.state);
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);

  const logIn = async (form: HTMLFormElement) => {
    const { email, password } = entered(form);
    const isForgotten = failures.report({
      ...(!email && { email: required.email }),
      ...(!password && { password: required.password }),
    });
    if (isForgotten) return;
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
        className={styles.form}
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
          {login.noAccount} <Link to="/user/register">{login.signUp}</Link>
        </p>
      </form>
    </>
  );
}

function Notice({ isNew }: { readonly isNew: boolean }) {
  const sessions = useSessionStore();
  return (
    <p role="status" className={styles.notice}>
      {isNew && login.created}
      {!isNew && sessions.hasExpired() && login.expired}
    </p>
  );
}

function entered(form: HTMLFormElement): { email: string; password: string } {
  const data = new FormData(form);
  return { email: formText(data, 'email').trim(), password: formText(data, 'password') };
}

async function send(body: { email: string; password: string }): Promise<UserLoginResponse> {
  // The server checks its answers against this contract: see requestJson.
  return (await requestJson('/api/user/login', { method: 'POST', body })) as UserLoginResponse;
}

function sessionOf({ token, user }: UserLoginResponse): Session {
  const { id, full_name, email } = user;
  return { token, role: 'user', user: { id, full_name, email } };
}
