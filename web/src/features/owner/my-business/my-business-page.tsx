import type { BusinessDetailResponse, OwnBusinessDetailResponse } from '@directory/api/contracts';
import type { rejectionLabels } from '@directory/domain/business/events';
import { hoursLabel } from '@directory/domain/catalogue';
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { textInState } from '../../../shared/navigation/link-state.ts';
import {
  Link,
  useCameByHistory,
  useLocation,
  useParams,
} from '../../../shared/navigation/router.tsx';
import { focusField } from '../../../shared/forms/request-form.tsx';
import { hasStatus } from '../../../shared/api/request-json.ts';
import { stepFields, valuesOf } from '../../../shared/listing-form/form-values.ts';
import { changedFields, readEdit } from '../../../shared/listing-form/saved-values.ts';
import { SongketBorder } from '../../../shared/drawing/drawings.tsx';
import {
  type Detail,
  DetailList,
  StatusBadge,
  useStaysPublic,
  useUsualWait,
} from '../../../shared/listing/listing-parts.tsx';
import { rejectionNote, Removal, useRemovedBusinesses } from '../rejected-and-removed.tsx';
import { Button, QuietLink, TextButton } from '../../../shared/ui/controls.tsx';
import { BackButton } from '../../../shared/navigation/back-button.tsx';
import {
  MovedContext,
  PageHeading,
  usePageTitle,
} from '../../../shared/navigation/page-heading.tsx';
import { DemonstrationBadge, PlaceImage } from '../../../shared/place/place-parts.tsx';
import { useResource, useSetQueryData } from '../../../shared/resource/use-resource.ts';
import { draftKey } from '../../../shared/local-storage.ts';
import { lazyComponent, LazyPart } from '../../../shared/ui/loading.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { fieldLabel, fields } from '../../../texts/owner-texts.ts';
import { openingTimesText } from '../../../texts/opening-texts.ts';
import styles from './my-business.module.css';
import { ReviewHistory } from './review-history.tsx';

const pageTitle = 'My business';
const loading = 'Loading business details...';

const EditForm = lazyComponent(
  async () => (await import('../../../shared/listing-form/edit-form.tsx')).EditForm,
);

/** One of the owner's businesses, with a read view and an edit form. */
export function MyBusinessPage() {
  const { id = '' } = useParams();
  const path = `/api/businesses/${encodeURIComponent(id)}`;
  const { data, error, retry } = useResource<BusinessDetailResponse | OwnBusinessDetailResponse>(
    path,
  );
  const moved = useContext(MovedContext);
  const [isRetried, setRetried] = useState(false);
  const learn = useSetQueryData(path);
  // The API returns businesses of other owners without review fields.
  const own = data && 'revision' in data ? data : undefined;
  const isGone = (data && !own) || hasStatus(error, 404);
  const isFailed = isGone || (!data && error !== undefined);
  usePageTitle(isFailed ? pageTitle : (data?.businessName ?? loading));
  if (isGone)
    return (
      // The form or the page that had the focus disappears.
      <MovedContext value={moved || data !== undefined}>
        <Gone id={id} />
      </MovedContext>
    );
  if (own)
    return (
      // The line that had the focus while it was loaded again disappears.
      <MovedContext value={moved || isRetried}>
        <Business business={own} onSaved={learn} onReload={retry} />
      </MovedContext>
    );
  if (error !== undefined)
    return (
      <Notice
        text="We couldn't load this business."
        onRetry={() => {
          setRetried(true);
          retry();
        }}
      />
    );
  return <Notice text={loading} isWaiting />;
}

function Gone({ id }: { readonly id: string }) {
  const { data, error } = useRemovedBusinesses();
  if (!data && error === undefined) return <Notice text={loading} isWaiting />;
  const removed = data?.find((business) => business.id === id);
  if (removed) return <Notice text={<Removal business={removed} />} />;
  return (
    <Notice text="We couldn't find this business in your account. It may have been removed." />
  );
}

