import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { hoursLabel } from '@directory/domain/catalogue';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { SongketBorder } from '../../shared/drawing/songket-border.tsx';
import { FieldRow } from '../../shared/listing/field-row.tsx';
import { RejectionNote } from '../../shared/listing/rejection-note.tsx';
import { StatusBadge } from '../../shared/listing/status-badge.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { PlaceImage } from '../../shared/place/place-image.tsx';
import { useUsualWait } from '../../shared/reviews/use-usual-wait.ts';
import { myBusinessTexts, myBusinessTexts as texts } from '../../texts/my-business-texts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './my-business.module.css';

const { pendingHint } = myBusinessTexts;
const { fields } = ownerTexts;

type ReadViewProps = {
  readonly business: OwnBusinessDetailResponse;
  /** After editing, so that who uses a keyboard is where they started from. */
  readonly takesFocus: boolean;
  /** Whether changes were left behind on this device. */
  readonly hasUnsaved: boolean;
  readonly onEdit: () => void;
};

export function ReadView({ business, takesFocus, hasUnsaved, onEdit }: ReadViewProps) {
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) edit.current?.focus();
  }, [takesFocus]);
  return (
    <article className={styles.business}>
      <div className={styles.picture}>
        <PlaceImage place={business} sizes="(min-width: 60rem) 30rem, 100vw" first />
      </div>
      <header className={styles.title}>
        <PageHeading className={styles.name} lang="ms">
          {business.businessName || texts.noName}
        </PageHeading>
        <SongketBorder />
        <Standing business={business} />
        {hasUnsaved && <p className={styles.unsaved}>{texts.unsaved}</p>}
        <button ref={edit} type="button" className={ui.button} onClick={onEdit}>
          {texts.edit}
        </button>
      </header>
      <section className={styles.section}>
        <h2>{texts.synopsis}</h2>
        <p className={styles.synopsis} lang={business.synopsis ? 'ms' : undefined}>
          {business.synopsis ?? texts.noDescription}
        </p>
      </section>
      <Details business={business} />
    </article>
  );
}

function PendingHint() {
  return <p>{pendingHint(useUsualWait())}</p>;
}

type BusinessProps = Pick<ReadViewProps, 'business'>;

function Standing({ business: { id, status, rejectionReason } }: BusinessProps) {
  return (
    <div className={styles.standing}>
      <StatusBadge status={status} />
      {status === 'pending' && <PendingHint />}
      {status === 'approved' && (
        <p>
          {texts.approvedHint} <Link to={`/places/${id}`}>{texts.seePublic}</Link>
        </p>
      )}
      {status === 'rejected' && (
        <p className={styles.rejected}>
          <strong>
            {texts.rejectedBecause} <RejectionNote reason={rejectionReason} />
          </strong>{' '}
          {texts.rejectedHint}
        </p>
      )}
    </div>
  );
}

function Details({ business }: BusinessProps) {
  const { operatingHours, latitude, longitude } = business;
  const coordinates = latitude === null || longitude === null ? null : `${latitude}, ${longitude}`;
  const rows: readonly (readonly [string, string | number | null])[] = [
    [fields.phone, business.phone],
    [fields.email, business.email],
    [fields.operatingHours, operatingHours && hoursLabel(operatingHours)],
    [texts.yearOpened, business.yearStarted],
    [fields.businessInfo, business.businessInfo],
    [fields.subCategory, business.subCategory],
    [fields.kampong, business.kampong],
    [fields.address, business.adress],
    [`${fields.latitude}, ${fields.longitude}`, coordinates],
    [fields.facilities, business.facilities.join(', ')],
    [fields.website, business.website],
    [fields.facebook, business.facebook],
    [fields.instagram, business.instagram],
    [fields.youtube, business.youtube],
    [fields.tiktok, business.tiktok],
    [fields.whatsapp, business.whatsapp],
    [fields.location, business.location],
    [fields.onlineOrder, business.onlineOrder],
  ];
  return (
    <section className={styles.section}>
      <h2>{texts.details}</h2>
      <dl>
        {rows.map(([label, value]) => (
          <FieldRow key={label} label={label} nothing={texts.notProvided}>
            {value}
          </FieldRow>
        ))}
      </dl>
    </section>
  );
}
