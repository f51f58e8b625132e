import { useState } from 'react';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { AlertDialog } from '../../../shared/ui/modal.tsx';
import { ErrorSummary, firstOfEach } from '../../../shared/forms/form-errors.tsx';
import { BusyButton, type FieldErrors } from '../../../shared/forms/form-fields.tsx';
import {
  checkAnswers,
  lastStep,
  listingFormData,
  stepOf,
  useCurrentYear,
} from '../../../shared/listing-form/check-values.ts';
import panel from '../../../shared/listing-form/listing-form.module.css';
import { logFailure } from '../../../shared/log-failure.ts';
import type { SessionUser } from '../../../shared/session/session.ts';
import ui from '../../../shared/ui/ui.module.css';
import { listingFormTexts as texts } from '../../../texts/listing-form-texts.ts';
import { ReviewList } from './review-list.tsx';
import { type DraftState, StepHeading } from './step-form.tsx';
import type { Steps } from './use-step.ts';

type ReviewStepProps = Told & {
  readonly user: SessionUser;
  readonly draft: DraftState;
  readonly steps: Steps;
  readonly isPhotoAwaited: boolean;
};

/** What leads away from it is off while the answers are being sent. */
export function ReviewStep({ user, draft, steps, isPhotoAwaited, ...told }: ReviewStepProps) {
  const { review } = texts;
  const submission = useSubmission(user.id, draft, told);
  const goTo = (field: string) => {
    steps.correct(stepOf(field));
  };
  return (
    <div className={panel.form}>
      <StepHeading step={lastStep} takesFocus={steps.hasMoved} />
      <p>{review.intro}</p>
      <ErrorSummary
        attempt={submission.isPinMissing ? 0 : submission.attempt}
        message={Object.keys(submission.errors).length > 0 ? review.refused : undefined}
        errors={submission.errors}
        onGoTo={goTo}
      />
      <div inert={submission.isBusy}>
        <ReviewList draft={draft} onChange={steps.correct} />
      </div>
      <p role="status" className={panel.status}>
        {submission.hasFailed && review.failed}
      </p>
      <div className={panel.buttons}>
        <button
          type="button"
          className={ui.quiet}
          disabled={submission.isBusy}
          onClick={() => {
            steps.goTo(lastStep - 1);
          }}
        >
          {texts.wizardBack}
        </button>
        <button
          type="button"
          className={ui.quiet}
          disabled={submission.isBusy}
          onClick={() => {
            steps.goTo(1);
          }}
        >
          {review.edit}
        </button>
        <BusyButton
          type="button"
          busy={submission.isBusy || isPhotoAwaited}
          onClick={() => {
            void submission.submit();
          }}
        >
          {review.submit}
        </BusyButton>
      </div>
      {submission.isPinMissing && (
        <AlertDialog
          title={texts.pin.alertTitle}
          close={texts.pin.close}
          onClose={submission.closeAlert}
        >
          <p>{texts.pin.missing}</p>
        </AlertDialog>
      )}
    </div>
  );
}

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

type Told = {
  readonly onSending: (isSending: boolean) => void;
  readonly onSubmitted: () => void;
};

/** Sends the answers once. What goes wrong leaves them as they are, and the next try is the same command. */
function useSubmission(userId: string, draft: DraftState, told: Told) {
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
