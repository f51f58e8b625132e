import { useState } from 'react';
import { useSend } from '../../shared/api/use-send.ts';
import { DownloadButton } from '../../shared/download/download-button.tsx';
import { useFailures, RequestForm } from '../../shared/forms/request-form.tsx';
import { BusyButton, PasswordField } from '../../shared/forms/form-fields.tsx';
import { formText } from '../../shared/forms/form-text.ts';
import { useLogOut } from '../../shared/session/session.ts';
import { ConfirmDialog } from '../../shared/ui/modal.tsx';
import ui from '../../shared/ui/ui.module.css';
import { accountTexts, formTexts } from '../../texts/account-texts.ts';
import styles from './account.module.css';

const { data, erase } = accountTexts.own;

export function DownloadData() {
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="data-title">
      <h2 id="data-title">{data.title}</h2>
      <p>{data.text}</p>
      <DownloadButton path="/api/user/me/export">{data.submit}</DownloadButton>
    </section>
  );
}

type Erasure = { readonly password: string; readonly listings: string };

/** Asks for the password, and once more whether it is meant. */
export function DeleteAccount() {
  const send = useSend();
  const logOut = useLogOut();
  const failures = useFailures();
  const [asked, setAsked] = useState<Erasure | null>(null);
  const [isBusy, setBusy] = useState(false);

  const eraseAccount = async (body: Erasure) => {
    setBusy(true);
    try {
      await send('/api/user/me', { method: 'DELETE', body });
      logOut({ notice: erase.done });
    } catch (error) {
      failures.reportRefusal(error, erase.failed);
      setBusy(false);
      setAsked(null);
    }
  };

  const ask = (form: FormData) => {
    const password = formText(form, 'password');
    const hasErrors = failures.report(password ? {} : { password: formTexts.passwordMissing });
    if (!hasErrors) setAsked({ password, listings: formText(form, 'listings') });
  };

  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="erase-title">
      <h2 id="erase-title">{erase.title}</h2>
      <p>{erase.text}</p>
      <RequestForm failures={failures} onSubmit={ask}>
        <fieldset className={ui.tight}>
          <legend className={`${ui.strong} ${styles.question}`}>{erase.listings}</legend>
          {(['delete', 'keep'] as const).map((choice) => (
            <label key={choice} className={`${ui.check} ${styles.choice}`}>
              <input
                type="radio"
                name="listings"
                value={choice}
                defaultChecked={choice === 'delete'}
              />
              {erase[choice]}
            </label>
          ))}
        </fieldset>
        <PasswordField {...failures.field('password')} label={erase.password} />
        <div className={ui.destructive}>
          <BusyButton busy={isBusy}>{erase.submit}</BusyButton>
        </div>
      </RequestForm>
      {asked && (
        <ConfirmDialog
          title={erase.confirmTitle}
          cancel={erase.cancel}
          confirm={erase.submit}
          destructive
          busy={isBusy}
          onCancel={() => {
            if (!isBusy) setAsked(null);
          }}
          onConfirm={() => void eraseAccount(asked)}
        >
          <p>{asked.listings === 'keep' ? erase.confirmKeep : erase.confirmDelete}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
