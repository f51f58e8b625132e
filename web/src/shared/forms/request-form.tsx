import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useState,
  useEffect,
  useRef,
} from 'react';
import { textOf } from '@directory/domain/shared/unknown';
import { formTexts as texts } from '../../texts/account-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import ui from '../ui/ui.module.css';
import { useIsHydrated } from '../ui/loading.tsx';
import { RequestFailed, logFailure } from '../api/request-json.ts';
import { type FieldErrors, fieldId } from './form-fields.tsx';
import styles from './forms.module.css';

/** The result of a request that leads to another page: its form stays busy until then, as that page may be loading. */
export const leaving = Symbol('leaving');

/** Sends one request at a time, and knows how the last one ended: with `failures`, or done. */
export function useRequest(failed: string) {
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  /** Sends nothing if there are errors already. */
  const run = async (request: () => unknown, errors: FieldErrors = {}) => {
    if (isBusy) return;
    setDone(false);
    if (failures.report(errors)) return;
    try {
      const answer = request();
      // A form may also open a dialog at once, whose buttons are not busy.
      setBusy(answer instanceof Promise);
      if ((await answer) === leaving) return;
      setDone(true);
    } catch (error) {
      failures.reportRefusal(error, failed);
    }
    setBusy(false);
  };
  return { failures, isBusy, isDone, run };
}

type RequestFormProps = {
  readonly request: ReturnType<typeof useRequest>;
  /** Gets the values of the fields by their names. Not called while a field is empty that has a message for that. */
  readonly send: (entered: Record<string, string>, form: HTMLFormElement) => unknown;
  readonly children: ReactNode;
};

/**
 * A form without the browser's own messages: its errors stand above the fields. Scripts send what is entered, also after an Enter
 * or a click before they were there; `post` keeps it out of the address if anything else submits the form.
 */
export function RequestForm({ request: { failures, run }, send, children }: RequestFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEarlySubmit(ref);
  return (
    <form
      ref={ref}
      method="post"
      className={ui.stack}
      noValidate
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) failures.resolve([target.name]);
      }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        const { submitter } = event.nativeEvent;
        const entered = Object.fromEntries(
          [...new FormData(form)].map(([name, value]) => [name, textOf(value)]),
        );
        // With the name of the button, as browsers would send it.
        if (submitter instanceof HTMLButtonElement && submitter.name)
          entered[submitter.name] = submitter.value;
        void run(() => send(entered, form), missingIn(form));
      }}
    >
      <noscript>
        <p className={ui.notice}>This form needs JavaScript.</p>
      </noscript>
      <ErrorSummary {...failures} />
      {children}
    </form>
  );
}

/** The messages of the fields that are empty and must not be, in page order. Only passwords may consist of spaces. */
function missingIn(form: HTMLFormElement): FieldErrors {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[data-missing]')];
  return Object.fromEntries(
    fields
      .filter(({ autocomplete, value }) =>
        autocomplete.endsWith('password') ? value === '' : value.trim() === '',
      )
      .map(({ name, dataset }) => [name, dataset['missing'] ?? '']),
  );
}

declare global {
  interface Window {
    /** The form whose last input was Enter or its button, as the script of a server-rendered page notes it. */
    enteredForm?: HTMLFormElement | null;
  }
}

/** Submits the form if Enter or its button was pressed before React handled it: browsers ignore that, as the button was disabled. */
function useEarlySubmit(form: RefObject<HTMLFormElement | null>): void {
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isHydrated || form.current === null || window.enteredForm !== form.current) return;
    window.enteredForm = null;
    form.current.requestSubmit();
  }, [isHydrated, form]);
}

type ErrorSummaryProps = {
  /** The error of the whole form, such as the server's message. */
  readonly message?: string | undefined;
  /** The reason, in a sentence of its own. */
  readonly reason?: string | undefined;
  readonly errors?: FieldErrors;
  /** Counts attempts: the summary takes the focus on each, even if the errors are the same. */
  readonly attempt: number;
  /** Shows and focuses a field that is not on the page. */
  readonly onGoTo?: (field: string) => void;
};

