import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { ErrorSummary } from '../forms/request-form.tsx';
import { BusyButton, fieldId } from '../forms/form-fields.tsx';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { StepFields } from './listing-fields.tsx';
import panel from './listing-form.module.css';
import { PhotoField, type TakePhoto, useTakePhoto } from './photo-field.tsx';
import { VisibilityNote } from '../listing/listing-parts.tsx';
import { goToPart, PageHeading } from '../navigation/page-heading.tsx';
import { PlaceImage } from '../place/place-parts.tsx';
import { CommandButton, ConfirmDialog } from '../ui/modal.tsx';
import ui from '../ui/ui.module.css';
import { fieldLabel } from '../../texts/owner-texts.ts';
import { type EditEvents, useEdit } from './use-edit.ts';
import { count } from '../../texts/count.ts';
import { listingFormTexts } from '../../texts/listing-form-texts.ts';

/** The steps of the form for a new listing, but for the review. */
const sections = listingFormTexts.steps.slice(0, -1);

type EditFormProps = EditEvents & {
  readonly business: OwnBusinessDetailResponse;
  /** Whether an admin corrects open data, which needs no review. */
  readonly isCorrection?: boolean;
  /** Below the title. */
  readonly lead?: ReactNode;
  readonly onCancel: () => void;
};

/** Every field of a listing on one page. Asks for confirmation before saving a public business, as that hides it. */
export function EditForm({ business, isCorrection = false, lead, ...events }: EditFormProps) {
  const edit = useEdit(business, events);
  const taking = useTakePhoto(edit.choosePhoto);
  const isBusy = edit.isSending || taking.isWorking;
  const [dialog, setDialog] = useState<'hide' | 'discard' | null>(null);
  const [isUnchanged, setUnchanged] = useState(false);
  /** The command whose effect was confirmed: its repeat, after an answer was lost, does not ask again. */
  const [confirmed, setConfirmed] = useState('');
  useEffect(() => {
    window.scrollTo(0, 0);
    const first = document.getElementById(fieldId('businessName'));
    first?.focus({ preventScroll: true });
    // As little as shows it: browsers would move it to the middle, and why a listing was rejected out of sight.
    first?.scrollIntoView({ block: 'nearest' });
  }, []);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setUnchanged(!edit.isDirty);
    if (!edit.isDirty || !edit.check()) return;
    const ask = () => setDialog('hide');
    if (isCorrection || confirmed === edit.commandKey) void edit.save();
    else if (edit.base.status === 'approved') ask();
    else void edit.save(ask);
  };

  return (
    <div className={`${ui.stack} ${ui.page} ${ui.narrowPage}`}>
      <PageHeading className={`${ui.largeTitle} ${panel.title}`}>
        {isCorrection ? 'Correct this listing' : 'Edit your business'}
      </PageHeading>
      {lead}
      <SectionLinks />
      <form className={`${ui.panel} ${panel.form}`} noValidate onSubmit={handleSubmit}>
        <p role="status" className={ui.note}>
          {edit.isDirty &&
            (edit.isSaveFailed
              ? 'Not saved on this device. Save before you close this page.'
              : edit.isRestored && 'We restored your unsaved changes.')}
        </p>
        <ErrorSummary {...edit.failures} />
        {/* Changes made during the request would be lost. */}
        <div className={panel.fields} inert={edit.isSending}>
          <Parts edit={edit} taking={taking} />
        </div>
        <SaveBar
          edit={edit}
          isBusy={isBusy}
          isUnchanged={isUnchanged}
          onCancel={() => {
            if (edit.isDirty) setDialog('discard');
            else events.onCancel();
          }}
        />
      </form>
      {dialog === 'hide' && (
        <ConfirmDialog
          title="Submit these changes?"
          cancel="Keep editing"
          confirm="Save and submit"
          onCancel={() => setDialog(null)}
          onConfirm={() => {
            setDialog(null);
            setConfirmed(edit.commandKey);
            void edit.save();
          }}
        >
          <p>Changed: {edit.changed.map(fieldLabel).join(', ')}.</p>
          <VisibilityNote />
        </ConfirmDialog>
      )}
      {dialog === 'discard' && (
        <ConfirmDialog
          title="Discard your changes?"
          cancel="Keep editing"
          confirm="Discard"
          destructive
          onCancel={() => setDialog(null)}
          onConfirm={() => {
            edit.discard();
            events.onCancel();
          }}
        >
          <p>Your listing stays as it was.</p>
        </ConfirmDialog>
      )}
      <LeaveGuard
        isNeeded={edit.isDirty && !edit.isSending}
        text={
          edit.isSaveFailed
            ? "Some of your changes couldn't be saved on this device and will be lost."
            : "Your changes are saved on this device but haven't been submitted."
        }
      />
    </div>
  );
}

type Edit = ReturnType<typeof useEdit>;

type SaveBarProps = Pick<EditFormProps, 'onCancel'> & {
  readonly edit: Edit;
  readonly isBusy: boolean;
  /** Whether it was sent without a change. */
  readonly isUnchanged: boolean;
};

function SaveBar({ edit, isBusy, isUnchanged, onCancel }: SaveBarProps) {
  return (
    <div className={`${ui.row} ${panel.saveBar}`}>
      <p role="status">
        {edit.isDirty
          ? count(edit.changed.length, 'change', 'changes')
          : isUnchanged && 'There are no changes to save.'}
      </p>
      <CommandButton busy={edit.isSending} onClick={onCancel}>
        Cancel
      </CommandButton>
      <BusyButton busy={isBusy}>Save</BusyButton>
    </div>
  );
}

type PartsProps = { readonly edit: Edit; readonly taking: TakePhoto };

function Parts({ edit, taking }: PartsProps) {
  const { errors } = edit.failures;
  return sections.map((title, index) => (
    <section key={title} className={`${ui.stack} ${panel.part}`}>
      <h2 id={sectionId(index)} tabIndex={-1}>
        {title}
      </h2>
      <StepFields step={index + 1} values={edit.values} errors={errors} onChange={edit.change}>
        {!edit.photo && (
          <figure className={panel.oldPhoto}>
            <PlaceImage place={edit.base} sizes="16rem" />
            <figcaption className={ui.small}>
              {edit.base.imagePath ? 'Current photo' : 'No photo yet'}
            </figcaption>
          </figure>
        )}
        <PhotoField
          photo={edit.photo}
          error={errors['imagePath']}
          taking={taking}
          removeLabel="Keep the current photo"
        />
      </StepFields>
    </section>
  ));
}

function SectionLinks() {
  return (
    <nav aria-label="Sections">
      <ul className={`${ui.row} ${panel.sectionLinks}`}>
        {sections.map((title, index) => (
          <li key={title}>
            <a className={ui.ownLine} href={`#${sectionId(index)}`} onClick={goToPart}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sectionId = (index: number) => `section-${index + 1}`;
