import type { ResetPasswordResponse } from '@directory/api/contracts';
import { type SubmitEvent, useState } from 'react';
import { RequestFailed, requestJson } from '../../shared/api/request-json.ts';
import { ErrorSummary, useFailures } from '../../shared/forms/form-errors.tsx';
import { BusyButton, PasswordField } from '../../shared/forms/form-fields.tsx';
import { formText } from '../../shared/forms/form-text.ts';
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
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const [login, setLogin] = useState<string | null>(null);
  usePageTitle(texts.title);

  const submit = async (form: HTMLFormElement) => {
    const newPassword = formText(new FormData(form), 'newPassword');
    if (failures.report(newPassword ? {} : { newPassword: texts.missing })) return;
    setBusy(true);
    try {
      const body = { token, newPassword };
      const request = { method: 'POST', body } as const;
      const { role } = await requestJson<ResetPasswordResponse>('/api/password-resets', request);
      setLogin(role === 'owner' ? '/user/userlogin' : '/admin');
    } catch (error) {
      failures.reportRefusal(error, texts.failed);
      setExpired(error instanceof RequestFailed && error.status === 410);
    }
    setBusy(false);
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
        <form
          className={ui.stack}
          noValidate
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            if (!isBusy) void submit(event.currentTarget);
          }}
        >
          <ErrorSummary {...failures} />
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
        </form>
      )}
    </AccountFrame>
  );
}
