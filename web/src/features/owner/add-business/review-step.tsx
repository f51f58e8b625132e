import { type ReactNode, useState } from 'react';
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
import { FieldRow, langOf } from '../../../shared/listing/listing-parts.tsx';
import type { SessionUser } from '../../../shared/session/session.ts';
import { AlertDialog, DialogButton, PhotoDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import {
  photo as photoTexts,
  pin,
  listingFormTexts as texts,
} from '../../../texts/listing-form-texts.ts';
import { openingTimesText } from '../../../texts/opening-texts.ts';
import { fields } from '../../../texts/owner-texts.ts';
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
      <StepHeading step={lastStep} takesFocus={steps.hasMoved} />
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
function ReviewList({ draft, onChange }: ReviewListProps) {
  const [showsMore, setShowsMore] = useState(false);
  const { values, photo } = draft;
  const times = timesOf(values.openingTimes);
  const coordinates = values.latitude && `${values.latitude}, ${values.longitude}`;
  return (
    <div className={ui.stack}>
      <Section step={1} onChange={onChange}>
        <Texts
          draft={draft}
          names={['businessName', 'phone', 'operatingHours', 'yearStarted', 'email']}
        />
        <Row name="openingTimes" value={times && openingTimesText(times)} />
      </Section>
      <Section step={2} onChange={onChange}>
        <Texts draft={draft} names={['address', 'businessInfo', 'subCategory', 'kampong']} />
        {showsMore && (
          <Row name="latitude" label={`${pin.latitude}, ${pin.longitude}`} value={coordinates} />
        )}
      </Section>
      {showsMore && (
        <Section step={3} onChange={onChange}>
          <Texts draft={draft} names={[...linkFields, 'whatsapp']} />
        </Section>
      )}
      <Section step={4} onChange={onChange}>
        <Texts draft={draft} names={['synopsis']} />
        {showsMore && <Row name="facilities" value={values.facilities.join(', ')} />}
        <PhotoRow photo={photo} />
      </Section>
      <div>
        <QuietButton aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
          {showsMore ? 'Show Less' : 'Show More'}
        </QuietButton>
      </div>
    </div>
  );
}

type SectionProps = {
  readonly step: number;
  readonly onChange: (step: number) => void;
  readonly children: ReactNode;
};

function Section({ step, onChange, children }: SectionProps) {
  const name = texts.steps[step - 1] ?? '';
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <header className={`${ui.row} ${ui.spread}`}>
        <h3 className={ui.subtitle}>{name}</h3>
        <TextButton aria-label={`Change: ${name}`} onClick={() => onChange(step)}>
          Change
        </TextButton>
      </header>
      <dl>{children}</dl>
    </section>
  );
}

type TextsProps = Pick<ReviewListProps, 'draft'> & { readonly names: readonly TextFieldName[] };

function Texts({ draft, names }: TextsProps) {
  return names.map((name) => <Row key={name} name={name} value={draft.values[name]} />);
}

type RowProps = {
  readonly name: keyof typeof fields;
  readonly label?: string;
  readonly value: ReactNode;
};

function Row({ name, label = fields[name], value }: RowProps) {
  return (
    <FieldRow label={label} lang={langOf(name)} nothing="Not Provided">
      {value}
    </FieldRow>
  );
}

function PhotoRow({ photo }: Pick<DraftState, 'photo'>) {
  const url = usePhotoUrl(photo);
  const thumbnail = url && (
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
  return <Row name="imagePath" label="Photo" value={thumbnail} />;
}
