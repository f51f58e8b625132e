import { useState } from 'react';
import { Link, useNavigate } from '../../../shared/navigation/router.tsx';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import { useTakePhoto } from '../../../shared/listing-form/photo-field.tsx';
import { BackButton } from '../../../shared/navigation/back-button.tsx';
import { PageHeading, usePageTitle } from '../../../shared/navigation/page-heading.tsx';
import { useUsualWait } from '../../../shared/listing/listing-parts.tsx';
import { type SessionUser, useSession } from '../../../shared/session/session.ts';
import { PlaceIcon } from '../../../shared/place/place-icon.tsx';
import { AlertDialog, ConfirmButton } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { useWindowEvent } from '../../../shared/ui/viewport.ts';
import { listingFormTexts as texts } from '../../../texts/listing-form-texts.ts';
import styles from './add-business.module.css';
import { useDraft } from './draft.ts';
import { ReviewStep } from './review-step.tsx';
import { type DraftState, StepForm, useStep } from './step-form.tsx';

/** The wizard that adds a business in five steps. */
export function AddBusinessPage() {
  const session = useSession();
  return session && <Wizard user={session.user} />;
}

function Wizard({ user }: { readonly user: SessionUser }) {
  const navigate = useNavigate();
  const draft = useDraft(user);
  const taking = useTakePhoto(draft.choosePhoto);
  const [isDone, setDone] = useState(false);
  const usualWait = useUsualWait();
  const steps = useStep(draft);
  usePageTitle(`${texts.title}: ${texts.steps[steps.step - 1] ?? ''}`);
  // Back closes the dialog of a submission: the steps behind it are over.
  useWindowEvent('popstate', () => navigate('/user/dashboard', { replace: true }), isDone);
  return (
    <div className={`${ui.stack} ${ui.page} ${ui.narrowPage} ${styles.page}`}>
      <BackButton />
      <PageHeading className={`${ui.largeTitle} ${styles.title}`}>{texts.title}</PageHeading>
      {isDone ? (
        <AlertDialog title="Success" onClose={() => navigate('/user/dashboard')}>
          <p>Data submitted successfully!</p>
          <p>
            An administrator will review your listing{usualWait}. You can follow it under My
            Businesses.
          </p>
        </AlertDialog>
      ) : (
        <>
          <p role="status" className={ui.notice}>
            {draft.isEndedElsewhere && (
              <>
                Your draft was submitted or discarded in another tab.{' '}
                <Link to="/user/dashboard">See your listings</Link>
              </>
            )}
          </p>
          <Progress step={steps.step} reached={draft.reached} />
          {steps.isReview ? (
            <ReviewStep
              user={user}
              draft={draft}
              steps={steps}
              isPhotoPending={taking.isWorking}
              onSubmitted={() => setDone(true)}
            />
          ) : (
            <StepForm key={steps.moves} draft={draft} steps={steps} taking={taking} />
          )}
          <DraftBar
            draft={draft}
            onDiscard={() => {
              taking.remove();
              draft.discard();
              steps.restart();
            }}
          />
        </>
      )}
    </div>
  );
}

function Progress({ step, reached }: { readonly step: number; readonly reached: number }) {
  return (
    <nav aria-label="Progress">
      <ol className={styles.steps}>
        {texts.steps.slice(0, lastStep).map((name, index) => {
          const number = index + 1;
          const isDone = number < reached && number !== step;
          return (
            <li
              key={name}
              className={`${ui.stack} ${styles.step} ${isDone ? styles.done : ''}`}
              aria-current={number === step ? 'step' : undefined}
            >
              <span className={styles.mark}>{isDone ? <PlaceIcon name="check" /> : number}</span>{' '}
              <span className={styles.name}>
                {name}
                {isDone && <span className={ui.hidden}> (done)</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type DraftBarProps = {
  readonly draft: DraftState;
  readonly onDiscard: () => void;
};

function DraftBar({ draft: { savedAt, isSaveFailed, isSending }, onDiscard }: DraftBarProps) {
  return (
    <div className={`${ui.row} ${ui.small} ${styles.draft}`}>
      <p role="status">
        {isSaveFailed
          ? 'Not saved on this device. Submit before you close this page.'
          : savedAt && `Saved on this device at ${timeOf(savedAt)}`}
      </p>
      {savedAt && (
        <ConfirmButton
          className={`${ui.textButton} ${ui.destructive}`}
          disabled={isSending}
          label="Discard"
          title="Discard this draft?"
          cancel="Keep draft"
          confirm="Discard"
          destructive
          onConfirm={onDiscard}
        >
          <p>Everything you entered will be deleted from this device.</p>
        </ConfirmButton>
      )}
    </div>
  );
}

/** The time in the zone of this device, with the date where that is another day. */
function timeOf(savedAt: string): string {
  const time = new Date(savedAt);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString('en-GB', {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
