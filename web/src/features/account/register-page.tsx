import type { RegisterResponse } from '@directory/api/contracts';
import { maskPhone } from '@directory/domain/catalogue';
import { useState } from 'react';
import { requestJson, hasStatus } from '../../shared/api/request-json.ts';
import {
  BusyButton,
  type FieldErrors,
  PasswordField,
  TextField,
} from '../../shared/forms/form-fields.tsx';
import forms from '../../shared/forms/forms.module.css';
import { useNextPath } from '../../shared/forms/login-form.tsx';
import { recordOf } from '@directory/domain/shared/collections';
import {
  firstMessages,
  leaving,
  RequestForm,
  type useFailures,
  useRequest,
} from '../../shared/forms/request-form.tsx';
import { PhoneField } from '../../shared/listing-form/phone-field.tsx';
import { type LinkState, withNext } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { isInAddressBar, Link, useLocation, useNavigate } from '../../shared/navigation/router.tsx';
import { useSession, useSessionStore } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';
import { register as texts, signedInAs, formTexts } from '../../texts/account-texts.ts';
import { AccountFrame, SignedIn } from './account-frame.tsx';
import { LineLink } from '../../shared/ui/controls.tsx';

export function RegisterPage() {
  const session = useSession();
  usePageTitle(session ? signedInAs(session.user.full_name) : texts.title);
  if (session) return <SignedIn session={session} />;
  return (
    <AccountFrame title={texts.title} subtitle="One account for all your businesses.">
      <RegisterForm />
    </AccountFrame>
  );
}

function RegisterForm() {
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const location = useLocation();
  const next = useNextPath();
  const login = withNext('/user/userlogin', next);
  const request = useRequest('Registration failed!');
  const { failures, isBusy } = request;
  /** The email address that has an account, for the pages that lead into it. */
  const [taken, setTaken] = useState<LinkState | null>(null);

  const send = async (entered: Record<string, string>) => {
    setTaken(null);
    const registration = registrationOf(entered);
    if (failures.report(await checkRegistration(registration))) return null;
    const options = { method: 'POST', body: registration } as const;
    const { token } = await requestJson<RegisterResponse>('/api/user/register', options).catch(
      (error: unknown) => {
        if (hasStatus(error, 409)) setTaken({ account: registration.email });
        throw error;
      },
    );
    // A late response ends no session that was begun meanwhile, and leaves no page that was opened.
    if (!sessions.read()) sessions.keepToken(token);
    const state: LinkState = { newAccount: registration.email };
    if (isInAddressBar(location)) navigate(login, { state });
    return leaving;
  };

  return (
    <RequestForm request={request} send={send}>
      {taken !== null && failures.errors['email'] !== undefined && (
        <div className={ui.row}>
          <LineLink to={login} state={taken}>
            Log in
          </LineLink>
          <LineLink to={withNext('/user/forgot-password', next)} state={taken}>
            Forgot your password?
          </LineLink>
        </div>
      )}
      <RegisterFields fieldOf={failures.field} />
      <p>
        <Link className={`${ui.ownLine} ${ui.strong}`} to="/privacy">
          How we treat your data
        </Link>
      </p>
      <BusyButton busy={isBusy}>Register</BusyButton>
      <p>
        Already have an account?{' '}
        <Link className={`${ui.ownLine} ${ui.strong}`} to={login}>
          Log in
        </Link>
      </p>
    </RequestForm>
  );
}

type RegisterFieldsProps = { readonly fieldOf: ReturnType<typeof useFailures>['field'] };

function RegisterFields({ fieldOf }: RegisterFieldsProps) {
  const [phone, setPhone] = useState('');
  const field = (name: string) => ({ ...fieldOf(name), required: true });
  return (
    <>
      <TextField {...field('fullName')} label={texts.fullName} autoComplete="name" />
      <TextField
        {...field('icNumber')}
        label="IC number"
        hint="Used only to make sure that each person has one account. It is stored encrypted and never displayed, not even to you."
        inputMode="numeric"
        placeholder="900101-14-5678"
        autoComplete="off"
      />
      <div className={forms.pair}>
        <PhoneField
          {...field('phone')}
          label={texts.phone}
          placeholder="012-3456789"
          autoComplete="tel"
          value={phone}
          onChange={(entered) => setPhone(maskPhone(entered))}
        />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      </div>
      <PasswordField
        {...fieldOf('password')}
        label="Password"
        hint={formTexts.newPasswordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...fieldOf('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  );
}

const names = ['fullName', 'icNumber', 'phone', 'email', 'password', 'confirmPassword'] as const;

type Registration = Readonly<Record<(typeof names)[number], string>>;

function registrationOf(fields: Record<string, string>): Registration {
  const entered = recordOf(names, (name) => fields[name] ?? '');
  const icNumber = entered.icNumber.replace(/\s/g, '');
  return { ...entered, icNumber, email: entered.email.trim() };
}

/** Checks with the server's contract, which is loaded on the first submit to keep the page light. Without it, the server checks. */
async function checkRegistration(entered: Registration): Promise<FieldErrors> {
  const errors = await import('@directory/api/contracts').then(
    ({ registerRequest }) => firstMessages(registerRequest.safeParse(entered).error?.issues ?? []),
    () => ({}),
  );
  if (entered.confirmPassword === '')
    return { ...errors, confirmPassword: 'Enter your password again.' };
  if (entered.password === entered.confirmPassword) return errors;
  return { ...errors, confirmPassword: 'Passwords do not match!' };
}
