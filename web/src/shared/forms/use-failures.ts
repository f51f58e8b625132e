import { useCallback, useState } from 'react';
import { RequestFailed } from '../api/request-json.ts';
import { logFailure } from '../log-failure.ts';
import type { FieldErrors } from './field-frame.tsx';

type Failures = {
  readonly attempt: number;
  readonly message: string | undefined;
  readonly errors: FieldErrors;
};

const none: Failures = { attempt: 0, message: undefined, errors: {} };

/** What went wrong at the last try of a form; made to be handed to `ErrorSummary`. */
export function useFailures() {
  const [failures, setFailures] = useState(none);

  /** Returns whether there was anything to report. */
  const report = useCallback((errors: FieldErrors, message?: string): boolean => {
    setFailures(({ attempt }) => ({ attempt: attempt + 1, message, errors }));
    return message !== undefined || Object.keys(errors).length > 0;
  }, []);

  /** The server's own words where it has some, else the given ones. */
  const reportRefusal = useCallback(
    (error: unknown, otherwise: string) => {
      logFailure(otherwise, error);
      const isAnswer = error instanceof RequestFailed && error.status !== null;
      report(firstOfEach(error), (isAnswer && error.message) || otherwise);
    },
    [report],
  );

  return { ...failures, report, reportRefusal };
}

export function firstOfEach(error: unknown): FieldErrors {
  if (!(error instanceof RequestFailed)) return {};
  return Object.fromEntries(
    Object.entries(error.errors ?? {}).map(([field, [first = '']]) => [field, first]),
  );
}
