import type { ProfileResponse } from '@directory/api/contracts';
import { maskPhone } from '@directory/domain/catalogue';
import { useEffect, useState } from 'react';
import { useSend } from '../../shared/api/use-send.ts';
import { DownloadButton } from '../../shared/download/download-button.tsx';
import { BusyButton, PasswordField, TextField } from '../../shared/forms/form-fields.tsx';
import { RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { PhoneField } from '../../shared/listing-form/phone-field.tsx';
import { useResource, useSetQueryData } from '../../shared/resource/use-resource.ts';
import { useLogOut, useSessionStore } from '../../shared/session/session.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import { ConfirmDialog } from '../../shared/ui/modal.tsx';
import ui from '../../shared/ui/ui.module.css';
import { formTexts, register as labels } from '../../texts/account-texts.ts';
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
      <h2 id="profile-title">Your details</h2>
      <LoadState resource={resource} failed="Couldn't load your details." />
      {stored && <ProfileForm stored={stored} />}
    </section>
  );
}

function ProfileForm({ stored }: { readonly stored: ProfileResponse }) {
  const send = useSend();
  const store = useSetQueryData(profilePath);
  const request = useRequest("We couldn't save your details.");
  const { failures, isBusy, isDone } = request;
  /** What was entered and is not saved yet. The other fields are saved as they are stored by then: another tab may change them. */
  const [entered, setEntered] = useState<Partial<ProfileResponse>>({});
  const shown = { ...stored, ...entered };
  const enter = (changes: Partial<ProfileResponse>) => setEntered({ ...entered, ...changes });
  const save = async () => {
    const now = await send<ProfileResponse>(profilePath);
    store(await send(profilePath, { method: 'PUT', body: { ...now, ...entered } }));
    setEntered((latest) => (latest === entered ? {} : latest));
  };
  return (
    <RequestForm request={request} send={save}>
      <TextField
        {...failures.field('fullName')}
        label={labels.fullName}
        autoComplete="name"
        required
        value={shown.fullName}
        onChange={({ target }) => enter({ fullName: target.value })}
      />
      <PhoneField
        {...failures.field('phone')}
        label={labels.phone}
        autoComplete="tel"
        required
        value={shown.phone}
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

export function DownloadData() {
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
  keep: 'Keep name, address and opening hours, without your contact details, texts and photos',
};

/** Erases the account, after the password and a confirmation. */
export function DeleteAccount() {
  const send = useSend();
  const logOut = useLogOut();
  const request = useRequest("We don't know whether your account was deleted.");
  const { failures, isBusy } = request;
  const [asked, setAsked] = useState<Record<string, string> | null>(null);

  const eraseAccount = async ({ password, listings }: Record<string, string>) => {
    try {
      await send('/api/user/me', { method: 'DELETE', body: { password, listings } });
    } catch (error) {
      setAsked(null);
      throw error;
    }
    logOut({ notice: 'Your account has been deleted.' });
  };

  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="erase-title">
      <h2 id="erase-title">Delete your account</h2>
      <p>
        Deletes your account and your photos, and everything personal from your listings and their
        history. This cannot be undone.
      </p>
      <RequestForm request={request} send={setAsked}>
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
          onCancel={() => isBusy || setAsked(null)}
          onConfirm={() => void request.run(() => eraseAccount(asked))}
        >
          <p>
            {asked['listings'] === 'keep'
              ? 'Your account and personal data will be permanently deleted. Your listings stay, without contact details, texts and photos.'
              : 'Your account, your listings and all personal data will be permanently deleted.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
