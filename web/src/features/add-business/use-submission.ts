import { useState } from 'react';
import { RequestFailed } from '../../shared/api/request-json.ts';
import { useSend } from '../../shared/api/use-send.ts';
import type { FieldErrors } from '../../shared/forms/field-frame.tsx';
import { firstOfEach } from '../../shared/forms/use-failures.ts';
import { checkAnswers } from '../../shared/listing-form/check-answers.ts';
import { listingFormData } from '../../shared/listing-form/listing-form-data.ts';
import { useCurrentYear } from '../../shared/listing-form/use-current-year.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import type { DraftState } from './step-form.tsx';

type Submission = {
  readonly isBusy: boolean;
  readonly attempt: number;
  readonly errors: FieldErrors;
  readonly isPinMissing: boolean;
  /** Whether the last try did not reach its end, for whatever reason. */
  readonly hasFailed: boolean;
};

const untried: Submission = {
  isBusy: false,
  attempt: 0,
  errors: {},
  isPinMissing: false,
  hasFailed: false,
};

export type Told = {
  readonly onSending: (isSending: boolean) => void;
  readonly onSubmitted: () => void;
};

/** Sends the answers once. What goes wrong leaves them as they are, and the next try is the same command. */
export function useSubmission(userId: string, draft: DraftState, told: Told) {
  const currentYear = useCurrentYear();
  const send = useSend();
  const [submission, setSubmission] = useState(untried);

  const submit = async () => {
    if (submission.isBusy) return;
    const next = { ...untried, attempt: submission.attempt + 1 };
    const photoMissing = draft.photo ? null : texts.photo.missing;
    const errors = checkAnswers(draft.answers, { currentYear, photoMissing });
    if (Object.keys(errors).length > 0) {
      setSubmission({ ...next, errors, isPinMissing: 'latitude' in errors });
      return;
    }
    setSubmission({ ...next, isBusy: true });
    told.onSending(true);
    try {
      const body = listingFormData(draft.answers, draft.photo);
      // The server takes the person from the token; the field is part of the documented payload.
      body.append('user_id', userId);
      const { commandKey: idempotencyKey } = draft;
      await send('/api/businesses', { method: 'POST', body, idempotencyKey });
      setSubmission(untried);
      told.onSubmitted();
    } catch (error) {
      logFailure('The business could not be submitted', error);
      const refused = error instanceof RequestFailed ? firstOfEach(error) : {};
      setSubmission({ ...next, errors: refused, hasFailed: true });
    } finally {
      told.onSending(false);
    }
  };

  return {
    ...submission,
    submit,
    closeAlert: () => {
      setSubmission({ ...submission, isPinMissing: false });
    },
  };
}