/** The errors above a form, each linked to its field. */
export function ErrorSummary(props: ErrorSummaryProps) {
  const { message, reason, errors = {}, attempt, onGoTo } = props;
  const box = useRef<HTMLDivElement>(null);
  const fields = Object.entries(errors);
  const isEmpty = !message && fields.length === 0;
  const isOfField = fields.some(([, error]) => error === message);

  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);

  if (isEmpty) return null;
  return (
    <div
      ref={box}
      role="alert"
      // The focus has it read: as an alert, too, it would be heard twice.
      aria-live={attempt > 0 ? 'off' : undefined}
      tabIndex={-1}
      className={`${ui.tight} ${styles.summary}`}
    >
      <p className={styles.summaryTitle}>
        {isOfField ? texts.problem : (message ?? texts.problem)}
      </p>
      {reason && <p>{reason}</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map(([field, error]) => (
            <li key={field}>
              <a
                className={ui.ownLine}
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  if (onGoTo) onGoTo(field);
                  else focusField(field);
                }}
              >
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function focusField(field: string): void {
  const control = document.getElementById(fieldId(field));
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

type Failures = {
  readonly attempt: number;
  readonly message: string | undefined;
  readonly reason: string | undefined;
  readonly errors: FieldErrors;
};

const none: Failures = { attempt: 0, message: undefined, reason: undefined, errors: {} };

/** The errors of the last attempt, as props for `ErrorSummary`. */
export function useFailures() {
  const [failures, setFailures] = useState(none);

  /** Returns whether there are errors. */
  const report = (errors: FieldErrors, message?: string, reason?: string): boolean => {
    setFailures(({ attempt }) => ({ attempt: attempt + 1, message, reason, errors }));
    return message !== undefined || Object.keys(errors).length > 0;
  };

  const reportRefusal = (error: unknown, otherwise: string) => {
    logFailure(otherwise, error);
    report(firstOfEach(error), refusalText(error, otherwise), outageText(error));
  };

  /**
   * Removes the errors of fields that were changed, and with the last of them the message, which was about them. A field that is
   * still wrong has the error that was found instead.
   */
  const resolve = (fields: readonly string[], found: FieldErrors = {}) =>
    setFailures((now) => {
      if (!fields.some((field) => field in now.errors)) return now;
      const errors = Object.fromEntries(
        Object.entries(now.errors).flatMap(([field, error]) => {
          const text = fields.includes(field) ? found[field] : error;
          return text === undefined ? [] : [[field, text]];
        }),
      );
      const isLast = Object.keys(errors).length === 0;
      return isLast ? { ...none, attempt: now.attempt } : { ...now, errors };
    });

  /** What a field shows of its errors; `missing` is the one of a field that must not be empty. */
  const field = (name: string, missing?: string) => ({
    name,
    error: failures.errors[name],
    ...(missing !== undefined && { required: true, 'data-missing': missing }),
  });

  return { ...failures, field, report, reportRefusal, resolve };
}

/** The server's message if there is one, else `otherwise`. */
function refusalText(error: unknown, otherwise: string): string {
  const isAnswer = error instanceof RequestFailed && error.status !== null;
  return (isAnswer && error.message) || otherwise;
}

/** That the server did not answer, or only a proxy, which sends no message; undefined for another error. */
function outageText(error: unknown): string | undefined {
  const isOutage = error instanceof RequestFailed && (error.status === null || !error.message);
  return isOutage ? siteTexts.load.unreachable : undefined;
}

export function firstOfEach(error: unknown): FieldErrors {
  if (!(error instanceof RequestFailed)) return {};
  return Object.fromEntries(
    Object.entries(error.errors ?? {}).map(([field, [first = '']]) => [field, first]),
  );
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

export function firstMessages(issues: readonly Issue[]): FieldErrors {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0] ?? '')] ??= message;
  return messages;
}
