import { type ComponentProps, type ReactNode, type SubmitEvent, useState } from 'react';
import ui from '../ui/ui.module.css';
import { ErrorSummary, firstOfEach, useFailures } from './form-errors.tsx';
import { BusyButton, PasswordField, TextField } from './form-fields.tsx';
import { formText } from './form-text.ts';
import { logFailure } from '../log-failure.ts';

type LoginFormProps = {
  /** The field of the account's name or address. */
  readonly account: Omit<ComponentProps<typeof TextField>, 'error' | 'required'>;
  readonly texts: {
    readonly password: string;
    readonly submit: string;
    readonly accountMissing: string;
    readonly passwordMissing: string;
  };
  /** Rejects when the login was refused; the form is left after a success. */
  readonly logIn: (account: string, password: string) => Promise<void>;
  readonly failureText: (error: unknown) => string;
  /** Below the button. */
  readonly children?: ReactNode;
};

/** The form of both login pages. A refused login keeps what was entered. */
export function LoginForm({ account, texts, logIn, failureText, children }: LoginFormProps) {
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);

  const submit = async (data: FormData) => {
    const name = formText(data, account.name).trim();
    const password = formText(data, 'password');
    const hasErrors = failures.report({
      ...(!name && { [account.name]: texts.accountMissing }),
      ...(!password && { password: texts.passwordMissing }),
    });
    if (hasErrors) return;
    setBusy(true);
    try {
      await logIn(name, password);
    } catch (error) {
      logFailure('The login failed', error);
      failures.report(firstOfEach(error), failureText(error));
      setBusy(false);
    }
  };

  return (
    <form
      className={ui.stack}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isBusy) void submit(new FormData(event.currentTarget));
      }}
    >
      <ErrorSummary {...failures} />
      <TextField {...account} error={failures.errors[account.name]} required />
      <PasswordField
        name="password"
        label={texts.password}
        error={failures.errors['password']}
        autoComplete="current-password"
        required
      />
      <BusyButton busy={isBusy}>{texts.submit}</BusyButton>
      {children}
    </form>
  );
}
