import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { ConfirmDialog } from '../../shared/dialog/confirm-dialog.tsx';
import { BusyButton } from '../../shared/forms/busy-button.tsx';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { fieldId } from '../../shared/forms/field-frame.tsx';
import { AboutFields } from '../../shared/listing-form/about-fields.tsx';
import { BasicFields } from '../../shared/listing-form/basic-fields.tsx';
import { CategoryFields } from '../../shared/listing-form/category-fields.tsx';
import panel from '../../shared/listing-form/form-panel.module.css';
import { LinkFields } from '../../shared/listing-form/link-fields.tsx';
import { PhotoField } from '../../shared/listing-form/photo-field.tsx';
import { PinFields } from '../../shared/listing-form/pin-fields.tsx';
import { useCurrentYear } from '../../shared/listing-form/use-current-year.ts';
import { useTakePhoto, type TakePhoto } from '../../shared/listing-form/use-take-photo.ts';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { PlaceImage } from '../../shared/place/place-image.tsx';
import { useUsualWait } from '../../shared/reviews/use-usual-wait.ts';
import { useSite } from '../../shared/site/use-site.ts';
import { myBusinessTexts } from '../../texts/my-business-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './my-business.module.css';
import { useEdit } from './use-edit.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

const { form: texts } = myBusinessTexts;

type EditFormProps = {
  readonly business: OwnBusinessDetailResponse;
  readonly onCancel: () => void;
  /** Gets the business as it is now. */
  readonly onSaved: (saved: unknown) => void;
};

/** Every field of a listing on one page. What is public says before saving that it will be hidden. */
export function EditForm({ business, onCancel, onSaved }: EditFormProps) {
  const edit = useEdit(business, onSaved);
  const taking = useTakePhoto(edit.choosePhoto);
  const isBusy = edit.isBusy || taking.isWorking;
  const [asks, setAsks] = useState<'nothing' | 'hide' | 'leave'>('nothing');
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    document.getElementById(fieldId('businessName'))?.focus();
  }, []);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setRefused(!edit.isDirty);
    if (!edit.isDirty || !edit.check()) return;
    if (business.status === 'approved') setAsks('hide');
    else void edit.save();
  };

  return (
    <div className={styles.page}>
      <PageHeading className={styles.editTitle}>{texts.title}</PageHeading>
      <form className={panel.form} noValidate onSubmit={handleSubmit}>
        <p role="status" className={panel.status}>
          {edit.isRestored && edit.isDirty && texts.restored}
        </p>
        <ErrorSummary {...edit.failures} />
        {/* What would be changed while the rest is on its way could only be lost. */}
        <div className={styles.fields} inert={edit.isBusy}>
          <Parts business={business} edit={edit} taking={taking} />
        </div>
        <p role="status" className={panel.status}>
          {isRefused && !edit.isDirty && texts.unchanged}
        </p>
        <div className={panel.buttons}>
          <button
            type="button"
            className={ui.quiet}
            aria-disabled={edit.isBusy}
            onClick={() => {
              if (edit.isBusy) return;
              if (edit.isDirty) setAsks('leave');
              else onCancel();
            }}
          >
            {texts.cancel}
          </button>
          <BusyButton busy={isBusy}>{texts.save}</BusyButton>
        </div>
      </form>
      {asks === 'hide' && (
        <HideDialog
          onCancel={() => {
            setAsks('nothing');
          }}
          onConfirm={() => {
            setAsks('nothing');
            void edit.save();
          }}
        />
      )}
      {asks === 'leave' && (
        <LeaveDialog
          text={texts.leaveDiscards}
          onCancel={() => {
            setAsks('nothing');
          }}
          onConfirm={() => {
            edit.forget();
            onCancel();
          }}
        />
      )}
      <LinkGuard isDirty={edit.isDirty && !edit.isBusy} />
    </div>
  );
}

type PartsProps = Pick<EditFormProps, 'business'> & {
  readonly edit: ReturnType<typeof useEdit>;
  readonly taking: TakePhoto;
};

function Parts({ business, edit, taking }: PartsProps) {
  const currentYear = useCurrentYear();
  const { errors } = edit.failures;
  const part = { answers: edit.answers, errors, onChange: edit.change };
  return (
    <>
      <Part index={0}>
        <BasicFields {...part} currentYear={currentYear} />
      </Part>
      <Part index={1}>
        <PinFields {...part} />
        <CategoryFields {...part} />
      </Part>
      <Part index={2}>
        <LinkFields {...part} />
      </Part>
      <Part index={3}>
        <AboutFields {...part} />
        {!edit.photo && (
          <div className={styles.oldPhoto}>
            <PlaceImage place={business} sizes="16rem" />
          </div>
        )}
        <PhotoField
          photo={edit.photo}
          error={errors['imagePath']}
          taking={taking}
          removeLabel={texts.keepPhoto}
        />
      </Part>
    </>
  );
}

function Part({ index, children }: { readonly index: number; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{texts.sections[index]}</h2>
      {children}
    </section>
  );
}

type AskProps = { readonly onCancel: () => void; readonly onConfirm: () => void };

function HideDialog(ask: AskProps) {
  const staysPublic = useSite()?.keepLastApprovedPublic ?? false;
  const workingDays = useUsualWait();
  return (
    <ConfirmDialog
      title={texts.warnTitle}
      cancel={texts.warnCancel}
      confirm={texts.warnSave}
      {...ask}
    >
      <p>{staysPublic ? texts.staysPublic : texts.willHide(workingDays)}</p>
    </ConfirmDialog>
  );
}

function LeaveDialog({ text, ...ask }: AskProps & { readonly text: string }) {
  return (
    <ConfirmDialog
      title={texts.leaveTitle}
      cancel={texts.leaveStay}
      confirm={texts.leave}
      destructive
      {...ask}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}

function LinkGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { leaving, stay, leave } = useUnsavedGuard(isDirty);
  if (leaving === null) return null;
  return <LeaveDialog text={texts.leaveKeeps} onCancel={stay} onConfirm={leave} />;
}
