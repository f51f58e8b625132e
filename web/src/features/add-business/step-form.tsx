import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '../../shared/forms/busy-button.tsx';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { useFailures } from '../../shared/forms/use-failures.ts';
import { AboutFields } from '../../shared/listing-form/about-fields.tsx';
import { BasicFields } from '../../shared/listing-form/basic-fields.tsx';
import { CategoryFields } from '../../shared/listing-form/category-fields.tsx';
import { checkAnswers } from '../../shared/listing-form/check-answers.ts';
import panel from '../../shared/listing-form/form-panel.module.css';
import { LinkFields } from '../../shared/listing-form/link-fields.tsx';
import type { PartProps } from '../../shared/listing-form/part-props.ts';
import { PhotoField } from '../../shared/listing-form/photo-field.tsx';
import { PinFields } from '../../shared/listing-form/pin-fields.tsx';
import { errorsOn, lastStep } from '../../shared/listing-form/steps.ts';
import { useCurrentYear } from '../../shared/listing-form/use-current-year.ts';
import type { TakePhoto } from '../../shared/listing-form/use-take-photo.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import { StepHeading } from './step-heading.tsx';
import type { useDraft } from './use-draft.ts';
import type { Steps } from './use-step.ts';

export type DraftState = ReturnType<typeof useDraft>;

type StepFormProps = {
  readonly draft: DraftState;
  readonly steps: Steps;
  readonly taking: TakePhoto;
};

/** One of the four steps that ask. Checked on Next, and from then on with every change. Next waits for a photo. */
export function StepForm({ draft, steps, taking }: StepFormProps) {
  const currentYear = useCurrentYear();
  const failures = useFailures();
  const { step, isCorrection, goTo } = steps;
  const photoMissing = draft.photo ? null : texts.photo.missing;
  const check = () => errorsOn(step, checkAnswers(draft.answers, { currentYear, photoMissing }));
  const errors = failures.attempt > 0 ? check() : {};
  const [summarized, setSummarized] = useState(errors);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check();
    setSummarized(found);
    if (!failures.report(found)) goTo(isCorrection ? lastStep : step + 1);
  };

  return (
    <form className={panel.form} noValidate onSubmit={handleSubmit}>
      <StepHeading step={step} takesFocus={steps.hasMoved} />
      <ErrorSummary attempt={failures.attempt} errors={stillThere(summarized, errors)} />
      <Parts {...{ step, currentYear, draft, taking, errors }} />
      <div className={panel.buttons}>
        {(step > 1 || isCorrection) && (
          <button
            type="button"
            className={ui.quiet}
            onClick={() => {
              goTo(isCorrection ? lastStep : step - 1);
            }}
          >
            {texts.wizardBack}
          </button>
        )}
        <BusyButton busy={taking.isWorking}>
          {isCorrection ? texts.toReview : texts.next}
        </BusyButton>
      </div>
    </form>
  );
}

type PartsProps = {
  readonly step: number;
  readonly currentYear: number;
  readonly draft: DraftState;
  readonly taking: TakePhoto;
  readonly errors: PartProps['errors'];
};

function Parts({ step, currentYear, draft, taking, errors }: PartsProps) {
  const part: PartProps = { answers: draft.answers, errors, onChange: draft.change };
  if (step === 1) return <BasicFields {...part} currentYear={currentYear} />;
  if (step === 2)
    return (
      <>
        <PinFields {...part} />
        <CategoryFields {...part} />
      </>
    );
  if (step === 3) return <LinkFields {...part} />;
  return (
    <>
      <AboutFields {...part} />
      <PhotoField photo={draft.photo} error={errors['imagePath']} taking={taking} />
    </>
  );
}

/** The summary of the last try, without what has been put right since. */
function stillThere(
  summarized: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, string>>,
) {
  return Object.fromEntries(Object.entries(summarized).filter(([field]) => field in errors));
}
