import { useState } from 'react';
import { RequestFailed, logFailure } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { ErrorSummary, firstOfEach, useFailures } from '../../../shared/forms/request-form.tsx';
import { BusyButton } from '../../../shared/forms/form-fields.tsx';
import {
  checkValues,
  lastStep,
  listingFormData,
  stepOf,
  useCurrentYear,
} from '../../../shared/listing-form/check-values.ts';
import { linkFields, type TextFieldName } from '../../../shared/listing-form/form-values.ts';
import panel from '../../../shared/listing-form/listing-form.module.css';
import { timesOf } from '../../../shared/listing-form/opening-times-input.ts';
import { usePhotoUrl } from '../../../shared/listing-form/photo-field.tsx';
import type { Photo } from '../../../shared/listing-form/photo.ts';
import { type Detail, DetailList } from '../../../shared/listing/listing-parts.tsx';
import type { SessionUser } from '../../../shared/session/session.ts';
import { AlertDialog, DialogButton, PhotoDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import {
  photo as photoTexts,
  pin,
  listingFormTexts as texts,
} from '../../../texts/listing-form-texts.ts';
import { openingTimesText } from '../../../texts/opening-texts.ts';
import styles from './add-business.module.css';
import { type DraftState, StepHeading, type Steps } from './step-form.tsx';
import { QuietButton, TextButton } from '../../../shared/ui/controls.tsx';

type ReviewStepProps = {
  readonly user: SessionUser;
  readonly draft: DraftState;
  readonly steps: Steps;
  readonly isPhotoPending: boolean;
  readonly onSubmitted: () => void;
};

/** The review and submit step. Navigation is disabled while submitting. */
export function ReviewStep({ user, draft, steps, isPhotoPending, onSubmitted }: ReviewStepProps) {
  const { failures, ...submission } = useSubmission(user.id, draft, onSubmitted);
  const goTo = (field: string) => {
    const refusal = failures.message ? (failures.errors[field] ?? null) : null;
    steps.correct(stepOf(field), { field, refusal });
  };
  return (
    <div className={`${ui.panel} ${panel.form}`}>
      <StepHeading step={lastStep} takesFocus={steps.moves > 0} />
      <p>Check your details. An administrator will review them before they go live.</p>
      <ErrorSummary
        attempt={submission.isPinMissing ? 0 : failures.attempt}
        errors={failures.errors}
        onGoTo={goTo}
      />
      <div inert={draft.isSending}>
        <ReviewList draft={draft} onChange={steps.correct} />
      </div>
      <p role="status" className={ui.note}>
        {failures.message}
      </p>
      <div className={`${ui.row} ${panel.buttons}`}>
        <QuietButton
          disabled={draft.isSending}
          aria-label={texts.backTo(lastStep - 1)}
          onClick={() => steps.goTo(lastStep - 1)}
        >
          {texts.wizardBack}
        </QuietButton>
        <QuietButton disabled={draft.isSending} onClick={() => steps.goTo(1)}>
          Edit
        </QuietButton>
        <BusyButton
          type="button"
          busy={draft.isSending || isPhotoPending}
          onClick={() => void submission.submit()}
        >
          Confirm &amp; Submit
        </BusyButton>
      </div>
      {submission.isPinMissing && (
        <AlertDialog title={pin.alertTitle} onClose={submission.closeAlert}>
          <p>{pin.missing}</p>
        </AlertDialog>
      )}
    </div>
  );
}

/** The server's message says what to do after a refusal, such as too many waiting businesses; after other failures, trying again helps. */
function failureText(error: unknown): string {
  const isRefusal = error instanceof RequestFailed && error.status !== null && error.status < 500;
  return isRefusal && error.message
    ? `${error.message} Your details are still here.`
    : "We couldn't submit your business. Your details are still here; please try again.";
}

/** Checks and sends the values. A retry after a failure sends the same command key. */
function useSubmission(userId: string, draft: DraftState, onSubmitted: () => void) {
  const currentYear = useCurrentYear();
  const send = useSend();
  const failures = useFailures();
  const [isPinMissing, setPinMissing] = useState(false);

  const submit = async () => {
    const photoMissing = draft.photo ? null : photoTexts.missing;
    const errors = checkValues(draft.values, { currentYear, photoMissing });
    setPinMissing('latitude' in errors);
    if (failures.report(errors)) return;
    const body = listingFormData(draft.values, draft.photo);
    // The server takes the user from the token; the field is part of the documented payload.
    body.append('user_id', userId);
    const request = { method: 'POST', body, idempotencyKey: draft.commandKey } as const;
    const isSent = await draft.send(async () => {
      try {
        await send('/api/businesses', request);
        return true;
      } catch (error) {
        logFailure('The business could not be submitted', error);
        failures.report(firstOfEach(error), failureText(error));
        return null;
      }
    });
    if (isSent) onSubmitted();
  };

  return { failures, submit, isPinMissing, closeAlert: () => setPinMissing(false) };
}

type ReviewListProps = {
  readonly draft: DraftState;
  /** Opens a step, which then returns here. */
  readonly onChange: (step: number) => void;
};

/** All values by step; the optional ones are hidden at first. */
function ReviewList({ draft: { values, photo }, onChange }: ReviewListProps) {
  const [showsMore, setShowsMore] = useState(false);
  const times = timesOf(values.openingTimes);
  const coordinates = values.latitude && `${values.latitude}, ${values.longitude}`;
  const entered = (...names: readonly TextFieldName[]) =>
    names.map((name): Detail => [name, values[name]]);
  const optional = (...details: readonly Detail[]) => (showsMore ? details : []);
  const steps: readonly (readonly Detail[])[] = [
    [
      ...entered('businessName', 'phone', 'operatingHours', 'yearStarted', 'email'),
      ['openingTimes', times && openingTimesText(times)],
    ],
    [
      ...entered('address', 'businessInfo', 'subCategory', 'kampong'),
      ...optional(['latitude', coordinates, `${pin.latitude}, ${pin.longitude}`]),
    ],
    optional(...entered(...linkFields, 'whatsapp')),
    [
      ...entered('synopsis'),
      ...optional(['facilities', values.facilities.join(', ')]),
      ['imagePath', photo && <Thumbnail photo={photo} />, 'Photo'],
    ],
  ];
  return (
    <div className={ui.stack}>
      {steps.map((details, index) => {
        const name = texts.steps[index] ?? '';
        if (details.length === 0) return null;
        return (
          <section key={name} className={`${ui.stack} ${styles.section}`}>
            <header className={`${ui.row} ${ui.spread}`}>
              <h3 className={ui.subtitle}>{name}</h3>
              <TextButton aria-label={`Change: ${name}`} onClick={() => onChange(index + 1)}>
                Change
              </TextButton>
            </header>
            <DetailList details={details} />
          </section>
        );
      })}
      <div>
        <QuietButton aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
          {showsMore ? 'Show Less' : 'Show More'}
        </QuietButton>
      </div>
    </div>
  );
}

function Thumbnail({ photo }: { readonly photo: Photo }) {
  const url = usePhotoUrl(photo);
  if (!url) return null;
  return (
    <DialogButton
      className={styles.thumbnail}
      aria-label="Enlarge photo"
      dialog={(close) => (
        <PhotoDialog title="Photo" photo={{ src: url, alt: 'Photo' }} onClose={close} />
      )}
    >
      <img src={url} width={100} height={100} alt="" />
    </DialogButton>
  );
}