/** How an edit or a restoration ended; the text is empty after a cancelled edit. */
type Outcome = { readonly text: string };

type BusinessProps = {
  readonly business: OwnBusinessDetailResponse;
  readonly onSaved: (saved: unknown) => void;
  readonly onReload: () => void;
};

function Business({ business, onSaved, onReload }: BusinessProps) {
  const { state } = useLocation();
  const isBack = useCameByHistory();
  const [isEditing, setEditing] = useState(!isBack && textInState(state, 'open') === 'edit');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const finish = (text: string) => {
    setEditing(false);
    setOutcome({ text });
  };
  if (isEditing)
    return (
      <LazyPart loading={<Notice text={loading} isWaiting />}>
        <EditForm
          business={business}
          lead={<Rejection business={business} isEditing />}
          onCancel={() => finish('')}
          onGone={onReload}
          onEnded={() => {
            finish('Your changes were submitted or discarded in another tab.');
            onReload();
          }}
          onSaved={(saved) => {
            const isPending = saved.status === 'pending';
            finish(isPending ? 'Saved. Your business is waiting for review.' : 'Saved.');
            onSaved(saved);
          }}
        />
      </LazyPart>
    );
  return (
    <div className={`${ui.stack} ${ui.page} ${ui.narrowPage}`}>
      <BackButton />
      <ReadView
        business={business}
        outcome={outcome}
        hasUnsaved={hasUnsaved(business)}
        onEdit={() => setEditing(true)}
      />
      <ReviewHistory
        key={business.revision}
        business={business}
        onRestored={(restored) => {
          const isChanged = restored.revision > business.revision;
          finish(
            isChanged
              ? 'Restored. Your business is waiting for review.'
              : 'Nothing changed: all that can be restored is already as in this version.',
          );
          onSaved(restored);
        }}
      />
    </div>
  );
}

/** Whether this device has changes that the listing does not hold yet. Without changed fields, it is the photo. */
function hasUnsaved(business: OwnBusinessDetailResponse): boolean {
  const { changes } = readEdit(draftKey(business.user_id ?? '', business.id), new Date()) ?? {};
  if (!changes) return false;
  const now = valuesOf(business);
  return Object.keys(changes).length === 0 || changedFields(now, { ...now, ...changes }).length > 0;
}

type NoticeProps = {
  readonly text: ReactNode;
  readonly isWaiting?: boolean;
  readonly onRetry?: () => void;
};

function Notice({ text, isWaiting = false, onRetry }: NoticeProps) {
  const line = useRef<HTMLParagraphElement>(null);
  return (
    <div className={`${ui.row} ${ui.soft} ${styles.notice}`}>
      <PageHeading className={ui.hidden}>{pageTitle}</PageHeading>
      <p ref={line} role="status" tabIndex={-1}>
        {text}
      </p>
      {onRetry && (
        <Button
          onClick={() => {
            // The button is about to disappear, and the focus with it.
            line.current?.focus();
            onRetry();
          }}
        >
          Retry
        </Button>
      )}
      {!isWaiting && <QuietLink to="/user/dashboard?section=businesses">My Businesses</QuietLink>}
    </div>
  );
}

type ReadViewProps = {
  readonly business: OwnBusinessDetailResponse;
  /** Moves the focus to the Edit button, which it describes, as a status that appears with its text is not announced. */
  readonly outcome: Outcome | null;
  /** Whether this device has unsaved changes. */
  readonly hasUnsaved: boolean;
  readonly onEdit: () => void;
};

