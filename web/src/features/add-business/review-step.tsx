import { AlertDialog } from '../../shared/dialog/alert-dialog.tsx';
import { BusyButton } from '../../shared/forms/busy-button.tsx';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import panel from '../../shared/listing-form/form-panel.module.css';
import { lastStep, stepOf } from '../../shared/listing-form/steps.ts';
import type { SessionUser } from '../../shared/session/session.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import { ReviewList } from './review-list.tsx';
import type { DraftState } from './step-form.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Steps } from './use-step.ts';
import { useSubmission, type Told } from './use-submission.ts';

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
