import { requestJson } from '../../shared/api/request-json.ts';
import { BusyButton, TextField } from '../../shared/forms/form-fields.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { mailTexts } from '../../texts/mail-texts.ts';
import { AccountFrame } from './account-frame.tsx';

const { forgot: texts } = mailTexts;

type ForgotPasswordPageProps = { readonly account: 'owner' | 'admin' };

/** Asks for a mail. What it shows afterwards does not depend on whether there is such an account. */
export function ForgotPasswordPage({ account }: ForgotPasswordPageProps) {
  const { failures, isBusy, isDone, run } = useRequest(texts.failed);
  usePageTitle(texts.title);
  const isOwner = account === 'owner';

  const submit = (form: HTMLFormElement) => {
    const name = formText(new FormData(form), 'name').trim();
    const missing = isOwner ? texts.emailMissing : texts.usernameMissing;
    const request = { method: 'POST', body: { role: account, name } } as const;
    void run(
      () => requestJson('/api/password-reset-requests', request),
      name ? {} : { name: missing },
    );
  };

  return (
    <AccountFrame title={texts.title} subtitle={texts[account]} back={mailTexts.back}>
      <RequestForm failures={failures} onSubmit={submit}>
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
          {isDone && texts.sent}
        </p>
        {!isOwner && <p className={ui.small}>{texts.adminHelp}</p>}
      </RequestForm>
    </AccountFrame>
  );
}
