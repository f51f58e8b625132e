import type { AdminLoginResponse } from '@directory/api/contracts';
import { useState, type SubmitEvent } from 'react';
import { requestJson, RequestFailed } from '../../../shared/api/request-json.ts';
import { BusyButton, PasswordField, TextField } from '../../../shared/forms/form-fields.tsx';
import { ErrorSummary, useFailures } from '../../../shared/forms/form-errors.tsx';
import { formText } from '../../../shared/forms/form-text.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import type { Session } from '../../../shared/session/session.ts';
import { useSessionStore } from '../../../shared/session/use-session.ts';
import { useAdminTexts, type AdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './admin-login-page.module.css';

type Login = { readonly username: string; readonly password: string };

export function AdminLoginForm() {
  const { login: texts } = useAdminTexts();
  const sessions = useSessionStore();
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);

  const logIn = async (login: Login) => {
    if (failures.report(missing(login, texts))) return;
    setBusy(true);
    try {
      sessions.start(await send(login));
    } catch (error) {
      logFailure('The admin could not be logged in', error);
      failures.report({}, refusal(error, texts));
      setBusy(false);
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isBusy) void logIn(entered(event.currentTarget));
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

function entered(form: HTMLFormElement): Login {
  const data = new FormData(form);
  return { username: formText(data, 'username').trim(), password: formText(data, 'password') };
}

function missing({ username, password }: Login, texts: AdminTexts['login']) {
  return {
    ...(!username && { username: texts.usernameMissing }),
    ...(!password && { password: texts.passwordMissing }),
  };
}

async function send(body: Login): Promise<Session> {
  const answer = await requestJson('/api/admin/login', { method: 'POST', body });
  // The server checks its answers against this contract: see requestJson.
  const { token, admin } = answer as AdminLoginResponse;
  return { token, role: 'admin', user: { id: admin.id, full_name: admin.full_name, email: '' } };
}

/** The given words for whatever the server refuses, but not for what has nothing to do with the password. */
function refusal(error: unknown, texts: AdminTexts['login']): string {
  const status = error instanceof RequestFailed ? error.status : null;
  if (status === 429) return texts.tooMany;
  return status === null || status >= 500 ? texts.unreachable : texts.failed;
}
