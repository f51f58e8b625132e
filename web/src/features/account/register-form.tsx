import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { BusyButton } from '../../shared/forms/busy-button.tsx';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { TextField } from '../../shared/forms/text-field.tsx';
import { useFailures } from '../../shared/forms/use-failures.ts';
import { useSessionStore } from '../../shared/session/use-session.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import styles from './account-form.module.css';
import { newAccountState } from './new-account.ts';
import { checkRegistration, register, registrationOf } from './registration.ts';

const { register: texts } = accountTexts;

export function RegisterForm() {
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);

  const handleSubmit = async (form: HTMLFormElement) => {
    const registration = registrationOf(form);
    setBusy(true);
    try {
      const { errors, message } = await checkRegistration(registration, texts.mismatch);
      if (failures.report(errors, message)) {
        setBusy(false);
        return;
      }
      sessions.keepToken(await register(registration));
      // Busy until the page changes: the code of the next one may be on its way for a while.
      void navigate('/user/userlogin', { state: newAccountState(registration.email) });
    } catch (error) {
      failures.reportRefusal(error, texts.failed);
      setBusy(false);
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isBusy) void handleSubmit(event.currentTarget);
      }}
    >
      <ErrorSummary {...failures} />
      <RegisterFields errors={failures.errors} />
      <BusyButton busy={isBusy}>{texts.submit}</BusyButton>
      <p className={styles.switch}>
        {texts.haveAccount} <Link to="/user/userlogin">{texts.logIn}</Link>
      </p>
    </form>
  );
}

function RegisterFields({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  const field = (name: string) => ({ name, error: errors[name], required: true });
  return (
    <>
      <TextField {...field('fullName')} label={texts.fullName} autoComplete="name" />
      <TextField
        {...field('icNumber')}
        label={texts.icNumber}
        hint={texts.icWhy}
        inputMode="numeric"
        placeholder="900101-14-5678"
        autoComplete="off"
      />
      <div className={styles.pair}>
        <TextField
          {...field('phone')}
          label={texts.phone}
          type="tel"
          placeholder="012-3456789"
          autoComplete="tel"
        />
        <TextField {...field('email')} label={texts.email} type="email" autoComplete="email" />
      </div>
      <PasswordField
        {...field('password')}
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmPassword')}
        label={texts.confirmPassword}
        autoComplete="new-password"
      />
    </>
  );
}