function ReadView({ business, outcome, hasUnsaved, onEdit }: ReadViewProps) {
  const { id, status } = business;
  const edit = useRef<HTMLButtonElement>(null);
  const outcomeId = useId();
  useEffect(() => {
    if (outcome) edit.current?.focus();
  }, [outcome]);
  return (
    <article className={`${ui.stack} ${styles.business}`}>
      <div className={styles.picture}>
        <PlaceImage place={business} sizes="(min-width: 60rem) 30rem, 100vw" first />
      </div>
      <header className={`${ui.stack} ${styles.title}`}>
        <PageHeading className={ui.largeTitle} lang="ms">
          {business.businessName || 'No Name Available'}
        </PageHeading>
        <SongketBorder />
        <DemonstrationBadge place={business} />
        <div className={`${ui.group} ${ui.start}`}>
          <StatusBadge status={status} />
          {status === 'pending' && <PendingHint business={business} />}
          {status === 'approved' && (
            <p>
              Live. <Link to={`/places/${id}`}>View public page</Link>
            </p>
          )}
          <Rejection business={business} />
        </div>
        {hasUnsaved && (
          <p className={ui.note}>You have unsaved changes. Choose Edit to continue.</p>
        )}
        <p id={outcomeId} className={`${ui.notice} ${ui.success}`}>
          {outcome?.text}
        </p>
        <Button ref={edit} aria-describedby={outcomeId} onClick={onEdit}>
          Edit
        </Button>
      </header>
      <section className={`${ui.group} ${styles.section}`}>
        <h2>Synopsis</h2>
        <p className={`${styles.synopsis} ${ui.lines}`} lang={business.synopsis ? 'ms' : undefined}>
          {business.synopsis ?? 'No Description Available'}
        </p>
      </section>
      <Details business={business} />
    </article>
  );
}

type OwnBusinessProps = Pick<ReadViewProps, 'business'>;

function PendingHint({ business: { wasPublic } }: OwnBusinessProps) {
  const staysPublic = useStaysPublic();
  return (
    <p className={styles.pending}>
      Waiting for review{useUsualWait()}.{' '}
      {wasPublic && staysPublic
        ? 'Until then, visitors see the last approved version, if there is one.'
        : "Visitors can't see it yet."}
    </p>
  );
}

/** The fields that reasons are about; the address begins the part with the pin. The other reasons are about the whole listing. */
const fieldsOfReasons: Readonly<Record<string, string>> = {
  'wrong-category': 'businessInfo',
  contact: 'phone',
  location: 'address',
  photo: 'imagePath',
} satisfies Partial<Record<keyof typeof rejectionLabels, string>>;

type RejectionProps = OwnBusinessProps & { readonly isEditing?: boolean };

/** Why a business was rejected; in the form also a way to the field that is meant, as the focus stays near the reason. */
function Rejection({ business: { status, rejectionReason }, isEditing = false }: RejectionProps) {
  if (status !== 'rejected') return null;
  const field = isEditing && fieldsOfReasons[rejectionReason?.code ?? ''];
  return (
    <div className={ui.alert}>
      <p className={ui.lines}>Not approved. {rejectionNote(rejectionReason)}</p>
      <p>Edit and save to submit it again.</p>
      {field && (
        <TextButton onClick={() => focusField(field)}>Go to {fieldLabel(field)}</TextButton>
      )}
    </div>
  );
}

function Details({ business }: OwnBusinessProps) {
  const { operatingHours, openingTimes, latitude, longitude } = business;
  const coordinates = latitude === null || longitude === null ? null : `${latitude}, ${longitude}`;
  const details: readonly Detail[] = [
    ['phone', business.phone],
    ['email', business.email],
    ['operatingHours', operatingHours && hoursLabel(operatingHours)],
    ['openingTimes', openingTimes && openingTimesText(openingTimes)],
    ['yearStarted', business.yearStarted, 'Year Opened'],
    ['businessInfo', business.businessInfo],
    ['subCategory', business.subCategory],
    ['kampong', business.kampong],
    ['address', business.adress],
    ['latitude', coordinates, `${fields.latitude}, ${fields.longitude}`],
    ['facilities', business.facilities.join(', ')],
    ...stepFields[2].map((name) => [name, business[name]] as const),
  ];
  return (
    <section className={`${ui.group} ${styles.section}`}>
      <h2>Details</h2>
      <DetailList details={details} />
    </section>
  );
}
