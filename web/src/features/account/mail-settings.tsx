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
import { textOf } from '@directory/domain/shared/unknown';
import { useResource, useSetQueryData } from '../../shared/resource/use-resource.ts';
import { useSessionStore, type Session } from '../../shared/session/session.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { formTexts } from '../../texts/account-texts.ts';
import { settings as texts } from '../../texts/mail-texts.ts';
import { DoneNotice, keepInSession, SentNotice } from './account-frame.tsx';
import styles from './account.module.css';

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
      <h2 id="mail-title">{texts.title}</h2>
      <LoadState resource={settings} failed={texts.loadFailed} />
      {data && (
        <>
          {isConfirmed ? <DoneNotice>{addressText(data)}</DoneNotice> : <p>{addressText(data)}</p>}
          {role === 'user' ? (
            <>
              {!data.isVerified && <SendAgain onConfirmed={() => setConfirmed(true)} />}
              <details>
                <summary className={ui.ownLine}>{texts.change}</summary>
                <SetAddress texts={texts.owner} />
              </details>
            </>
          ) : (
            <SetAddress texts={texts.admin} />
          )}
          {(role === 'user' || data.isVerified) && <Notices role={role} settings={data} />}
        </>
      )}
    </section>
  );
}

function addressText({ email, isVerified }: MailSettingsResponse): string {
  if (email === null) return texts.none;
  return isVerified ? texts.verified(email) : texts.unverified(email);
}

type SendAgainProps = {
  /** Called if the address was confirmed meanwhile, as in another tab: then nothing is sent. */
  readonly onConfirmed: () => void;
};

function SendAgain({ onConfirmed }: SendAgainProps) {
  const send = useSend();
  const store = useSetQueryData(path);
  const { failures, isBusy, isDone, run } = useRequest(texts.failed);
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
          {texts.send}
        </BusyButton>
      </div>
      <SentNotice isSent={isDone} text={texts.sent} />
    </>
  );
}

type SetAddressProps = { readonly texts: Readonly<Record<'address' | 'submit' | 'sent', string>> };

/** Changes the address, with the password: who has the address can choose another password. */
function SetAddress({ texts: own }: SetAddressProps) {
  const send = useSend();
  const { failures, isBusy, isDone, run } = useRequest(texts.failed);
  const [sent, setSent] = useState(0);
  const submit = (form: FormData) => {
    const email = textOf(form.get('email')).trim();
    const accountPassword = textOf(form.get('accountPassword'));
    const change = async () => {
      await send(`${path}/address`, { method: 'PUT', body: { email, accountPassword } });
      setSent(sent + 1);
    };
    void run(change, {
      ...(!email && { email: texts.addressMissing }),
      ...(!accountPassword && { accountPassword: formTexts.passwordMissing }),
    });
  };
  return (
    <RequestForm failures={failures} onSubmit={submit}>
      <TextField
        {...failures.field('email')}
        type="email"
        label={own.address}
        autoComplete="email"
        required
      />
      <PasswordField
        // Once it was used, an empty field takes its place.
        key={sent}
        {...failures.field('accountPassword')}
        label={texts.password}
      />
      <div>
        <BusyButton busy={isBusy}>{own.submit}</BusyButton>
      </div>
      <SentNotice isSent={isDone} text={own.sent} />
    </RequestForm>
  );
}

type NoticesProps = RoleProps & { readonly settings: MailSettingsResponse };

/** Each field has its stored value as its key: an uncontrolled field shows another value only when it is mounted again. */
function Notices({ role, settings }: NoticesProps) {
  const send = useSend();
  const store = useSetQueryData(path);
  const { failures, isBusy, isDone, run } = useRequest(texts.failed);
  const submit = (form: FormData) => {
    const wantsNotices = form.has('wantsNotices');
    const language = textOf(form.get('language'));
    // Sends only what was changed here: the rest may have been changed elsewhere, as by the link of a mail.
    const body = {
      ...(wantsNotices !== settings.wantsNotices && { wantsNotices }),
      ...(language !== settings.language && { language }),
    };
    const isChanged = Object.keys(body).length > 0;
    void run(async () => {
      store(await send(path, isChanged ? { method: 'PUT', body } : {}));
    });
  };
  return (
    <RequestForm failures={failures} onSubmit={submit}>
      <label className={`${ui.check} ${styles.choice}`}>
        <input
          key={String(settings.wantsNotices)}
          type="checkbox"
          name="wantsNotices"
          defaultChecked={settings.wantsNotices}
        />
        {role === 'user' ? texts.decisions : texts.summary}
      </label>
      <SelectField
        key={settings.language}
        name="language"
        label={texts.language}
        options={[
          { value: 'en', label: texts.languages.en },
          { value: 'ms', label: texts.languages.ms, lang: 'ms' },
        ]}
        defaultValue={settings.language}
      />
      <div>
        <BusyButton busy={isBusy}>{texts.save}</BusyButton>
      </div>
      <p role="status" className={ui.notice}>
        {isDone && texts.saved}
      </p>
    </RequestForm>
  );
}
