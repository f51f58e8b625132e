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
import { textOf } from '@directory/domain/shared/unknown';
import { useResource } from '../../shared/resource/use-resource.ts';
import { type Session, useSessionStore } from '../../shared/session/session.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { secondFactor as texts, formTexts } from '../../texts/account-texts.ts';
import styles from './account.module.css';

const path = '/api/account/second-factor';

/** Switches the code of an app beside the password on and off. */
export function SecondFactor({ session }: { readonly session: Session }) {
  const state = useResource<SecondFactorResponse>(path);
  const { data, retry } = state;
  const [made, setMade] = useState<MadeCodes | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button that had the focus makes way for the next step. */
  const focusHeading = () => heading.current?.focus();
  return (
    <section className={`${ui.panel} ${styles.section}`} aria-labelledby="factor-title">
      <h2 ref={heading} tabIndex={-1} id="factor-title">
        {texts.title}
      </h2>
      <LoadState resource={state} failed={texts.unreachable} />
      {made && (
        <RecoveryCodes
          made={made}
          onSaved={() => {
            setMade(null);
            focusHeading();
          }}
        />
      )}
      {data?.isOn && !made && (
        <SwitchedOn
          session={session}
          left={data.recoveryCodesLeft}
          onChanged={() => {
            retry();
            focusHeading();
          }}
          onCodes={(codes) => {
            setMade({ codes, text: texts.saveNew });
            retry();
            focusHeading();
          }}
        />
      )}
      {data && !data.isOn && !made && (
        <SwitchOn
          session={session}
          onMade={focusHeading}
          onCodes={(codes) => {
            setMade({ codes, text: texts.save });
            focusHeading();
          }}
        />
      )}
    </section>
  );
}

type SwitchOnProps = {
  readonly session: Session;
  /** Called when the secret is shown. */
  readonly onMade: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
};

/** Continues the session with the token of the answer. */
function SwitchOn({ session, onMade, onCodes }: SwitchOnProps) {
  const sessions = useSessionStore();
  const send = useSend();
  const [made, setMade] = useState<NewSecretResponse | null>(null);
  const request = useRequest(texts.failed);

  if (!made)
    return (
      <>
        <p>{texts.why}</p>
        <ErrorSummary {...request.failures} />
        <div>
          <BusyButton
            type="button"
            busy={request.isBusy}
            onClick={() =>
              void request.run(async () => {
                setMade(await send<NewSecretResponse>(`${path}/secret`, { method: 'POST' }));
                onMade();
              })
            }
          >
            {texts.setUp}
          </BusyButton>
        </div>
      </>
    );
  const switchOn = async (entered: Entered) => {
    const body = { ...entered, secret: made.secret };
    const { token, recoveryCodes } = await send<SwitchOnSecondFactorResponse>(path, {
      method: 'PUT',
      body,
    });
    const { id, full_name, email } = session.user;
    onCodes(recoveryCodes);
    sessions.start({ ...session, token, user: { id, full_name, email } });
  };
  return (
    <>
      <p>{texts.scan}</p>
      <QrCode text={made.uri} />
      <p>
        <a href={made.uri}>{texts.open}</a> {texts.orType}{' '}
        <code className={ui.anywhere}>{made.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeForm request={request} button={texts.switchOn} send={switchOn} />
    </>
  );
}

type SwitchedOnProps = Pick<SwitchOnProps, 'session' | 'onCodes'> & {
  readonly left: number;
  readonly onChanged: () => void;
};

function SwitchedOn({ session, left, onChanged, onCodes }: SwitchedOnProps) {
  const sessions = useSessionStore();
  const send = useSend();
  const request = useRequest(texts.failed);
  const renew = async (body: Entered) => {
    const renewal = `${path}/recovery-codes`;
    const answer = await send<RecoveryCodesResponse>(renewal, { method: 'POST', body });
    onCodes(answer.recoveryCodes);
  };
  /** Continues the session with the token of the answer, to set it up again where it is required. */
  const switchOff = async (body: Entered) => {
    const { token, mustSetUpSecondFactor } = await send<SwitchOffSecondFactorResponse>(path, {
      method: 'DELETE',
      body,
    });
    const duty = mustSetUpSecondFactor ? { mustSetUpSecondFactor } : {};
    sessions.start({ ...session, token, user: { ...session.user, ...duty } });
    onChanged();
  };
  return (
    <>
      <p>{texts.isOn(left)}</p>
      <CodeForm
        request={request}
        button={texts.renew}
        send={renew}
        other={{ button: texts.switchOff, send: switchOff }}
      />
    </>
  );
}

type MadeCodes = { readonly codes: readonly string[]; readonly text: string };

type RecoveryCodesProps = { readonly made: MadeCodes; readonly onSaved: () => void };

/** They are shown this once. */
function RecoveryCodes({ made: { codes, text }, onSaved }: RecoveryCodesProps) {
  return (
    <>
      <LeaveGuard isNeeded text={texts.leave} />
      <p role="status">{text}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={ui.anywhere}>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <button type="button" className={ui.button} onClick={onSaved}>
          {texts.saved}
        </button>
      </div>
    </>
  );
}

type Entered = { readonly code: string; readonly password: string };

type CodeAction = {
  readonly button: string;
  readonly send: (entered: Entered) => Promise<void>;
};

type CodeFormProps = CodeAction & {
  readonly request: ReturnType<typeof useRequest>;
  /** Not done by Enter. */
  readonly other?: CodeAction;
};

function CodeForm({ request: { failures, isBusy, run }, other, button, send }: CodeFormProps) {
  const submit = (data: FormData, action: CodeAction['send']) => {
    const entered = { code: textOf(data.get('code')), password: textOf(data.get('password')) };
    void run(() => action(entered), {
      ...(!entered.code && { code: texts.codeMissing }),
      ...(!entered.password && { password: formTexts.passwordMissing }),
    });
  };
  return (
    <RequestForm failures={failures} onSubmit={(data) => submit(data, send)}>
      <CodeField label={texts.code} error={failures.errors['code']} />
      <PasswordField {...failures.field('password')} label={texts.password} />
      <div className={ui.row}>
        <BusyButton busy={isBusy}>{button}</BusyButton>
        {other && (
          <BusyButton
            type="button"
            busy={isBusy}
            onClick={({ currentTarget: { form } }) => {
              if (form) submit(new FormData(form), other.send);
            }}
          >
            {other.button}
          </BusyButton>
        )}
      </div>
    </RequestForm>
  );
}

/** Dark on light, whatever the colours of the page: some apps read nothing else. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts.qr}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
