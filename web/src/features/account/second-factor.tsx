import type {
  NewSecretResponse,
  RecoveryCodesResponse,
  SecondFactorResponse,
  SwitchOffSecondFactorResponse,
  SwitchOnSecondFactorResponse,
} from '@directory/api/contracts';
import { useRef, useState } from 'react';
import { encode } from 'uqr';
import { useSend } from '../../shared/api/use-send.ts';
import { ErrorSummary, RequestForm, useRequest } from '../../shared/forms/request-form.tsx';
import { BusyButton, CodeField, PasswordField } from '../../shared/forms/form-fields.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useResource } from '../../shared/resource/use-resource.ts';
import { type Session, useSessionStore } from '../../shared/session/session.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { formTexts } from '../../texts/account-texts.ts';
import { count } from '../../texts/count.ts';
import styles from './account.module.css';
import { Button } from '../../shared/ui/controls.tsx';

const failed = "We couldn't change two-step log-in.";

const path = '/api/account/second-factor';

/** Switches on and off that a log-in needs the code of an app beside the password. */
export function SecondFactor({ session }: { readonly session: Session }) {
  const state = useResource<SecondFactorResponse>(path);
  const { data, retry } = state;
  const [newCodes, setNewCodes] = useState<NewCodes | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button that had the focus makes way for the next step. */
  const focusHeading = () => heading.current?.focus();
  /** Shows new codes if there are any, and what is switched on now. */
  const handleChange = (codes: NewCodes | null) => {
    setNewCodes(codes);
    retry();
    focusHeading();
  };
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="factor-title">
      <h2 ref={heading} tabIndex={-1} id="factor-title">
        Two-step log-in
      </h2>
      <LoadState resource={state} failed="Couldn't load the settings of two-step log-in." />
      {newCodes && (
        <>
          <LeaveGuard isNeeded text="The recovery codes are not shown again." />
          <p role="status">{newCodes.text}</p>
          <ul className={styles.codes}>
            {newCodes.codes.map((code) => (
              <li key={code}>
                <code className={ui.anywhere}>{code}</code>
              </li>
            ))}
          </ul>
          <div>
            <Button
              onClick={() => {
                setNewCodes(null);
                focusHeading();
              }}
            >
              I have saved them
            </Button>
          </div>
        </>
      )}
      {data?.isOn && !newCodes && (
        <SwitchedOn session={session} left={data.recoveryCodesLeft} onChange={handleChange} />
      )}
      {data && !data.isOn && !newCodes && (
        <SwitchOn session={session} onSecret={focusHeading} onChange={handleChange} />
      )}
    </section>
  );
}

type SwitchOnProps = {
  readonly session: Session;
  /** Called when the secret is shown. */
  readonly onSecret: () => void;
  readonly onChange: (codes: NewCodes | null) => void;
};

/** Shows a secret for an app, switches on with its code, and continues the session with the new token. */
function SwitchOn({ session, onSecret, onChange }: SwitchOnProps) {
  const sessions = useSessionStore();
  const send = useSend();
  const [newSecret, setNewSecret] = useState<NewSecretResponse | null>(null);
  const request = useRequest(failed);

  if (!newSecret)
    return (
      <>
        <p>
          Log in with your password and a code from an authenticator app on your phone. Somebody who
          knows only your password can't log in.
        </p>
        <ErrorSummary {...request.failures} />
        <div>
          <BusyButton
            type="button"
            busy={request.isBusy}
            onClick={() =>
              void request.run(async () => {
                setNewSecret(await send<NewSecretResponse>(`${path}/secret`, { method: 'POST' }));
                onSecret();
              })
            }
          >
            Set up two-step log-in
          </BusyButton>
        </div>
      </>
    );
  const switchOn = async (entered: Record<string, string>) => {
    const { token, recoveryCodes } = await send<SwitchOnSecondFactorResponse>(path, {
      method: 'PUT',
      body: { ...entered, secret: newSecret.secret },
    });
    const { id, full_name, email } = session.user;
    onChange({
      codes: recoveryCodes,
      text: 'Two-step log-in is on. Save these recovery codes: each lets you log in once without the app. They are shown only now.',
    });
    sessions.start({ ...session, token, user: { id, full_name, email } });
  };
  return (
    <>
      <p>Scan this QR code with your authenticator app, then enter the code that it shows.</p>
      <QrCode text={newSecret.uri} />
      <p>
        <a href={newSecret.uri}>Open it in an app on this device</a> or type this key:{' '}
        <code className={ui.anywhere}>{newSecret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeForm request={request} button="Switch on" send={switchOn} />
    </>
  );
}

type SwitchedOnProps = Omit<SwitchOnProps, 'onSecret'> & { readonly left: number };

function SwitchedOn({ session, left, onChange }: SwitchedOnProps) {
  const sessions = useSessionStore();
  const send = useSend();
  const request = useRequest(failed);
  const renew = async (body: Record<string, string>) => {
    const renewal = `${path}/recovery-codes`;
    const answer = await send<RecoveryCodesResponse>(renewal, { method: 'POST', body });
    onChange({
      codes: answer.recoveryCodes,
      text: 'The earlier recovery codes no longer work. Save these new ones: each lets you log in once without the app. They are shown only now.',
    });
  };
  /** Continues the session with the new token; where a second factor is required, only to set it up again. */
  const switchOff = async (body: Record<string, string>) => {
    const { token, mustSetUpSecondFactor } = await send<SwitchOffSecondFactorResponse>(path, {
      method: 'DELETE',
      body,
    });
    sessions.start({ ...session, token, user: { ...session.user, mustSetUpSecondFactor } });
    onChange(null);
  };
  return (
    <>
      <p>
        On. {count(left, 'recovery code is', 'recovery codes are')} left. To make new ones or to
        switch it off, enter a code from the app or a recovery code.
      </p>
      <CodeForm
        request={request}
        button="Make new recovery codes"
        send={renew}
        other={{ button: 'Switch off', send: switchOff }}
      />
    </>
  );
}

type NewCodes = { readonly codes: readonly string[]; readonly text: string };

type CodeAction = {
  readonly button: string;
  readonly send: (entered: Record<string, string>) => Promise<void>;
};

type CodeFormProps = CodeAction & {
  readonly request: ReturnType<typeof useRequest>;
  /** A second button, which Enter does not press. */
  readonly other?: CodeAction;
};

function CodeForm({ request, other, button, send }: CodeFormProps) {
  const { failures, isBusy } = request;
  const submit = ({ code = '', password = '', ...entered }: Record<string, string>) =>
    (other && 'other' in entered ? other : { send }).send({ code, password });
  return (
    <RequestForm request={request} send={submit}>
      <CodeField
        {...failures.field('code', 'Enter the code from the app.')}
        label="Code from the app"
      />
      <PasswordField
        {...failures.field('password', formTexts.passwordMissing)}
        label="Your password"
      />
      <div className={ui.row}>
        <BusyButton busy={isBusy}>{button}</BusyButton>
        {other && (
          <BusyButton name="other" busy={isBusy}>
            {other.button}
          </BusyButton>
        )}
      </div>
    </RequestForm>
  );
}

/** The code is dark on light, whatever the colours of the page, as some apps read nothing else. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
