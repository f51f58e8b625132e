import type { ProfileResponse } from '@directory/api/contracts';
import { maskPhone } from '@directory/domain/catalogue';
import { useEffect, useState } from 'react';
import { useSend } from '../../shared/api/use-send.ts';
import { DownloadButton } from '../../shared/download/download-button.tsx';
import { useRequest, RequestForm } from '../../shared/forms/request-form.tsx';
import { BusyButton, PasswordField, TextField } from '../../shared/forms/form-fields.tsx';
import { textOf } from '@directory/domain/shared/unknown';
import { PhoneField } from '../../shared/listing-form/phone-field.tsx';
import { useResource, useSetQueryData } from '../../shared/resource/use-resource.ts';
import { useLogOut, useSessionStore } from '../../shared/session/session.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import { ConfirmDialog } from '../../shared/ui/modal.tsx';
import ui from '../../shared/ui/ui.module.css';
import {
  profile,
  download,
  erase,
  register as labels,
  formTexts,
} from '../../texts/account-texts.ts';
import { keepInSession } from './account-frame.tsx';
import styles from './account.module.css';

const profilePath = '/api/account/profile';

/** The owner's name, which the session also holds for greetings, and telephone number. */
export function Profile() {
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
      <h2 id="profile-title">{profile.title}</h2>
      <LoadState resource={resource} failed={profile.loadFailed} />
      {stored && <ProfileForm stored={stored} />}
    </section>
  );
}

function ProfileForm({ stored }: { readonly stored: ProfileResponse }) {
  const send = useSend();
  const store = useSetQueryData(profilePath);
  const { failures, isBusy, isDone, run } = useRequest(profile.failed);
  /** What was entered and is not saved yet. The other fields follow what is stored, which another tab may change. */
  const [entered, setEntered] = useState<Partial<ProfileResponse>>({});
  const body = { ...stored, ...entered };
  const enter = (changes: Partial<ProfileResponse>) => setEntered({ ...entered, ...changes });
  const save = async () => {
    store(await send(profilePath, { method: 'PUT', body }));
    setEntered({});
  };
  return (
    <RequestForm failures={failures} onSubmit={() => void run(save)}>
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
        <BusyButton busy={isBusy}>{profile.submit}</BusyButton>
      </div>
      <p role="status" className={ui.notice}>
        {isDone && profile.saved}
      </p>
    </RequestForm>
  );
}

export function DownloadData() {
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="data-title">
      <h2 id="data-title">{download.title}</h2>
      <p>{download.text}</p>
      <DownloadButton path="/api/user/me/export">{download.submit}</DownloadButton>
    </section>
  );
}

type Erasure = { readonly password: string; readonly listings: string };

/** Erases the account, after the password and a confirmation. */
export function DeleteAccount() {
  const send = useSend();
  const logOut = useLogOut();
  const { failures, isBusy, run } = useRequest(erase.failed);
  const [asked, setAsked] = useState<Erasure | null>(null);

  const eraseAccount = async (body: Erasure) => {
    try {
      await send('/api/user/me', { method: 'DELETE', body });
    } catch (error) {
      setAsked(null);
      throw error;
    }
    logOut({ notice: erase.done });
  };

  const ask = (form: FormData) => {
    const password = textOf(form.get('password'));
    const hasErrors = failures.report(password ? {} : { password: formTexts.passwordMissing });
    if (!hasErrors) setAsked({ password, listings: textOf(form.get('listings')) });
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
          confirm={erase.submit}
          destructive
          busy={isBusy}
          onCancel={() => {
            if (!isBusy) setAsked(null);
          }}
          onConfirm={() => void run(() => eraseAccount(asked))}
        >
          <p>{asked.listings === 'keep' ? erase.confirmKeep : erase.confirmDelete}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
