import { type SubmitEvent, useState } from 'react';
import { requestJson } from '../../shared/api/request-json.ts';
import { ErrorSummary, useFailures } from '../../shared/forms/form-errors.tsx';
import { BusyButton, TextField } from '../../shared/forms/form-fields.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { mailTexts } from '../../texts/mail-texts.ts';
import { AccountFrame } from './account-frame.tsx';

const { forgot: texts } = mailTexts;

type ForgotPasswordPageProps = { readonly account: 'owner' | 'admin' };

/** Asks for a mail. What it shows afterwards does not depend on whether there is such an account. */
export function ForgotPasswordPage({ account }: ForgotPasswordPageProps) {
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  usePageTitle(texts.title);
  const isOwner = account === 'owner';

  const submit = async (form: HTMLFormElement) => {
    const name = formText(new FormData(form), 'name').trim();
    const missing = isOwner ? texts.emailMissing : texts.usernameMissing;
    setSent(false);
    if (failures.report(name ? {} : { name: missing })) return;
    setBusy(true);
    try {
      await requestJson('/api/password-reset-requests', {
        method: 'POST',
        body: { role: account, name },
      });
      setSent(true);
    } catch (error) {
      failures.reportRefusal(error, texts.failed);
    }
    setBusy(false);
  };

  return (
    <AccountFrame title={texts.title} subtitle={texts[account]} back={mailTexts.back}>
      <form
        className={ui.stack}
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          if (!isBusy) void submit(event.currentTarget);
        }}
      >
        <ErrorSummary {...failures} />
        <TextField
          name="name"
          label={isOwner ? texts.email : texts.username}
          type={isOwner ? 'email' : 'text'}
          autoComplete={isOwner ? 'email' : 'username'}
          autoCapitalize="none"
          error={failures.errors['name']}
          required
        />
        <BusyButton busy={isBusy}>{texts.submit}</BusyButton>
        <p role="status" className={ui.notice}>
          {isSent && texts.sent}
        </p>
        {!isOwner && <p className={ui.small}>{texts.adminHelp}</p>}
      </form>
    </AccountFrame>
  );
}
