import type { AdminLoginResponse } from '@directory/api/contracts';
import { useEffect, useState, type SubmitEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { RequestFailed, requestJson } from '../../../shared/api/request-json.ts';
import { SongketBorder } from '../../../shared/drawing/drawings.tsx';
import { ErrorSummary, useFailures } from '../../../shared/forms/form-errors.tsx';
import { BusyButton, PasswordField, TextField } from '../../../shared/forms/form-fields.tsx';
import { formText } from '../../../shared/forms/form-text.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { cameFrom } from '../../../shared/navigation/link-state.ts';
import { PageHeading, usePageTitle } from '../../../shared/navigation/page-heading.tsx';
import type { Session } from '../../../shared/session/session.ts';
import { useSession, useSessionStore } from '../../../shared/session/use-session.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { adminTexts } from '../../../texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './admin-login-page.module.css';

const { login: texts } = adminTexts;

/** Redirects an admin who is logged in already. */
export function AdminLoginPage() {
  const isAdmin = useSession()?.role === 'admin';
  const sessions = useSessionStore();
  usePageTitle(texts.title);
  useRedirectAfterLogin(isAdmin);
  return (
    <div className={styles.page}>
      <div className={`${ui.card} ${styles.card}`}>
        <div className={styles.band}>
          <PageHeading className={styles.title}>{texts.title}</PageHeading>
          <p className={styles.subtitle}>{texts.subtitle}</p>
          <SongketBorder />
        </div>
        <div className={`${ui.stack} ${styles.content}`}>
          <p role="status" className={ui.notice}>
            {sessions.hasExpired() && texts.expired}
          </p>
          <AdminLoginForm />
          <Link className={ui.back} to="/">
            <Icon name="previous" />
            {texts.back}
          </Link>
        </div>
      </div>
    </div>
  );
}

function useRedirectAfterLogin(isAdmin: boolean): void {
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  useEffect(() => {
    if (isAdmin) void navigate(cameFrom(state) ?? '/adminDashboard', { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- redirects after a login, not after a later change of the address
  }, [isAdmin]);
}

type Login = { readonly username: string; readonly password: string };

function AdminLoginForm() {
  const sessions = useSessionStore();
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);

  const logIn = async (login: Login) => {
    if (failures.report(missingFields(login))) return;
    setBusy(true);
    try {
      sessions.start(await send(login));
    } catch (error) {
      logFailure('Admin login failed', error);
      failures.report({}, failureText(error));
      setBusy(false);
    }
  };

  return (
    <form
      className={ui.stack}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isBusy) void logIn(loginOf(event.currentTarget));
      }}
    >
      <ErrorSummary {...failures} />
      <TextField
        name="username"
        label={texts.username}
        error={failures.errors['username']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        name="password"
        label={texts.password}
        error={failures.errors['password']}
        autoComplete="current-password"
        required
      />
      <BusyButton busy={isBusy}>{texts.submit}</BusyButton>
    </form>
  );
}

function loginOf(form: HTMLFormElement): Login {
  const data = new FormData(form);
  return { username: formText(data, 'username').trim(), password: formText(data, 'password') };
}

function missingFields({ username, password }: Login) {
  return {
    ...(!username && { username: texts.usernameMissing }),
    ...(!password && { password: texts.passwordMissing }),
  };
}

async function send(body: Login): Promise<Session> {
  const path = '/api/admin/login';
  const { token, admin } = await requestJson<AdminLoginResponse>(path, { method: 'POST', body });
  return { token, role: 'admin', user: { id: admin.id, full_name: admin.full_name, email: '' } };
}

/** The text of the specification for a refused login; others for a rate limit and an outage. */
function failureText(error: unknown): string {
  const status = error instanceof RequestFailed ? error.status : null;
  if (status === 429) return texts.tooMany;
  return status === null || status >= 500 ? texts.unreachable : texts.failed;
}
