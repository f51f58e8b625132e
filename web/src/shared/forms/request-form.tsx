import { type ReactNode, type SubmitEvent, useState } from 'react';
import ui from '../ui/ui.module.css';
import { ErrorSummary, useFailures } from './form-errors.tsx';
import type { FieldErrors } from './form-fields.tsx';

/** Sends one request at a time, and knows how the last one ended: with `failures`, or done. */
export function useRequest(failed: string) {
  const failures = useFailures();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  /** Nothing is sent where there are errors already. */
  const run = async (request: () => Promise<unknown>, errors: FieldErrors = {}) => {
    if (isBusy) return;
    setDone(false);
    if (failures.report(errors)) return;
    setBusy(true);
    try {
      await request();
      setDone(true);
    } catch (error) {
      failures.reportRefusal(error, failed);
    }
    setBusy(false);
  };
  return { failures, isBusy, isDone, run };
}

type RequestFormProps = {
  readonly failures: ReturnType<typeof useFailures>;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
};

/** A form without the browser's own messages: its errors stand above the fields. */
export function RequestForm({ failures, onSubmit, children }: RequestFormProps) {
  return (
    <form
      className={ui.stack}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      <ErrorSummary {...failures} />
      {children}
    </form>
  );
}
