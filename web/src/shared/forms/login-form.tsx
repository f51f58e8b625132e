import { type ComponentProps, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { withNext } from '../navigation/link-state.ts';
import { useLocation } from '../navigation/router.tsx';
import { useIsHydrated } from '../ui/loading.tsx';
import ui from '../ui/ui.module.css';
import { leaving, RequestForm, useRequest } from './request-form.tsx';
import { BusyButton, CodeField, fieldId, PasswordField, TextField } from './form-fields.tsx';
import { parseUrl } from '@directory/domain/shared/unknown';
import { hasStatus, RequestFailed } from '../api/request-json.ts';
import { type Session, useSessionStore } from '../session/session.ts';
import { formTexts } from '../../texts/account-texts.ts';
import { LineLink, QuietButton } from '../ui/controls.tsx';

const { passwordMissing } = formTexts;

/** Where a login page redirects to: a path of this site, null for anything else. */
export function nextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return null;
  const here = 'https://here.invalid';
  const url = parseUrl(next, here);
  if (url?.origin !== here) return null;
  const path = url.pathname + url.search + url.hash;
  // A path that begins with two slashes, as "/..//b.example" becomes, leads to another host.
  return path.startsWith('//') ? null : path;
}

/** That path of the address; null until hydration, as the server renders the pages without a query. */
export function useNextPath(): string | null {
  const { search } = useLocation();
  return useIsHydrated() ? nextPath(search) : null;
}

/** Whether the password was right, and the account needs a code, too. */
export function isCodeRefusal(error: unknown): error is RequestFailed {
  return error instanceof RequestFailed && error.errors?.['code'] !== undefined;
}

type LoginFormProps = {
  /** The field of the account's name or address. */
  readonly account: Omit<ComponentProps<typeof TextField>, 'error' | 'required'>;
  /** The error of that field when it is empty. */
  readonly accountMissing: string;
  /** Where to go without the password; `next` is passed on. */
  readonly forgotPath: string;
  /** Rejects when the login was refused, with the message to show. */
  readonly logIn: (account: string, password: string, code?: string) => Promise<Session>;
  /** Starts the session, after which the form is left. */
  readonly onLoggedIn: (session: Session) => void;
  /** Above the form until the first attempt. */
  readonly notice: string | false;
  /** Below the button. */
  readonly children?: ReactNode;
};

/** The form of both login pages. A refused login keeps what was entered; an account with a second factor is asked for its code. */
export function LoginForm(props: LoginFormProps) {
  const { account, accountMissing, forgotPath, notice, children } = props;
  const { logIn, onLoggedIn } = props;
  const sessions = useSessionStore();
  const forgotLink = withNext(forgotPath, useNextPath());
  const request = useRequest('Login failed!');
  const { failures, isBusy } = request;
  const [asksCode, setAsksCode] = useState(false);
  const [entered, setEntered] = useState(account.defaultValue);

  const submit = async ({ password = '', ...fields }: Record<string, string>) => {
    const name = fields[account.name]?.trim() ?? '';
    const code = asksCode ? fields['code']?.trim() : undefined;
    const before = sessions.read();
    try {
      const session = await logIn(name, password, code);
      // A late response ends no session that was begun meanwhile.
      if (sessions.read() !== before) return null;
      onLoggedIn(session);
      return leaving;
    } catch (error) {
      // After other errors, such as too many wrong codes, the step stays.
      if (hasStatus(error, 401)) setAsksCode(isCodeRefusal(error));
      if (isCodeRefusal(error) && code === undefined) return null;
      throw error;
    }
  };

  const leaveCode = () => {
    failures.report({});
    flushSync(() => setAsksCode(false));
    document.getElementById(fieldId(account.name))?.focus();
  };

  return (
    <>
      <p role="status" className={ui.notice}>
        {failures.attempt === 0 && notice}
      </p>
      <RequestForm request={request} send={submit}>
        <div hidden={asksCode}>
          <div className={ui.stack}>
            <TextField
              {...account}
              {...failures.field(account.name, accountMissing)}
              onBlur={({ currentTarget }) => setEntered(currentTarget.value)}
            />
            <PasswordField {...failures.field('password', passwordMissing)} label="Password" />
          </div>
        </div>
        {asksCode && (
          <CodeField
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            {...failures.field('code', 'Enter the code.')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next step of what was just sent
            autoFocus
          />
        )}
        <BusyButton busy={isBusy}>Login</BusyButton>
        {asksCode ? (
          <>
            <p className={ui.small}>
              Lost your phone and your recovery codes? Ask the person who runs the server.
            </p>
            <QuietButton disabled={isBusy} onClick={leaveCode}>
              Log in to another account
            </QuietButton>
          </>
        ) : (
          <p>
            <LineLink to={forgotLink} state={{ account: entered }}>
              Forgot your password?
            </LineLink>
          </p>
        )}
        {children}
      </RequestForm>
    </>
  );
}
