import type { MailSettingsResponse } from '@directory/api/contracts';
import { useEffect, useState } from 'react';
import { useSend } from '../../shared/api/use-send.ts';
import { ErrorSummary, RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import {
  BusyButton,
  PasswordField,
  SelectField,
  TextField,
} from '../../shared/forms/form-fields.tsx';
import { useResource, useSetQueryData } from '../../shared/resource/use-resource.ts';
import { useSessionStore, type Session } from '../../shared/session/session.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { formTexts } from '../../texts/account-texts.ts';
import { DoneNotice, keepInSession, SentNotice } from './account-frame.tsx';
import styles from './account.module.css';

const linkSent = 'We have emailed you a link. Open it to confirm the address.';
const saveFailed = "We couldn't save this.";

const path = '/api/account/mail';

type RoleProps = { readonly role: Session['role'] };

/** Whether the address is confirmed, and which mails it gets. */
export function MailSettings({ role }: RoleProps) {
  const settings = useResource<MailSettingsResponse>(path);
  const sessions = useSessionStore();
  const [isConfirmed, setConfirmed] = useState(false);
  const { data } = settings;
  useEffect(() => {
    if (data?.email) keepInSession(sessions, { email: data.email });
  }, [sessions, data]);
  return (
    <section
      className={`${ui.panel} ${styles.section} ${data ? '' : styles.loading}`}
      aria-labelledby="mail-title"
    >
      <h2 id="mail-title">Email</h2>
      <LoadState resource={settings} failed="Couldn't load your email settings." />
      {data && (
        <>
          {isConfirmed ? <DoneNotice>{addressText(data)}</DoneNotice> : <p>{addressText(data)}</p>}
          {role === 'user' ? (
            <>
              {!data.isVerified && <SendAgain onConfirmed={() => setConfirmed(true)} />}
              <details>
                <summary className={ui.ownLine}>Change your email address</summary>
                <SetAddress
                  address="New email address"
                  submit="Change the address"
                  sent="We have emailed you a link. Open it to confirm the new address, and log in with that from then on. Until then the present one stays."
                />
              </details>
            </>
          ) : (
            <SetAddress address="Email address" submit="Confirm this address" sent={linkSent} />
          )}
          {(role === 'user' || data.isVerified) && <Notices role={role} settings={data} />}
        </>
      )}
    </section>
  );
}

function addressText({ email, isVerified }: MailSettingsResponse): string {
  if (email === null)
    return 'Your account has no email address. With one you can reset a forgotten password and get a summary every morning.';
  return isVerified
    ? `${email} is confirmed.`
    : `${email} is not confirmed. Confirm it to get our decisions on your listings by email.`;
}

type SendAgainProps = {
  /** Called if the address was confirmed meanwhile, as in another tab: then nothing is sent. */
  readonly onConfirmed: () => void;
};

function SendAgain({ onConfirmed }: SendAgainProps) {
  const send = useSend();
  const store = useSetQueryData(path);
  const { failures, isBusy, isDone, run } = useRequest(saveFailed);
  const sendAgain = async () => {
    await send(`${path}/verification`, { method: 'POST' });
    const settings = await send<MailSettingsResponse>(path);
    if (settings.isVerified) onConfirmed();
    store(settings);
  };
  return (
    <>
      <ErrorSummary {...failures} />
      <div>
        <BusyButton type="button" busy={isBusy} onClick={() => void run(sendAgain)}>
          Send the link again
        </BusyButton>
      </div>
      <SentNotice isSent={isDone} text={linkSent} />
    </>
  );
}

type SetAddressProps = Readonly<Record<'address' | 'submit' | 'sent', string>>;

/** Changes the address, with the password: who has the address can choose another password. */
function SetAddress({ address, submit: button, sent: sentText }: SetAddressProps) {
  const send = useSend();
  const request = useRequest(saveFailed);
  const { failures, isBusy, isDone } = request;
  const [sent, setSent] = useState(0);
  const change = async ({ email, accountPassword }: Record<string, string>) => {
    const body = { email: email?.trim(), accountPassword };
    await send(`${path}/address`, { method: 'PUT', body });
    setSent(sent + 1);
  };
  return (
    <RequestForm request={request} send={change}>
      <TextField
        {...failures.field('email', 'Enter an email address.')}
        type="email"
        label={address}
        autoComplete="email"
      />
      <PasswordField
        // Once it was used, an empty field takes its place.
        key={sent}
        {...failures.field('accountPassword', formTexts.passwordMissing)}
        label="Password of your account"
      />
      <div>
        <BusyButton busy={isBusy}>{button}</BusyButton>
      </div>
      <SentNotice isSent={isDone} text={sentText} />
    </RequestForm>
  );
}

type NoticesProps = RoleProps & { readonly settings: MailSettingsResponse };

/** Each field has its stored value as its key: an uncontrolled field shows another value only when it is mounted again. */
function Notices({ role, settings }: NoticesProps) {
  const send = useSend();
  const store = useSetQueryData(path);
  const request = useRequest(saveFailed);
  const save = async ({ language, ...entered }: Record<string, string>) => {
    const wantsNotices = 'wantsNotices' in entered;
    // Sends only what was changed here: the rest may have been changed elsewhere, as by the link of a mail.
    const body = {
      ...(wantsNotices !== settings.wantsNotices && { wantsNotices }),
      ...(language !== settings.language && { language }),
    };
    const isChanged = Object.keys(body).length > 0;
    store(await send(path, isChanged ? { method: 'PUT', body } : {}));
  };
  return (
    <RequestForm request={request} send={save}>
      <label className={`${ui.check} ${styles.choice}`}>
        <input
          key={String(settings.wantsNotices)}
          type="checkbox"
          name="wantsNotices"
          defaultChecked={settings.wantsNotices}
        />
        {role === 'user'
          ? 'Email me when a listing is approved or rejected'
          : 'Email me a summary every morning if listings are waiting for review'}
      </label>
      <SelectField
        key={settings.language}
        name="language"
        label="Email language"
        options={[
          { value: 'en', label: 'English' },
          { value: 'ms', label: 'Bahasa Melayu', lang: 'ms' },
        ]}
        defaultValue={settings.language}
      />
      <div>
        <BusyButton busy={request.isBusy}>Save</BusyButton>
      </div>
      <p role="status" className={ui.notice}>
        {request.isDone && 'Saved.'}
      </p>
    </RequestForm>
  );
}
