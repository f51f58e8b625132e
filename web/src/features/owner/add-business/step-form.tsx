import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isObject } from '@directory/domain/shared/unknown';
import { ErrorSummary, focusField, useFailures } from '../../../shared/forms/request-form.tsx';
import { BusyButton, type FieldErrors } from '../../../shared/forms/form-fields.tsx';
import {
  checkValues,
  errorsOn,
  lastStep,
  useCurrentYear,
} from '../../../shared/listing-form/check-values.ts';
import { StepFields } from '../../../shared/listing-form/listing-fields.tsx';
import panel from '../../../shared/listing-form/listing-form.module.css';
import { PhotoField, type TakePhoto } from '../../../shared/listing-form/photo-field.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { listingFormTexts as texts, photo } from '../../../texts/listing-form-texts.ts';
import styles from './add-business.module.css';
import type { useDraft } from './draft.ts';
import { useLocation, useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { QuietButton } from '../../../shared/ui/controls.tsx';

export type Steps = ReturnType<typeof useStep>;

/** A field with an error, which the summary of the review links to. */
type Correction = {
  readonly field: string;
  /** The message of the server, which refused a value that the form accepts; null if the form itself finds the error. */
  readonly refusal: string | null;
};

/**
 * The step is in the URL, so that the browser's Back works; it cannot exceed the step that was reached. While the values are being
 * sent, it does not change.
 */
export function useStep({ reached, reach, isSending }: DraftState) {
  const navigate = useNavigate();
  const search = useQuery();
  const { state } = useLocation();
  const requested = Number(search.get('step'));
  const min = isSending ? reached : 1;
  const isStep = Number.isInteger(requested) && requested >= min && requested <= reached;
  const step = isStep ? requested : reached;

  const [opened, setOpened] = useState({ step, count: 0 });
  if (opened.step !== step) setOpened({ step, count: opened.count + 1 });

  useEffect(() => {
    if (!isStep) navigate(`?step=${step}`, { replace: true });
  }, [isStep, step, navigate]);

  const goTo = (next: number) => {
    reach(next);
    navigate(`?step=${next}`);
  };

  return {
    /** From 1. */
    step,
    isReview: step === lastStep,
    /** How often the step has changed since the page was opened, or the form was restarted. */
    moves: opened.count,
    /** Whether the step was opened from the review and returns to it. */
    isCorrection: search.get('then') === 'review' && reached === lastStep,
    /** What the step was opened to correct; null if it was opened for another reason. */
    correction: correctionOf(state),
    goTo,
    /** Opens the first step as a new form, also if it is open. */
    restart: () => {
      setOpened({ step: 1, count: opened.count + 1 });
      goTo(1);
    },
    correct: (next: number, correction?: Correction) =>
      navigate(`?step=${next}&then=review`, { state: { correction } }),
  };
}

function correctionOf(state: unknown): Correction | null {
  const correction = isObject(state) ? state['correction'] : null;
  if (!isObject(correction) || typeof correction['field'] !== 'string') return null;
  const { field, refusal } = correction;
  return { field, refusal: typeof refusal === 'string' ? refusal : null };
}

export type DraftState = ReturnType<typeof useDraft>;

type StepFormProps = {
  readonly draft: DraftState;
  readonly steps: Steps;
  readonly taking: TakePhoto;
};

/** One of the four input steps: checked on Next or when opened to correct an error; then fields that had one on every change. */
export function StepForm({ draft, steps, taking }: StepFormProps) {
  const currentYear = useCurrentYear();
  const failures = useFailures();
  const { step, isCorrection, correction, goTo } = steps;
  const photoMissing = draft.photo ? null : photo[taking.problem ?? 'missing'];
  const check = () => errorsOn(step, checkValues(draft.values, { currentYear, photoMissing }));
  const errors =
    failures.attempt > 0
      ? errorsInBoth(check(), failures.errors)
      : correction
        ? errorsOf(correction, check())
        : {};
  const focusCorrection = useEffectEvent(() => {
    if (correction) focusField(correction.field);
  });
  useEffect(() => focusCorrection(), []);

  const before = isCorrection ? lastStep : step - 1;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!failures.report(check())) goTo(isCorrection ? lastStep : step + 1);
  };

  return (
    <form className={`${ui.panel} ${panel.form}`} noValidate onSubmit={handleSubmit}>
      <StepHeading step={step} takesFocus={steps.moves > 0 && !correction} />
      <ErrorSummary attempt={failures.attempt} errors={failures.attempt > 0 ? errors : {}} />
      <StepFields step={step} values={draft.values} errors={errors} onChange={draft.change}>
        <PhotoField photo={draft.photo} error={errors['imagePath']} taking={taking} />
      </StepFields>
      <div className={`${ui.row} ${panel.buttons}`}>
        {(step > 1 || isCorrection) && (
          <QuietButton aria-label={texts.backTo(before)} onClick={() => goTo(before)}>
            {texts.wizardBack}
          </QuietButton>
        )}
        <BusyButton busy={taking.isWorking}>
          {isCorrection ? 'Save and return to review' : 'Next'}
        </BusyButton>
      </div>
    </form>
  );
}

function errorsOf({ field, refusal }: Correction, found: FieldErrors): FieldErrors {
  return refusal === null ? found : { [field]: refusal, ...found };
}

/** The errors of fields that also have one of the others. */
function errorsInBoth(errors: FieldErrors, others: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field in others));
}

type StepHeadingProps = {
  readonly step: number;
  /** False for the first step, where the page sets the focus. */
  readonly takesFocus: boolean;
};

/** Takes the focus when the step changes. */
export function StepHeading({ step, takesFocus }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (!takesFocus) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.stepTitle}>
      Step {step} of {lastStep}: {texts.steps[step - 1] ?? ''}
    </h2>
  );
}
