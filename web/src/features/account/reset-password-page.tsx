import type { ResetPasswordResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { RequestFailed, requestJson } from '../../shared/api/request-json.ts';
import { BusyButton, PasswordField } from '../../shared/forms/form-fields.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { Link, useLocation } from '../../shared/navigation/router.tsx';
import ui from '../../shared/ui/ui.module.css';
import { mailTexts } from '../../texts/mail-texts.ts';
import { AccountFrame } from './account-frame.tsx';

const { reset: texts } = mailTexts;

/** Where the link of a mail leads. */
export function ResetPasswordPage() {
  // Behind `#`, where no server and no other page sees it.
  const token = useLocation().hash.slice(1);
  const { failures, isBusy, run } = useRequest(texts.failed);
  const [isExpired, setExpired] = useState(false);
  const [login, setLogin] = useState<string | null>(null);
  usePageTitle(texts.title);

  const reset = async (newPassword: string) => {
    try {
      const body = { token, newPassword };
      const request = { method: 'POST', body } as const;
      const { role } = await requestJson<ResetPasswordResponse>('/api/password-resets', request);
      setLogin(role === 'owner' ? '/user/userlogin' : '/admin');
    } catch (error) {
      setExpired(error instanceof RequestFailed && error.status === 410);
      throw error;
    }
  };
  const submit = (form: HTMLFormElement) => {
    const newPassword = formText(new FormData(form), 'newPassword');
    void run(() => reset(newPassword), newPassword ? {} : { newPassword: texts.missing });
  };

  return (
    <AccountFrame title={texts.title} back={mailTexts.back}>
      <p role="status" className={ui.notice}>
        {login !== null && texts.done}
      </p>
      {login !== null ? (
        <p>
          <Link className={ui.button} to={login}>
            {mailTexts.logIn}
          </Link>
        </p>
      ) : (
        <RequestForm failures={failures} onSubmit={submit}>
          {isExpired && <Link to="/user/forgot-password">{texts.again}</Link>}
          <PasswordField
            name="newPassword"
            label={texts.password}
            hint={texts.hint}
            error={failures.errors['newPassword']}
            autoComplete="new-password"
            required
          />
          <BusyButton busy={isBusy}>{texts.submit}</BusyButton>
        </RequestForm>
      )}
    </AccountFrame>
  );
}
