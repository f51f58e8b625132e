import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AlertDialog } from '../../shared/dialog/alert-dialog.tsx';
import { useTakePhoto } from '../../shared/listing-form/use-take-photo.ts';
import { BackButton } from '../../shared/navigation/back-button.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import type { SessionUser } from '../../shared/session/session.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import styles from './add-business.module.css';
import { DraftBar } from './draft-bar.tsx';
import { Progress } from './progress.tsx';
import { ReviewStep } from './review-step.tsx';
import { StepForm } from './step-form.tsx';
import { useDraft } from './use-draft.ts';
import { useStep } from './use-step.ts';

/** Adding a business in five steps. */
export function AddBusinessPage() {
  const session = useSession();
  return session && <Wizard key={session.user.id} user={session.user} />;
}

function Wizard({ user }: { readonly user: SessionUser }) {
  const navigate = useNavigate();
  const draft = useDraft(user);
  const taking = useTakePhoto(draft.choosePhoto);
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const steps = useStep({ reached: draft.reached, onReach: draft.reach, isSending });
  usePageTitle(`${texts.title}: ${texts.steps[steps.step - 1] ?? ''}`);
  return (
    <div className={styles.page}>
      <BackButton text={texts.back} />
      <PageHeading className={styles.title}>{texts.title}</PageHeading>
      <Progress step={steps.step} reached={draft.reached} />
      {steps.isReview ? (
        <ReviewStep
          user={user}
          draft={draft}
          steps={steps}
          isPhotoAwaited={taking.isWorking}
          onSending={setSending}
          onSubmitted={() => {
            draft.clear('');
            setDone(true);
          }}
        />
      ) : (
        <StepForm key={steps.step} draft={draft} steps={steps} taking={taking} />
      )}
      <DraftBar
        savedAt={draft.savedAt}
        isOff={isSending}
        onDiscard={() => {
          taking.remove();
          draft.clear(user.email);
          steps.goTo(1);
        }}
      />
      {isDone && (
        <AlertDialog
          title={texts.success.title}
          close={texts.success.close}
          onClose={() => {
            void navigate('/user/dashboard');
          }}
        >
          <p>{texts.success.text}</p>
        </AlertDialog>
      )}
    </div>
  );
}
