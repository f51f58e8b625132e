import { type ReactNode, useState } from 'react';
import { linkFields, type TextFieldName } from '../../../shared/listing-form/form-values.ts';
import { timesOf } from '../../../shared/listing-form/opening-times-input.ts';
import { usePhotoUrl } from '../../../shared/listing-form/photo-field.tsx';
import { FieldRow } from '../../../shared/listing/listing-parts.tsx';
import { PhotoDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { listingFormTexts } from '../../../texts/listing-form-texts.ts';
import { openingTimesText } from '../../../texts/opening-texts.ts';
import { ownerTexts } from '../../../texts/owner-texts.ts';
import styles from './add-business.module.css';
import type { DraftState } from './step-form.tsx';

const { review, pin, steps } = listingFormTexts;
const { fields } = ownerTexts;

type ReviewListProps = {
  readonly draft: DraftState;
  /** Opens a step, which then returns here. */
  readonly onChange: (step: number) => void;
};

/** All values by step; optional ones are collapsed at first. */
export function ReviewList({ draft, onChange }: ReviewListProps) {
  const [showsMore, setShowsMore] = useState(false);
  const { values, photo } = draft;
  const coordinates = values.latitude && `${values.latitude}, ${values.longitude}`;
  return (
    <div className={ui.stack}>
      <Section step={1} onChange={onChange}>
        <Texts
          draft={draft}
          names={['businessName', 'phone', 'operatingHours', 'yearStarted', 'email']}
        />
        <OpeningTimesRow draft={draft} />
      </Section>
      <Section step={2} onChange={onChange}>
        <Texts draft={draft} names={['address', 'businessInfo', 'subCategory', 'kampong']} />
        {showsMore && <Row label={`${pin.latitude}, ${pin.longitude}`} value={coordinates} />}
      </Section>
      {showsMore && (
        <Section step={3} onChange={onChange}>
          <Texts draft={draft} names={[...linkFields, 'whatsapp']} />
        </Section>
      )}
      <Section step={4} onChange={onChange}>
        <Texts draft={draft} names={['synopsis']} />
        {showsMore && <FacilitiesRow draft={draft} />}
        <PhotoRow photo={photo} />
      </Section>
      <div>
        <button
          type="button"
          className={ui.quiet}
          aria-expanded={showsMore}
          onClick={() => setShowsMore(!showsMore)}
        >
          {showsMore ? review.less : review.more}
        </button>
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
  const name = steps[step - 1] ?? '';
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <header className={`${ui.row} ${ui.spread}`}>
        <h3 className={ui.subtitle}>{name}</h3>
        <button
          type="button"
          className={ui.textButton}
          aria-label={review.changeOf(name)}
          onClick={() => onChange(step)}
        >
          {review.change}
        </button>
      </header>
      <dl>{children}</dl>
    </section>
  );
}

type TextsProps = Pick<ReviewListProps, 'draft'> & { readonly names: readonly TextFieldName[] };

function Texts({ draft, names }: TextsProps) {
  return names.map((name) => <Row key={name} label={fields[name]} value={draft.values[name]} />);
}

function OpeningTimesRow({ draft }: Pick<ReviewListProps, 'draft'>) {
  const times = timesOf(draft.values.openingTimes);
  return <Row label={fields.openingTimes} value={times && openingTimesText(times)} />;
}

function FacilitiesRow({ draft }: Pick<ReviewListProps, 'draft'>) {
  return <Row label={fields.facilities} value={draft.values.facilities.join(', ')} />;
}

function Row({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <FieldRow label={label} nothing={review.notProvided}>
      {value}
    </FieldRow>
  );
}

function PhotoRow({ photo }: Pick<DraftState, 'photo'>) {
  const url = usePhotoUrl(photo);
  return <Row label={review.photo} value={url && <Thumbnail url={url} />} />;
}

function Thumbnail({ url }: { readonly url: string }) {
  const [isEnlarged, setEnlarged] = useState(false);
  const close = () => setEnlarged(false);
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={review.enlarge}
        onClick={() => setEnlarged(true)}
      >
        <img src={url} width={100} height={100} alt="" />
      </button>
      {isEnlarged && (
        <PhotoDialog
          title={review.photo}
          photo={{ src: url, alt: review.photo }}
          close={review.close}
          onClose={close}
        />
      )}
    </>
  );
}
