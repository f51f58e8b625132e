import type { BusinessDetailResponse, OwnBusinessDetailResponse } from '@directory/api/contracts';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { RequestFailed } from '../../shared/api/request-json.ts';
import { BackButton } from '../../shared/navigation/back-button.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { useSetQueryData, useResource } from '../../shared/resource/use-resource.ts';
import { myBusinessTexts as texts } from '../../texts/my-business-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import { History } from './history.tsx';
import { editKey, readEdit } from './kept-edit.ts';
import styles from './my-business.module.css';
import { ReadView } from './read-view.tsx';

const EditForm = lazy(async () => ({ default: (await import('./edit-form.tsx')).EditForm }));

/** One of the owner's businesses: to read, and to edit in place. */
export function MyBusinessPage({ id }: { readonly id: string }) {
  const path = `/api/businesses/${encodeURIComponent(id)}`;
  const { data, error, retry } = useResource<BusinessDetailResponse | OwnBusinessDetailResponse>(
    path,
  );
  const learn = useSetQueryData(path);
  usePageTitle(data?.businessName ?? texts.loading);
  const isGone = (data && !isOwn(data)) || (error instanceof RequestFailed && error.status === 404);
  if (isGone) return <Notice text={texts.gone} />;
  if (data && isOwn(data)) return <Business business={data} onSaved={learn} />;
  if (error !== undefined) return <Notice text={texts.failed} onRetry={retry} />;
  return <Notice text={texts.loading} isWaiting />;
}

type BusinessProps = {
  readonly business: OwnBusinessDetailResponse;
  /** Gets the business as it is now. */
  readonly onSaved: (saved: unknown) => void;
};

function Business({ business, onSaved }: BusinessProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'cancelled' | 'saved'>('read');
  if (mode === 'edit')
    return (
      <Suspense fallback={<Notice text={texts.loading} isWaiting />}>
        <EditForm
          business={business}
          onCancel={() => {
            setMode('cancelled');
          }}
          onSaved={(saved) => {
            setMode('saved');
            onSaved(saved);
          }}
        />
      </Suspense>
    );
  return (
    <div className={styles.page}>
      <BackButton text={texts.back} />
      <p role="status" className={styles.saved}>
        {mode === 'saved' && texts.saved}
      </p>
      <ReadView
        business={business}
        takesFocus={mode !== 'read'}
        hasUnsaved={hasUnsaved(business)}
        onEdit={() => {
          setMode('edit');
        }}
      />
      <History key={business.revision} id={business.id} />
    </div>
  );
}

function hasUnsaved(business: OwnBusinessDetailResponse): boolean {
  return readEdit(window.localStorage, editKey(business), new Date()) !== null;
}

type NoticeProps = {
  readonly text: string;
  readonly isWaiting?: boolean;
  readonly onRetry?: () => void;
};

function Notice({ text, isWaiting = false, onRetry }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <PageHeading className={ui.hidden}>{texts.title}</PageHeading>
      <p role="status">{text}</p>
      {onRetry && (
        <button type="button" className={ui.button} onClick={onRetry}>
          {texts.retry}
        </button>
      )}
      {!isWaiting && (
        <Link className={ui.quiet} to="/user/dashboard?section=businesses">
          {texts.toDashboard}
        </Link>
      )}
    </div>
  );
}

/** What others own is answered as visitors see it, without the review. */
function isOwn(
  data: BusinessDetailResponse | OwnBusinessDetailResponse,
): data is OwnBusinessDetailResponse {
  return 'revision' in data;
}
