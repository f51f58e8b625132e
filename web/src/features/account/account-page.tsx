import type { ChangePasswordResponse, ProfileResponse } from '@directory/api/contracts';
import { isInAddressBar, useLocation, useNavigate } from '../../shared/navigation/router.tsx';
import { useSend } from '../../shared/api/use-send.ts';
import { ErrorSummary, RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { BusyButton, PasswordField, TextField } from '../../shared/forms/form-fields.tsx';
import { useNextPath } from '../../shared/forms/login-form.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { Guard } from '../../shared/session/guards.tsx';
import {
  mustActFirst,
  type Session,
  useLogOut,
  useSession,
  useSessionStore,
} from '../../shared/session/session.ts';
import { lazyComponent, LazyPart, LoadState } from '../../shared/ui/loading.tsx';
import { useDraftQuestion } from '../../shared/session/log-out-button.tsx';
import ui from '../../shared/ui/ui.module.css';
import { formTexts, register as labels } from '../../texts/account-texts.ts';
import styles from './account.module.css';
import { MailSettings } from './mail-settings.tsx';
import { LineLink } from '../../shared/ui/controls.tsx';
import { maskPhone } from '@directory/domain/catalogue';
import { useEffect, useState } from 'react';
import { DownloadButton } from '../../shared/download/download-button.tsx';
import { PhoneField } from '../../shared/listing-form/phone-field.tsx';
import { useResource, useSetQueryData } from '../../shared/resource/use-resource.ts';
import { ConfirmDialog } from '../../shared/ui/modal.tsx';
import { keepInSession } from './account-frame.tsx';

const title = 'Your account';

const SecondFactor = lazyComponent(async () => (await import('./second-factor.tsx')).SecondFactor);

/** What owners and admins do with their own account. */
export function AccountPage() {
  const session = useSession();
  usePageTitle(title);
  return <Guard access="any">{session && <Account session={session} />}</Guard>;
}

function Account({ session }: { readonly session: Session }) {
  const { mustChangePassword, mustSetUpSecondFactor, full_name } = session.user;
  const mustAct = mustActFirst(session.user);
  return (
    <div className={`${ui.page} ${ui.stack} ${styles.settings}`}>
      <div>
        <PageHeading className={ui.largeTitle}>{title}</PageHeading>
        <p>Logged in as {full_name}</p>
      </div>
      {mustAct ? (
        <p className={ui.notice}>
          {mustChangePassword
            ? 'This password was generated for you. Choose your own to continue.'
            : 'This directory requires two-step log-in. Set it up to continue.'}
        </p>
      ) : (
        <LineLink to={dashboardOf(session)}>Go to my dashboard</LineLink>
      )}
      {session.role === 'user' && !mustChangePassword && <Profile />}
      {(mustChangePassword || !mustSetUpSecondFactor) && <ChangePassword session={session} />}
      {session.role === 'admin' && !mustChangePassword && (
        <div className={styles.factor}>
          <LazyPart>
            <SecondFactor session={session} />
          </LazyPart>
        </div>
      )}
      {!mustChangePassword && !mustSetUpSecondFactor && <MailSettings role={session.role} />}
      <LogOutEverywhere />
      {session.role === 'user' && !mustChangePassword && (
        <>
          <DownloadData />
          <DeleteAccount />
        </>
      )}
    </div>
  );
}

function dashboardOf({ role }: Session): string {
  return role === 'admin' ? '/adminDashboard' : '/user/dashboard';
}

/** Changes the password and continues the session with the new token. */
function ChangePassword({ session }: { readonly session: Session }) {
  const sessions = useSessionStore();
  const send = useSend();
  const navigate = useNavigate();
  const location = useLocation();
  const next = useNextPath();
  const request = useRequest('The password could not be changed.');
  const { failures, isBusy, isDone } = request;

  const change = async (data: FormData, form: HTMLFormElement) => {
    const body = {
      currentPassword: textOf(data.get('currentPassword')),
      newPassword: textOf(data.get('newPassword')),
    };
    const options = { method: 'PUT', body } as const;
    const { token } = await send<ChangePasswordResponse>('/api/account/password', options);
    const { mustChangePassword, ...user } = session.user;
    sessions.start({ ...session, token, user });
    // A late response does not leave a page that was opened meanwhile.
    if (mustChangePassword && isInAddressBar(location))
      navigate(next ?? dashboardOf(session), { replace: true });
    form.reset();
  };

  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="password-title">
      <h2 id="password-title">Change your password</h2>
      <RequestForm request={request} send={change}>
        {/* Password managers need to know whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.user.email || session.user.full_name}
          readOnly
          hidden
        />
        <PasswordField
          {...failures.field('currentPassword', 'Enter your current password.')}
          label="Current password"
        />
        <PasswordField
          {...failures.field('newPassword', formTexts.newPasswordMissing)}
          label="New password"
          hint={formTexts.newPasswordHint}
          autoComplete="new-password"
        />
        <div>
          <BusyButton busy={isBusy}>Change password</BusyButton>
        </div>
        <p role="status" className={ui.notice}>
          {isDone && 'Password changed. You are logged out on all other devices.'}
        </p>
      </RequestForm>
    </section>
  );
}

function LogOutEverywhere() {
  const send = useSend();
  const logOut = useLogOut();
  const { failures, isBusy, run } = useRequest('You could not be logged out. Please try again.');
  const endSessions = async () => {
    await send('/api/account/sessions', { method: 'DELETE' });
    logOut({ notice: 'All your sessions have ended. You are logged out everywhere.' });
  };
  const { ask, question } = useDraftQuestion(() => void run(endSessions));
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Log out everywhere</h2>
      <ErrorSummary {...failures} />
      <p>
        Ends every session of your account, on this device too. Use it if you lost a device or
        forgot to log out somewhere.
      </p>
      <div>
        <BusyButton type="button" busy={isBusy} onClick={ask}>
          Log out everywhere
        </BusyButton>
        {question}
      </div>
    </section>
  );
}

const profilePath = '/api/account/profile';

/** The owner's name, which the session also holds for greetings, and telephone number. */
function Profile() {
  const resource = useResource<ProfileResponse>(profilePath);
  const sessions = useSessionStore();
  const { data: stored } = resource;
  useEffect(() => {
    if (stored) keepInSession(sessions, { full_name: stored.fullName });
  }, [sessions, stored]);
  return (
    <section
      className={`${ui.panel} ${styles.section} ${stored ? '' : styles.loadingProfile}`}
      aria-labelledby="profile-title"
    >
      <h2 id="profile-title">Your details</h2>
      <LoadState resource={resource} failed="Couldn't load your details." />
      {stored && <ProfileForm stored={stored} />}
    </section>
  );
}

function ProfileForm({ stored }: { readonly stored: ProfileResponse }) {
  const send = useSend();
  const store = useSetQueryData(profilePath);
  const request = useRequest('Your details could not be saved. Please try again.');
  const { failures, isBusy, isDone } = request;
  /** What was entered and is not saved yet. The other fields follow what is stored, which another tab may change. */
  const [entered, setEntered] = useState<Partial<ProfileResponse>>({});
  const body = { ...stored, ...entered };
  const enter = (changes: Partial<ProfileResponse>) => setEntered({ ...entered, ...changes });
  const save = async () => {
    store(await send(profilePath, { method: 'PUT', body }));
    setEntered({});
  };
  return (
    <RequestForm request={request} send={save}>
      <TextField
        {...failures.field('fullName')}
        label={labels.fullName}
        autoComplete="name"
        required
        value={body.fullName}
        onChange={({ target }) => enter({ fullName: target.value })}
      />
      <PhoneField
        {...failures.field('phone')}
        label={labels.phone}
        autoComplete="tel"
        required
        value={body.phone}
        onChange={(phone) => enter({ phone: maskPhone(phone) })}
      />
      <div>
        <BusyButton busy={isBusy}>Save details</BusyButton>
      </div>
      <p role="status" className={ui.notice}>
        {isDone && 'Details saved.'}
      </p>
    </RequestForm>
  );
}

function DownloadData() {
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="data-title">
      <h2 id="data-title">Download your data</h2>
      <p>
        Everything stored about you and your listings, with their history, as one JSON file. Your
        password and IC number are not in it: nobody can read them.
      </p>
      <DownloadButton path="/api/user/me/export">Download my data</DownloadButton>
    </section>
  );
}

/** What happens to the listings of a deleted account. */
const choices = {
  delete: 'Delete them',
  keep: 'Keep name, address and opening hours, without your contact details, texts and photographs',
};

type Erasure = { readonly password: string; readonly listings: string };

/** Erases the account, after the password and a confirmation. */
function DeleteAccount() {
  const send = useSend();
  const logOut = useLogOut();
  const request = useRequest('We do not know whether your account was deleted.');
  const { failures, isBusy } = request;
  const [asked, setAsked] = useState<Erasure | null>(null);

  const eraseAccount = async (body: Erasure) => {
    try {
      await send('/api/user/me', { method: 'DELETE', body });
    } catch (error) {
      setAsked(null);
      throw error;
    }
    logOut({ notice: 'Your account has been deleted.' });
  };

  const ask = (form: FormData) =>
    setAsked({ password: textOf(form.get('password')), listings: textOf(form.get('listings')) });

  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="erase-title">
      <h2 id="erase-title">Delete your account</h2>
      <p>
        Deletes your account and your photographs, and everything personal from your listings and
        their history. This cannot be undone.
      </p>
      <RequestForm request={request} send={ask}>
        <fieldset className={ui.tight}>
          <legend className={`${ui.strong} ${styles.question}`}>
            What happens to your listings?
          </legend>
          {Object.entries(choices).map(([choice, label]) => (
            <label key={choice} className={`${ui.check} ${styles.choice}`}>
              <input
                type="radio"
                name="listings"
                value={choice}
                defaultChecked={choice === 'delete'}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <PasswordField
          {...failures.field('password', formTexts.passwordMissing)}
          label="Your password"
        />
        <div className={ui.destructive}>
          <BusyButton busy={isBusy}>Delete my account</BusyButton>
        </div>
      </RequestForm>
      {asked && (
        <ConfirmDialog
          title="Delete your account?"
          confirm="Delete my account"
          destructive
          busy={isBusy}
          onCancel={() => {
            if (!isBusy) setAsked(null);
          }}
          onConfirm={() => void request.run(() => eraseAccount(asked))}
        >
          <p>
            {asked.listings === 'keep'
              ? 'Your account and personal data will be permanently deleted. Your listings stay, without contact details, texts and photographs.'
              : 'Your account, your listings and all personal data will be permanently deleted.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
